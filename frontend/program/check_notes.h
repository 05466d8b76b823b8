// SPDX-License-Identifier: Apache-2.0
/// What checks write down of an execution, in variables that the user's program does not have.
#pragma once

#include <string_view>

namespace bireach::frontend {

/// Variable::c_type of such a variable: no type of C has this name.
inline constexpr std::string_view note_type = "(note of a check)";

}  // namespace bireach::frontend
