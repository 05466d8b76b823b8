// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "checker/answer/limits.h"
#include "checker/command/command_line.h"

namespace bireach::checker {

/// Re-checks a witness: reads it, verifies what it says of the program, reports. The exit status as documented: 0 TRUE
/// (a proof is confirmed), 1 FALSE (a violation is confirmed; of a proof: the error can be reached), 2 bad input or a
/// malformed witness, 3 UNKNOWN (rejected, or not confirmed), 4 an internal error.
int run_validate(const ValidateOptions& options, Clock::time_point start, OutputGate& gate);

}  // namespace bireach::checker
