// SPDX-License-Identifier: Apache-2.0
/// Variables that the program declares and nobody defines: the harness does.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "frontend/program/interpreter.h"

namespace bireach::checker {

struct DefinedVariables {
  std::string text;                          ///< C: their definitions
  std::set<frontend::VariableId> variables;  ///< those that have the execution's values
  std::vector<std::string> not_set;          ///< what they hold cannot be said
};

/// Numbers get the values that they start with in the execution, which has all its states; all others are zero.
[[nodiscard]] DefinedVariables defined_variables(const frontend::Program& program,
                                                 const frontend::Execution& execution);

}  // namespace bireach::checker
