// SPDX-License-Identifier: Apache-2.0
/// What guards and values may name at a place.
#pragma once

#include <clang/AST/Decl.h>

#include <memory>
#include <string>
#include <vector>

#include "frontend/clang/edits/facts.h"
#include "frontend/clang/edits/source_file.h"

namespace bireach::frontend {

/// Variables that are visible: parameters, locals as they are declared, and the globals that the function uses.
class Visible {
 public:
  explicit Visible(const Facts& facts) : facts_(facts) {}
  void enter(const clang::FunctionDecl* function);
  void declare(const clang::VarDecl* variable) { own_.push_back(variable); }
  [[nodiscard]] std::size_t mark() const { return own_.size(); }
  void leave(std::size_t mark) { own_.resize(mark); }
  /// Own ones first; none is hidden by another.
  [[nodiscard]] std::vector<const clang::VarDecl*> variables() const;
  /// Null: none of this name.
  [[nodiscard]] const clang::VarDecl* find(const std::string& name) const;

 private:
  const Facts& facts_;
  std::vector<const clang::VarDecl*> own_;
  std::vector<const clang::VarDecl*> globals_;
};

class NameFinder {
 public:
  /// Conditions are looked for in all functions but the excluded ones.
  NameFinder(const SourceFile& file, const Facts& facts, const Visible& visible);
  void enter(const clang::FunctionDecl* function);
  /// Calls are inlined wherever they are named, which costs too much for all places.
  [[nodiscard]] std::shared_ptr<const Names> names(bool with_calls = true);
  /// Calls without arguments that can stand in the function, as names of functions; with their types.
  [[nodiscard]] const std::vector<Nameable>& calls() const { return calls_; }

 private:
  /// An expression without effects, and the variables in it.
  struct Phrase {
    std::string text, type;
    int binding = binds_all;
    std::string function;
    std::vector<const clang::VarDecl*> variables;
  };
  [[nodiscard]] std::optional<Phrase> phrase(const clang::Expr* expression, const std::string& function) const;
  void collect(const clang::FunctionDecl* function);
  [[nodiscard]] bool means_the_same(const Phrase& phrase) const;
  [[nodiscard]] std::vector<std::string> conditions() const;
  void add_elements(std::vector<Nameable>& operands) const;
  /// Globals that the function does not use yet.
  void add_others(std::vector<Nameable>& operands) const;

  const SourceFile& file_;
  const Facts& facts_;
  const Visible& visible_;
  std::string function_;
  const clang::FunctionDecl* declaration_ = nullptr;
  std::vector<Phrase> elements_, conditions_;
  std::vector<Nameable> calls_;
  std::vector<const clang::VarDecl*> known_for_;  ///< the variables for which `known_` holds
  std::shared_ptr<const Names> known_, known_without_calls_;
};

}  // namespace bireach::frontend
