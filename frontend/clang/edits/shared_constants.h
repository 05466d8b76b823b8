// SPDX-License-Identifier: Apache-2.0
/// Constants that functions use and that are written outside of them: in bodies of macros, enumerations, and initial
/// values of globals. One change is switched at all uses.
#pragma once

#include <clang/AST/Expr.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "frontend/clang/edits/facts.h"
#include "frontend/clang/edits/gate_draft.h"
#include "frontend/clang/edits/source_file.h"

namespace bireach::frontend {

class SharedConstants {
 public:
  SharedConstants(const SourceFile& file, const Facts& facts, Collected& collected)
      : file_(file), facts_(facts), collected_(collected) {}

  /// Those that the functions of the file use, the specification included: a constant is changed for all, and only if
  /// the schema can switch each of its uses (none in the label of a case, in the size of an array, in another macro).
  /// Initial values of globals that change later are switched where the function `entry`, if it is in this file,
  /// begins.
  void run(const std::string& entry);

 private:
  struct Literal {
    Span span;
    std::int64_t number = 0;
    bool is_letter = false;
  };
  struct Use {
    Span span;
    std::string type;
    std::string index;  ///< of an element
  };
  struct Definition {
    std::string name;
    std::vector<Literal> literals;  ///< of an array: by element
    std::vector<Use> uses;
    std::size_t harmless = 1;  ///< mentions that have no value: its declaration, `sizeof`
    bool is_switched = true;   ///< so far
  };
  void count_names();
  void walk(const clang::Stmt* statement);
  void walk_declarations(const clang::DeclStmt* statement);
  void read(const clang::Expr* place);
  void note_macro(const clang::IntegerLiteral* use);
  void note_enumerator(const clang::DeclRefExpr* use, const clang::EnumConstantDecl* enumerator);
  void note_size_of(const clang::Expr* expression);
  Definition* definition_of(const clang::VarDecl* variable);
  void note(Definition& definition, const clang::Expr* use, const std::string& index);
  [[nodiscard]] std::optional<Literal> literal(const clang::Expr* value) const;
  [[nodiscard]] std::vector<Literal> initial_values(const clang::VarDecl* variable) const;
  void add(GateDraft& unit, const Literal& literal, const std::string& text, const std::string& type) const;
  [[nodiscard]] bool commit(const Definition& definition);
  void commit_initial(const clang::VarDecl* variable, std::size_t begin);
  void push(GateDraft unit);
  std::size_t site(const Span& literal);

  const SourceFile& file_;
  const Facts& facts_;
  Collected& collected_;
  std::map<std::string, std::size_t> mentions_;  ///< of each name, in the whole file
  std::map<Span, Definition> definitions_;       ///< by their first literal
};

}  // namespace bireach::frontend
