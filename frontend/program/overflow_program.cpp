// SPDX-License-Identifier: Apache-2.0
#include "frontend/program/overflow_program.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "frontend/program/evaluation_places.h"

namespace bireach::frontend {
namespace {

using logic::Integer;

constexpr unsigned widest = 128;

/// Collects the condition from the operands to the top; evaluation order does not matter, as nothing has effects.
class OverflowCondition {
 public:
  /// Null: never.
  ExprPtr of(const Expr& expr) {
    switch (expr.kind) {
      case Expr::Kind::Conditional:
        return of_choice(expr);
      case Expr::Kind::Binary:
        return is_logical(expr.binary) ? of_logical(expr) : either(of_operands(expr), of_binary(expr));
      case Expr::Kind::Unary:
        return either(of_operands(expr), of_unary(expr));
      case Expr::Kind::Constant:
      case Expr::Kind::Variable:
      case Expr::Kind::Element:
      case Expr::Kind::Cast:
      case Expr::Kind::Floating:
      case Expr::Kind::Pattern:
      case Expr::Kind::Table:
        return of_operands(expr);
    }
    throw std::logic_error("overflow_program: unknown kind of expression");
  }
  /// Of a binary operator alone.
  ExprPtr of_operator(const Expr& expr) { return of_binary(expr); }
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

  ExprPtr of_logical(const Expr& expr) {
    const ExprPtr& left = expr.operands[0];
    const ExprPtr right = of(*expr.operands[1]);
    const bool conjunction = expr.binary == BinaryOp::LogicalAnd;
    return either(of(*left), both(conjunction ? left : make_not(left), right));
  }

  ExprPtr of_operands(const Expr& expr) {
    ExprPtr result;
    for (const ExprPtr& operand : expr.operands) result = either(std::move(result), of(*operand));
    return result;
  }

  /// Of this operator alone.
  static ExprPtr of_unary(const Expr& expr) {
    if (!expr.type.is_signed() || expr.unary != UnaryOp::Minus) return nullptr;
    return make_binary(BinaryOp::Eq, expr.operands[0], make_constant(expr.type.min(), expr.type), int_type);
  }

  /// The same: its result in a type that holds all results does not fit.
  ExprPtr of_binary(const Expr& expr) {
    const bool sum = expr.binary == BinaryOp::Add || expr.binary == BinaryOp::Sub;
    const bool product = expr.binary == BinaryOp::Mul;
    if (!expr.type.is_signed() || !(sum || product)) return nullptr;
    const unsigned width = product ? 2 * expr.type.width : expr.type.width + 1;
    if (width > widest) {
      failed_ = true;
      return nullptr;
    }
    const ScalarType wide = signed_integer(width);
    const auto widened = [&](const ExprPtr& operand) { return make_cast(operand, wide); };
    const ExprPtr exact = make_binary(expr.binary, widened(expr.operands[0]), widened(expr.operands[1]), wide);
    return either(make_binary(BinaryOp::Lt, exact, make_constant(expr.type.min(), wide), int_type),
                  make_binary(BinaryOp::Gt, exact, make_constant(expr.type.max(), wide), int_type));
  }

  bool failed_ = false;
};

/// By location: when a signed overflow is met from there on. Nothing if some condition cannot be written down.
std::optional<std::vector<ExprPtr>> overflows_by_location(const Program& program, const std::vector<bool>& matters,
                                                          const EvaluationPlaces& places) {
  std::vector<ExprPtr> result(program.location_count());
  for (LocationId l = 0; l < program.location_count(); ++l) {
    const std::vector<EdgeId>& outgoing = program.outgoing(l);
    const bool some_matters =
        std::any_of(outgoing.begin(), outgoing.end(), [&](EdgeId edge) { return matters[program.target(edge)]; });
    if (!some_matters || !places.is_asked(outgoing.front())) continue;
    ExprPtr& overflows = result[places.of(l)];
    OverflowCondition condition;
    for (const ExprPtr& expr : evaluated_numbers(program, program.edge(outgoing.front()).statement)) {
      ExprPtr more = condition.of(*expr);
      if (more)
        overflows = overflows ? make_binary(BinaryOp::LogicalOr, std::move(overflows), std::move(more), int_type)
                              : std::move(more);
    }
    if (condition.failed()) return std::nullopt;
  }
  return result;
}

}  // namespace

std::optional<ExprPtr> operator_overflow(const Expr& expr) {
  OverflowCondition condition;
  ExprPtr result = condition.of_operator(expr);
  if (condition.failed()) return std::nullopt;
  return result;
}

std::optional<ExprPtr> overflow_condition(const Expr& expr) {
  OverflowCondition condition;
  ExprPtr result = condition.of(expr);
  if (condition.failed()) return std::nullopt;
  return result;
}

std::optional<Program> overflow_program(const Program& program, const std::vector<bool>& matters) {
  Program result = program.without_graph();
  result.signed_overflow = SignedOverflow::undefined;  // conditions ask before each overflow
  for (LocationId l = 0; l < program.location_count(); ++l) {
    Location location = program.location(l);
    if (location.kind != LocationKind::Normal) location.kind = LocationKind::Exit;
    result.add_location(std::move(location));
  }
  result.property.kinds = {Violation::no_overflow};
  const ViolationKind& kind = kind_of(Violation::no_overflow);
  const LocationId error =
      result.add_location({LocationKind::Error, "", std::string(kind.message), {}, false, kind.violation});
  const EvaluationPlaces places(program);
  const auto overflows = overflows_by_location(program, matters, places);
  if (!overflows) return std::nullopt;
  if (!places.keeps_procedures()) result.procedures.clear();
  for (LocationId l = 0; l < program.location_count(); ++l) {
    const std::vector<EdgeId>& outgoing = program.outgoing(l);
    LocationId from = l;
    if ((*overflows)[l]) {
      Edge edge = program.edge(outgoing.front());
      edge.role = EdgeRole::Internal;
      edge.statement = Assume{(*overflows)[l]};
      result.add_edge(l, error, edge);
      edge.statement = Assume{make_not((*overflows)[l])};
      from = result.add_location({LocationKind::Normal, program.location(l).function, "", {}, false});
      result.add_edge(l, from, std::move(edge));
      for (Procedure& procedure : result.procedures) {
        for (auto& call : procedure.calls)
          if (call.start == l) call.start = from;
      }
    }
    for (const EdgeId edge : outgoing) result.add_edge(from, program.target(edge), program.edge(edge));
  }
  return result;
}

}  // namespace bireach::frontend
