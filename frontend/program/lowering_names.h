// SPDX-License-Identifier: Apache-2.0
/// Variables that the lowering of C made for itself.
#pragma once

#include <string_view>

#include "frontend/program/program.h"

namespace bireach::frontend {

/// Does it only hold a number on its way, of which the source has no name? (Lowering::keep_number: "(stored32s)".)
[[nodiscard]] inline bool is_of_lowering(const Variable& variable) {
  return variable.name.starts_with('(');
}

/// What the user is told that the value is which is stored in memory bytes by bytes.
inline constexpr std::string_view stored_value_name = "stored value";

}  // namespace bireach::frontend
