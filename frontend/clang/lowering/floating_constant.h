// SPDX-License-Identifier: Apache-2.0
/// Constants of floating type.
#pragma once

#include <clang/AST/Expr.h>

#include <optional>

#include "logic/terms/value.h"

namespace bireach::frontend {

/// The pattern of a constant expression of floating type; nothing if it is not constant.
[[nodiscard]] std::optional<logic::Integer> constant_pattern(const clang::Expr* expr, const clang::ASTContext& context);

}  // namespace bireach::frontend
