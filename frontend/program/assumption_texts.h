// SPDX-License-Identifier: Apache-2.0
/// Assumptions of answers (Program::assumptions) that more than their author reads.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace bireach::frontend {

/// That a variable which is declared only starts with any value.
[[nodiscard]] inline std::string starts_arbitrary(std::string_view variable) {
  return "variable '" + std::string(variable) + "' is defined nowhere: it starts with an arbitrary value";
}

/// Of which variable the assumption says so; nothing: it says something else.
[[nodiscard]] inline std::optional<std::string> variable_that_starts_arbitrary(std::string_view assumption) {
  const std::size_t begin = assumption.find('\'');
  const std::size_t end = begin == std::string_view::npos ? begin : assumption.find('\'', begin + 1);
  if (end == std::string_view::npos) return std::nullopt;
  std::string name(assumption.substr(begin + 1, end - begin - 1));
  return starts_arbitrary(name) == assumption ? std::optional(std::move(name)) : std::nullopt;
}

}  // namespace bireach::frontend
