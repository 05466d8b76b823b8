// SPDX-License-Identifier: Apache-2.0
#include <clang/AST/Decl.h>
#include <llvm/ADT/SmallString.h>

#include <algorithm>

#include "frontend/clang/analysis/exact_math.h"
#include "frontend/clang/analysis/statement_value.h"
#include "frontend/clang/lowering/arithmetic.h"
#include "frontend/clang/lowering/floating_constant.h"
#include "frontend/clang/lowering/lowering.h"

namespace bireach::frontend {
namespace {

logic::Integer to_integer(const llvm::APSInt& number) {
  llvm::SmallString<48> digits;
  number.toString(digits, 10);
  return logic::Integer(std::string(digits.str()));
}

}  // namespace

ExprPtr Lowering::zero_value(const clang::Expr* expr) {
  return make_constant(0, integer(expr->getType()).value_or(int_type), emitter_.range(expr));
}

ExprPtr Lowering::constant_value(const clang::Expr* expr, const Unmodelled& otherwise) {
  clang::Expr::EvalResult result;
  const auto type = integer(expr->getType());
  if (type && type->is_floating()) {
    if (const auto pattern = constant_pattern(expr, context()))
      return make_constant(*pattern, *type, emitter_.range(expr));
  } else if (type && !expr->isValueDependent() &&
             expr->EvaluateAsInt(result, context(), clang::Expr::SE_NoSideEffects)) {
    return make_constant(type->convert(to_integer(result.Val.getInt())), *type, emitter_.range(expr));
  }
  emitter_.unsupported(otherwise, expr);
  return zero_value(expr);
}

ExprPtr Lowering::pure_value(const clang::Expr* expr) {
  if (!emitter_.alive() || effects_.has_effects(expr)) return nullptr;
  ExprPtr result;
  const bool is_pure = emitter_.attempt([&] { result = integer(expr->getType()) ? value(expr) : truth_value(expr); });
  return is_pure ? result : nullptr;
}

ExprPtr Lowering::truth_value(const clang::Expr* expr) {
  const auto type = integer(expr->getType());
  if (type) return type->is_floating() ? make_truth(value(expr), emitter_.range(expr)) : value(expr);
  if (expr->getType()->isPointerType() && target_of(expr)) return make_constant(1, int_type, emitter_.range(expr));
  bool result = false;
  if (!expr->isValueDependent() && expr->EvaluateAsBooleanCondition(result, context()))
    return make_constant(result ? 1 : 0, int_type, emitter_.range(expr));
  evaluate_opaque(expr);
  emitter_.unsupported("use of " + opaque_name(expr->getType()), expr);
  return make_constant(0, int_type);
}

ExprPtr Lowering::value(const clang::Expr* expr) {
  expr = expr->IgnoreParens();
  if (!emitter_.alive()) return zero_value(expr);
  if (!integer(expr->getType())) {
    emitter_.unsupported("use of " + opaque_name(expr->getType()), expr);
    return zero_value(expr);
  }
  if (const auto* literal = llvm::dyn_cast<clang::IntegerLiteral>(expr)) {
    const ScalarType type = *integer(expr->getType());
    return make_constant(type.convert(to_integer(llvm::APSInt(literal->getValue(), !type.is_signed()))), type,
                         emitter_.range(expr));
  }
  if (llvm::isa<clang::FloatingLiteral>(expr)) return constant_value(expr, {});
  if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(expr)) return cast_value(cast);
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expr)) return unary_value(unary);
  if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(expr)) return binary_value(binary);
  if (const auto* choice = llvm::dyn_cast<clang::AbstractConditionalOperator>(expr)) return conditional_value(choice);
  if (const auto* constant = llvm::dyn_cast<clang::ConstantExpr>(expr)) return value(constant->getSubExpr());
  if (const auto* choice = llvm::dyn_cast<clang::ChooseExpr>(expr)) return value(choice->getChosenSubExpr());
  if (const auto* choice = llvm::dyn_cast<clang::GenericSelectionExpr>(expr)) {
    if (types_.kept(choice->getControllingExpr(), context())) {
      emitter_.unsupported("_Generic selection by the type of a bit-field wider than int", expr);
      return zero_value(expr);
    }
    return value(choice->getResultExpr());
  }
  if (const auto* statements = llvm::dyn_cast<clang::StmtExpr>(expr)) return statement_value(statements);
  if (const auto* common = llvm::dyn_cast<clang::OpaqueValueExpr>(expr)) {
    const auto known = opaque_values_.find(common);
    if (known != opaque_values_.end()) return known->second;
  }
  if (const auto* invocation = llvm::dyn_cast<clang::CallExpr>(expr)) {
    if (ExprPtr result = builtin_value(invocation)) return result;
    const auto result = call(invocation, true);
    return result ? make_cast(load(*result, emitter_.range(expr)), *integer(expr->getType()), emitter_.range(expr))
                  : zero_value(expr);
  }
  if (const auto* atomic = llvm::dyn_cast<clang::AtomicExpr>(expr))
    return make_cast(atomic_value(atomic), *integer(expr->getType()), emitter_.range(expr));
  // A member of a function's result is no lvalue, so no cast reads it.
  if (llvm::isa<clang::MemberExpr>(expr)) return read_back(place(expr), expr);
  if (const auto* read = llvm::dyn_cast<clang::VAArgExpr>(expr)) return next_argument(read);
  if (const auto* label = llvm::dyn_cast<clang::AddrLabelExpr>(expr))
    return memory_.fixed_address(label->getLabel(), context().VoidTy);
  if (const auto* trait = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(expr)) {
    if (ExprPtr size = variable_size(trait)) return size;
  }
  return constant_value(expr, expr->getStmtClassName());
}

