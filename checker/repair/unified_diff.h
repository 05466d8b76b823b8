// SPDX-License-Identifier: Apache-2.0
/// Differences of texts as `patch` reads them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace bireach::checker {

/// Lines [old_begin, old_end) of the old text are replaced by lines [new_begin, new_end) of the new one; from 0.
struct LineChange {
  std::size_t old_begin = 0, old_end = 0, new_begin = 0, new_end = 0;
};

/// What differs, in order, none touching the next. Lines in which both end belong to no change. Quadratic in the number
/// of lines between the first and the last difference, as long as that is small; else one change.
[[nodiscard]] std::vector<LineChange> changed_lines(const std::vector<std::string>& before,
                                                    const std::vector<std::string>& after);

/// With their line ends; the last one may have none.
[[nodiscard]] std::vector<std::string> split_lines(const std::string& text);

/// The difference as a unified diff with three lines of context, for `patch -p1` in the current folder, or, for a file
/// that does not lie in it, in the root. Empty: the texts are equal.
[[nodiscard]] std::string unified_diff(const std::string& path, const std::string& before, const std::string& after);

}  // namespace bireach::checker
