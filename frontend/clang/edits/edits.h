// SPDX-License-Identifier: Apache-2.0
/// Small changes of a program's text that might repair it, one at a time, and one text that holds them all, switched by
/// variables ("mutant schemata": Untch, Offutt, Harrold, "Mutation analysis using mutant schemata", ISSTA 1993).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "frontend/clang/reading/parse_options.h"
#include "frontend/program/source.h"

namespace bireach::frontend {

enum class EditKind : std::uint8_t {
  constant,     ///< of a literal, or the use of a macro that is one: another constant
  comparison,   ///< another comparison operator
  logical,      ///< && and || exchanged; a term of them left out
  arithmetic,   ///< another arithmetic, bit or assignment operator; ++ and --
  operand,      ///< an operand left out, or 1 added or subtracted
  variable,     ///< another variable, or call without arguments, of the type
  association,  ///< other parentheses: a / b * c as a / (b * c); a - (b - c) as a - b - c
  swapped,      ///< operands, arguments, subscripts, branches of ?: exchanged
  negated,      ///< a condition
  never,
  always,      ///< a condition is false, true; with a guard: strengthened, weakened by an atom
  linear,      ///< a value becomes a linear expression over operands, or one is added
  value,       ///< a returned, assigned or passed value: a constant or another operand
  assignment,  ///< inserted: x = value
  output,      ///< inserted: a call like one that stands in the function, with another value as its argument
  otherwise,   ///< `else` of an `if` that has none: inserted x = value or a call, or the statement that follows
  jump,        ///< inserted: return value, break, continue
  removed,     ///< a statement
  moved        ///< a statement stands elsewhere: past others of its block, into or out of a loop or branch
};

/// What stands where a change is made, for the list of suspects.
enum class SiteKind : std::uint8_t { assignment, condition, argument, returned, missing };

/// A statement, or a controlling expression, to which changes belong; of an insertion: the place before the statement.
struct EditSite {
  SiteKind kind = SiteKind::assignment;
  SourceRange place;  ///< of the statement without its parts that are statements; starts where it starts
  std::string function;
  std::string text;  ///< as written, on one line
  /// What guards and values may name here, as written: integer variables and integer fields and elements without side
  /// effects, calls without arguments and effects. The first ones are the function's own.
  std::vector<std::string> operands;
  /// Conditions that stand elsewhere in the program and mean something here.
  std::vector<std::string> conditions;
};

/// A condition under which a change applies: left `op` right, or one of EditSite::conditions.
struct Guard {
  enum class Operator : std::uint8_t {
    equal,
    unequal,
    less,
    less_equal,
    greater,
    greater_equal,
    condition,
    not_condition
  };
  Operator op = Operator::equal;
  std::size_t left = 0;              ///< index into operands; of the last two operators: into conditions
  std::optional<std::size_t> right;  ///< index into operands; nothing: the constant
  std::int64_t constant = 0;
  bool operator==(const Guard&) const = default;
};

/// first · operand + second · operand + constant.
struct Linear {
  struct Term {
    std::int64_t coefficient = 1;
    std::size_t operand = 0;  ///< index into operands
    bool operator==(const Term&) const = default;
  };
  std::vector<Term> terms;  ///< at most two
  std::int64_t constant = 0;
  bool operator==(const Linear&) const = default;
};

/// What fills the holes of an edit.
struct Choice {
  std::int64_t constant = 0;           ///< of Edit::takes_value, where `operand` is nothing
  std::optional<std::size_t> operand;  ///< of Edit::takes_value: index into the site's operands
  std::optional<Guard> guard;          ///< of Edit::takes_guard: applies only where this holds
  std::optional<Linear> linear;        ///< of Edit::takes_linear
  bool operator==(const Choice&) const = default;
};

struct Edit {
  EditKind kind = EditKind::constant;
  std::size_t site = 0;
  SourceRange place;         ///< of what is replaced
  unsigned size = 1;         ///< what it costs, from 1: smaller changes are tried first
  bool takes_value = false;  ///< has a hole for a constant or, unless `constant_only`, an operand
  bool constant_only = false;
  std::optional<std::int64_t> original;  ///< of a constant
  bool takes_guard = false;
  bool takes_linear = false;
  bool overwrites_input = false;  ///< without a guard: whatever the input is
};

struct EditWishes {
  /// Their text stays as it is: the specification. No edit calls them, or copies a condition from them.
  std::set<std::string> excluded_functions = {};
  /// Those of them that edits may call all the same, where the program does: they record what the program puts out.
  std::set<std::string> recording_functions = {};
  /// Globals, and locals as "function::name", that no edit names or assigns: what the specification computes.
  std::set<std::string> excluded_variables = {};
  /// Globals that no edit assigns: inputs.
  std::set<std::string> constant_variables = {};
  /// Statements that stand elsewhere, and constants that are written outside of functions, too.
  bool elsewhere = true;
  std::size_t most_edits = 20000;  ///< larger ones are left out first
};

/// A change of text: bytes [begin, end) of the file.
struct TextChange {
  std::string path;
  std::size_t begin = 0, end = 0;
  std::string text;
  SourceRange place;
};

/// The candidates of a program. Copies share their texts.
class EditSpace {
 public:
  [[nodiscard]] const std::vector<EditSite>& sites() const;
  [[nodiscard]] const std::vector<Edit>& edits() const;
  /// The integers that the program writes, without repetition, by the number of times they are written.
  [[nodiscard]] const std::vector<std::int64_t>& constants() const;

  /// The files with all edits in them, none of which applies unless the selectors say so, as the frontend reads them
  /// (ParseOptions::texts). Lines stay where they are.
  [[nodiscard]] const std::map<std::string, std::string>& schema() const;
  /// Names of the variables of the schema that select an edit, in the order of `select`.
  [[nodiscard]] static const std::vector<std::string>& selector_names();
  /// Their values for an edit; all zero: none applies.
  [[nodiscard]] std::vector<std::int64_t> select(std::size_t edit, const Choice& choice) const;

  /// The change as a user would write it. Of files that were changed already: places are those of the text read.
  [[nodiscard]] TextChange change(std::size_t edit, const Choice& choice) const;
  /// For people: "`<` becomes `<=`", "`s >= 1` becomes `s >= 1 && n <= 21`", "`z = 1;` inserted".
  [[nodiscard]] std::string describe(std::size_t edit, const Choice& choice) const;
  /// The text of the file, changed.
  [[nodiscard]] std::string apply(const TextChange& change) const;
  /// The text that was read.
  [[nodiscard]] const std::string& text(const std::string& path) const;

 private:
  friend class EditReader;
  struct Data;
  std::shared_ptr<const Data> data_;
};

/// The changes of what the files hold, but for what is the specification: assertions, what decides whether a call that
/// is an error happens, assumptions, inputs. Throws ParseError as parse_c_files does.
[[nodiscard]] EditSpace read_edits(const std::vector<std::string>& files, const ParseOptions& options,
                                   const EditWishes& wishes);

}  // namespace bireach::frontend
