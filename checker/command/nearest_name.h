// SPDX-License-Identifier: Apache-2.0
/// Which of several names somebody may have meant.
#pragma once

#include <cstddef>
#include <string_view>

namespace bireach::checker {

/// How many letters have to be inserted, removed or replaced (V. I. Levenshtein, "Binary codes capable of correcting
/// deletions, insertions, and reversals", 1966). Takes time in proportion to the product of the lengths.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

}  // namespace bireach::checker
