// SPDX-License-Identifier: Apache-2.0
/// Which definition a name means: external names across all files, static ones within theirs.
#pragma once

#include <clang/Frontend/ASTUnit.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "frontend/clang_source.h"
#include "frontend/parse.h"

namespace bireach::frontend {

/// One translation unit.
struct Unit {
  std::unique_ptr<clang::ASTUnit> tree;
  SourceMapper mapper;
  [[nodiscard]] clang::ASTContext& context() const { return tree->getASTContext(); }
};

class Linker {
 public:
  /// Throws ParseError if two files define one function or initialise one variable, or declare it with different types.
  Linker(const std::vector<std::unique_ptr<Unit>>& units, DataModel data_model);

  /// The definition (with a body) of the function, if need be our own of a library function; null: it has none.
  [[nodiscard]] const clang::FunctionDecl* definition(const clang::FunctionDecl* function) const;
  /// The external or entry function of this name; null if there is none with a body.
  [[nodiscard]] const clang::FunctionDecl* find_function(const std::string& name) const;
  /// The one declaration that stands for the function: its definition, else one of an external function of its name.
  [[nodiscard]] const clang::FunctionDecl* function(const clang::FunctionDecl* function) const;
  /// The one declaration that stands for the variable: its definition, else its tentative one, else any.
  [[nodiscard]] const clang::VarDecl* variable(const clang::VarDecl* variable) const;
  /// Is it a definition of ours?
  [[nodiscard]] bool is_library(const clang::FunctionDecl* definition) const;
  /// The translation unit that a declaration stands in.
  [[nodiscard]] const Unit& unit_of(const clang::Decl* declaration) const;

 private:
  void add_function(const Unit& unit, const clang::FunctionDecl* function);
  void add_variable(const Unit& unit, const clang::VarDecl* variable);
  /// Our definition of this function; null if there is none of its type.
  [[nodiscard]] const clang::FunctionDecl* library_definition(const clang::FunctionDecl* function) const;

  std::map<const clang::ASTContext*, const Unit*> units_;
  DataModel data_model_;
  mutable std::unique_ptr<Unit> library_;  ///< parsed when it is needed for the first time
  mutable std::map<std::string, const clang::FunctionDecl*> library_functions_;
  std::map<std::string, const clang::FunctionDecl*> functions_;
  std::map<std::string, const clang::FunctionDecl*> static_functions_;
  std::map<std::string, const clang::FunctionDecl*> declared_functions_;  ///< by name: the first external declaration
  std::map<std::string, const clang::VarDecl*> variables_;
};

}  // namespace bireach::frontend
