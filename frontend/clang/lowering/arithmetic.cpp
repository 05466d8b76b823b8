// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/lowering/arithmetic.h"

#include <clang/AST/Decl.h>

#include "frontend/clang/analysis/statement_value.h"
#include "frontend/clang/analysis/storage.h"

namespace bireach::frontend {
namespace {

const clang::Expr* without_conversions(const clang::Expr* expr) {
  expr = expr->IgnoreParens();
  while (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(expr)) {
    if (cast->getCastKind() != clang::CK_IntegralCast) break;
    expr = cast->getSubExpr()->IgnoreParens();
  }
  return expr;
}

/// The type of the bit-field that the expression names or reads; nothing: it is none.
std::optional<ScalarType> field_type(const clang::Expr* expr, const clang::ASTContext& context) {
  const clang::FieldDecl* field = expr->getSourceBitField();
  auto type = field ? integer_type(field->getType(), context) : std::nullopt;
  if (type && !type->is_boolean()) type->width = field->getBitWidthValue(context);
  return type;
}

bool is_pointer(const clang::Expr* expr) {
  return expr->getType()->isPointerType();
}

}  // namespace

std::optional<BinaryOp> arithmetic_operator(clang::BinaryOperatorKind kind) {
  switch (kind) {
    case clang::BO_Add:
    case clang::BO_AddAssign:
      return BinaryOp::Add;
    case clang::BO_Sub:
    case clang::BO_SubAssign:
      return BinaryOp::Sub;
    case clang::BO_Mul:
    case clang::BO_MulAssign:
      return BinaryOp::Mul;
    case clang::BO_Div:
    case clang::BO_DivAssign:
      return BinaryOp::Div;
    case clang::BO_Rem:
    case clang::BO_RemAssign:
      return BinaryOp::Rem;
    case clang::BO_Shl:
    case clang::BO_ShlAssign:
      return BinaryOp::Shl;
    case clang::BO_Shr:
    case clang::BO_ShrAssign:
      return BinaryOp::Shr;
    case clang::BO_And:
    case clang::BO_AndAssign:
      return BinaryOp::BitAnd;
    case clang::BO_Or:
    case clang::BO_OrAssign:
      return BinaryOp::BitOr;
    case clang::BO_Xor:
    case clang::BO_XorAssign:
      return BinaryOp::BitXor;
    case clang::BO_EQ:
      return BinaryOp::Eq;
    case clang::BO_NE:
      return BinaryOp::Ne;
    case clang::BO_LT:
      return BinaryOp::Lt;
    case clang::BO_LE:
      return BinaryOp::Le;
    case clang::BO_GT:
      return BinaryOp::Gt;
    case clang::BO_GE:
      return BinaryOp::Ge;
    default:
      return std::nullopt;
  }
}

std::optional<ScalarType> ArithmeticTypes::kept(const clang::Expr* expr, const clang::ASTContext& context) {
  expr = expr->IgnoreParens();
  const auto known = known_.find(expr);
  if (known != known_.end()) return known->second;
  std::optional<ScalarType> result;
  const auto declared = integer_type(expr->getType(), context);
  if (declared && !declared->is_floating() && !declared->is_boolean() && !is_pointer(expr))
    result = find(expr, context);
  if (result == declared) result.reset();
  known_[expr] = result;
  return result;
}

std::optional<ScalarType> ArithmeticTypes::find(const clang::Expr* expr, const clang::ASTContext& context) {
  const auto* cast = llvm::dyn_cast<clang::CastExpr>(expr);
  if (llvm::isa<clang::MemberExpr>(expr) || (cast && cast->getCastKind() == clang::CK_LValueToRValue)) {
    const auto field = field_type(expr, context);
    return field && field->width > int_type.width ? field : std::nullopt;
  }
  if (const auto* constant = llvm::dyn_cast<clang::ConstantExpr>(expr)) return kept(constant->getSubExpr(), context);
  if (const auto* choice = llvm::dyn_cast<clang::ChooseExpr>(expr)) return kept(choice->getChosenSubExpr(), context);
  if (const auto* choice = llvm::dyn_cast<clang::GenericSelectionExpr>(expr))
    return kept(choice->getResultExpr(), context);
  if (const auto* common_operand = llvm::dyn_cast<clang::OpaqueValueExpr>(expr))
    return common_operand->getSourceExpr() ? kept(common_operand->getSourceExpr(), context) : std::nullopt;
  if (const auto* statements = llvm::dyn_cast<clang::StmtExpr>(expr)) {
    const clang::Expr* last = value_of(statements);
    return last ? kept(last, context) : std::nullopt;
  }
  return find_operator(expr, context);
}

std::optional<ScalarType> ArithmeticTypes::find_operator(const clang::Expr* expr, const clang::ASTContext& context) {
  if (const auto* choice = llvm::dyn_cast<clang::AbstractConditionalOperator>(expr))
    return common(choice->getTrueExpr(), choice->getFalseExpr(), context);
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expr)) {
    const bool keeps = unary->isArithmeticOp() || unary->isIncrementDecrementOp();
    const bool is_truth = unary->getOpcode() == clang::UO_LNot;
    if (unary->getOpcode() == clang::UO_Extension || (keeps && !is_truth)) return kept(unary->getSubExpr(), context);
    return std::nullopt;
  }
  const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(expr);
  if (!binary || binary->isLogicalOp() || binary->isComparisonOp()) return std::nullopt;
  if (binary->isCommaOp()) return kept(binary->getRHS(), context);
  return binary->isAssignmentOp() ? kept(binary->getLHS(), context) : common(binary, context);
}

