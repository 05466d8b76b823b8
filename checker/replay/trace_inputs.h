// SPDX-License-Identifier: Apache-2.0
/// Which arbitrary values of an execution it really uses.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "frontend/program/interpreter.h"
#include "frontend/program/program.h"

namespace bireach::checker {

/// An arbitrary value that entered the execution.
struct TraceInput {
  std::size_t step = 0;  ///< of the havoc
  frontend::VariableId variable = 0;
  std::optional<logic::Integer> index;  ///< one element of an array
  logic::Integer value;
};

/// What the step of an execution left arbitrary: the value of its variable, or of the element that it changes; nothing
/// if it is no havoc, or one of a whole array. Precondition: the execution has the states around the step.
[[nodiscard]] std::optional<logic::Integer> chosen_value(const frontend::Program& program,
                                                         const frontend::Execution& execution, std::size_t step);

/// The values returned by calls, and of everything else that was left arbitrary (uninitialised variables, arguments and
/// globals of another entry function) those that are read before they are overwritten, element by element. In order of
/// their steps, elements by index. Of what a library function leaves open, and of bytes between members, not those with
/// which the execution goes the same way whatever they are (a few values are tried, in about half a million steps).
/// Otherwise linear in the size of the trace's expressions, times a logarithm.
[[nodiscard]] std::vector<TraceInput> trace_inputs(const frontend::Program& program,
                                                   const frontend::Execution& execution);

}  // namespace bireach::checker
