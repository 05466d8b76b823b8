// SPDX-License-Identifier: Apache-2.0
#include "abstraction/domains/branch_predicate.h"

#include <algorithm>

#include "abstraction/domains/interval_evaluation.h"

namespace bireach::abstraction {

using frontend::BinaryOp;
using frontend::Expr;
using frontend::ExprPtr;
using frontend::Program;
using frontend::ScalarType;
using frontend::UnaryOp;

namespace {

constexpr ScalarType widest = frontend::signed_integer(128);

/// Expressions with a value in every state; those of signed types may be of the widest one instead.
class Totaliser {
 public:
  explicit Totaliser(const Program& program) : program_(program), anything_(program) {}

  [[nodiscard]] ExprPtr total(const ExprPtr& expr) const {
    if (expr->type.is_floating()) return nullptr;
    switch (expr->kind) {
      case Expr::Kind::Constant:
        return expr;
      case Expr::Kind::Variable:
        return program_.variables[expr->variable].array ? nullptr : expr;
      case Expr::Kind::Cast: {
        const ExprPtr operand = total(expr->operands[0]);
        return operand ? frontend::make_cast(operand, expr->type) : nullptr;
      }
      case Expr::Kind::Unary:
        return unary(*expr);
      case Expr::Kind::Binary:
        return binary(*expr);
      default:
        return nullptr;
    }
  }

 private:
  [[nodiscard]] ExprPtr unary(const Expr& expr) const {
    if (expr.unary == UnaryOp::LogicalNot) {
      const ExprPtr operand = total(expr.operands[0]);
      return operand ? frontend::make_unary(expr.unary, operand, expr.type) : nullptr;
    }
    const ExprPtr operand = as(expr.operands[0], expr.unary == UnaryOp::Minus ? computed_in(expr) : expr.type);
    return operand ? within(frontend::make_unary(expr.unary, operand, operand->type)) : nullptr;
  }

  [[nodiscard]] ExprPtr binary(const Expr& expr) const {
    const auto& operands = expr.operands;
    if (frontend::is_logical(expr.binary)) return built(expr, total(operands[0]), total(operands[1]), expr.type);
    if (frontend::is_comparison(expr.binary)) {
      const bool is_signed = operands[0]->type.is_signed() && operands[1]->type.is_signed();
      const ExprPtr left = total(operands[0]);
      const ExprPtr right = total(operands[1]);
      if (!left || !right) return nullptr;
      const bool is_same = left->type == operands[0]->type && right->type == operands[1]->type;
      if (is_same) return built(expr, left, right, expr.type);
      const ScalarType type = is_signed ? widest : operands[0]->type;
      return built(expr, frontend::make_cast(left, type), frontend::make_cast(right, type), expr.type);
    }
    switch (expr.binary) {
      case BinaryOp::Add:
      case BinaryOp::Sub:
      case BinaryOp::Mul: {
        const ScalarType type = computed_in(expr);
        return within(built(expr, as(operands[0], type), as(operands[1], type), type));
      }
      case BinaryOp::Div:
      case BinaryOp::Rem:
        if (operands[1]->kind != Expr::Kind::Constant || operands[1]->value == 0 || operands[1]->value == -1)
          return nullptr;
        [[fallthrough]];
      case BinaryOp::BitAnd:
      case BinaryOp::BitOr:
      case BinaryOp::BitXor:
        return built(expr, as(operands[0], expr.type), as(operands[1], expr.type), expr.type);
      default:
        return nullptr;
    }
  }

  /// Where the result cannot overflow.
  [[nodiscard]] ScalarType computed_in(const Expr& expr) const {
    const bool may_overflow = expr.type.is_signed() && program_.signed_overflow == frontend::SignedOverflow::undefined;
    return may_overflow ? widest : expr.type;
  }

  [[nodiscard]] ExprPtr as(const ExprPtr& expr, const ScalarType& type) const {
    const ExprPtr result = total(expr);
    return result ? frontend::make_cast(result, type) : nullptr;
  }

  static ExprPtr built(const Expr& expr, const ExprPtr& left, const ExprPtr& right, const ScalarType& type) {
    return left && right ? frontend::make_binary(expr.binary, left, right, type) : nullptr;
  }

  /// Nothing if even the widest type might be too narrow.
  [[nodiscard]] ExprPtr within(ExprPtr expr) const {
    if (!expr || expr->type != widest) return expr;
    const MaybeInterval exact = evaluate(anything_, *expr).exact;
    const bool fits = !exact || (widest.contains(exact->low) && widest.contains(exact->high));
    return fits ? expr : nullptr;
  }

  const Program& program_;
  const IntervalMap anything_;
};

}  // namespace

std::optional<BranchPredicate> BranchPredicate::make(const Program& program, const ExprPtr& written) {
  const ExprPtr condition = Totaliser(program).total(written);
  if (!condition || !frontend::any_read(*condition, [](const Expr&) { return true; })) return std::nullopt;
  return BranchPredicate(written, condition);
}

BranchPredicate::BranchPredicate(ExprPtr written, ExprPtr condition)
    : written_(std::move(written)), negated_(frontend::make_not(written_)), condition_(std::move(condition)) {}

std::optional<bool> BranchPredicate::decided_by(const Expr& expr, bool holds) const {
  if (frontend::same_expression(expr, *written_)) return holds;
  if (frontend::same_expression(expr, *negated_)) return !holds;
  return std::nullopt;
}

bool BranchPredicate::reads(frontend::VariableId variable) const {
  return frontend::any_read(*condition_, [&](const Expr& read) { return read.variable == variable; });
}

}  // namespace bireach::abstraction
