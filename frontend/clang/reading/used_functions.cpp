// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/reading/used_functions.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

namespace bireach::frontend {
namespace {

using Functions = std::set<const clang::FunctionDecl*>;

void collect(const clang::Stmt* code, Functions& used) {
  if (code == nullptr) return;
  if (const auto* use = llvm::dyn_cast<clang::DeclRefExpr>(code))
    if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(use->getDecl())) used.insert(function);
  for (const clang::Stmt* part : code->children()) collect(part, used);
}

}  // namespace

std::set<const clang::FunctionDecl*> used_functions(const clang::ASTContext& file) {
  Functions used;
  for (const clang::Decl* declaration : file.getTranslationUnitDecl()->decls()) {
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration);
    if (function && function->doesThisDeclarationHaveABody()) collect(function->getBody(), used);
    if (variable) collect(variable->getInit(), used);
  }
  return used;
}

}  // namespace bireach::frontend
