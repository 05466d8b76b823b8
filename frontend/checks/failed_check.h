// SPDX-License-Identifier: Apache-2.0
/// Which operation an execution fails at.
#pragma once

#include <optional>

#include "frontend/checks/conditions.h"
#include "frontend/program/interpreter.h"

namespace bireach::frontend {

/// The check that an execution of a program `with_checks` fails, whose last state this is. Nothing: it does not end in
/// an error of an operation, or the error is not one of a statement (memory that is left at the end).
[[nodiscard]] std::optional<Check> failed_check(const Program& program, const Trace& trace, const ConcreteState& last);

}  // namespace bireach::frontend
