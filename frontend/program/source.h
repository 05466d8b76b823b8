// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace bireach::frontend {

/// A place in an input file or one it includes: physical lines and columns, from 1, line markers ignored; end
/// exclusive. Program::file_name names the file; line 0: no place.
struct SourceRange {
  std::uint32_t file = 0;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::uint32_t end_line = 0;
  std::uint32_t end_column = 0;
  bool operator==(const SourceRange&) const = default;
  [[nodiscard]] bool is_known() const { return line != 0; }
};

}  // namespace bireach::frontend
