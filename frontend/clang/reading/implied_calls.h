// SPDX-License-Identifier: Apache-2.0
/// Calls that the text of a program does not have, but attributes of GNU C ask for, or atexit.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <vector>

namespace bireach::frontend {

/// `function()`, as a syntax tree in the context of the function's file.
[[nodiscard]] const clang::CallExpr* make_implied_call(const clang::FunctionDecl* function);

/// `f(&variable)`, where f is the variable's cleanup function; null: it has none.
[[nodiscard]] const clang::CallExpr* make_cleanup_call(const clang::VarDecl* variable);

/// Functions that run before `main` or after it, in the order in which they are called: of constructors those with the
/// lower priority number come first, those without one last, of destructors the other way round.
class FunctionsAround {
 public:
  /// Takes the function up if its attributes say so.
  void add(const clang::FunctionDecl* definition);
  /// This one runs after `main`, before the others.
  void add_first_after(const clang::FunctionDecl* definition);

  [[nodiscard]] std::vector<const clang::FunctionDecl*> constructors() const { return ordered(before_); }
  [[nodiscard]] std::vector<const clang::FunctionDecl*> destructors() const;
  [[nodiscard]] std::vector<const clang::FunctionDecl*> all() const;
  [[nodiscard]] bool empty() const { return before_.empty() && after_.empty(); }
  /// Is the order of some left open by their priorities? Then it is that of the text.
  [[nodiscard]] bool has_ties() const { return has_ties(before_) || has_ties(after_); }

 private:
  struct Entry {
    int priority;
    const clang::FunctionDecl* function;
  };
  [[nodiscard]] static std::vector<const clang::FunctionDecl*> ordered(std::vector<Entry> entries);
  [[nodiscard]] static bool has_ties(const std::vector<Entry>& entries);

  std::vector<Entry> before_;
  std::vector<Entry> after_;
};

}  // namespace bireach::frontend
