// SPDX-License-Identifier: Apache-2.0
/// `bireach explain`: many error traces, and the relevance of the whole program.
#pragma once

#include "checker/answer/limits.h"
#include "checker/command/command_line.h"

namespace bireach::checker {

/// As `run_check`, but goes on after the first feasible error trace: harvests more, intersects their relevant
/// statements and looks for constants that block them all. The verdict is FALSE however the harvest ends; the report
/// says how.
[[nodiscard]] int run_explain(const ExplainOptions& options, Clock::time_point start, OutputGate& gate);

}  // namespace bireach::checker
