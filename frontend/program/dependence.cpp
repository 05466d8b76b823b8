// SPDX-License-Identifier: Apache-2.0
#include "frontend/program/dependence.h"

#include <algorithm>
#include <set>

namespace bireach::frontend {

using logic::Integer;

namespace {

class Dependence {
 public:
  explicit Dependence(const Program& program) : program_(program), values_(program.variables.size()) {}

  /// False: whether an execution passes the statement, or whether that is defined, depends on what is open.
  bool execute(const Statement& statement, const ConcreteState& state, EdgeId edge) {
    if (!is_any_open_ && !is_havoc(statement)) return true;
    state_ = &state;
    edge_ = edge;
    return match(
        statement,
        [this](const Assign& assign) {
          if (is_risky(*assign.value) || (assign.target.index && is_risky_index(*assign.target.index))) return false;
          execute(assign);
          return true;
        },
        [this](const Assume& assume) { return !depends(*assume.condition); },
        [this](const Havoc& havoc) {
          if (havoc.target.index && is_risky_index(*havoc.target.index)) return false;
          execute(havoc);
          return true;
        });
  }

 private:
  /// Of a scalar, `rest` alone; of an array, that of all elements but some.
  struct Open {
    bool rest = false;
    std::set<Integer> others;  ///< the elements of which the contrary is true

    [[nodiscard]] bool at(const Integer& index) const { return rest != others.contains(index); }
    void set(const Integer& index, bool is_open) {
      if (is_open == rest)
        others.erase(index);
      else
        others.insert(index);
    }
  };

  [[nodiscard]] Integer value(const Expr& expr) const {
    std::vector<UndefinedEvent> ignored;
    return evaluate(program_, expr, *state_, edge_, ignored);
  }

  [[nodiscard]] bool depends(const Expr& expr) const {
    switch (expr.kind) {
      case Expr::Kind::Variable:
        return values_[expr.variable].rest || !values_[expr.variable].others.empty();
      case Expr::Kind::Element:
        return depends(*expr.operands[0]) || values_[expr.variable].at(value(*expr.operands[0]));
      case Expr::Kind::Binary: {
        if (depends(*expr.operands[0])) return true;
        const bool is_true = is_logical(expr.binary) && value(*expr.operands[0]) != 0;
        if (is_logical(expr.binary) && is_true != (expr.binary == BinaryOp::LogicalAnd)) return false;
        return depends(*expr.operands[1]);
      }
      case Expr::Kind::Conditional:
        return depends(*expr.operands[0]) || depends(*expr.operands[value(*expr.operands[0]) != 0 ? 1 : 2]);
      case Expr::Kind::Constant:
      case Expr::Kind::Unary:
      case Expr::Kind::Cast:
      case Expr::Kind::Floating:
      case Expr::Kind::Pattern:
      case Expr::Kind::Table:
        return std::any_of(expr.operands.begin(), expr.operands.end(),
                           [this](const ExprPtr& operand) { return depends(*operand); });
    }
    return true;
  }

  [[nodiscard]] bool is_risky_index(const Expr& index) const { return depends(index) || is_risky(index); }

  /// Is this operation undefined for some values of operands that are open?
  [[nodiscard]] bool is_partial(const Expr& expr) const {
    if (expr.kind == Expr::Kind::Unary) return expr.unary == UnaryOp::Minus && expr.type.is_signed() && depends(expr);
    const bool is_conversion = expr.kind == Expr::Kind::Floating && (expr.floating == logic::FloatOp::ToSigned ||
                                                                     expr.floating == logic::FloatOp::ToUnsigned);
    if (is_conversion) return depends(expr);
    if (expr.kind != Expr::Kind::Binary) return false;
    switch (expr.binary) {
      case BinaryOp::Add:
      case BinaryOp::Sub:
      case BinaryOp::Mul:
        return expr.type.is_signed() && depends(expr);
      case BinaryOp::Div:
      case BinaryOp::Rem:
      case BinaryOp::Shl:
      case BinaryOp::Shr:
        return depends(*expr.operands[1]) || (expr.type.is_signed() && depends(*expr.operands[0]));
      default:
        return false;
    }
  }

  /// May its evaluation be undefined for other values of what is open?
  [[nodiscard]] bool is_risky(const Expr& expr) const {
    if (expr.kind == Expr::Kind::Element && is_risky_index(*expr.operands[0])) return true;
    if (is_partial(expr)) return true;
    return std::any_of(expr.operands.begin(), expr.operands.end(),
                       [this](const ExprPtr& operand) { return is_risky(*operand); });
  }

  void execute(const Assign& assign) {
    Open& target = values_[assign.target.variable];
    if (assign.target.index) return target.set(value(*assign.target.index), depends(*assign.value));
    if (!program_.variables[assign.target.variable].array) {
      target.rest = depends(*assign.value);
    } else if (assign.value->kind == Expr::Kind::Table) {
      if (!keeps_other_elements(assign)) target = {depends(*assign.value), {}};
      for (const auto& [index, element] : *assign.value->elements) target.set(index, false);
    } else if (assign.value->kind == Expr::Kind::Variable && program_.variables[assign.value->variable].array) {
      target = values_[assign.value->variable];
    } else {
      target = {depends(*assign.value), {}};
    }
  }

  void execute(const Havoc& havoc) {
    Open& target = values_[havoc.target.variable];
    if (havoc.target.index) return target.set(value(*havoc.target.index), false);
    if (havoc.elements) {
      for (const auto& [index, element] : *havoc.elements) target.set(index, false);
    } else {
      const Variable& variable = program_.variables[havoc.target.variable];
      target = {!havoc.doubt.empty() && (variable.array || !variable.type.is_signed()), {}};
      is_any_open_ = is_any_open_ || target.rest;
    }
  }

  const Program& program_;
  std::vector<Open> values_;  ///< by variable
  bool is_any_open_ = false;  ///< has anything been?
  const ConcreteState* state_ = nullptr;
  EdgeId edge_ = 0;
};

}  // namespace

bool depends_on_doubts(const Program& program, const Execution& execution) {
  Dependence dependence(program);
  for (std::size_t step = 0; step < execution.trace.size(); ++step) {
    const EdgeId edge = execution.trace[step];
    if (!dependence.execute(program.edge(edge).statement, execution.states[step], edge)) return true;
  }
  return false;
}

}  // namespace bireach::frontend
