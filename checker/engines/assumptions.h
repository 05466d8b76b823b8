// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "checker/blocks/control_flow.h"

namespace bireach::checker {

/// What a proof of this program takes for granted: the program's own assumptions (functions without a body, …) and, for
/// each kind of undefined behaviour that some operation on a way to a target may show, that it does not happen. Signed
/// overflow is none if the program's overflow wraps.
[[nodiscard]] std::vector<std::string> proof_assumptions(const frontend::Program& program, const ControlFlow& flow);

/// The same where every location is one of the flow's.
[[nodiscard]] std::vector<std::string> proof_assumptions(const frontend::Program& program);

/// Those of them that a proof of the memory accesses makes superfluous.
[[nodiscard]] bool is_about_memory(const std::string& assumption);

/// Has some operation on a way to a target a result of signed type that perhaps does not fit?
[[nodiscard]] bool may_overflow(const frontend::Program& program, const ControlFlow& flow);

}  // namespace bireach::checker
