// SPDX-License-Identifier: Apache-2.0
/// Functions and builtins of <math.h> that IEEE 754 determines to the last bit. (fmin, sin and the like are C in
/// library_text.cpp.)
#pragma once

#include <clang/AST/Expr.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "frontend/clang/reading/linker.h"
#include "logic/terms/floating.h"

namespace bireach::frontend {

enum class MathMeaning : std::uint8_t {
  operation,   ///< op, of the type of the call
  to_integer,  ///< op, then converted to the integer type of the call
  predicate,   ///< op
  finite,
  infinite_with_sign,  ///< -1, 0 or 1
  sign,
  greater,
  greater_equal,
  less_or_greater,
  unordered,
  classify,         ///< into glibc's numbers
  classify_chosen,  ///< into the numbers that are given
};

struct MathFunction {
  std::string_view name;
  MathMeaning meaning;
  logic::FloatOp op = logic::FloatOp::Add;
  bool obeys_mode = false;  ///< op rounds as it does to nearest; fesetround (library/rounding.h) chooses
};

/// The function of this call; null: none of these, or called in another way than declared in <math.h>.
[[nodiscard]] const MathFunction* exact_math_function(const clang::CallExpr* call);
/// Is this a direct call of such a function, which the program does not define itself? It then only computes a value.
[[nodiscard]] bool is_exact_math(const clang::CallExpr* call, const Linker& linker);

}  // namespace bireach::frontend
