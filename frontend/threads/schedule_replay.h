// SPDX-License-Identifier: Apache-2.0
/// Executions of interleavings, executed again as what they stand for.
#pragma once

#include <optional>
#include <string>

#include "frontend/program/interpreter.h"

namespace bireach::frontend {

/// Executes the threads' own graphs (Program::thread_graphs) under the schedule and with the choices of an execution of
/// their interleaving, one thread's step after the other; where the threads are, who has started and ended, who waits
/// and who is in an atomic region is followed from the graphs alone. Nothing if each step can be taken there, leaves
/// the same values in all variables and has undefined behaviour only where the execution has it too, and the last one
/// reaches an Error location that violates the same; else what is wrong. The execution has all its states.
[[nodiscard]] std::optional<std::string> run_schedule(const Program& interleaving, const Execution& execution);

}  // namespace bireach::frontend
