// SPDX-License-Identifier: Apache-2.0
/// The candidates as they are collected: changes as text, and where the schema switches them.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "frontend/clang/edits/edits.h"
#include "frontend/clang/edits/texts.h"

namespace bireach::frontend {

/// What a guard or a value may name.
struct Nameable {
  std::string text;
  std::string schema;  ///< as the schema writes it: a call is one of a copy that holds no edits
  std::string type;    ///< after the promotions
  int binding = binds_all;
};
[[nodiscard]] inline bool is_call(const Nameable& operand) {
  return operand.schema != operand.text;
}

struct Names {
  std::vector<Nameable> operands;
  std::vector<std::string> conditions;
};

/// What a guard makes of a change, as the user writes it.
enum class Guarding : std::uint8_t { expression, never, always, inserted, removed };

/// Where a statement is inserted.
struct Layout {
  bool own_line = false;  ///< before the line, with this indentation
  std::string indentation;
  bool braces = false;     ///< it and the statement before which it stands become one
  bool closing = false;    ///< before a closing brace
  bool otherwise = false;  ///< as the `else` of what ends there
};

/// An edit and its texts; `hole` stands for its value.
struct Draft {
  Edit edit;
  std::size_t unit = 0;
  Span span;                         ///< what is replaced
  std::string text;                  ///< by what
  std::string schema;                ///< what the schema evaluates instead, with places for operands
  int binding = binds_all;           ///< of the text
  int old_binding = binds_all;       ///< of what is replaced
  int needs = binds_comma;           ///< of the place
  std::string shown_from, shown_to;  ///< for people; empty: the texts
  Guarding guarding = Guarding::expression;
  Layout layout;
  std::string hole_type;
  bool hole_converts = true;  ///< any number is converted to the type there
  std::string target;         ///< of an insertion that assigns: to what; `schema` is the value
  bool is_jump = false;       ///< of an insertion: what it does is no expression
  bool is_letter = false;     ///< a constant is written as one
  std::size_t landing = 0;    ///< of a statement that is moved: where `schema` is evaluated instead
};

/// A place that the schema changes.
struct Gate {
  enum class Form : std::uint8_t {
    text,       ///< an expression; variants repeat its operands
    value,      ///< an expression with calls: its operands are evaluated first
    logical,    ///< && or || with calls in its operands: drafts are "other operator", "only left", "only right"
    condition,  ///< drafts are never, always, negated
    before,     ///< of a statement: insertions, and what stands in its place
    after,      ///< of a declaration: its variables are initialised
    otherwise,  ///< of an `if` without `else`: insertions
    moved,      ///< of a statement: it is evaluated where its drafts say
    joined,     ///< of such an `if`: the statement that follows, `op`, is skipped after the branches, `operands`
    shared,     ///< a use of a constant that is written elsewhere; of an element: with its index, `borrowed`
    borrowed    ///< evaluates something else, `borrowed`
  };
  Form form = Form::text;
  std::size_t file = 0;
  Span span;
  std::vector<Span> operands;      ///< of the expression: one or two
  std::vector<std::string> types;  ///< … theirs
  Span op;                         ///< the operator, where `value` replaces it, or an assignment is taken apart
  std::string plain;               ///< the expression in terms of its operands
  std::string cast;                ///< of the variants
  bool converts = false;           ///< … and of the expression
  bool is_and = false;             ///< of `logical`
  bool has_else = false;           ///< of `before`: a statement follows that may be skipped
  std::shared_ptr<const Names> names;
  std::vector<std::size_t> drafts;
  std::optional<std::size_t> source;  ///< of `shared` and `borrowed`: the unit whose drafts this is a part of
  std::vector<std::size_t> part_of;   ///< … these drafts
  std::string borrowed;
};

struct SourceText {
  std::string path, text;
  std::vector<std::size_t> lines;                ///< where they begin
  std::size_t prelude = 0;                       ///< where declarations can be inserted
  std::map<std::size_t, std::string> additions;  ///< copies of functions, by where they stand
  std::string declarations;                      ///< … theirs
};

/// All of them.
struct Candidates {
  std::vector<SourceText> files;
  std::vector<EditSite> sites;
  std::vector<std::shared_ptr<const Names>> names;  ///< by site
  std::vector<Draft> drafts;
  std::vector<Edit> edits;  ///< those of the drafts
  std::vector<Gate> units;
  std::vector<std::int64_t> selectors;  ///< by draft
  std::vector<std::int64_t> constants;
  std::map<std::string, std::string> schema;
};

struct EditSpace::Data : Candidates {};

}  // namespace bireach::frontend
