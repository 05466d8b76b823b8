// SPDX-License-Identifier: Apache-2.0
#include "logic/terms/floating.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace bireach::logic {

namespace {

constexpr std::array<std::string_view, 28> op_names{
    "Add",      "Sub",       "Mul",       "Div",        "Fma",          "Sqrt",     "Remainder",
    "Mod",      "RoundEven", "RoundAway", "Floor",      "Ceil",         "Truncate", "Negate",
    "Absolute", "CopySign",  "Convert",   "FromSigned", "FromUnsigned", "ToSigned", "ToUnsigned",
    "Equal",    "Less",      "LessEqual", "IsNan",      "IsInfinite",   "IsNormal", "IsSubnormal"};

FloatFormat format_of(unsigned width) {
  const auto format = float_format(width);
  if (!format) throw std::invalid_argument("floating point: no format is " + std::to_string(width) + " bits wide");
  return *format;
}

int bias_of(FloatFormat format) {
  return (1 << (format.exponent_bits - 1)) - 1;
}
/// Exponent of the last bit of the smallest numbers.
int least_exponent(FloatFormat format) {
  return 2 - bias_of(format) - static_cast<int>(format.significand_bits);
}

int bit_length(const Integer& value) {
  return value.is_zero() ? 0 : static_cast<int>(boost::multiprecision::msb(value)) + 1;
}

Integer scaled(const Integer& value, int bits) {
  return value << static_cast<unsigned>(bits);
}

/// (-1)^negative * mantissa * 2^exponent, or an infinity, or not a number.
struct Number {
  enum class Class : std::uint8_t { finite, infinite, nan };
  Class kind = Class::finite;
  bool negative = false;
  Integer mantissa = 0;
  int exponent = 0;

