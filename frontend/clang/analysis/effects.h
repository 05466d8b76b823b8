// SPDX-License-Identifier: Apache-2.0
/// Syntactic questions about C code: does an expression change anything, which variables may it write, which jumps
/// enter the scope of a declaration behind it, of which functions is the address taken.
#pragma once

#include <clang/AST/Expr.h>
#include <llvm/ADT/DenseMap.h>

#include <map>
#include <set>
#include <vector>

#include "frontend/clang/reading/linker.h"

namespace bireach::frontend {

/// Variables that evaluating some code may write, and what the functions it calls may read besides their own.
struct Writes {
  std::set<const clang::VarDecl*> variables;
  bool anything = false;  ///< through pointers
  std::set<const clang::VarDecl*> called_reads;
  bool called_reads_anything = false;  ///< through pointers

  [[nodiscard]] bool is_empty() const { return !anything && variables.empty(); }
};

/// May the order matter in which two expressions with these effects are evaluated? What they read themselves, rather
/// than in functions that they call, is not asked.
[[nodiscard]] bool order_matters(const Writes& first, const Writes& second);

class Effects {
 public:
  explicit Effects(const Linker& linker) : linker_(linker) {}

  /// Does evaluation do anything but compute a value (calls, assignments, statement expressions)?
  [[nodiscard]] bool has_effects(const clang::Expr* expr);
  /// Everything that evaluation may write, with the functions it calls.
  [[nodiscard]] Writes writes(const clang::Stmt* code);
  /// Is there a label or case inside, so that control can enter from elsewhere?
  [[nodiscard]] bool contains_label(const clang::Stmt* statement);
  /// Parameters and variables that the function assigns or whose address it takes.
  [[nodiscard]] const Writes& written_by(const clang::FunctionDecl* definition);

 private:
  void collect(const clang::Stmt* code, Writes& writes);
  void collect_call(const clang::CallExpr* call, Writes& writes);
  void collect_target(const clang::Expr* target, Writes& writes);

  const Linker& linker_;
  llvm::DenseMap<const clang::Stmt*, bool> effects_;
  llvm::DenseMap<const clang::Stmt*, bool> labels_;
  std::map<const clang::FunctionDecl*, Writes> functions_;
};

/// Local variables of the function whose declaration a goto or switch may jump over into their scope.
[[nodiscard]] std::vector<const clang::VarDecl*> bypassable_locals(const clang::FunctionDecl* definition);

/// Labels of the function whose address is taken, in the order of the text.
[[nodiscard]] std::vector<const clang::LabelDecl*> addressed_labels(const clang::FunctionDecl* definition);

/// Functions whose address is taken in code that can run when the program starts with `entry`, or in an initialiser of
/// a variable mentioned there, in the order in which they are found. Linear in the size of that code.
[[nodiscard]] std::vector<const clang::FunctionDecl*> addressed_functions(const clang::FunctionDecl* entry,
                                                                          const Linker& linker);

}  // namespace bireach::frontend
