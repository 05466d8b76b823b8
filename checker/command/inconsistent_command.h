// SPDX-License-Identifier: Apache-2.0
/// `bireach inconsistent`: code that no execution passes without an error.
#pragma once

#include "checker/answer/limits.h"
#include "checker/command/command_line.h"

namespace bireach::checker {

/// Analyses the files, several at a time, and writes the answer in the forms that are asked for. When a limit or a
/// signal ends it early what is known is written. The exit status: see inconsistent_exit_statuses.
[[nodiscard]] int run_inconsistent(const InconsistentOptions& options, Clock::time_point start, OutputGate& gate);

}  // namespace bireach::checker
