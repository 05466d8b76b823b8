// SPDX-License-Identifier: Apache-2.0
/// What decides where an execution goes.
#pragma once

#include "frontend/program/interpreter.h"

namespace bireach::frontend {

/// Does some condition of the execution, which has all its states, depend on what a function without a body left in
/// memory (Havoc::doubt of whole arrays, and of unsigned numbers that tell of it)? If none does, it goes the same way
/// whatever that was. Dependences are those of dynamic slicing (B. Korel, J. Laski, "Dynamic Program Slicing", 1988)
/// through data; what is stored at a place that depends on it makes the whole array depend on it. Linear in the length,
/// times the logarithm of what is stored.
[[nodiscard]] bool depends_on_doubts(const Program& program, const Execution& execution);

}  // namespace bireach::frontend
