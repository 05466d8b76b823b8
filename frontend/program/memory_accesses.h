// SPDX-License-Identifier: Apache-2.0
/// What an execution accesses in memory.
#pragma once

#include "frontend/program/interpreter.h"

namespace bireach::frontend {

/// What an answer assumes where accesses through moved pointers are not compared with the members that they may leave
/// (Memory::Cells::members).
inline constexpr const char* members_are_kept =
    "accesses through pointers into members of structures stay inside of them";

/// Are all accesses of the execution, which has all its states, to each byte of memory through the same cells? The
/// points-to analysis has put memory that no pointer shares into cells of its own. A pointer that is read from memory
/// of any contents may have the address of an object in other cells nevertheless: then the execution would see two
/// contents of one object. Cells of single fields are left out, as no such pointer leads there. Linear in the length.
[[nodiscard]] bool cells_are_disjoint(const Program& program, const Execution& execution);

}  // namespace bireach::frontend
