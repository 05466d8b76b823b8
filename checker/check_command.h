// SPDX-License-Identifier: Apache-2.0
/// `bireach check`: from files to a reported verdict.
#pragma once

#include "checker/command_line.h"
#include "checker/limits.h"

namespace bireach::checker {

/// Parses, verifies, analyses relevance and reports: the result file if asked for, then the text on standard output.
/// The exit status as documented: 0 TRUE, 1 FALSE, 2 bad input, 3 UNKNOWN, 4 an internal error. When the run does not
/// stop in time after a limit or a signal, reports from the watchdog's thread and ends the process.
/// `block_termination_signals` must have been called; `gate` is claimed by whoever answers.
[[nodiscard]] int run_check(const CheckOptions& options, Clock::time_point start, OutputGate& gate);

}  // namespace bireach::checker
