// SPDX-License-Identifier: Apache-2.0
/// What checks write down of an execution, in variables that the user's program does not have.
#pragma once

#include <string_view>

namespace bireach::frontend {

/// Variable::c_type of such a variable: no type of C has this name.
inline constexpr std::string_view note_type = "(note of a check)";

/// Names of the notes that say which element of memory, or of other arrays, stands for all in the question whether it
/// was written.
inline constexpr std::string_view chosen_cell_name = "(chosen cell)";
inline constexpr std::string_view chosen_element_name = "(chosen element)";

}  // namespace bireach::frontend
