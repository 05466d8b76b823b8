// SPDX-License-Identifier: Apache-2.0
/// Reads before anything was stored that an execution passes because another element stands for all.
#pragma once

#include <optional>

#include "frontend/program/interpreter.h"

namespace bireach::frontend {

/// What is read where an execution ends, if nothing was stored to it.
struct UnwrittenRead {
  VariableId variable = 0;
  std::optional<logic::Integer> index;  ///< of an element
};
/// Nothing: the execution does not end so, or no note says it, as the variable is never written before.
[[nodiscard]] std::optional<UnwrittenRead> unwritten_read(const Program& program, const Execution& error);

/// The execution on the same inputs that ends at the first read, on the way of this one to its error, of an element
/// that nothing was stored to. Precondition: the execution has all its states. Nothing: there is none, or it would take
/// too long (more than two million steps) to try all elements that are read.
[[nodiscard]] std::optional<Execution> unwritten_read_before(const Program& program, const Execution& error);

}  // namespace bireach::frontend
