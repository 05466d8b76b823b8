// SPDX-License-Identifier: Apache-2.0
/// A file's syntax tree beside its text.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "frontend/clang/edits/candidates.h"
#include "frontend/clang/edits/texts.h"
#include "frontend/program/source.h"

namespace bireach::frontend {

class SourceFile {
 public:
  SourceFile(const clang::ASTContext& context, std::size_t number, const SourceText& source)
      : context_(context), sources_(context.getSourceManager()), number_(number), source_(source) {}

  [[nodiscard]] const clang::ASTContext& context() const { return context_; }
  [[nodiscard]] std::size_t number() const { return number_; }
  /// What is written there as it stands, or by whole uses of macros; nothing: something else is.
  [[nodiscard]] std::optional<Span> span(clang::SourceRange range) const;
  [[nodiscard]] std::optional<Span> span(const clang::Stmt* statement) const {
    return span(statement->getSourceRange());
  }
  /// Where a statement begins that is preceded by nothing of a macro's body.
  [[nodiscard]] std::optional<std::size_t> begin_of(const clang::Stmt* statement) const;
  /// Where it ends, with its semicolon.
  [[nodiscard]] std::optional<std::size_t> end_of(const clang::Stmt* statement) const;
  [[nodiscard]] std::string text(const Span& span) const {
    return source_.text.substr(span.begin, span.end - span.begin);
  }
  [[nodiscard]] const std::string& whole() const { return source_.text; }
  [[nodiscard]] SourceRange place(const Span& span) const;
  /// Does nothing but white space stand before it on its line? Then: that.
  [[nodiscard]] std::optional<std::string> indentation(std::size_t at) const;
  /// Where the next line begins, if nothing but white space and comments follows on this one.
  [[nodiscard]] std::optional<std::size_t> line_after(std::size_t at) const;
  /// The white space with which its line begins.
  [[nodiscard]] std::string margin(std::size_t at) const;

  /// Of a number: its name after the integer promotions; else empty.
  [[nodiscard]] std::string promoted(const clang::Expr* expression) const;
  [[nodiscard]] std::string promoted(clang::QualType type) const;
  /// Of a number: its own name; else empty.
  [[nodiscard]] std::string type_name(clang::QualType type) const;

 private:
  [[nodiscard]] std::optional<std::size_t> after_semicolon(clang::SourceLocation last) const;
  const clang::ASTContext& context_;
  const clang::SourceManager& sources_;
  std::size_t number_;
  const SourceText& source_;
};

[[nodiscard]] bool is_integer(clang::QualType type);
/// Without what Clang adds.
[[nodiscard]] const clang::Expr* bare(const clang::Expr* expression);

/// Every node below, statements and expressions, outer ones first. Skips what is not evaluated.
template <class Visit>
void for_each_node(const clang::Stmt* root, const Visit& visit) {
  if (!root) return;
  visit(root);
  if (llvm::isa<clang::UnaryExprOrTypeTraitExpr>(root)) return;
  for (const clang::Stmt* child : root->children()) for_each_node(child, visit);
}

/// The function that a call names; null: none.
[[nodiscard]] const clang::FunctionDecl* callee_of(const clang::Stmt* node);

}  // namespace bireach::frontend
