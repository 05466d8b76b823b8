// SPDX-License-Identifier: Apache-2.0
/// Which pointer an address is computed from.
#pragma once

#include "frontend/program/program.h"

namespace bireach::frontend {

/// The pointer that the index of a cell variable is computed from: a pointer variable, one that is read from memory, or
/// the address of an object; null: there is none, or more than one way to get at it. `shift`: of the cells.
[[nodiscard]] ExprPtr pointer_origin(const Program& program, const ExprPtr& index, const logic::Integer& shift);

}  // namespace bireach::frontend
