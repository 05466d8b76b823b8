// SPDX-License-Identifier: Apache-2.0
/// IEEE 754 binary floating point on bit patterns: the reference for every other reading of it (solvers, simplifier,
/// interpreter). Rounding is to nearest, ties to even, computed exactly on integers, so that nothing depends on the
/// machine or the options this is compiled with. Source: IEEE Std 754-2008.
///
/// A value of a format is the unsigned number sign | exponent | fraction, as IEEE 754 lays it out. The width of a
/// pattern tells its format: 16, 32, 64 and 128 are the interchange formats; 79 is x87's extended format without
/// its explicit leading bit (15 bits of exponent, 63 of fraction). An operation that computes a NaN gives the positive
/// quiet NaN without payload; Negate, Absolute and CopySign only change the sign bit, also of a NaN.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "logic/terms/value.h"

namespace bireach::logic {

enum class FloatOp : std::uint8_t {
  Add,
  Sub,
  Mul,
  Div,
  Fma,  ///< x * y + z, rounded once
  Sqrt,
  Remainder,  ///< IEEE remainder: x - n * y, n the integer next to x / y (ties to even)
  Mod,        ///< C's fmod: n is x / y without its fraction
  RoundEven,  ///< to an integral value; ties to even (rint, nearbyint)
  RoundAway,  ///< ties away from zero (round)
  Floor,
  Ceil,
  Truncate,
  Negate,
  Absolute,
  CopySign,    ///< x with the sign of y
  Convert,     ///< to another format
  FromSigned,  ///< from a two's-complement integer
  FromUnsigned,
  ToSigned,  ///< without the fraction; 0 where the result does not fit
  ToUnsigned,
  Equal,  ///< the comparisons of C: -0 == 0, NaN is unordered
  Less,
  LessEqual,
  IsNan,
  IsInfinite,
  IsNormal,
  IsSubnormal
};

/// Number of operands.
[[nodiscard]] unsigned arity(FloatOp op);
/// Is the result a truth value (sort Bool, or 0 and 1)?
[[nodiscard]] bool is_float_predicate(FloatOp op);
/// Is the result a pattern?
[[nodiscard]] bool gives_float(FloatOp op);
/// Are the operands patterns (rather than integers)?
[[nodiscard]] bool takes_float(FloatOp op);
/// "Add", "IsNan", …
[[nodiscard]] std::string_view to_string(FloatOp op);

struct FloatFormat {
  unsigned exponent_bits;
  unsigned significand_bits;  ///< with the leading bit, which patterns leave out
  [[nodiscard]] unsigned width() const { return exponent_bits + significand_bits; }
  bool operator==(const FloatFormat&) const = default;
};
/// The format whose patterns are so wide; nothing if there is none.
[[nodiscard]] std::optional<FloatFormat> float_format(unsigned width);

/// The value of an operation: operands of `width` bits (unsigned), result of `result_width` bits (1 for a predicate).
/// Throws std::invalid_argument for a width without format.
[[nodiscard]] Integer fold_floating(FloatOp op, std::span<const Integer> operands, unsigned width,
                                    unsigned result_width);
[[nodiscard]] inline Integer fold_floating(FloatOp op, std::initializer_list<Integer> operands, unsigned width,
                                           unsigned result_width) {
  return fold_floating(op, std::span<const Integer>(operands.begin(), operands.size()), width, result_width);
}

[[nodiscard]] bool is_nan_pattern(const Integer& pattern, unsigned width);
/// The NaN that operations give.
[[nodiscard]] Integer nan_pattern(unsigned width);

/// The values that convert to an integer type without overflow: those above the low bound (or equal to it, if
/// `low_included`) and below the high one.
struct IntegerBounds {
  Integer low;  ///< patterns
  bool low_included;
  Integer high;
};
[[nodiscard]] IntegerBounds integer_bounds(unsigned float_width, unsigned integer_width, bool is_signed);

/// A C constant that reads back as this pattern of float (32), double (64) or long double (79): "0.1f", "-1e-3", "NAN",
/// "-INFINITY". Other formats: the hexadecimal pattern. Of a NaN only the sign is told.
[[nodiscard]] std::string float_text(const Integer& pattern, unsigned width);

}  // namespace bireach::logic