  [[nodiscard]] bool is_nan() const { return kind == Class::nan; }
  [[nodiscard]] bool is_infinite() const { return kind == Class::infinite; }
  [[nodiscard]] bool is_zero() const { return kind == Class::finite && mantissa.is_zero(); }
};

Number not_a_number() {
  return {Number::Class::nan, false, 0, 0};
}
Number finite(bool negative, Integer mantissa, int exponent) {
  return {Number::Class::finite, negative, std::move(mantissa), exponent};
}
Number infinite(bool negative) {
  return {Number::Class::infinite, negative, 0, 0};
}

Number decode(const Integer& pattern, FloatFormat format) {
  const unsigned fraction_bits = format.significand_bits - 1;
  const bool negative = boost::multiprecision::bit_test(pattern, format.width() - 1);
  Integer fraction = wrap_unsigned(pattern, fraction_bits);
  const int field = wrap_unsigned(pattern >> fraction_bits, format.exponent_bits).convert_to<int>();
  if (field == (1 << format.exponent_bits) - 1)
    return fraction.is_zero() ? infinite(negative) : Number{Number::Class::nan, negative, 0, 0};
  if (field != 0) fraction += power_of_two(fraction_bits);
  return finite(negative, std::move(fraction), least_exponent(format) + std::max(field - 1, 0));
}

Integer with_sign(const Integer& pattern, bool negative, FloatFormat format) {
  return negative ? Integer{pattern + power_of_two(format.width() - 1)} : pattern;
}

Integer infinity_of(FloatFormat format) {
  return scaled(power_of_two(format.exponent_bits) - 1, static_cast<int>(format.significand_bits) - 1);
}

Integer nan_of(FloatFormat format) {
  return infinity_of(format) + power_of_two(format.significand_bits - 2);
}

/// For a value that lies a little (less than a unit of the last place of the mantissa) further from zero.
Number a_little_more(Number x) {
  x.mantissa = scaled(x.mantissa, 2) + 1;  // one more bit below makes room
  x.exponent -= 2;
  return x;
}

/// Nearest value, ties to even.
Integer encode(const Number& x, FloatFormat format) {
  if (x.is_nan()) return nan_of(format);
  if (x.is_infinite()) return with_sign(infinity_of(format), x.negative, format);
  if (x.is_zero()) return with_sign(0, x.negative, format);
  const auto precision = static_cast<int>(format.significand_bits);
  Integer mantissa = x.mantissa;
  int last = std::max(x.exponent + bit_length(mantissa) - precision, least_exponent(format));
  if (last <= x.exponent) {
    mantissa = scaled(mantissa, x.exponent - last);
  } else {
    const int dropped_bits = last - x.exponent;
    if (dropped_bits > bit_length(mantissa) + 1) {
      mantissa = 0;  // less than half of the smallest number
    } else {
      const auto bits = static_cast<unsigned>(dropped_bits);
      const Integer dropped = wrap_unsigned(mantissa, bits);
      const Integer half = power_of_two(bits - 1);
      mantissa >>= bits;
      const bool up = dropped > half || (dropped == half && boost::multiprecision::bit_test(mantissa, 0));
      if (up) ++mantissa;
      if (bit_length(mantissa) > precision) {
        mantissa >>= 1;
        ++last;
      }
    }
  }
  if (bit_length(mantissa) < precision) return with_sign(mantissa, x.negative, format);  // subnormal or zero
  const int field = last - least_exponent(format) + 1;
  if (field >= (1 << format.exponent_bits) - 1) return with_sign(infinity_of(format), x.negative, format);
  // The leading bit adds one to the field of the exponent.
  return with_sign(mantissa + scaled(Integer{field - 1}, precision - 1), x.negative, format);
}

Number negate(Number x) {
  x.negative = !x.negative;
  return x;
}

/// Exact.
Number add(const Number& x, const Number& y) {
  if (x.is_nan() || y.is_nan()) return not_a_number();
  if (x.is_infinite() || y.is_infinite()) {
    if (x.is_infinite() && y.is_infinite() && x.negative != y.negative) return not_a_number();
    return x.is_infinite() ? x : y;
  }
  if (x.is_zero() && y.is_zero()) return finite(x.negative && y.negative, 0, 0);
  if (x.is_zero()) return y;
  if (y.is_zero()) return x;
  const int exponent = std::min(x.exponent, y.exponent);
  const Integer a = scaled(x.mantissa, x.exponent - exponent);
  const Integer b = scaled(y.mantissa, y.exponent - exponent);
  const Integer sum = (x.negative ? Integer{-a} : a) + (y.negative ? Integer{-b} : b);
  return finite(sum < 0, abs(sum), exponent);
}

/// Exact.
Number multiply(const Number& x, const Number& y) {
  const bool negative = x.negative != y.negative;
  if (x.is_nan() || y.is_nan()) return not_a_number();
  if (x.is_infinite() || y.is_infinite()) return x.is_zero() || y.is_zero() ? not_a_number() : infinite(negative);
  return finite(negative, x.mantissa * y.mantissa, x.exponent + y.exponent);
}

Integer divide(const Number& x, const Number& y, FloatFormat format) {
  const bool negative = x.negative != y.negative;
  if (x.is_nan() || y.is_nan() || (x.is_infinite() && y.is_infinite()) || (x.is_zero() && y.is_zero()))
    return nan_of(format);
  if (x.is_infinite() || y.is_zero()) return with_sign(infinity_of(format), negative, format);
  if (y.is_infinite() || x.is_zero()) return with_sign(0, negative, format);
  const int extra =
      std::max(0, static_cast<int>(format.significand_bits) + 2 + bit_length(y.mantissa) - bit_length(x.mantissa));
  const Integer dividend = scaled(x.mantissa, extra);
  const Number quotient = finite(negative, dividend / y.mantissa, x.exponent - y.exponent - extra);
  return encode(quotient.mantissa * y.mantissa == dividend ? quotient : a_little_more(quotient), format);
}

Integer square_root(const Number& x, const Integer& pattern, FloatFormat format) {
  if (x.is_zero()) return pattern;
  if (x.is_nan() || x.negative) return nan_of(format);
  if (x.is_infinite()) return pattern;
  int extra = std::max(0, 2 * static_cast<int>(format.significand_bits) + 4 - bit_length(x.mantissa));
  if ((x.exponent - extra) % 2 != 0) ++extra;
  Integer rest;
  const Integer radicand = scaled(x.mantissa, extra);
  const Number root{.mantissa = sqrt(radicand, rest), .exponent = (x.exponent - extra) / 2};
  return encode(rest.is_zero() ? root : a_little_more(root), format);
}

/// x - n * y, exact.
Integer remainder(FloatOp op, const Number& x, const Number& y, const Integer& pattern, FloatFormat format) {
  if (x.is_nan() || y.is_nan() || x.is_infinite() || y.is_zero()) return nan_of(format);
  if (y.is_infinite() || x.is_zero()) return pattern;
  const int exponent = std::min(x.exponent, y.exponent);
  const Integer a = scaled(x.mantissa, x.exponent - exponent);
  const Integer b = scaled(y.mantissa, y.exponent - exponent);
  const Integer quotient = a / b;
  Integer rest = a - quotient * b;
  bool negative = x.negative;
  if (op == FloatOp::Remainder) {  // n is the nearest integer, else truncated
    const Integer twice = 2 * rest;
    if (twice > b || (twice == b && boost::multiprecision::bit_test(quotient, 0))) {
      rest = b - rest;
      negative = !negative;
    }
  }
  if (rest.is_zero()) negative = x.negative;
  return encode(finite(negative, rest, exponent), format);
}

/// The magnitude rounded to an integer; x is finite.
Integer integral_magnitude(FloatOp op, const Number& x) {
  if (x.exponent >= 0) return scaled(x.mantissa, x.exponent);
  const int below = -x.exponent;
  if (below > bit_length(x.mantissa) + 1) {
    const bool away = !x.is_zero() && ((op == FloatOp::Floor && x.negative) || (op == FloatOp::Ceil && !x.negative));
    return away ? 1 : 0;
  }
  const auto bits = static_cast<unsigned>(below);
  Integer whole = x.mantissa >> bits;
  const Integer dropped = wrap_unsigned(x.mantissa, bits);
  const Integer half = power_of_two(bits - 1);
  bool up = false;
  if (op == FloatOp::RoundEven)
    up = dropped > half || (dropped == half && boost::multiprecision::bit_test(whole, 0));
  else if (op == FloatOp::RoundAway)
    up = dropped >= half;
  else if (op == FloatOp::Floor || op == FloatOp::Ceil)
    up = !dropped.is_zero() && x.negative == (op == FloatOp::Floor);
  if (up) ++whole;
  return whole;
}

Integer round_to_integral(FloatOp op, const Number& x, const Integer& pattern, FloatFormat format) {
  if (x.is_nan()) return nan_of(format);
  if (x.is_infinite()) return pattern;
  return encode(finite(x.negative, integral_magnitude(op, x), 0), format);
}

Integer to_integer(FloatOp op, const Number& x, unsigned width) {
  if (x.kind != Number::Class::finite) return 0;
  // A number this large fits no integer; shifting it would only take time.
  if (!x.is_zero() && x.exponent + bit_length(x.mantissa) > static_cast<int>(width) + 1) return 0;
  const Integer magnitude = integral_magnitude(FloatOp::Truncate, x);
  const Integer value = x.negative ? Integer{-magnitude} : magnitude;
  const bool is_signed = op == FloatOp::ToSigned;
  const Integer low = is_signed ? Integer{-power_of_two(width - 1)} : Integer{0};
  const Integer high = power_of_two(is_signed ? width - 1 : width) - 1;
  return low <= value && value <= high ? wrap_unsigned(value, width) : Integer{0};
}

bool equal(const Number& x, const Number& y) {
  if (x.is_nan() || y.is_nan()) return false;
  if (x.is_infinite() || y.is_infinite()) return x.kind == y.kind && x.negative == y.negative;
  return add(x, negate(y)).is_zero();
}

bool less(const Number& x, const Number& y) {
  if (x.is_nan() || y.is_nan() || equal(x, y)) return false;
  if (x.is_infinite()) return x.negative;
  if (y.is_infinite()) return !y.negative;
  return add(x, negate(y)).negative;
}

bool is_normal(const Number& x, FloatFormat format) {
  return x.kind == Number::Class::finite && bit_length(x.mantissa) == static_cast<int>(format.significand_bits);
}

bool predicate(FloatOp op, const Number& x, const Number& y, FloatFormat format) {
  switch (op) {
    case FloatOp::Equal:
      return equal(x, y);
    case FloatOp::Less:
      return less(x, y);
    case FloatOp::LessEqual:
      return less(x, y) || equal(x, y);
    case FloatOp::IsNan:
      return x.is_nan();
    case FloatOp::IsInfinite:
      return x.is_infinite();
    case FloatOp::IsNormal:
      return is_normal(x, format);
    case FloatOp::IsSubnormal:
      return x.kind == Number::Class::finite && !x.is_zero() && !is_normal(x, format);
    default:
      throw std::logic_error("floating point: not a predicate");
  }
}

/// Operations that only touch the sign bit.
Integer change_sign(FloatOp op, std::span<const Integer> operands, FloatFormat format) {
  const unsigned sign = format.width() - 1;
  Integer magnitude = wrap_unsigned(operands[0], sign);
  if (op == FloatOp::Absolute) return magnitude;
  const bool negative = op == FloatOp::Negate ? !boost::multiprecision::bit_test(operands[0], sign)
                                              : boost::multiprecision::bit_test(operands[1], sign);
  return with_sign(magnitude, negative, format);
}

/// The magnitude; exact where long double has as many digits.
long double to_host(const Number& x) {
  return std::ldexp(x.mantissa.convert_to<long double>(), x.exponent);
}

/// The shortest text that reads back as the value.
template <typename Value>
std::string magnitude_text(Value value) {
  std::array<char, 64> buffer{};
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  std::string text(buffer.data(), result.ptr);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

Integer fold_numbers(FloatOp op, std::span<const Integer> operands, FloatFormat format, unsigned result_width) {
  const Number x = decode(operands[0], format);
  const Number y = operands.size() > 1 ? decode(operands[1], format) : Number{};
  switch (op) {
    case FloatOp::Add:
      return encode(add(x, y), format);
    case FloatOp::Sub:
      return encode(add(x, negate(y)), format);
    case FloatOp::Mul:
      return encode(multiply(x, y), format);
    case FloatOp::Div:
      return divide(x, y, format);
    case FloatOp::Fma:
      return encode(add(multiply(x, y), decode(operands[2], format)), format);
    case FloatOp::Sqrt:
      return square_root(x, operands[0], format);
    case FloatOp::Remainder:
    case FloatOp::Mod:
      return remainder(op, x, y, operands[0], format);
    case FloatOp::RoundEven:
    case FloatOp::RoundAway:
    case FloatOp::Floor:
    case FloatOp::Ceil:
    case FloatOp::Truncate:
      return round_to_integral(op, x, operands[0], format);
    case FloatOp::Convert:
      return encode(x, format_of(result_width));
    case FloatOp::ToSigned:
    case FloatOp::ToUnsigned:
      return to_integer(op, x, result_width);
    default:
      return predicate(op, x, y, format) ? 1 : 0;
  }
}

}  // namespace

unsigned arity(FloatOp op) {
  switch (op) {
    case FloatOp::Fma:
      return 3;
    case FloatOp::Add:
    case FloatOp::Sub:
    case FloatOp::Mul:
    case FloatOp::Div:
    case FloatOp::Remainder:
    case FloatOp::Mod:
    case FloatOp::CopySign:
    case FloatOp::Equal:
    case FloatOp::Less:
    case FloatOp::LessEqual:
      return 2;
    default:
      return 1;
  }
}

bool is_float_predicate(FloatOp op) {
  return op >= FloatOp::Equal;
}
bool gives_float(FloatOp op) {
  return op < FloatOp::ToSigned;
}
bool takes_float(FloatOp op) {
  return op != FloatOp::FromSigned && op != FloatOp::FromUnsigned;
}

std::string_view to_string(FloatOp op) {
  return op_names.at(static_cast<std::size_t>(op));
}

std::optional<FloatFormat> float_format(unsigned width) {
  switch (width) {
    case 16:
      return FloatFormat{5, 11};
    case 32:
      return FloatFormat{8, 24};
    case 64:
      return FloatFormat{11, 53};
    case 79:
      return FloatFormat{15, 64};
    case 128:
      return FloatFormat{15, 113};
    default:
      return std::nullopt;
  }
}

Integer fold_floating(FloatOp op, std::span<const Integer> operands, unsigned width, unsigned result_width) {
  switch (op) {
    case FloatOp::FromSigned: {
      const Integer value = wrap_signed(operands[0], width);
      return encode(finite(value < 0, abs(value), 0), format_of(result_width));
    }
    case FloatOp::FromUnsigned:
      return encode(Number{.mantissa = operands[0]}, format_of(result_width));
    case FloatOp::Negate:
    case FloatOp::Absolute:
    case FloatOp::CopySign:
      return change_sign(op, operands, format_of(width));
    default:
      return fold_numbers(op, operands, format_of(width), result_width);
  }
}

bool is_nan_pattern(const Integer& pattern, unsigned width) {
  return decode(pattern, format_of(width)).is_nan();
}

Integer nan_pattern(unsigned width) {
  return nan_of(format_of(width));
}

IntegerBounds integer_bounds(unsigned float_width, unsigned integer_width, bool is_signed) {
  const FloatFormat format = format_of(float_width);
  const Number high{.mantissa = power_of_two(is_signed ? integer_width - 1 : integer_width)};
  const Integer below = (is_signed ? power_of_two(integer_width - 1) : Integer{0}) + 1;  // the least value - 1, negated
  IntegerBounds bounds{
      .low = encode(negate({.mantissa = below}), format), .low_included = false, .high = encode(high, format)};
  const Number rounded = decode(bounds.low, format);
  const bool exact = !rounded.is_infinite() && add(rounded, Number{.mantissa = below}).is_zero();
  if (!exact && !rounded.is_infinite()) {  // then no value lies between, and the least integer is a value
    bounds.low = encode(negate({.mantissa = below - 1}), format);
    bounds.low_included = true;
  }
  return bounds;
}

std::string float_text(const Integer& pattern, unsigned width) {
  const FloatFormat format = format_of(width);
  const Number x = decode(pattern, format);
  const std::string sign = x.negative ? "-" : "";
  if (x.is_nan()) return sign + "NAN";
  if (x.is_infinite()) return sign + "INFINITY";
  if (width == 32) return sign + magnitude_text(static_cast<float>(to_host(x))) + "f";
  if (width == 64) return sign + magnitude_text(static_cast<double>(to_host(x)));
  if (width == 79 && std::numeric_limits<long double>::digits >= 64) return sign + magnitude_text(to_host(x)) + "L";
  return "0x" + pattern.str(0, std::ios_base::hex);
}

}  // namespace bireach::logic
