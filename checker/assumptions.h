// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "checker/control_flow.h"

namespace bireach::checker {

/// What a proof of this program takes for granted: the program's own assumptions (functions without a body, …) and, for
/// each kind of undefined behaviour that some operation on a way to a target may show, that it does not happen.
[[nodiscard]] std::vector<std::string> proof_assumptions(const frontend::Program& program, const ControlFlow& flow);

}  // namespace bireach::checker
