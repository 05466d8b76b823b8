// SPDX-License-Identifier: Apache-2.0
#include "frontend/program/dependence.h"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "frontend/program/check_notes.h"
#include "frontend/program/interval.h"

namespace bireach::frontend {

using logic::Integer;

namespace {

/// What is looked for in values.
enum class Trait : std::uint8_t {
  open,    ///< they may be other ones
  foreign  ///< they are computed from the address of an object of which the size is open
};

class Dependence {
 public:
  Dependence(const Program& program, Trait trait)
      : program_(program), trait_(trait), values_(program.variables.size()) {}

  /// What comes next decides whether there is an error.
  void come_to_last() { is_last_ = true; }

  /// False: whether an execution passes the statement, or whether that is defined, depends on what is open.
  bool execute(const Statement& statement, const ConcreteState& state, EdgeId edge) {
    const bool begins = trait_ == Trait::open ? is_havoc(statement) : makes_foreign_object(program_, statement);
    if (!is_any_open_ && !begins) return true;
    state_ = &state;
    edge_ = edge;
    if (trait_ == Trait::foreign && (!is_last_ || are_all_freed())) return pass(statement);
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
    std::map<Integer, bool> others;        ///< of elements for which that is not true
    std::vector<Interval> given = {};      ///< indices of elements that are open until they are written
    std::optional<Interval> between = {};  ///< of an open scalar: where its values are, if something is known of it

    [[nodiscard]] bool at(const Integer& index) const {
      const auto other = others.find(index);
      return other == others.end() ? usually(index) : other->second;
    }
    void set(const Integer& index, bool is_open) {
      if (is_open == usually(index))
        others.erase(index);
      else
        others[index] = is_open;
    }
    [[nodiscard]] bool is_any() const {
      return rest || !given.empty() ||
             std::any_of(others.begin(), others.end(), [](const auto& o) { return o.second; });
    }

   private:
    [[nodiscard]] bool usually(const Integer& index) const {
      return rest || std::any_of(given.begin(), given.end(), [&](const Interval& g) { return g.contains(index); });
    }
  };

  /// Without questions.
  bool pass(const Statement& statement) {
    if (const Assign* assign = as_assign(statement)) execute(*assign);
    if (const Havoc* havoc = as_havoc(statement)) execute(*havoc);
    return true;
  }

  /// Whatever their size was, they are no objects any more.
  [[nodiscard]] bool are_all_freed() const {
    const auto& sizes = std::get<logic::ArrayValue>((*state_)[*program_.memory.sizes]);
    return std::all_of(foreign_.begin(), foreign_.end(),
                       [&](const Integer& address) { return sizes.at(address) == 0; });
  }

  void make_object(const Integer& address, const Interval& size) {
    is_any_open_ = true;
    foreign_.push_back(address);
    open_pointers(address, size);
    if (trait_ == Trait::open) return;
    // The address is where it was just stored.
    for (VariableId v = 0; v < values_.size(); ++v) {
      if (program_.variables[v].array || v == program_.memory.top) continue;
      if (std::get<Integer>((*state_)[v]) == address) values_[v].rest = true;
    }
  }

  /// What pointers the function left in its object are open as well; a number of a pointer's size may be one, which
  /// matters where it is used as an address.
  void open_pointers(const Integer& address, const Interval& size) {
    const unsigned width_of_pointer = program_.variables[*program_.memory.sizes].type.width;
    for (const auto& [variable, cells] : program_.memory.cells) {
      const Variable& element = program_.variables[variable];
      const bool may_be_pointer = trait_ == Trait::foreign && element.type.width >= width_of_pointer;
      if (!cells.holds_pointers && !element.is_pointer && !may_be_pointer) continue;
      const Integer first = address - cells.shift;
      values_[variable].given.push_back({first, first + size.high});
    }
  }

  [[nodiscard]] Integer value(const Expr& expr) const {
    std::vector<UndefinedEvent> ignored;
    return evaluate(program_, expr, *state_, edge_, ignored);
  }