ExprPtr Lowering::cast_value(const clang::CastExpr* cast) {
  const clang::Expr* operand = cast->getSubExpr();
  if (const auto* written = llvm::dyn_cast<clang::ExplicitCastExpr>(cast);
      written && has_operands(written->getTypeAsWritten())) {
    note_type_order(written);
    evaluate_type(written->getTypeAsWritten(), true);
    if (!emitter_.alive()) return zero_value(cast);
  }
  const ScalarType type = *integer(cast->getType());
  if (cast->getCastKind() == clang::CK_LValueToRValue) {
    const auto object = place(operand);
    if (!object || !emitter_.alive()) return zero_value(cast);
    const Storage::Kind kind = object->storage->kind;
    if (is_arbitrary_read(operand->getType())) return volatile_value(cast);
    if (kind == Storage::Kind::Scalar || (kind == Storage::Kind::Union && object->member))
      return make_cast(load_once(*object, cast, operand->getType()->isAtomicType()), type, emitter_.range(cast));
    emitter_.unsupported(
        "use of " + (object->storage->what.empty() ? opaque_name(object->storage->type) : object->storage->what), cast);
    return zero_value(cast);
  }
  if (operand->getType()->isArrayType() || operand->getType()->isFunctionType()) return address_value(operand);
  if (const auto given = integer(operand->getType())) {
    const ScalarType kept = types_.kept(operand, context()).value_or(*given);
    const ExprPtr converted = make_cast(value(operand), kept, emitter_.range(cast));
    if (options_.property.has(Violation::lossy_conversion)) {
      // The standard's rule is about integers: what becomes a pointer, or was one, has no place and so no check.
      if (cast->getType()->isPointerType() || operand->getType()->isPointerType()) return make_cast(converted, type);
      return make_visible_cast(converted, type, emitter_.range(cast));
    }
    return make_cast(converted, type, emitter_.range(cast));
  }
  if (cast->getCastKind() == clang::CK_PointerToBoolean || cast->getCastKind() == clang::CK_FloatingToBoolean)
    return make_cast(truth_value(operand), type, emitter_.range(cast));
  clang::Expr::EvalResult result;
  if (cast->EvaluateAsInt(result, context(), clang::Expr::SE_NoSideEffects)) return constant_value(cast, {});
  evaluate_opaque(operand);
  emitter_.unsupported("use of " + opaque_name(operand->getType()), cast);
  return zero_value(cast);
}

