// SPDX-License-Identifier: Apache-2.0
/// What the value of a statement expression is.
#pragma once

#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

namespace bireach::frontend {

/// The statement that has the value: the last one that is not empty. Null: the body is empty.
[[nodiscard]] inline const clang::Stmt* last_statement(const clang::StmtExpr* expr) {
  const clang::CompoundStmt* body = expr->getSubStmt();
  return body->body_empty() ? nullptr : body->getStmtExprResult();
}

/// Its value, behind labels and attributes. Null: it has none.
[[nodiscard]] inline const clang::Expr* value_of(const clang::StmtExpr* expr) {
  const auto* statement = llvm::dyn_cast_or_null<clang::ValueStmt>(last_statement(expr));
  return statement ? statement->getExprStmt() : nullptr;
}

/// Does a label stand before what it does?
[[nodiscard]] inline bool has_label(const clang::Stmt* statement) {
  while (const auto* attributed = llvm::dyn_cast_or_null<clang::AttributedStmt>(statement))
    statement = attributed->getSubStmt();
  return llvm::isa_and_nonnull<clang::LabelStmt>(statement);
}

}  // namespace bireach::frontend
