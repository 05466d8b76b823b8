// SPDX-License-Identifier: Apache-2.0
/// What is known of the functions of a program before candidates are made: which are the specification, which have
/// effects, which can be called where they are not yet.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Stmt.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "frontend/clang/edits/edits.h"
#include "frontend/program/property.h"

namespace bireach::frontend {

class Facts {
 public:
  Facts(const std::vector<const clang::ASTContext*>& units, const Property& property, const EditWishes& wishes);

  /// Its text stays as it is.
  [[nodiscard]] bool is_excluded(const std::string& function) const { return excluded_.contains(function); }
  /// May edits call it where the program does?
  [[nodiscard]] bool is_callable(const std::string& function) const {
    return !is_specification(function) && (!is_excluded(function) || recording_.contains(function));
  }
  /// No edit names it.
  [[nodiscard]] bool is_excluded(const clang::VarDecl* variable) const;
  /// Is it a call of a function that is an error, or decides whether there is one?
  [[nodiscard]] bool is_error_call(const clang::Stmt* statement) const;
  /// May edits assign it?
  [[nodiscard]] bool is_assignable(const clang::VarDecl* variable) const;
  /// A global that nothing can change, in this file or another: it is only read.
  [[nodiscard]] bool keeps_its_value(const clang::VarDecl* variable) const;
  /// Does it receive a value from outside?
  [[nodiscard]] bool is_input(const clang::VarDecl* variable) const { return inputs_.contains(variable); }
  /// A call of it is part of the specification: with its arguments.
  [[nodiscard]] bool is_specification(const std::string& function) const;
  /// It decides whether a call that is an error happens.
  [[nodiscard]] bool decides_error(const clang::Stmt* condition) const { return deciding_.contains(condition); }
  [[nodiscard]] bool mentions_specification(const clang::Stmt* statement) const;
  /// Does evaluating it change nothing? Of functions: only if they are small.
  [[nodiscard]] bool has_effects(const clang::Stmt* expression) const;
  /// Can control go from a call of `from` to one of `to`?
  [[nodiscard]] bool reaches(const std::string& from, const std::string& to) const;
  /// Functions without parameters and effects that return a number, in the order of the text.
  [[nodiscard]] const std::vector<const clang::FunctionDecl*>& values() const { return values_; }

 private:
  void find_deciding();
  /// True: the function itself acts as a call that is an error, or is a wrapper of one.
  bool find_deciding(const clang::FunctionDecl* function);
  bool find_deciding(const clang::Stmt* statement, const clang::Expr* decides, std::vector<const clang::Expr*>& found,
                     bool& undecided);
  void find_pure();
  void find_inputs(const clang::Stmt* body);
  [[nodiscard]] bool is_pure(const clang::FunctionDecl* function) const;

  std::map<std::string, const clang::FunctionDecl*> functions_;
  std::vector<const clang::FunctionDecl*> order_;
  std::map<std::string, std::set<std::string>> callees_;
  std::set<std::string> errors_;
  std::set<std::string> excluded_, recording_;
  std::set<std::string> excluded_variables_;
  std::set<std::string> constants_;
  struct Mentions {
    std::size_t all = 0, reads = 0;
  };
  void count_mentions(const clang::Stmt* body);
  std::map<const clang::VarDecl*, Mentions> mentions_;  ///< of globals
  bool is_one_file_ = true;
  std::set<const clang::VarDecl*> inputs_;
  std::set<const clang::Stmt*> deciding_;
  std::set<const clang::LabelDecl*> error_labels_;
  std::set<std::string> pure_;
  std::vector<const clang::FunctionDecl*> values_;
};

/// Does it hold a call?
[[nodiscard]] bool has_calls(const clang::Stmt* expression);

}  // namespace bireach::frontend
