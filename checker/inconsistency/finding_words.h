// SPDX-License-Identifier: Apache-2.0
/// What is said of a finding.
#pragma once

#include "checker/inconsistency/finding.h"
#include "frontend/clang/modular/function_program.h"

namespace bireach::checker {

[[nodiscard]] Finding described(const frontend::FunctionProgram& function, const DeadWay& way,
                                const Contradiction& why);

}  // namespace bireach::checker
