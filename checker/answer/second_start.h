// SPDX-License-Identifier: Apache-2.0
/// What a library does to the process need not be the end of the run: where it was one that can be done without, the
/// program is started once more without it, in what is left of the time.
#pragma once

#include "checker/answer/limits.h"

namespace bireach::checker {

/// Of this run; earlier than the process's own where it is a second start, in which Spacer is then avoided from now on
/// (logic/solvers/spacer_call.h). A crash of Spacer that nobody has begun to answer replaces the process from then on.
/// To be called before other threads exist; `program` and `arguments` (with the program's name first and null at the
/// end) are what a second start is given and must outlive the process.
[[nodiscard]] Clock::time_point prepare_second_start(const char* program, char** arguments);

}  // namespace bireach::checker
