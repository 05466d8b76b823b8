// SPDX-License-Identifier: Apache-2.0
/// What the two halves of witness_validation.h share.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "checker/witness/witness.h"
#include "frontend/clang/parse.h"

namespace bireach::checker {

[[noreturn]] inline void reject(const TextMark& mark, const std::string& why) {
  throw WitnessRejected(mark.line == 0 ? why : fmt::format("{} (line {} of the witness)", why, mark.line));
}

/// Parses the edited program. If that fails, finds out which constraint is to blame: `edit` inserts one alone.
template <typename EditOne>
frontend::Program parse_edited(const std::vector<std::string>& files, const frontend::ParseOptions& all,
                               std::size_t count, const EditOne& edit) {
  try {
    return frontend::parse_c_files(files, all);
  } catch (const frontend::ParseError& problem) {
    for (std::size_t i = 0; i < count; ++i) edit(i);
    throw WitnessRejected(fmt::format("its constraints are no C in their places: {}", problem.what()));
  }
}

/// The message without the place, which is one of the edited text.
inline std::string message_of(const std::exception& problem) {
  const std::string text = problem.what();
  const std::size_t line_end = text.find('\n');
  const std::string first = text.substr(0, line_end);
  const std::size_t colon = first.rfind(": ");
  return colon == std::string::npos ? first : first.substr(colon + 2);
}

}  // namespace bireach::checker
