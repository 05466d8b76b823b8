// SPDX-License-Identifier: Apache-2.0
/// Text of programs and names of files, so that it can be shown on a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace bireach::frontend {

/// Valid UTF-8 without anything that a terminal obeys: control characters become "\x1b", those that change the
/// direction of writing "\u202e", bytes that are no UTF-8 U+FFFD. Other text stays as it is.
[[nodiscard]] std::string visible_text(std::string_view text);

/// Length of the UTF-8 sequence at the front of a text that is not empty (shortest form, no surrogates); 0 if there is
/// none.
[[nodiscard]] std::size_t utf8_length(std::string_view text);

}  // namespace bireach::frontend
