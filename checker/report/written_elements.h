// SPDX-License-Identifier: Apache-2.0
/// What a statement that changes some elements of an array, and keeps all others (`keeps_other_elements`), is told as.
#pragma once

#include <string>

#include "frontend/program/memory_names.h"
#include "frontend/program/program.h"

namespace bireach::checker {

/// The variable in memory to which the first of the elements belongs, "items[].price" of structures; empty: none that
/// has a name.
[[nodiscard]] std::string written_object(const frontend::Program& program, const frontend::Statement& statement);
/// "{1, 2, …}": the first `limit` of the elements, with the values that the array has; pointers by what they lead to.
[[nodiscard]] std::string written_elements(const frontend::Program& program, const frontend::Statement& statement,
                                           const logic::ArrayValue& array, const frontend::MemoryNames& memory,
                                           int limit);

}  // namespace bireach::checker
