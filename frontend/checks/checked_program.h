// SPDX-License-Identifier: Apache-2.0
/// Undefined behaviour and leaks as error locations.
#pragma once

#include "frontend/program/program.h"

namespace bireach::frontend {

/// The program with an edge to an Error location before each operation that may violate one of the kinds of
/// `program.property` that are errors of operations (`is_of_operations`); where none is, the program itself. What comes
/// after an error is not looked at: executions that go on are free of it. Checks of arguments of recursive calls come
/// before the call, so that procedures remain procedures; without procedures, if that would change their meaning.
/// Copies of one operation (of inlined calls) share a location. Linear in the size of the program and of its
/// conditions.
///
/// Of the graphs of threads each edge has at most one access of what several threads use (`split_accesses`); what asks
/// about that is in one atomic region with the operation, so that no other thread changes it between the two.
[[nodiscard]] Program with_checks(Program program);

}  // namespace bireach::frontend
