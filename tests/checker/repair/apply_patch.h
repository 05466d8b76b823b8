// SPDX-License-Identifier: Apache-2.0
/// What `patch` makes of a unified diff of one file.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "checker/repair/unified_diff.h"

namespace bireach::checker::test {

inline std::string joined(const std::vector<std::string>& lines, std::size_t begin, std::size_t end) {
  std::string text;
  for (std::size_t i = begin; i < end; ++i) text += lines[i];
  return text;
}

/// Context and removed lines have to be those of the text.
inline std::string patched(const std::string& before, const std::string& diff) {
  const auto old_lines = split_lines(before);
  std::string text;
  std::size_t next = 0;
  bool is_kept = true;  // of the line before
  for (const std::string& line : split_lines(diff)) {
    if (line.starts_with("---") || line.starts_with("+++")) continue;
    if (line.starts_with("@@ -")) {
      const bool is_empty = line.compare(line.find(','), 3, ",0 ") == 0;
      const std::size_t first = std::stoul(line.substr(4)) - (is_empty ? 0 : 1);
      text += joined(old_lines, next, first);
      next = first;
    } else if (line.front() == '\\') {
      if (is_kept) text.pop_back();
    } else if (line.front() == '+') {
      text += line.substr(1);
      is_kept = true;
    } else {
      std::string expected = old_lines.at(next++);
      if (expected.back() != '\n') expected += '\n';
      CHECK(line.substr(1) == expected);
      is_kept = line.front() == ' ';
      if (is_kept) text += expected;
    }
  }
  return text + joined(old_lines, next, old_lines.size());
}

}  // namespace bireach::checker::test
