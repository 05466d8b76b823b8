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

  /// A constant in a function: is its number written in a macro's body, or the initial value of an enumerator?
  void note_constant(const clang::Expr* use, std::int64_t number);
  /// A variable, or an element of an array, that is read: does it keep its initial value for ever?
  void note_variable(const clang::DeclRefExpr* use);
  void note_element(const clang::ArraySubscriptExpr* use);
  /// Makes the units; those of initial values that change later are switched where `entry`, if it is in this file,
  /// begins.
  void commit(const clang::FunctionDecl* entry);

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
    std::vector<Literal> literals;  ///< of an array: by element
    std::vector<Use> uses;
  };
  [[nodiscard]] std::optional<Literal> literal(const clang::Expr* value) const;
  [[nodiscard]] std::optional<Literal> macro_literal(const clang::Expr* use, std::int64_t number) const;
  [[nodiscard]] std::vector<Literal> initial_values(const clang::VarDecl* variable) const;
  void note(std::vector<Literal> literals, const clang::Expr* use, const std::string& index);
  void add(GateDraft& unit, const Literal& literal, const std::string& text, const std::string& type) const;
  void commit(const Definition& definition);
  void commit_initial(const clang::VarDecl* variable, std::size_t begin);
  void push(GateDraft unit);
  std::size_t site(const Span& literal);

  const SourceFile& file_;
  const Facts& facts_;
  Collected& collected_;
  std::map<Span, Definition> definitions_;  ///< by their first literal
};

}  // namespace bireach::frontend
