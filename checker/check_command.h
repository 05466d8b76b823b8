// SPDX-License-Identifier: Apache-2.0
/// `bireach check`: from files to a reported verdict.
#pragma once

#include "checker/command_line.h"
#include "checker/limits.h"
#include "checker/report.h"
#include "frontend/program.h"

namespace bireach::checker {

/// Parses, verifies, analyses relevance and reports: the result file if asked for, then the text on standard output.
/// The exit status as documented: 0 TRUE, 1 FALSE, 2 bad input, 3 UNKNOWN, 4 an internal error. When the run does not
/// stop in time after a limit or a signal, reports from the watchdog's thread and ends the process.
/// `block_termination_signals` must have been called; `gate` is claimed by whoever answers.
[[nodiscard]] int run_check(const CheckOptions& options, Clock::time_point start, OutputGate& gate);

/// For the library: the same about a program that was read already (from the files and in the way that `options` say),
/// without output, signals and the end of the process. Runs in threads of its own; several calls may run at a time.
[[nodiscard]] Report check(const CheckOptions& options, const frontend::Program& program);

}  // namespace bireach::checker
