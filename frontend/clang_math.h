// SPDX-License-Identifier: Apache-2.0
/// Functions and builtins of <math.h> that IEEE 754 determines to the last bit. (fmin, sin
/// and the like are C in clang_library.cpp.)
#pragma once

#include <clang/AST/Expr.h>

#include <optional>
#include <string>

#include "frontend/clang_linker.h"
#include "logic/value.h"

namespace bireach::frontend {

/// Is this a direct call of such a function, which the program does not define itself? It then only computes a value.
[[nodiscard]] bool is_exact_math(const clang::CallExpr* call, const Linker& linker);

/// The pattern of a constant expression of floating type; nothing if it is not constant.
[[nodiscard]] std::optional<logic::Integer> constant_pattern(const clang::Expr* expr, const clang::ASTContext& context);

/// Does the function read or change the rounding mode or the exception flags (<fenv.h>)?
[[nodiscard]] bool is_floating_environment(const std::string& name);

}  // namespace bireach::frontend
