// SPDX-License-Identifier: Apache-2.0
/// `bireach check`: from files to a reported verdict.
#pragma once

#include "checker/answer/limits.h"
#include "checker/command/command_line.h"

namespace bireach::checker {

/// Parses, verifies, analyses relevance and reports, as Session::run says. `gate` is claimed by whoever answers.
[[nodiscard]] int run_check(const CheckOptions& options, Clock::time_point start, OutputGate& gate);

}  // namespace bireach::checker
