// SPDX-License-Identifier: Apache-2.0
/// What decides where an execution goes.
#pragma once

#include "frontend/program/interpreter.h"

namespace bireach::frontend {

/// Does some condition of the execution, which has all its states, or some operation that may be undefined (indices of
/// arrays and memory among them) depend on what a function without a body left in memory (Havoc::doubt of whole arrays,
/// and of unsigned numbers that tell of it)? If none does, the execution goes the same way whatever that was.
/// Dependences are those of dynamic slicing through data (B. Korel, J. Laski, "Dynamic Program Slicing", 1988). Linear
/// in the length, times the square of the depth of expressions.
[[nodiscard]] bool depends_on_doubts(const Program& program, const Execution& execution);

}  // namespace bireach::frontend
