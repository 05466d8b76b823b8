// SPDX-License-Identifier: Apache-2.0
/// What the formulas of a program leave open, and a machine does not.
#pragma once

#include "frontend/program/math_results.h"
#include "frontend/program/memory_accesses.h"

namespace bireach::frontend {

/// Does the execution, which has all its states, happen on a machine? Functions of the C library have the results that
/// it computes (wrong_math_results), and each byte of memory has one content (cells_are_disjoint). Linear in the
/// length.
[[nodiscard]] inline bool is_real_execution(const Program& program, const Execution& execution) {
  return wrong_math_results(program, execution).empty() && cells_are_disjoint(program, execution);
}

}  // namespace bireach::frontend
