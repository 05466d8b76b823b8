// SPDX-License-Identifier: Apache-2.0
/// Harnesses: a C file that, compiled together with the program, replays a violation (Beyer, Dangl, Lemberger,
/// Tautschnig, "Tests from Witnesses", TAP 2018).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "checker/replay/harness_status.h"
#include "frontend/clang/reading/parse_options.h"
#include "frontend/clang/reading/source_points.h"
#include "frontend/program/interpreter.h"
#include "frontend/program/program.h"

namespace bireach::checker {

struct Harness {
  std::string text;
  std::size_t values = 0;    ///< recorded for calls
  std::size_t objects = 0;   ///< allocated ones that are read before they are written, whose contents are recorded
  std::size_t failures = 0;  ///< allocations that return null
  /// What the execution depends on and the harness cannot set, for people; empty: nothing.
  std::vector<std::string> not_set;
  bool needs_zeroed_locals = false;  ///< locals without a value of their own are read, and are zero in the execution
  bool replaces_allocator = false;   ///< the program's calls of malloc and its like, and no others, go to the harness
  /// Texts of the program's files that are to be compiled in place of the files, with what the harness needs there: of
  /// a program with threads, calls at which they wait for their turns; what calls another function than main. Empty:
  /// the files are.
  std::vector<std::string> program_texts;
  bool takes_turns = false;  ///< of a program with threads
  /// No error function is called: sanitizers are to report this error of memory or arithmetic …
  std::optional<frontend::Violation> operation = {};
  unsigned error_line = 0;      ///< … on this line; 0: at the end of the program
  std::string error_file = {};  ///< … of this file
  bool is_race = false;         ///< no error function is called: ThreadSanitizer is to report the race
  bool wraps_main = false;      ///< main is called with arguments, or with the stack filled
};

/// Values are in one queue over all functions, for each thread its own, as patterns where the decimal number would not
/// do. The contents of allocated memory that the execution reads uninitialised come from an allocator in the harness.
/// Threads take turns in the order of the execution, or one with the same effect. Precondition: the execution ends in
/// an Error location and keeps its states.
[[nodiscard]] Harness make_harness(const frontend::Program& program, const frontend::Execution& execution,
                                   const frontend::SourcePoints& points, const frontend::ParseOptions& options,
                                   const std::string& version);

struct HarnessBuild {
  std::string harness_file;
  std::string output;
  bool with_clang = false;         ///< else with gcc
  bool sanitized = false;          ///< with UndefinedBehaviorSanitizer, and without -fwrapv
  bool finds_races = false;        ///< with ThreadSanitizer
  std::string header_folder = {};  ///< where <bireach.h> lies for programs that include it; empty: it is installed
  std::string finds_errors = {};   ///< with these sanitizers: "address,undefined", "memory"; empty: none
};

/// Where the text of a file of the program is written if it has to be, by the name of the harness: "h.c" and
/// "h.program.c", or "h.program2.c" for the second of several.
[[nodiscard]] std::string program_text_file(const std::string& harness_file, std::size_t file, std::size_t files);

/// Which sanitizers of this compiler may report an error of this kind: "address,undefined"; empty: it has none that
/// does, but Valgrind may.
[[nodiscard]] std::string sanitizers_for(frontend::Violation violation, bool with_clang);

/// The arguments (without the compiler's name) of the commands that build harness and program, one after the other: one
/// command, unless files have flags of their own.
[[nodiscard]] std::vector<std::vector<std::string>> harness_build_commands(const Harness& harness,
                                                                           const HarnessBuild& build,
                                                                           const frontend::ParseOptions& options,
                                                                           const std::vector<std::string>& files);

}  // namespace bireach::checker
