// SPDX-License-Identifier: Apache-2.0
/// Errors of memory and arithmetic as a programmer says them.
#pragma once

#include <string>

#include "frontend/program/interpreter.h"
#include "frontend/program/program.h"

namespace bireach::checker {

/// What goes wrong where the execution ends, with the values and objects that it has there: "`buf[i]` reads element 8
/// of an array of 8, allocated at line 12", "`x + 1` overflows: 2147483647 + 1 = 2147483648 is no int". Empty: it ends
/// in no error of an operation, or there is nothing to add to the error location's note. Without all of its states
/// nothing is said of where objects come from. Linear in the length of the execution.
[[nodiscard]] std::string error_words(const frontend::Program& program, const frontend::Execution& execution);

}  // namespace bireach::checker
