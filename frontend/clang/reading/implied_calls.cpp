// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/reading/implied_calls.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>

#include <algorithm>
#include <limits>
#include <set>

namespace bireach::frontend {
namespace {

const clang::CallExpr* make_call(const clang::FunctionDecl* function, llvm::ArrayRef<clang::Expr*> arguments,
                                 clang::SourceLocation where) {
  clang::ASTContext& context = function->getASTContext();
  auto* name = clang::DeclRefExpr::Create(context, clang::NestedNameSpecifierLoc(), clang::SourceLocation(),
                                          const_cast<clang::FunctionDecl*>(function), false, where, function->getType(),
                                          clang::VK_LValue);
  auto* callee =
      clang::ImplicitCastExpr::Create(context, context.getPointerType(function->getType()),
                                      clang::CK_FunctionToPointerDecay, name, nullptr, clang::VK_PRValue, {});
  return clang::CallExpr::Create(context, callee, arguments, function->getReturnType(), clang::VK_PRValue, where, {});
}

}  // namespace

const clang::CallExpr* make_implied_call(const clang::FunctionDecl* function) {
  return make_call(function, {}, function->getLocation());
}

const clang::CallExpr* make_cleanup_call(const clang::VarDecl* variable) {
  const auto* attribute = variable->getAttr<clang::CleanupAttr>();
  if (!attribute) return nullptr;
  clang::ASTContext& context = variable->getASTContext();
  const clang::FunctionDecl* function = attribute->getFunctionDecl();
  const clang::SourceLocation where = variable->getLocation();
  auto* name = clang::DeclRefExpr::Create(context, clang::NestedNameSpecifierLoc(), clang::SourceLocation(),
                                          const_cast<clang::VarDecl*>(variable), false, where, variable->getType(),
                                          clang::VK_LValue);
  const clang::QualType type = context.getPointerType(variable->getType());
  clang::Expr* address = clang::UnaryOperator::Create(context, name, clang::UO_AddrOf, type, clang::VK_PRValue,
                                                      clang::OK_Ordinary, where, false, {});
  const clang::QualType wanted = function->getNumParams() > 0 ? function->getParamDecl(0)->getType() : type;
  if (!context.hasSameType(type, wanted)) {
    address =
        clang::ImplicitCastExpr::Create(context, wanted, clang::CK_BitCast, address, nullptr, clang::VK_PRValue, {});
  }
  return make_call(function, {address}, where);
}

void FunctionsAround::add(const clang::FunctionDecl* definition) {
  const clang::FunctionDecl* last = definition->getMostRecentDecl();  // which has the attributes of those before
  if (const auto* before = last->getAttr<clang::ConstructorAttr>())
    before_.push_back({before->getPriority(), definition});
  if (const auto* after = last->getAttr<clang::DestructorAttr>()) after_.push_back({after->getPriority(), definition});
}

void FunctionsAround::add_first_after(const clang::FunctionDecl* definition) {
  after_.push_back({std::numeric_limits<int>::max(), definition});
}

std::vector<const clang::FunctionDecl*> FunctionsAround::destructors() const {
  std::vector<const clang::FunctionDecl*> result = ordered(after_);
  std::reverse(result.begin(), result.end());
  return result;
}

std::vector<const clang::FunctionDecl*> FunctionsAround::all() const {
  std::vector<const clang::FunctionDecl*> result = constructors();
  for (const clang::FunctionDecl* function : destructors()) result.push_back(function);
  return result;
}

std::vector<const clang::FunctionDecl*> FunctionsAround::ordered(std::vector<Entry> entries) {
  std::stable_sort(entries.begin(), entries.end(),
                   [](const Entry& a, const Entry& b) { return a.priority < b.priority; });
  std::vector<const clang::FunctionDecl*> result;
  for (const Entry& entry : entries) result.push_back(entry.function);
  return result;
}

bool FunctionsAround::has_ties(const std::vector<Entry>& entries) {
  std::set<int> priorities;
  for (const Entry& entry : entries) priorities.insert(entry.priority);
  return priorities.size() != entries.size();
}

}  // namespace bireach::frontend
