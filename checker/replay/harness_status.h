// SPDX-License-Identifier: Apache-2.0
/// How a program that is linked with a harness ends.
#pragma once

#include <string_view>

namespace bireach::checker {

/// Exit statuses of a program that is linked with a harness.
enum HarnessStatus : int {
  schedule_lost = 95,      ///< the threads cannot take turns as recorded
  error_reached = 107,     ///< and the marker stands on standard error
  assumption_failed = 98,  ///< __VERIFIER_assume(0)
  no_value_left = 99,      ///< a call for which no value is recorded
  other_call = 97          ///< the next value was recorded for another function
};
inline constexpr std::string_view harness_marker = "bireach: the error is reached";

}  // namespace bireach::checker