std::optional<ScalarType> ArithmeticTypes::promoted(const clang::Expr* expr, const clang::ASTContext& context) {
  expr = without_conversions(expr);
  if (const auto type = kept(expr, context)) return type;
  auto type = field_type(expr, context);
  if (!type) type = integer_type(expr->getType(), context);
  if (!type || type->is_floating() || is_pointer(expr)) return std::nullopt;
  const auto declared = *integer_type(expr->getType(), context);
  if (type->width > int_type.width) return declared;
  return type->width < int_type.width || type->is_signed() ? int_type : *type;
}

std::optional<ScalarType> ArithmeticTypes::common(const clang::Expr* left, const clang::Expr* right,
                                                  const clang::ASTContext& context) {
  if (!kept(without_conversions(left), context) && !kept(without_conversions(right), context)) return std::nullopt;
  const auto first = promoted(left, context);
  const auto second = promoted(right, context);
  if (!first || !second) return std::nullopt;
  if (first->width != second->width) return first->width > second->width ? first : second;
  return first->is_signed() ? second : first;
}

std::optional<ScalarType> ArithmeticTypes::common(const clang::BinaryOperator* binary,
                                                  const clang::ASTContext& context) {
  if (!arithmetic_operator(binary->getOpcode())) return std::nullopt;
  const clang::Expr* left = binary->getLHS();
  const clang::Expr* right = binary->getRHS();
  if (is_pointer(left) || is_pointer(right)) return std::nullopt;
  return binary->isShiftOp() || binary->isShiftAssignOp() ? kept(without_conversions(left), context)
                                                          : common(left, right, context);
}

CompoundTypes ArithmeticTypes::compound(const clang::CompoundAssignOperator* assignment,
                                        const clang::ASTContext& context) {
  const ScalarType given = *integer_type(assignment->getRHS()->getType(), context);
  if (const auto type = common(assignment, context))
    return {*type, assignment->isShiftAssignOp() ? given : *type, *type};
  return {*integer_type(assignment->getComputationLHSType(), context), given,
          *integer_type(assignment->getComputationResultType(), context)};
}

}  // namespace bireach::frontend
