// SPDX-License-Identifier: Apache-2.0
/// The names by which functions and variables are known outside of their file.
#pragma once

#include <clang/AST/Decl.h>

#include <string>

namespace bireach::frontend {

/// The name of the function or variable for the linker: its assembler label, if it has one.
[[nodiscard]] std::string symbol_of(const clang::NamedDecl* declaration);

/// The name by which the C library knows the function. A label in a header of the system only chooses among versions of
/// what C's name means; elsewhere it means another function.
[[nodiscard]] std::string known_name(const clang::FunctionDecl* function);

/// Is it declared in a header of the system?
[[nodiscard]] bool is_in_system_header(const clang::Decl* declaration);
/// Is it that, or built into the compiler?
[[nodiscard]] bool is_of_system(const clang::Decl* declaration);

}  // namespace bireach::frontend
