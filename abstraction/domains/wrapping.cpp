// SPDX-License-Identifier: Apache-2.0
#include "abstraction/domains/wrapping.h"

#include <algorithm>

namespace bireach::abstraction {

using frontend::ScalarType;
using logic::Integer;

Integer floor_div(const Integer& dividend, const Integer& divisor) {
  return logic::euclidean_div(dividend, divisor);
}

Integer ceil_div(const Integer& dividend, const Integer& divisor) {
  return -logic::euclidean_div(-dividend, divisor);
}

MaybeInterval intersect(const Interval& a, const Interval& b) {
  Interval result{std::max(a.low, b.low), std::min(a.high, b.high)};
  if (result.low > result.high) return std::nullopt;
  return result;
}

MaybeInterval without(const Interval& interval, const Integer& value) {
  Interval result = interval;
  if (result.low == value) ++result.low;
  if (result.high == value) --result.high;
  if (result.low > result.high) return std::nullopt;
  return result;
}

Interval converted(const Interval& exact, const ScalarType& type) {
  if (type.is_boolean()) {
    if (exact.is_point()) return Interval::point(type.convert(exact.low));
    return {exact.contains(0) ? 0 : 1, 1};
  }
  const Integer least = type.min();
  const Integer size = logic::power_of_two(type.width);
  const Integer turns = floor_div(exact.low - least, size);
  if (floor_div(exact.high - least, size) != turns) return Interval::of(type);
  return {exact.low - turns * size, exact.high - turns * size};
}

MaybeInterval unconverted(const Interval& exact, const Interval& target, const ScalarType& type) {
  if (type.is_boolean()) {
    if (target.contains(0)) return target.contains(1) ? exact : intersect(exact, Interval::point(0));
    return without(exact, 0);
  }
  const Integer size = logic::power_of_two(type.width);
  const Integer first = ceil_div(exact.low - target.high, size) * size;
  const Integer last = floor_div(exact.high - target.low, size) * size;
  if (first > last) return std::nullopt;
  return Interval{std::max(exact.low, Integer(target.low + first)), std::min(exact.high, Integer(target.high + last))};
}

MaybeInterval exact_quotient(const Interval& product, const Interval& divisor) {
  if (divisor.high < 0) return exact_quotient({-product.high, -product.low}, {-divisor.high, -divisor.low});
  if (divisor.low <= 0) {  // both signs
    const Integer most = product.magnitude();
    return Interval{-most, most};
  }
  const Interval result{ceil_div(product.low, product.low < 0 ? divisor.low : divisor.high),
                        floor_div(product.high, product.high < 0 ? divisor.high : divisor.low)};
  if (result.low > result.high) return std::nullopt;
  return result;
}

}  // namespace bireach::abstraction
