// SPDX-License-Identifier: Apache-2.0
#include "frontend/overflow_program.h"

#include <utility>

namespace bireach::frontend {
namespace {

using logic::Integer;

constexpr unsigned widest = 128;

/// Collects the condition from the operands to the top; evaluation order does not matter, as nothing has effects.
class OverflowCondition {
 public:
  /// Null: never.
  ExprPtr of(const Expr& expr) {
    if (expr.kind == Expr::Kind::Conditional) return of_choice(expr);
    if (expr.kind == Expr::Kind::Binary && is_logical(expr.binary)) {
      const ExprPtr& left = expr.operands[0];
      const ExprPtr right = of(*expr.operands[1]);
      const bool conjunction = expr.binary == BinaryOp::LogicalAnd;
      return either(of(*left), both(conjunction ? left : make_not(left), right));
    }
    ExprPtr result;
    for (const ExprPtr& operand : expr.operands) result = either(std::move(result), of(*operand));
    return either(std::move(result), own(expr));
  }
  [[nodiscard]] bool failed() const { return failed_; }

 private:
  static ExprPtr either(ExprPtr a, ExprPtr b) {
    if (!a || !b) return a ? a : b;
    return make_binary(BinaryOp::LogicalOr, std::move(a), std::move(b), int_type);
  }
  static ExprPtr both(const ExprPtr& condition, ExprPtr b) {
    return b ? make_binary(BinaryOp::LogicalAnd, condition, std::move(b), int_type) : nullptr;
  }

  ExprPtr of_choice(const Expr& expr) {
    const ExprPtr& condition = expr.operands[0];
    return either(of(*condition),
                  either(both(condition, of(*expr.operands[1])), both(make_not(condition), of(*expr.operands[2]))));
  }

  /// Of this operator alone: its result in a type that holds all results does not fit.
  ExprPtr own(const Expr& expr) {
    const bool minus = expr.kind == Expr::Kind::Unary && expr.unary == UnaryOp::Minus;
    const bool sum = expr.kind == Expr::Kind::Binary && (expr.binary == BinaryOp::Add || expr.binary == BinaryOp::Sub);
    const bool product = expr.kind == Expr::Kind::Binary && expr.binary == BinaryOp::Mul;
    if (!expr.type.is_signed || !(minus || sum || product)) return nullptr;
    if (minus) return make_binary(BinaryOp::Eq, expr.operands[0], make_constant(expr.type.min(), expr.type), int_type);
    const unsigned width = product ? 2 * expr.type.width : expr.type.width + 1;
    if (width > widest) {
      failed_ = true;
      return nullptr;
    }
    const IntegerType wide{width, true, false};
    const auto widened = [&](const ExprPtr& operand) { return make_cast(operand, wide); };
    const ExprPtr exact = make_binary(expr.binary, widened(expr.operands[0]), widened(expr.operands[1]), wide);
    return either(make_binary(BinaryOp::Lt, exact, make_constant(expr.type.min(), wide), int_type),
                  make_binary(BinaryOp::Gt, exact, make_constant(expr.type.max(), wide), int_type));
  }

  bool failed_ = false;
};

/// The expressions that an edge evaluates; both ways of a branch evaluate the same.
std::vector<ExprPtr> evaluated(const Program& program, const Statement& statement) {
  if (const auto* assume = std::get_if<Assume>(&statement)) return {assume->condition};
  std::vector<ExprPtr> result;
  const auto* assign = std::get_if<Assign>(&statement);
  const LValue& target = assign != nullptr ? assign->target : std::get<Havoc>(statement).target;
  if (target.index) result.push_back(target.index);
  if (assign == nullptr) return result;
  const bool copies_array =
      assign->value->kind == Expr::Kind::Variable && program.variables[assign->value->variable].array.has_value();
  if (!copies_array) result.push_back(assign->value);
  return result;
}

}  // namespace

std::optional<ExprPtr> overflow_condition(const Expr& expr) {
  OverflowCondition condition;
  ExprPtr result = condition.of(expr);
  if (condition.failed()) return std::nullopt;
  return result;
}

std::optional<Program> overflow_program(const Program& program, const std::vector<bool>& matters) {
  Program result;
  result.files = program.files;
  result.variables = program.variables;
  result.call_paths = program.call_paths;
  result.assumptions = program.assumptions;
  result.entry = program.entry;
  result.initial = program.initial;
  result.memory = program.memory;  // its variables, and those of the stack, keep their numbers
  result.stack = program.stack;
  for (LocationId l = 0; l < program.location_count(); ++l) {
    Location location = program.location(l);
    if (location.kind != LocationKind::Normal) location.kind = LocationKind::Exit;
    result.add_location(std::move(location));
  }
  const LocationId error = result.add_location({LocationKind::Error, "", "signed overflow", {}, false});
  for (LocationId l = 0; l < program.location_count(); ++l) {
    OverflowCondition condition;
    ExprPtr overflows;
    const std::vector<EdgeId>& outgoing = program.outgoing(l);
    bool some_matters = false;
    for (const EdgeId edge : outgoing) some_matters = some_matters || matters[program.target(edge)];
    if (some_matters) {
      for (const ExprPtr& expr : evaluated(program, program.edge(outgoing.front()).statement)) {
        ExprPtr more = condition.of(*expr);
        if (more)
          overflows = overflows ? make_binary(BinaryOp::LogicalOr, std::move(overflows), std::move(more), int_type)
                                : std::move(more);
      }
    }
    if (condition.failed()) return std::nullopt;
    LocationId from = l;
    if (overflows) {
      Edge edge = program.edge(outgoing.front());
      edge.role = EdgeRole::Internal;
      edge.statement = Assume{overflows};
      result.add_edge(l, error, edge);
      edge.statement = Assume{make_not(overflows)};
      from = result.add_location({LocationKind::Normal, program.location(l).function, "", {}, false});
      result.add_edge(l, from, std::move(edge));
    }
    for (const EdgeId edge : outgoing) result.add_edge(from, program.target(edge), program.edge(edge));
  }
  return result;
}

}  // namespace bireach::frontend
