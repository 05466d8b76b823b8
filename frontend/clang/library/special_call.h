// SPDX-License-Identifier: Apache-2.0
/// Calls of library functions that are written out for them (special_text.h).
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace bireach::frontend {

/// A call as far as the text depends on it.
struct SpecialCall {
  std::string function;               ///< what the program calls: "snprintf"
  std::string symbol;                 ///< the definition's name, see special_symbol()
  std::optional<std::string> format;  ///< the literal that is its format
  unsigned format_argument = 0;
  std::vector<std::string> arguments;  ///< the types of all arguments: "int", "const char *", …
  std::vector<bool> are_literals;      ///< which of them are string literals
  bool is_used = true;                 ///< Does the result matter?
  std::string element;                 ///< qsort, bsearch: what the array consists of
};

}  // namespace bireach::frontend
