// SPDX-License-Identifier: Apache-2.0
/// Variables that the lowering of C made for itself.
#pragma once

#include "frontend/program/program.h"

namespace bireach::frontend {

/// Does it only hold a number on its way, of which the source has no name? (Lowering::keep_number: "(stored32s)".)
[[nodiscard]] inline bool is_of_lowering(const Variable& variable) {
  return variable.name.starts_with('(');
}

}  // namespace bireach::frontend
