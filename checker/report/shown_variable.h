// SPDX-License-Identifier: Apache-2.0
/// How reports show a program's variables and their values.
#pragma once

#include <string>

#include "checker/report/text/variable_text.h"
#include "frontend/program/memory_names.h"
#include "frontend/program/program.h"

namespace bireach::checker {

/// Under that name; pointers by what they point to, memory as what lies there. `program` and `memory` must outlive it.
[[nodiscard]] VariableText shown_variable(const frontend::Program& program, const frontend::MemoryNames& memory,
                                          frontend::VariableId variable, std::string name);

/// A value of the variable, or of an element of it: pointers by what they lead to, characters as such, too ("'x'
/// (120)"), other numbers as they are.
[[nodiscard]] std::string shown_value(const logic::Integer& value, const frontend::Variable& variable,
                                      const frontend::MemoryNames& memory);
/// The string that an array of characters holds, as a literal; empty: it is none, it is empty, or something stands
/// behind its end.
[[nodiscard]] std::string text_of(const logic::ArrayValue& array, const frontend::Variable& variable);

}  // namespace bireach::checker
