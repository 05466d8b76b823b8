// SPDX-License-Identifier: Apache-2.0
/// Which definition a name means: external names across all files, static ones within theirs.
#pragma once

#include <clang/Frontend/ASTUnit.h>

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "frontend/clang/reading/implied_calls.h"
#include "frontend/clang/reading/inspection.h"
#include "frontend/clang/reading/parse_options.h"
#include "frontend/clang/reading/special_calls.h"
#include "frontend/clang/reading/syntax_places.h"

namespace bireach::frontend {

/// One translation unit.
struct Unit {
  std::unique_ptr<clang::ASTUnit> tree;
  SourceMapper mapper;
  std::vector<IgnoredText> ignored{};
  [[nodiscard]] clang::ASTContext& context() const { return tree->getASTContext(); }
};

class Linker {
 public:
  /// Throws ParseError if two files define one function or initialise one variable, or differ in what char is.
  /// What is weak gives way to what is not.
  Linker(const std::vector<std::unique_ptr<Unit>>& units, DataModel data_model);

  /// Are reading functions those of library/stream_state_text.h?
  [[nodiscard]] bool streams_have_state() const { return streams_have_state_; }
  /// Does the program choose how operations round (library/rounding.h)?
  [[nodiscard]] bool sets_rounding() const { return sets_rounding_; }
  /// The definition (with a body) of the function, if need be our own of a library function; null: it has none.
  [[nodiscard]] const clang::FunctionDecl* definition(const clang::FunctionDecl* function) const;
  /// The external or entry function of this name; null if there is none with a body.
  [[nodiscard]] const clang::FunctionDecl* find_function(const std::string& name) const;
  /// The one declaration that stands for the function: its definition, else one of an external function of its name.
  [[nodiscard]] const clang::FunctionDecl* function(const clang::FunctionDecl* function) const;
  /// The one declaration that stands for the variable: its definition, else its tentative one, else any.
  [[nodiscard]] const clang::VarDecl* variable(const clang::VarDecl* variable) const;
  /// Is it a weak symbol that is defined nowhere, so that its address is null?
  [[nodiscard]] bool is_null(const clang::NamedDecl* symbol) const;
  /// Why uses of the function or variable are not modelled; empty: they are.
  [[nodiscard]] std::string refusal(const clang::NamedDecl* symbol) const;
  /// What runs before and after main.
  [[nodiscard]] const FunctionsAround& around() const { return around_; }
  /// A call of such a function.
  [[nodiscard]] const clang::CallExpr* implied_call(const clang::FunctionDecl* function) const;
  /// The call that ends the scope of the variable; null: there is none.
  [[nodiscard]] const clang::CallExpr* cleanup_call(const clang::VarDecl* variable) const;
  /// What is not modelled in the body of the function; null: somewhere in the program, with effects everywhere.
  [[nodiscard]] const std::vector<Refused>& refused_inside(const clang::FunctionDecl* definition) const;
  /// Are there mutexes that are recursive or look for errors?
  [[nodiscard]] bool has_mutex_kinds() const;
  /// The definition in our text of the library; null: it has none of this name.
  [[nodiscard]] const clang::FunctionDecl* own_function(const std::string& name) const;
  /// Is the program's text in one file?
  [[nodiscard]] bool has_one_file() const { return units_.size() == 1; }
  /// The variable of our errno; null: no file declares what leads to it.
  [[nodiscard]] const clang::VarDecl* error_number() const;
  /// Is it a definition of ours?
  [[nodiscard]] bool is_library(const clang::FunctionDecl* definition) const;
  /// The translation unit that a declaration stands in.
  [[nodiscard]] const Unit& unit_of(const clang::Decl* declaration) const;

 private:
  /// Where another file defines what is an inline function in this one, with another body. Which of the two is called
  /// is not specified (C11 6.7.4p7); empty: none does.
  [[nodiscard]] std::string other_body_at(const clang::NamedDecl* symbol) const;
  /// Where another file defines the function or variable with a type that does not fit; empty: none does.
  [[nodiscard]] std::string other_type_at(const clang::NamedDecl* symbol) const;
  void add_function(const Unit& unit, const clang::FunctionDecl* function);
  void add_variable(const Unit& unit, const clang::VarDecl* variable);
  void add_declaration(const Unit& unit, const clang::NamedDecl* declaration);
  /// An alias is another name of what its own file defines under the name that it gives.
  void add_alias(const clang::NamedDecl* alias);
  void add_alias(const clang::NamedDecl* alias, const clang::NamedDecl* target);
  void add_weak_reference(const clang::NamedDecl* reference);
  /// The ends of a section: __start_NAME, __stop_NAME.
  [[nodiscard]] bool is_made_by_linker(const clang::VarDecl* variable) const;
  void refuse(const clang::NamedDecl* declaration, const std::string& why);
  /// What the file defines under this name, for other files or for itself.
  [[nodiscard]] const clang::NamedDecl* defined_in(const clang::ASTContext& unit, const std::string& symbol) const;
  /// The object or function that the alias stands for; null: it is none.
  [[nodiscard]] const clang::NamedDecl* aliased(const clang::NamedDecl* declaration) const;
  /// Null: the program has none.
  [[nodiscard]] const clang::FunctionDecl* definition_in_program(const clang::FunctionDecl* function) const;
  /// Our definition of this function; null if there is none of its type.
  [[nodiscard]] const clang::FunctionDecl* library_definition(const clang::FunctionDecl* function) const;

  std::map<const clang::ASTContext*, const Unit*> units_;
  DataModel data_model_;
  PlainChar plain_char_;
  SpecialCalls special_calls_;
  bool streams_have_state_ = false;
  bool sets_rounding_ = false;
  bool writes_streams_ = false;
  /// The names of the library's functions that the program refers to.
  [[nodiscard]] std::set<std::string> used_of_library() const;
  /// Our text of the library, parsed when it is needed for the first time.
  void parse_library_once() const;

  mutable std::unique_ptr<Unit> library_;  ///< parsed when it is needed for the first time
  mutable std::map<std::string, const clang::FunctionDecl*> library_functions_;
  mutable std::optional<bool> has_mutex_kinds_;
  std::map<std::string, const clang::FunctionDecl*> functions_;
  std::map<std::string, const clang::FunctionDecl*> static_functions_;
  std::map<std::string, const clang::FunctionDecl*> declared_functions_;  ///< by name: the first external declaration
  std::map<std::string, const clang::VarDecl*> variables_;
  std::map<std::pair<const clang::ASTContext*, std::string>, const clang::NamedDecl*> local_symbols_;
  std::vector<const clang::NamedDecl*> alias_declarations_;        ///< not resolved yet
  std::map<const clang::Decl*, const clang::NamedDecl*> aliases_;  ///< by canonical declaration
  FunctionsAround around_;
  mutable std::map<const clang::Decl*, const clang::CallExpr*> implied_calls_;
  std::map<const clang::Decl*, std::vector<Refused>> refused_inside_;  ///< by canonical declaration, or null
  std::map<const clang::Decl*, std::string> refused_;                  ///< by canonical declaration …
  std::map<std::string, std::string> refused_symbols_;                 ///< … and, for other files, by name
};

}  // namespace bireach::frontend
