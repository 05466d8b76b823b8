// SPDX-License-Identifier: Apache-2.0
/// `bireach slice`: the statements of the whole program that the error needs.
#pragma once

#include "checker/answer/limits.h"
#include "checker/command/command_line.h"

namespace bireach::checker {

/// As `run_check`, then decides for every statement whether the error follows without it; the text is about that.
/// Verdict and exit status are those of the program as it is.
[[nodiscard]] int run_slice(const SliceOptions& options, Clock::time_point start, OutputGate& gate);

}  // namespace bireach::checker
