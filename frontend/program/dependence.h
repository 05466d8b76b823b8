// SPDX-License-Identifier: Apache-2.0
/// What decides where an execution goes.
#pragma once

#include "frontend/program/interpreter.h"

namespace bireach::frontend {

/// Does some condition of the execution, which has all its states, or some operation that may be undefined (indices of
/// arrays and memory among them) depend on what a function without a body left in memory, or on how large an object is
/// that it returns, or on pointers there (Havoc::doubt of whole arrays, and of unsigned numbers)? If none does, the
/// execution goes the same way whatever that was. A comparison that comes out the same for all values of what is open
/// does not depend on it, but for the last condition, since a size may also be larger than all values it has here.
/// Dependences are those of dynamic slicing through data (B. Korel, J. Laski, "Dynamic Program Slicing", 1988). Linear
/// in the length, times the square of the depth of expressions.
[[nodiscard]] bool depends_on_doubts(const Program& program, const Execution& execution);

/// Does a function without a body make an object there, whose size is open? The statement stores the size.
[[nodiscard]] bool makes_foreign_object(const Program& program, const Statement& statement);

}  // namespace bireach::frontend
