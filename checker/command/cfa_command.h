// SPDX-License-Identifier: Apache-2.0
/// `bireach cfa`: prints the control-flow automaton.
#pragma once

#include "checker/command/command_line.h"

namespace bireach::checker {

/// Exit status: 0, 2 for bad input, 4 for an internal error.
[[nodiscard]] int run_cfa(const CfaOptions& options);

}  // namespace bireach::checker
