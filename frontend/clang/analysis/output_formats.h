// SPDX-License-Identifier: Apache-2.0
/// Functions that write to a stream: what their formats say of the number of characters (C11 7.21.6.1).
#pragma once

#include <clang/AST/Expr.h>

#include <cstdint>
#include <optional>

namespace bireach::frontend {

/// What is known of the characters that a call writes.
struct WrittenText {
  std::int64_t least = 0;
  std::optional<std::int64_t> most;  ///< nothing: any number
  bool is_literal = false;           ///< the format is known
  bool stores = false;               ///< it has a `%n`
};

/// `format` is the number of the argument. Linear in the length of the format.
[[nodiscard]] WrittenText written_by_format(const clang::CallExpr* call, unsigned format);

}  // namespace bireach::frontend
