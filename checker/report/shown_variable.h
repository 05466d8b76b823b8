// SPDX-License-Identifier: Apache-2.0
/// How formulas of reports show a program's variables.
#pragma once

#include <string>

#include "checker/report/text/variable_text.h"
#include "frontend/program/memory_names.h"
#include "frontend/program/program.h"

namespace bireach::checker {

/// Under that name; pointers by what they point to, memory as what lies there. `program` and `memory` must outlive it.
[[nodiscard]] VariableText shown_variable(const frontend::Program& program, const frontend::MemoryNames& memory,
                                          frontend::VariableId variable, std::string name);

}  // namespace bireach::checker
