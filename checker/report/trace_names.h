// SPDX-License-Identifier: Apache-2.0
/// What reports call the statements and variables of a program.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "frontend/program/program.h"

namespace bireach::checker {

/// "s17" for each edge. Copies of one source statement share a key unless they differ in what they do; then they get
/// "s17.2" and so on, in order of the program's edges. Depends on the program only, so keys agree over traces.
[[nodiscard]] std::vector<std::string> statement_keys(const frontend::Program& program);

/// For each variable its name as the user wrote it, or its unique name where the former would stand for two variables
/// of the trace; empty for internal ones. What threads call the same, each of them its own, is "T1::x" and "T2::x".
[[nodiscard]] std::vector<std::string> display_names(const frontend::Program& program, const frontend::Trace& trace);

/// The name as it is read beside a step of this thread: "x" for "T1::x".
[[nodiscard]] std::string name_within(std::uint32_t thread, const std::string& name);

/// What the user wrote, on one line: with the callee where an argument is passed, a branch that is not taken negated.
[[nodiscard]] std::string edge_text(const frontend::Program& program, const frontend::Edge& edge);
[[nodiscard]] bool is_branch(const frontend::Edge& edge);
/// How many calls are active on a call path.
[[nodiscard]] unsigned call_depth(const frontend::Program& program, std::uint32_t call_path);
/// Is it something a user would recognise? What library functions do inside is not.
[[nodiscard]] bool is_shown(const frontend::Program& program, const frontend::Edge& edge);

}  // namespace bireach::checker
