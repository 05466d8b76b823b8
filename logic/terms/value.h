// SPDX-License-Identifier: Apache-2.0
/// Concrete values of terms: the common currency of models, the evaluator and executions.
#pragma once

#include <string>
#include <variant>

#include "logic/terms/element_map.h"

namespace bireach::logic {

/// A total array from integers to integers: `elements` where given, `otherwise` everywhere else.
/// Bit-vector indices and elements are stored as their unsigned value. Copies share their elements.
struct ArrayValue {
  Integer otherwise = 0;
  ElementMap elements;

  [[nodiscard]] const Integer& at(const Integer& index) const;
  /// Normal form: no element equals `otherwise`.
  void set(const Integer& index, const Integer& value);
  bool operator==(const ArrayValue&) const = default;
};

/// A value of sort Bool (bool), Int or BitVec (Integer; a bit-vector as unsigned value in [0, 2^w)), or Array.
using Value = std::variant<bool, Integer, ArrayValue>;

[[nodiscard]] std::string to_string(const Value& value);

/// 2^exponent.
[[nodiscard]] Integer power_of_two(unsigned exponent);
/// value modulo 2^width, in [0, 2^width); the value may be negative.
[[nodiscard]] Integer wrap_unsigned(const Integer& value, unsigned width);
/// The two's-complement reading of value modulo 2^width, in [-2^(width-1), 2^(width-1)).
[[nodiscard]] Integer wrap_signed(const Integer& value, unsigned width);
/// Euclidean quotient and remainder as in SMT-LIB `div` and `mod` (remainder in [0, |divisor|)); divisor != 0.
[[nodiscard]] Integer euclidean_div(const Integer& dividend, const Integer& divisor);
[[nodiscard]] Integer euclidean_mod(const Integer& dividend, const Integer& divisor);

}  // namespace bireach::logic
