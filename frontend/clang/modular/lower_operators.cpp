// SPDX-License-Identifier: Apache-2.0
/// Operators and assignments, with what they take for granted.
#include "frontend/clang/lowering/arithmetic.h"
#include "frontend/clang/modular/function_lowering.h"

namespace bireach::frontend {
namespace {

/// The operation in a type where it does not overflow.
ExprPtr exactly(BinaryOp op, const ExprPtr& left, const ExprPtr& right, unsigned width) {
  const ScalarType wide = signed_integer(width);
  return make_binary(op, make_cast(left, wide), make_cast(right, wide), wide, left->source);
}

}  // namespace

ExprPtr in_range(const ExprPtr& value, const logic::Integer& low, const logic::Integer& high) {
  const ScalarType& type = value->type;
  const auto compared = [&](BinaryOp op, const logic::Integer& bound) {
    return make_binary(op, value, make_constant(bound, type), int_type, value->source);
  };
  const bool has_low = type.min() < low;
  const bool has_high = high < type.max();
  if (!has_low) return has_high ? compared(BinaryOp::Le, high) : make_constant(1, int_type, value->source);
  if (!has_high) return compared(BinaryOp::Ge, low);
  return make_binary(BinaryOp::LogicalAnd, compared(BinaryOp::Ge, low), compared(BinaryOp::Le, high), int_type,
                     value->source);
}

void FunctionLowering::believe(Belief kind, const ExprPtr& condition, const clang::Expr* where,
                               const clang::Expr* subject) {
  if (!believed_.contains(kind)) return;
  if (condition->kind == Expr::Kind::Constant && condition->value != 0) return;
  flow_.believe(kind, condition, origin(where), places_.text(subject->IgnoreParens()->getSourceRange()),
                from_macro(where->getExprLoc()));
}

ExprPtr FunctionLowering::arithmetic(const clang::Expr* whole, clang::BinaryOperatorKind kind, ExprPtr left,
                                     const ExprPtr& right, const ScalarType& type, const clang::Expr* right_text) {
  const std::optional<BinaryOp> op = arithmetic_operator(kind);
  if (!op) return nullptr;
  const auto usable = [](const ExprPtr& operand) { return operand && !operand->type.is_floating(); };
  // A divisor is believed not to be zero, whatever is divided.
  if (!usable(right)) return nullptr;
  if (!usable(left))
    left = arbitrary(is_comparison(*op) || *op == BinaryOp::Shl || *op == BinaryOp::Shr ? right->type : type,
                     origin(whole));
  const SourceRange source = places_.range(whole->getSourceRange());
  switch (*op) {
    case BinaryOp::Div:
    case BinaryOp::Rem:
      return division(whole, *op, left, right, type, right_text);
    case BinaryOp::Shl:
    case BinaryOp::Shr:
      if (left->type != type) return nullptr;
      return shift(whole, *op, left, right, type, right_text);
    case BinaryOp::Add:
    case BinaryOp::Sub:
    case BinaryOp::Mul:
      if (left->type != type || right->type != type) return nullptr;
      if (type.is_signed()) believe_no_overflow(whole, *op, left, right, type);
      return make_binary(*op, left, right, type, source);
    case BinaryOp::BitAnd:
    case BinaryOp::BitOr:
    case BinaryOp::BitXor:
      if (left->type != type || right->type != type) return nullptr;
      return make_binary(*op, left, right, type, source);
    default:
      if (left->type != right->type) return nullptr;
      return make_binary(*op, left, right, int_type, source);
  }
}

ExprPtr FunctionLowering::division(const clang::Expr* whole, BinaryOp op, const ExprPtr& left, const ExprPtr& right,
                                   const ScalarType& type, const clang::Expr* divisor) {
  if (left->type != type || right->type != type) return nullptr;
  const SourceRange source = places_.range(whole->getSourceRange());
  const ExprPtr zero = make_constant(0, type);
  believe(Belief::division, make_binary(BinaryOp::Ne, right, zero, int_type, right->source), whole, divisor);
  ExprPtr undefined = make_binary(BinaryOp::Eq, right, zero, int_type, source);
  if (type.is_signed()) {
    const ExprPtr overflows = make_binary(
        BinaryOp::LogicalAnd, make_binary(BinaryOp::Eq, right, make_constant(-1, type), int_type, source),
        make_binary(BinaryOp::Eq, left, make_constant(type.min(), type), int_type, source), int_type, source);
    undefined = make_binary(BinaryOp::LogicalOr, undefined, overflows, int_type, source);
  }
  if (undefined->kind == Expr::Kind::Constant)
    return undefined->value != 0 ? nullptr : make_binary(op, left, right, type, source);
  return make_conditional(undefined, arbitrary(type, origin(whole)), make_binary(op, left, right, type, source), type,
                          source);
}

ExprPtr FunctionLowering::shift(const clang::Expr* whole, BinaryOp op, const ExprPtr& left, const ExprPtr& right,
                                const ScalarType& type, const clang::Expr* distance) {
  const SourceRange source = places_.range(whole->getSourceRange());
  const ExprPtr is_defined = in_range(right, 0, logic::Integer(type.width) - 1);
  believe(Belief::shift, is_defined, whole, distance);
  // Bits shifted out are lost, also those of signed numbers.
  const ScalarType bits = unsigned_integer(type.width);
  const ExprPtr result = op == BinaryOp::Shl
                             ? make_cast(make_binary(op, make_cast(left, bits), right, bits, source), type)
                             : make_binary(op, left, right, type, source);
  if (is_defined->kind == Expr::Kind::Constant) return is_defined->value != 0 ? result : nullptr;
  return make_conditional(is_defined, result, arbitrary(type, origin(whole)), type, source);
}

void FunctionLowering::believe_no_overflow(const clang::Expr* whole, BinaryOp op, const ExprPtr& left,
                                           const ExprPtr& right, const ScalarType& type) {
  if (!believed_.contains(Belief::overflow) || type.width > 64) return;
  believe(Belief::overflow, in_range(exactly(op, left, right, 2 * type.width), type.min(), type.max()), whole, whole);
}

ExprPtr FunctionLowering::step(const clang::UnaryOperator* unary) {
  const clang::Expr* target = unary->getSubExpr();
  const EdgeText from = origin(unary);
  const Place where = place(target);
  const ExprPtr before = read(where);
  const std::optional<ScalarType> type = scalar(target->getType());
  if (!before || !type || type->is_floating()) {
    store(where, nullptr, from);
    return unary->isPrefix() ? read(where) : nullptr;
  }
  if (target->getType()->isPointerType()) {
    const ExprPtr old = kept(before, from);
    store(where, never_null(unary, old), from);
    return unary->isPostfix() ? old : read(where);
  }
  const ExprPtr old = unary->isPostfix() ? kept(before, from) : before;
  // Narrow types are promoted, so that the sum itself does not overflow.
  const ScalarType computed = type->width < 32 ? int_type : *type;
  const ExprPtr one = make_constant(1, computed);
  const BinaryOp op = unary->isIncrementOp() ? BinaryOp::Add : BinaryOp::Sub;
  const ExprPtr promoted = make_cast(old, computed);
  if (computed.is_signed() && type->width >= 32) believe_no_overflow(unary, op, promoted, one, computed);
  store(where, make_cast(make_binary(op, promoted, one, computed, from.source), *type), from);
  return unary->isPostfix() ? old : read(where);
}

ExprPtr FunctionLowering::assignment(const clang::BinaryOperator* binary) {
  const EdgeText from = origin(binary);
  ExprPtr right;
  {
    const Beside beside(*this, binary->getLHS());
    // The right side may speak of what the store changes.
    right = kept(value(binary->getRHS()), from);
  }
  Place where;
  {
    const Beside beside(*this, binary->getRHS());
    where = place(binary->getLHS());
    if (order_is_open_ && !where.path.is_direct) where.path.key.clear();
  }
  store(where, right, from);
  if (binary->getType()->isRecordType()) return nullptr;
  return where.is_bit_field ? read(where) : right;
}

ExprPtr FunctionLowering::compound_assignment(const clang::CompoundAssignOperator* assignment) {
  const EdgeText from = origin(assignment);
  const clang::Expr* target = assignment->getLHS();
  ExprPtr right;
  {
    const Beside beside(*this, target);
    right = kept(value(assignment->getRHS()), from);
  }
  const Beside beside(*this, assignment->getRHS());
  Place where = place(target);
  ExprPtr left = read(where);
  if (order_is_open_ && !where.path.is_direct) where.path.key.clear();
  const std::optional<ScalarType> computed = scalar(assignment->getComputationResultType());
  const std::optional<ScalarType> left_type = scalar(assignment->getComputationLHSType());
  ExprPtr result;
  if (!target->getType()->isPointerType() && computed && left_type && !computed->is_floating() &&
      !left_type->is_floating()) {
    const clang::BinaryOperatorKind kind = clang::BinaryOperator::getOpForCompoundAssignment(assignment->getOpcode());
    if (left) left = make_cast(left, *left_type);
    result = arithmetic(assignment, kind, left, right, *computed, assignment->getRHS());
  } else if (target->getType()->isPointerType() && left) {
    result = never_null(assignment, kept(left, from));
  }
  store(where, result, from);
  return read(where);
}

}  // namespace bireach::frontend