ExprPtr Lowering::unary_value(const clang::UnaryOperator* unary) {
  const clang::Expr* operand = unary->getSubExpr();
  const ScalarType type = *integer(unary->getType());
  switch (unary->getOpcode()) {
    case clang::UO_PostInc:
    case clang::UO_PostDec:
    case clang::UO_PreInc:
    case clang::UO_PreDec:
      return increment(unary, true);
    case clang::UO_Plus:
    case clang::UO_Extension:
      return value(operand);
    case clang::UO_AddrOf:
      return address_value(operand);
    case clang::UO_Minus:
    case clang::UO_Not: {
      const UnaryOp op = unary->getOpcode() == clang::UO_Minus ? UnaryOp::Minus : UnaryOp::BitNot;
      const ScalarType computed = types_.kept(unary, context()).value_or(type);
      const ExprPtr changed = make_cast(value(operand), computed, emitter_.range(unary));
      return make_cast(make_unary(op, changed, computed, emitter_.range(unary)), type, emitter_.range(unary));
    }
    case clang::UO_LNot:
      return make_unary(UnaryOp::LogicalNot, truth_value(operand), type, emitter_.range(unary));
    default:
      return constant_value(unary, "operator " + clang::UnaryOperator::getOpcodeStr(unary->getOpcode()).str());
  }
}

ExprPtr Lowering::compare_opaque(const clang::BinaryOperator* comparison) {
  const clang::Expr* left = comparison->getLHS();
  const clang::Expr* right = comparison->getRHS();
  clang::Expr::EvalResult result;
  if (comparison->EvaluateAsInt(result, context(), clang::Expr::SE_NoSideEffects))
    return constant_value(comparison, {});
  discard(left);
  discard(right);
  const clang::Expr* operand = integer(left->getType()) ? right : left;
  emitter_.unsupported("use of " + opaque_name(operand->getType()), comparison);
  return zero_value(comparison);
}

ExprPtr Lowering::binary_value(const clang::BinaryOperator* binary) {
  const clang::BinaryOperatorKind kind = binary->getOpcode();
  if (kind == clang::BO_Comma) {
    discard(binary->getLHS());
    return value(binary->getRHS());
  }
  if (kind == clang::BO_Assign) return read_back(assign(binary, true), binary);
  if (const auto* compound = llvm::dyn_cast<clang::CompoundAssignOperator>(binary))
    return read_back(compound_assign(compound, true), binary);
  if (binary->isLogicalOp()) {
    if (!emitter_.is_trial()) {
      if (ExprPtr pure = pure_value(binary)) return pure;
      return logical_value(binary);
    }
    const BinaryOp op = kind == clang::BO_LAnd ? BinaryOp::LogicalAnd : BinaryOp::LogicalOr;
    const ExprPtr left = truth_value(binary->getLHS());
    const bool decided = left->kind == Expr::Kind::Constant && (left->value != 0) == (op == BinaryOp::LogicalOr);
    if (decided) return make_constant(op == BinaryOp::LogicalOr ? 1 : 0, int_type, emitter_.range(binary));
    return make_binary(op, left, truth_value(binary->getRHS()), int_type, emitter_.range(binary));
  }
  if (!integer(binary->getLHS()->getType()) || !integer(binary->getRHS()->getType())) return compare_opaque(binary);
  if (binary->isAdditiveOp() &&
      (binary->getLHS()->getType()->isPointerType() || binary->getRHS()->getType()->isPointerType()))
    return pointer_value(binary);
  const auto op = arithmetic_operator(kind);
  if (!op) return constant_value(binary, "operator " + binary->getOpcodeStr().str());
  ExprPtr left = protect(value(binary->getLHS()), binary->getLHS(), binary->getRHS());
  ExprPtr right = value(binary->getRHS());
  note_order(binary->getLHS(), right, Order::operands);
  if (!emitter_.alive()) return zero_value(binary);
  const ScalarType type = *integer(binary->getType());
  const auto kept = types_.common(binary, context());
  if (!kept) return make_binary(*op, left, right, type, emitter_.range(binary));
  left = make_cast(left, *kept, emitter_.range(binary));
  if (!binary->isShiftOp()) right = make_cast(right, *kept, emitter_.range(binary));
  const ScalarType result = binary->isComparisonOp() ? type : *kept;
  return make_cast(make_binary(*op, left, right, result, emitter_.range(binary)), type, emitter_.range(binary));
}

