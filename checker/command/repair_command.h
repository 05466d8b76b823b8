// SPDX-License-Identifier: Apache-2.0
/// `bireach repair`: changes of the program with which the error cannot be reached.
#pragma once

#include "checker/answer/limits.h"
#include "checker/command/command_line.h"

namespace bireach::checker {

/// As `run_check`, then looks for repairs; the text is about suspects and repairs. Verdict and exit status are those
/// of the program as it is. The patch file holds the first repair; without one there is none, and one of an earlier run
/// is removed.
[[nodiscard]] int run_repair(const RepairOptions& options, Clock::time_point start, OutputGate& gate);

}  // namespace bireach::checker
