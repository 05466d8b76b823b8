// SPDX-License-Identifier: Apache-2.0
/// What holds in every execution that fails, over the whole program, as report data.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "checker/report/report_place.h"

namespace bireach::checker {

/// What holds at a place in every execution that fails.
struct ReportProgramInvariant {
  enum class At : std::uint8_t {
    loop,    ///< whenever the loop's condition is about to be evaluated
    branch,  ///< … another branch's
    behind,  ///< behind the statement
    error    ///< where the assertion `text` is about to be violated
  } at = At::branch;
  ReportPlace place;
  std::string statement;               ///< "s17", as ReportSliceStatement::statement; empty: of an assertion
  std::string text;                    ///< of the statement or the condition, as written
  bool impossible = false;             ///< no failing execution comes here
  bool supported = false;              ///< as abstraction::ErrorInvariant::supported
  std::vector<std::string> conjuncts;  ///< C; empty: nothing is needed
  std::vector<std::string> of_input;   ///< behind a value from outside: those that speak of it, and of nothing else
};
/// "loop", "branch", "behind", "error"
[[nodiscard]] std::string_view to_string(ReportProgramInvariant::At at);

/// Of all inputs and all rounds of loops at once.
struct ReportProgramInvariants {
  std::vector<ReportProgramInvariant> entries;  ///< in the order of the source, assertions last
  std::vector<std::string> variables;           ///< the user's, of which they speak
  std::string note;                             ///< why there are none
};

}  // namespace bireach::checker
