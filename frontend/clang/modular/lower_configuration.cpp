// SPDX-License-Identifier: Apache-2.0
/// Values that are fixed for a program but differ between its configurations: nothing is concluded from them.
#include <clang/Lex/Lexer.h>

#include "frontend/clang/modular/function_lowering.h"

namespace bireach::frontend {

bool is_from_macro_body(clang::SourceLocation where, const clang::SourceManager& sources) {
  while (where.isMacroID()) {
    if (!sources.isMacroArgExpansion(where)) return true;
    where = sources.getImmediateSpellingLoc(where);
  }
  return false;
}

namespace {

logic::Integer number(const llvm::APSInt& value) {
  llvm::SmallString<40> digits;
  value.toString(digits);
  return logic::Integer(std::string(digits));
}

/// Is the literal of a macro's body what the macro stands for? Of `(-1)` it is not.
bool is_negated(const clang::Expr* literal, const clang::SourceManager& sources) {
  const auto [file, offset] = sources.getDecomposedSpellingLoc(literal->getBeginLoc());
  const llvm::StringRef before = sources.getBufferData(file).take_front(offset).rtrim(" \t(");
  return before.endswith("-") || before.endswith("~") || before.endswith("!");
}

}  // namespace

ExprPtr FunctionLowering::configuration(const std::string& key, const ScalarType& type, const std::string& text,
                                        const std::optional<logic::Integer>& value) {
  ExprPtr& known = configuration_[key];
  if (!known) {
    const VariableId variable = new_temporary(type, "");
    program_.variables[variable].user_name = text;
    arbitrary_at_start_.push_back(variable);
    if (value && type.contains(*value)) configured_values_.emplace(variable, *value);
    known = make_variable(variable, type);
  }
  return known;
}

std::optional<ExprPtr> FunctionLowering::configured_variable(const clang::DeclRefExpr* reference) {
  const std::optional<ScalarType> type = scalar(reference->getType());
  const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
  if (!variable || !type || !variable->getType().isConstQualified()) return std::nullopt;
  const clang::Expr* value = variable->getAnyInitializer();
  const bool is_constant = variable->hasGlobalStorage() || (value && value->isEvaluatable(context_));
  if (!is_constant || llvm::isa<clang::ParmVarDecl>(variable)) return std::nullopt;
  if (type->is_floating() || variable->getType().isVolatileQualified()) return ExprPtr();
  return configuration("c" + std::to_string(number_of(variable)), *type, variable->getNameAsString());
}

std::optional<ExprPtr> FunctionLowering::configured(const clang::Expr* expr) {
  const std::optional<ScalarType> type = scalar(expr->getType());
  if (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(expr)) {
    if (cast->getCastKind() != clang::CK_LValueToRValue) return std::nullopt;
    const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(cast->getSubExpr()->IgnoreParens());
    return reference ? configured_variable(reference) : std::nullopt;
  }
  if (!type || type->is_floating()) return std::nullopt;
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(expr);
  if (reference)
    if (const auto* enumerator = llvm::dyn_cast<clang::EnumConstantDecl>(reference->getDecl()))
      return configuration("e" + std::to_string(number_of(enumerator)), *type, enumerator->getNameAsString(),
                           number(enumerator->getInitVal()));
  if (llvm::isa<clang::UnaryExprOrTypeTraitExpr, clang::OffsetOfExpr>(expr)) {
    clang::Expr::EvalResult result;
    if (llvm::isa<clang::OffsetOfExpr>(expr) && has_effects_in_size(expr, context_)) return std::nullopt;
    if (!expr->EvaluateAsInt(result, context_)) return std::nullopt;
    const std::string text = places_.text(expr->getSourceRange());
    const logic::Integer size = number(result.Val.getInt());  // one text may be about two variables of one name
    return configuration("s" + size.str() + ":" + text, *type, text, size);
  }
  if (const auto* parentheses = llvm::dyn_cast<clang::ParenExpr>(expr)) {
    const clang::Expr* inner = parentheses->IgnoreParens();
    if (!llvm::isa<clang::IntegerLiteral>(inner)) return std::nullopt;
    if (inner->getBeginLoc().isMacroID()) return configured(inner);
    const std::string text = places_.text(expr->getSourceRange());
    clang::Expr::EvalResult result;
    if (!inner->EvaluateAsInt(result, context_)) return std::nullopt;
    return configuration("p" + text, *type, text, number(result.Val.getInt()));
  }
  if (!llvm::isa<clang::IntegerLiteral, clang::CharacterLiteral>(expr)) return std::nullopt;
  const clang::SourceManager& sources = context_.getSourceManager();
  if (!is_from_macro_body(expr->getBeginLoc(), sources)) return std::nullopt;
  const std::string name =
      clang::Lexer::getImmediateMacroName(expr->getBeginLoc(), sources, context_.getLangOpts()).str();
  static const std::set<std::string> truths{"true", "false", "TRUE", "FALSE", "True", "False", "NULL"};
  if (truths.contains(name)) return std::nullopt;
  const std::string text = places_.text(expr->getSourceRange());
  clang::Expr::EvalResult result;
  if (!expr->EvaluateAsInt(result, context_)) return std::nullopt;
  const logic::Integer value = number(result.Val.getInt());
  return configuration("m" + name + "=" + value.str() + ":" + expr->getType().getAsString(), *type,
                       name.empty()                ? text
                       : is_negated(expr, sources) ? value.str()
                                                   : name,
                       value);
}

}  // namespace bireach::frontend
