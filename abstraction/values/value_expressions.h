// SPDX-License-Identifier: Apache-2.0
/// What kinds of expressions value_state.cpp and value_conditions.cpp tell apart, and patterns as they are stored.
#pragma once

#include <cstdint>

#include "frontend/program/evaluation.h"
#include "frontend/program/program.h"

namespace bireach::abstraction {

inline frontend::Bits pattern(std::uint64_t bits, const frontend::ScalarType& type) {
  return frontend::convert(bits, type);
}

inline std::uint64_t stored(frontend::Bits bits, const frontend::ScalarType& type) {
  return static_cast<std::uint64_t>(frontend::convert(bits, type));
}

inline bool is_equality(const frontend::Expr& expr) {
  return expr.kind == frontend::Expr::Kind::Binary &&
         (expr.binary == frontend::BinaryOp::Eq || expr.binary == frontend::BinaryOp::Ne);
}

inline bool is_sum(const frontend::Expr& expr) {
  return expr.kind == frontend::Expr::Kind::Binary &&
         (expr.binary == frontend::BinaryOp::Add || expr.binary == frontend::BinaryOp::Sub);
}

inline bool is_integer(const frontend::ScalarType& type) {
  return !type.is_floating();
}

/// A cast that keeps every value apart: of two operands, both are equal exactly if the results are.
inline bool is_injective(const frontend::Expr& cast) {
  const frontend::ScalarType& from = cast.operands[0]->type;
  return is_integer(from) && is_integer(cast.type) && !cast.type.is_boolean() && from.width <= cast.type.width;
}

/// Is the result zero exactly where the operand is?
inline bool keeps_truth(const frontend::Expr& cast) {
  return is_injective(cast) || (cast.type.is_boolean() && is_integer(cast.operands[0]->type));
}

}  // namespace bireach::abstraction
