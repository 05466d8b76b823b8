// SPDX-License-Identifier: Apache-2.0
/// Reads before anything was stored that an execution passes because another element stands for all.
#pragma once

#include <optional>

#include "frontend/program/interpreter.h"

namespace bireach::frontend {

/// The execution on the same inputs that ends at the first read, on the way of this one to its error, of an element
/// that nothing was stored to. Precondition: the execution has all its states. Nothing: there is none, or it would take
/// too long (more than two million steps) to try all elements that are read.
[[nodiscard]] std::optional<Execution> unwritten_read_before(const Program& program, const Execution& error);

}  // namespace bireach::frontend
