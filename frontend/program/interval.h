// SPDX-License-Identifier: Apache-2.0
/// Intervals of integers: what types, constants and operators alone tell about an expression's value.
#pragma once

#include <optional>

#include "frontend/program/expr.h"

namespace bireach::frontend {

/// The integers from low to high, both included; low <= high.
struct Interval {
  logic::Integer low;
  logic::Integer high;

  static Interval of(const ScalarType& type) { return {type.min(), type.max()}; }
  static Interval point(const logic::Integer& value) { return {value, value}; }
  [[nodiscard]] bool contains(const logic::Integer& value) const { return low <= value && value <= high; }
  [[nodiscard]] bool within(const Interval& other) const { return other.low <= low && high <= other.high; }
  [[nodiscard]] bool within(const ScalarType& type) const { return within(of(type)); }
  [[nodiscard]] bool is_point() const { return low == high; }
  [[nodiscard]] bool is_nonnegative() const { return low >= 0; }
  /// The largest absolute value.
  [[nodiscard]] logic::Integer magnitude() const;
};

[[nodiscard]] Interval hull(const Interval& a, const Interval& b);
/// Mathematical results, not wrapped.
[[nodiscard]] Interval add(const Interval& a, const Interval& b);
[[nodiscard]] Interval subtract(const Interval& a, const Interval& b);
[[nodiscard]] Interval multiply(const Interval& a, const Interval& b);
/// C's division, which truncates; the divisor is not zero.
[[nodiscard]] Interval divide(const Interval& a, const Interval& b);
[[nodiscard]] Interval remainder(const Interval& a, const Interval& b);
/// a * 2^b, not wrapped, and a >> b (arithmetic) for b in 0 … width-1.
[[nodiscard]] Interval shift_left(const Interval& a, const Interval& b, unsigned width);
[[nodiscard]] Interval shift_right(const Interval& a, const Interval& b, unsigned width);
/// BitAnd, BitOr or BitXor of two values of the type.
[[nodiscard]] Interval bit_operation(BinaryOp op, const Interval& a, const Interval& b, const ScalarType& type);
/// Does the comparison hold for all values, or (false) for none? Nothing: it depends on the values.
[[nodiscard]] std::optional<bool> decided(BinaryOp comparison, const Interval& a, const Interval& b);
/// The interval itself if all of it fits into the type, else the type's range (the value is wrapped, or what does not
/// fit is undefined).
[[nodiscard]] Interval fitted(const Interval& interval, const ScalarType& type);
/// What types, constants and operators tell about the value of an integer expression.
[[nodiscard]] Interval value_range(const Expr& expr);

}  // namespace bireach::frontend
