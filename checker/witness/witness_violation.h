// SPDX-License-Identifier: Apache-2.0
/// Violation witnesses from executions.
#pragma once

#include <string>
#include <vector>

#include "checker/witness/witness.h"
#include "frontend/clang/reading/source_points.h"
#include "frontend/program/interpreter.h"
#include "frontend/program/program.h"

namespace bireach::checker {

/// A sequence of waypoints that an execution passes, and what could not be said.
struct ViolationSequence {
  std::vector<WitnessSegment> segments;
  std::size_t values = 0;           ///< constraints on arbitrary values
  std::size_t values_left_out = 0;  ///< arbitrary values that the execution uses and no waypoint tells
};

/// One `function_return` for each value that a call returned, an `assumption` for other arbitrary values of named
/// variables, one `branching` for each decision of an `if` that depends on them (the first `max_branchings`), and the
/// target; of programs with threads also an assumption that always holds before the first statement that a thread
/// executes after another one, and the creations of threads. `files[i]` is how the witness names the program's i-th
/// file. Precondition: the execution ends in an Error location and keeps its states. Linear in the trace, times the
/// number of calls of one function.
[[nodiscard]] ViolationSequence violation_sequence(const frontend::Program& program,
                                                   const frontend::Execution& execution,
                                                   const frontend::SourcePoints& points,
                                                   const std::vector<std::string>& files,
                                                   std::size_t max_branchings = 1000);

/// The value as a C constant of its type that every compiler reads back: "-2147483647 - 1", "18446744073709551615ULL",
/// "0x1.8p+1f"; empty for a NaN.
[[nodiscard]] std::string c_constant(const logic::Integer& value, const frontend::ScalarType& type);

}  // namespace bireach::checker
