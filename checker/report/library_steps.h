// SPDX-License-Identifier: Apache-2.0
/// What library functions without a body in the program do in a trace, as users see it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "checker/report/report.h"
#include "frontend/program/interpreter.h"

namespace bireach::checker {

/// One execution of a library function (CallSite::is_library).
struct LibraryCall {
  std::uint32_t call = 0;  ///< index into Program::call_paths
  std::uint32_t thread = 0;
  std::vector<std::size_t> positions = {};  ///< its steps; those of other threads may lie between them
};
/// In the order of their first steps.
[[nodiscard]] std::vector<LibraryCall> library_calls(const frontend::Program& program, const frontend::Trace& trace);

/// Is it the library's model that has this variable, and no program?
[[nodiscard]] bool is_of_models(const frontend::Variable& variable);

/// "[ungetc character]": what a global variable of the models keeps; empty: it is none of those.
[[nodiscard]] std::string words_of_models(const frontend::Variable& variable);

/// Does the step in the library call change what is neither a variable of library functions nor a result that only
/// they use?
[[nodiscard]] bool is_seen_outside(const frontend::Program& program, frontend::EdgeId id, std::uint32_t call);

/// Makes all that a call of a library function does one step, the last of those that change what the program sees:
/// "strncpy(...)", with all its changes. Calls of functions for threads (is_thread_function) stay as they are in
/// programs with threads. `report` has a step for each edge of the trace.
void fold_library_calls(const frontend::Program& program, const frontend::Trace& trace, ReportTrace& report);

}  // namespace bireach::checker
