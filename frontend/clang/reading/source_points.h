// SPDX-License-Identifier: Apache-2.0
/// The places of C files that witnesses speak of: statements, branchings, calls, and which variables are visible there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "frontend/clang/reading/parse_options.h"
#include "frontend/program/source.h"

namespace bireach::frontend {

/// A name and what was visible before it was declared.
struct ScopeEntry {
  std::size_t parent = 0;  ///< index into SourcePoints::scopes
  std::string name;
  SourceRange declared;      ///< of a variable: as in Variable::declared
  bool is_variable = false;  ///< else it is a type, a function or a constant
};

/// A statement, or a declaration inside a compound statement. `range` starts at its first character.
struct StatementPoint {
  SourceRange range;
  std::string function;
  std::size_t scope = 0;
  bool is_declaration = false;
  bool declares_pointer = false;
  bool has_label = false;           ///< a label that `goto` can name stands before it
  bool exact = true;                ///< text can be inserted before it: it does not stand within a macro's body
  std::optional<std::size_t> next;  ///< the one that follows it in its compound statement
  std::vector<SourceRange> initialisers = {};  ///< of a declaration: the full expressions that it evaluates
};

enum class BranchingKind : std::uint8_t { if_statement, while_loop, for_loop, do_loop, switch_statement, conditional };

/// What a controlling expression decides. `keyword` is the place of the keyword, or of the `?`.
struct BranchingPoint {
  BranchingKind kind = BranchingKind::if_statement;
  SourceRange keyword;
  SourceRange whole;      ///< the statement or expression
  SourceRange condition;  ///< as written; of `for (;;)` the empty place where it would stand
  SourceRange decided;    ///< the condition without parentheses around it: the source of the edges that it becomes
  SourceRange increment;  ///< of `for (…; …; i++)`; unknown: there is none, or text cannot be inserted before it
  bool has_condition = true;
  std::string function;
  std::size_t scope = 0;                  ///< at the keyword
  bool exact = true;                      ///< text can be inserted before and after the condition
  std::vector<std::string> cases;         ///< of a switch: its constants, "3" or "1 ... 5"
  std::vector<std::string> header_names;  ///< of `for (int i = 0; …)`: what it declares, not visible at the keyword
  [[nodiscard]] bool is_loop() const {
    return kind == BranchingKind::while_loop || kind == BranchingKind::for_loop || kind == BranchingKind::do_loop;
  }
};

enum class AccessKind : std::uint8_t { read, assignment, compound_assignment, prefix_step, postfix_step };

/// Where an expression reads or changes an object of scalar type.
struct AccessPoint {
  AccessKind kind = AccessKind::read;
  SourceRange range;     ///< the whole expression
  SourceRange target;    ///< what is read or changed
  SourceRange value;     ///< of assignments: their right side
  std::string variable;  ///< whose object it is; empty: a pointer tells
  SourceRange declared;  ///< of the variable, as in Variable::declared
  std::string function;
  bool exact = true;  ///< text can be inserted before and after these ranges
};

/// A call by name. `closing` is the place of the parenthesis that closes its arguments.
struct CallPoint {
  std::string callee;
  SourceRange range;
  SourceRange closing;
  SourceRange last_argument;  ///< unknown: there is none, or text cannot be inserted around it
  std::string function;
  unsigned arguments = 0;
  bool exact = true;  ///< text can be inserted before and after it
  bool is_void = false;
};

/// A function that is declared, or called without a declaration.
struct FunctionPoint {
  std::string name;
  std::string result_type;  ///< canonical
  unsigned arguments = 0;
  std::string definition;  ///< "unsigned int f(int a0, char *a1)"; empty: not to be written in other files' terms
  SourceRange range;       ///< of the definition, or the first declaration
  bool is_defined = false;
  bool is_static = false;
  std::size_t scope = 0;                ///< of a definition: at the begin of its body
  SourceRange body;                     ///< … with its braces; unknown if text cannot be inserted within
  std::vector<std::string> parameters;  ///< … their names
};

/// A return statement.
struct ReturnPoint {
  SourceRange range;
  SourceRange value;  ///< unknown: there is none
  std::string function;
  std::size_t scope = 0;
  bool exact = true;  ///< text can be inserted before it and around its value
};

/// Everything in the order of the text, file by file; places are as in Program. What stands in included files is left
/// out, but for declarations of functions.
struct SourcePoints {
  std::vector<ScopeEntry> scopes{ScopeEntry{}};  ///< entry 0: nothing is visible
  std::vector<StatementPoint> statements;
  std::vector<BranchingPoint> branchings;
  std::vector<AccessPoint> accesses;  ///< in each expression in the order in which it is evaluated from left to right
  std::vector<CallPoint> calls;
  std::vector<ReturnPoint> returns;
  std::vector<FunctionPoint> functions;

  /// What the name means in this scope; null: nothing.
  [[nodiscard]] const ScopeEntry* find(std::size_t scope, const std::string& name) const;
};

/// Does `outer` contain `inner`?
[[nodiscard]] bool contains(const SourceRange& outer, const SourceRange& inner);
/// The innermost statement around this place; null: there is none.
[[nodiscard]] const StatementPoint* enclosing_statement(const SourcePoints& points, const SourceRange& place);

/// The full expression (C11 6.8p4) around this place: an expression that is a statement, an initialiser, a condition,
/// the increment of a loop, a returned value; else the statement. Not known: there is neither.
[[nodiscard]] SourceRange full_expression(const SourcePoints& points, const SourceRange& place);

/// Parses the files; throws ParseError as parse_c_files does.
[[nodiscard]] SourcePoints read_source_points(const std::vector<std::string>& files, const ParseOptions& options);

}  // namespace bireach::frontend