  [[nodiscard]] bool depends(const Expr& expr) const {
    switch (expr.kind) {
      case Expr::Kind::Variable:
        return values_[expr.variable].is_any();
      case Expr::Kind::Element:
        // What is stored in an object is not computed from its address.
        return (trait_ == Trait::open && depends(*expr.operands[0])) ||
               values_[expr.variable].at(value(*expr.operands[0]));
      case Expr::Kind::Binary: {
        const Expr& left = *expr.operands[0];
        const Expr& right = *expr.operands[1];
        if (!is_logical(expr.binary))
          return (depends(left) || depends(right)) && (is_last_ || !is_decided(expr.binary, left, right));
        if (depends(left)) return true;
        const bool is_true = value(left) != 0;
        return is_true == (expr.binary == BinaryOp::LogicalAnd) && depends(right);
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

  [[nodiscard]] bool is_decided(BinaryOp op, const Expr& left, const Expr& right) const {
    if (!is_comparison(op)) return false;
    const auto one = interval(left);
    const auto other = interval(right);
    return one && other && decided(op, *one, *other);
  }

  /// All values that it may have; nothing: that is not known.
  [[nodiscard]] std::optional<Interval> interval(const Expr& expr) const {
    if (!depends(expr)) return Interval::point(value(expr));
    switch (expr.kind) {
      case Expr::Kind::Variable:
        return values_[expr.variable].between;
      case Expr::Kind::Cast: {
        const auto operand = interval(*expr.operands[0]);
        return operand && operand->within(expr.type) ? operand : std::nullopt;
      }
      case Expr::Kind::Conditional:
        if (depends(*expr.operands[0])) return std::nullopt;
        return interval(*expr.operands[value(*expr.operands[0]) != 0 ? 1 : 2]);
      case Expr::Kind::Binary: {
        if (expr.binary != BinaryOp::Add && expr.binary != BinaryOp::Sub) return std::nullopt;
        const auto left = interval(*expr.operands[0]);
        const auto right = interval(*expr.operands[1]);
        if (!left || !right) return std::nullopt;
        const Interval result = expr.binary == BinaryOp::Add ? add(*left, *right) : subtract(*left, *right);
        return result.within(expr.type) ? std::optional(result) : std::nullopt;
      }
      default:
        return std::nullopt;
    }
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
    if (assign.target.index) {
      const Integer index = value(*assign.target.index);
      target.set(index, depends(*assign.value));
      if (makes_foreign_object(program_, assign))
        make_object(index, interval(*assign.value).value_or(Interval::of(assign.value->type)));
      return;
    }
    if (!program_.variables[assign.target.variable].array) {
      const auto between = interval(*assign.value);
      target = {depends(*assign.value), {}, {}, between};
    } else if (assign.value->kind == Expr::Kind::Table) {
      if (!keeps_other_elements(assign)) target = {depends(*assign.value), {}, {}, {}};
      for (const auto& [index, element] : *assign.value->elements) target.set(index, false);
    } else if (assign.value->kind == Expr::Kind::Variable && program_.variables[assign.value->variable].array) {
      target = values_[assign.value->variable];
    } else {
      target = {depends(*assign.value), {}, {}, {}};
    }
  }

  void execute(const Havoc& havoc) {
    Open& target = values_[havoc.target.variable];
    if (havoc.target.index) return target.set(value(*havoc.target.index), false);
    if (havoc.elements) {
      for (const auto& [index, element] : *havoc.elements) target.set(index, false);
    } else {
      const Variable& variable = program_.variables[havoc.target.variable];
      const bool is_doubtful = !havoc.doubt.empty() && (variable.array || !variable.type.is_signed());
      target = {is_doubtful && trait_ == Trait::open, {}, {}, {}};
      if (!variable.array) target.between = Interval::of(variable.type);
      is_any_open_ = is_any_open_ || target.rest;
    }
  }

  const Program& program_;
  Trait trait_;
  std::vector<Open> values_;  ///< by variable
  bool is_any_open_ = false;  ///< has anything been?
  bool is_last_ = false;
  std::vector<Integer> foreign_;  ///< addresses of objects of open size
  const ConcreteState* state_ = nullptr;
  EdgeId edge_ = 0;
};

bool depends(const Program& program, const Execution& execution, Trait trait) {
  Dependence dependence(program, trait);
  for (std::size_t step = 0; step < execution.trace.size(); ++step) {
    const EdgeId edge = execution.trace[step];
    if (step + 1 == execution.trace.size()) dependence.come_to_last();
    if (!dependence.execute(program.edge(edge).statement, execution.states[step], edge)) return true;
  }
  return false;
}

}  // namespace

bool depends_on_doubts(const Program& program, const Execution& execution) {
  return depends(program, execution, Trait::open) || depends(program, execution, Trait::foreign);
}

bool makes_foreign_object(const Program& program, const Statement& statement) {
  const Assign* assign = as_assign(statement);
  return assign != nullptr && assign->target.index && assign->target.variable == program.memory.sizes &&
         any_read(*assign->value,
                  [&](const Expr& read) { return program.variables[read.variable].c_type == note_type; });
}

}  // namespace bireach::frontend
