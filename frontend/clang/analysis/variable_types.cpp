// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/analysis/variable_types.h"

#include <clang/AST/Decl.h>
#include <llvm/ADT/SmallString.h>

#include <string>

namespace bireach::frontend {

bool has_variable_size(clang::QualType type) {
  return !type.isNull() && !type->isIncompleteType() && !type->isFunctionType() && !type->isConstantSizeType();
}

std::optional<logic::Integer> constant_length(const clang::VariableArrayType& array, const clang::ASTContext& context) {
  clang::Expr::EvalResult result;
  const clang::Expr* length = array.getSizeExpr();
  if (!length || length->isValueDependent() || !length->EvaluateAsInt(result, context, clang::Expr::SE_NoSideEffects))
    return std::nullopt;
  llvm::SmallString<40> digits;
  result.Val.getInt().toString(digits, 10);
  return logic::Integer(std::string(digits.str()));
}

void for_each_operand(clang::QualType written, const TypeOperands& visit) {
  clang::QualType type = written;
  while (!type.isNull() && type->isVariablyModifiedType()) {
    const clang::Type* node = type.getTypePtr();
    if (llvm::isa<clang::TypedefType, clang::DeducedType>(node)) return;
    if (const auto* of_expr = llvm::dyn_cast<clang::TypeOfExprType>(node))
      return visit.operand(of_expr->getUnderlyingExpr());
    if (const auto* array = llvm::dyn_cast<clang::ArrayType>(node)) {
      const auto* variable = llvm::dyn_cast<clang::VariableArrayType>(array);
      if (variable && variable->getSizeExpr()) visit.length(variable);
      type = array->getElementType();
    } else if (const auto* pointer = llvm::dyn_cast<clang::PointerType>(node)) {
      type = pointer->getPointeeType();
    } else if (const auto* function = llvm::dyn_cast<clang::FunctionType>(node)) {
      type = function->getReturnType();
    } else if (const auto* atomic = llvm::dyn_cast<clang::AtomicType>(node)) {
      type = atomic->getValueType();
    } else {
      const clang::QualType inner = node->getLocallyUnqualifiedSingleStepDesugaredType();
      if (inner.getTypePtr() == node) return;
      type = inner;
    }
  }
}

bool has_operands(clang::QualType written) {
  bool result = false;
  for_each_operand(written,
                   {[&](const clang::VariableArrayType*) { result = true; },
                    [&](const clang::Expr* operand) { result |= operand->getType()->isVariablyModifiedType(); }});
  return result;
}

void for_each_type_operand(const clang::Stmt* node, const std::function<void(const clang::Expr*)>& visit) {
  const TypeOperands operands{[&](const clang::VariableArrayType* array) { visit(array->getSizeExpr()); },
                              [&](const clang::Expr* operand) { visit(operand); }};
  if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(node)) {
    for (const clang::Decl* decl : declaration->decls()) {
      if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl)) for_each_operand(variable->getType(), operands);
      if (const auto* name = llvm::dyn_cast<clang::TypedefNameDecl>(decl))
        for_each_operand(name->getUnderlyingType(), operands);
    }
  } else if (const auto* cast = llvm::dyn_cast<clang::ExplicitCastExpr>(node)) {
    for_each_operand(cast->getTypeAsWritten(), operands);
  } else if (const auto* trait = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(node)) {
    if (trait->getKind() != clang::UETT_SizeOf || !has_variable_size(trait->getTypeOfArgument())) return;
    if (trait->isArgumentType())
      for_each_operand(trait->getArgumentType(), operands);
    else
      visit(trait->getArgumentExpr());
  }
}

void for_each_parameter_operand(const clang::FunctionDecl* definition,
                                const std::function<void(const clang::Expr*)>& visit) {
  const TypeOperands operands{[&](const clang::VariableArrayType* array) { visit(array->getSizeExpr()); },
                              [&](const clang::Expr* operand) { visit(operand); }};
  for (const clang::ParmVarDecl* parameter : definition->parameters()) for_each_operand(parameter->getType(), operands);
}

}  // namespace bireach::frontend