ExprPtr Lowering::logical_value(const clang::Expr* expr) {
  const Node on_true = emitter_.new_node();
  const Node on_false = emitter_.new_node();
  const Node end = emitter_.new_node();
  const Place result = place_of(temporary(expr, "truth", int_type));
  condition(expr, on_true, on_false);
  for (const bool outcome : {true, false}) {
    emitter_.enter(outcome ? on_true : on_false);
    if (emitter_.alive())
      store(result, make_constant(outcome ? 1 : 0, int_type), emitter_.origin(expr), EdgeRole::Internal,
            Part(outcome ? 1 : 0));
    emitter_.go_to(end);
  }
  emitter_.enter(end);
  return load(result, emitter_.range(expr));
}

ExprPtr Lowering::conditional_value(const clang::AbstractConditionalOperator* expr) {
  const ScalarType type = *integer(expr->getType());
  const ScalarType kept = types_.kept(expr, context()).value_or(type);
  const auto converted = [&](const clang::Expr* chosen) { return make_cast(make_cast(value(chosen), kept), type); };
  const auto* elvis = llvm::dyn_cast<clang::BinaryConditionalOperator>(expr);
  if (elvis) {
    if (!integer(elvis->getCommon()->getType()))
      return constant_value(expr, "use of " + opaque_name(elvis->getCommon()->getType()));
    ExprPtr common = read_once(value(elvis->getCommon()), elvis->getCommon());
    opaque_values_[elvis->getOpaqueValue()] = protect(common, elvis->getCommon(), elvis->getFalseExpr());
  }
  if (emitter_.is_trial()) {
    const ExprPtr decision = truth_value(expr->getCond());
    if (decision->kind == Expr::Kind::Constant)
      return converted(decision->value != 0 ? expr->getTrueExpr() : expr->getFalseExpr());
    const ExprPtr then_value = converted(expr->getTrueExpr());
    return make_conditional(decision, then_value, converted(expr->getFalseExpr()), type, emitter_.range(expr));
  }
  if (ExprPtr pure = pure_value(expr)) return pure;
  const Node on_true = emitter_.new_node();
  const Node on_false = emitter_.new_node();
  const Node end = emitter_.new_node();
  const Place result = place_of(temporary(expr, "choice", type));
  condition(expr->getCond(), on_true, on_false);
  for (const bool outcome : {true, false}) {
    emitter_.enter(outcome ? on_true : on_false);
    const clang::Expr* branch_expr = outcome ? expr->getTrueExpr() : expr->getFalseExpr();
    if (emitter_.alive()) {
      const ExprPtr chosen = converted(branch_expr);
      store(result, chosen, emitter_.origin(branch_expr), EdgeRole::Internal);
    }
    emitter_.go_to(end);
  }
  emitter_.enter(end);
  return load(result, emitter_.range(expr));
}

ExprPtr Lowering::statement_value(const clang::StmtExpr* expr) {
  const clang::CompoundStmt* body = expr->getSubStmt();
  const clang::Stmt* last = last_statement(expr);
  const Scopes::Block outer = frame().block;
  const Scopes::Block block = lifetimes_.scopes(frame().function).block_of(body).value_or(outer);
  enter_block(block);
  for (const clang::Stmt* statement : body->body())
    if (statement != last) lower(statement);
  const clang::Expr* result = value_of(expr);
  const bool has_value = result && integer(result->getType());
  if (!has_value) emitter_.unsupported("statement expression without a number as its value", expr);
  if (has_value && has_label(last)) {
    lower(last);  // with the value, which is evaluated once more below: only expressions without effects pass
    if (effects_.has_effects(result)) emitter_.unsupported("label before the value of a statement expression", expr);
  }
  ExprPtr yielded = has_value ? value(result) : zero_value(expr);
  if (bounds_lives(block)) yielded = protect(yielded, expr, nullptr);
  leave_block(outer);
  return yielded;
}

ExprPtr Lowering::read_back(const std::optional<Place>& place, const clang::Expr* expr) {
  if (!place || !emitter_.alive()) return zero_value(expr);
  if (place->storage->kind == Storage::Kind::Opaque) {
    emitter_.unsupported("use of " + place->storage->what, expr);
    return zero_value(expr);
  }
  return make_cast(load(*place, emitter_.range(expr)), *integer(expr->getType()), emitter_.range(expr));
}

}  // namespace bireach::frontend
