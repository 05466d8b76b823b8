// SPDX-License-Identifier: Apache-2.0
/// Functions one by one, each as a program of its own that starts with arbitrary arguments, globals and memory: for
/// questions that need no caller ("Explaining Inconsistent Code", Schäf, Schwartz-Narbonne, Wies, FSE 2013).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/clang/reading/parse_options.h"
#include "frontend/program/program.h"

namespace bireach::frontend {

/// What code takes for granted by doing something: that it is no undefined behaviour.
enum class Belief : std::uint8_t {
  null,
  bounds,
  division,
  shift,
  overflow,
  member  ///< the address of a member is taken of an object that is there (C11 6.5.2.3), though nothing is accessed
};
[[nodiscard]] constexpr std::string_view to_string(Belief belief) {
  switch (belief) {
    case Belief::null:
      return "null";
    case Belief::bounds:
      return "bounds";
    case Belief::division:
      return "division";
    case Belief::shift:
      return "shift";
    case Belief::overflow:
      return "overflow";
    case Belief::member:
      return "member";
  }
  return "?";
}

/// An operation that is undefined unless a condition holds: an edge into an Error location if not, and one that goes
/// on.
struct BeliefPlace {
  Belief kind = Belief::null;
  EdgeId held = 0;
  EdgeId violated = 0;
  SourceRange place;
  std::string subject;    ///< as written: the pointer, index, divisor or shift distance; of overflow the operation
  bool in_macro = false;  ///< written by a macro's body
};

/// One way that a condition can turn out. What stands behind `default` is none: it is there for what nobody expects.
struct Arm {
  enum class Construct : std::uint8_t { branch, loop, case_label, conditional, logical };
  EdgeId edge = 0;
  EdgeId other = 0;  ///< the other way
  Construct construct = Construct::branch;
  SourceRange place;  ///< of the condition, as written
  std::string condition;
  bool taken = true;      ///< the condition holds
  bool in_macro = false;  ///< a macro's body says so
};

/// How executions end that do not fail. Notes of Exit locations.
inline constexpr std::string_view returned_note = "returned";
inline constexpr std::string_view gave_up_note =
    "gave up";  ///< exit, abort, a failed assert, another noreturn function

/// One function. Its program over-approximates: calls return anything and change whatever they may reach, memory is
/// known only by the names that the function itself gives it (`p->next`), values of floating point are arbitrary. All
/// its variables are scalars. Signed overflow wraps.
struct FunctionProgram {
  std::string name;
  SourceRange place;    ///< of its name
  std::string refused;  ///< why there is no program; empty: there is one
  Program program;
  std::vector<Arm> arms;
  std::vector<BeliefPlace> beliefs;
  /// Variables that begin with any value since a configuration may say which, and what this one says.
  std::map<VariableId, logic::Integer> configured;
};

struct ModularOptions {
  ParseOptions parse;  ///< data model and Clang's arguments
  std::set<Belief> beliefs{Belief::null, Belief::bounds, Belief::division, Belief::shift};
  std::set<std::string> functions;  ///< only these; empty: all
};

struct FunctionsOfFile {
  std::vector<FunctionProgram> functions;  ///< that the file itself defines, in its order
  std::set<std::uint32_t> ignored_lines;   ///< with the comment `bireach: ignore`
};

/// Throws ParseError if the file cannot be read. Stops early, with the functions read so far, when asked to.
[[nodiscard]] FunctionsOfFile read_functions(const std::string& file, const ModularOptions& options,
                                             std::stop_token stop = {});

struct NamedFunction {
  std::string name;
  SourceRange place;  ///< of its name
};
/// Those that `read_functions` reads, in its order, without a look into them. Throws ParseError as it does.
[[nodiscard]] std::vector<NamedFunction> list_functions(const std::string& file, const ModularOptions& options);

}  // namespace bireach::frontend
