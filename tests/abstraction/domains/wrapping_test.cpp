// SPDX-License-Identifier: Apache-2.0
#include "abstraction/domains/wrapping.h"

#include <doctest/doctest.h>

#include <functional>

namespace bireach::abstraction {
namespace {

using frontend::ScalarType;
using logic::Integer;

void for_each_interval(int low, int high, const std::function<void(const Interval&)>& visit) {
  for (int l = low; l <= high; ++l)
    for (int h = l; h <= high; ++h) visit({l, h});
}

/// The least interval with the values of an interval for which this holds.
template <typename Predicate>
MaybeInterval hull_of(const Interval& interval, Predicate predicate) {
  MaybeInterval result;
  for (Integer value = interval.low; value <= interval.high; ++value) {
    if (!predicate(value)) continue;
    if (!result) result = Interval::point(value);
    result->high = value;
  }
  return result;
}

bool same_or_none(const MaybeInterval& a, const MaybeInterval& b) {
  return a && b ? same(*a, *b) : !a && !b;
}

const ScalarType tiny_types[] = {frontend::signed_integer(2), frontend::unsigned_integer(2),
                                 frontend::signed_integer(3), frontend::unsigned_integer(1), frontend::bool_type};

TEST_CASE("what all values of an interval become when they are converted") {
  for (const ScalarType& type : tiny_types) {
    for_each_interval(-9, 9, [&](const Interval& exact) {
      const Interval result = converted(exact, type);
      CHECK(result.within(type));
      bool monotone = true;
      for (Integer value = exact.low; value <= exact.high; ++value) {
        CHECK(result.contains(type.convert(value)));
        if (value > exact.low) monotone = monotone && type.convert(value) == type.convert(value - 1) + 1;
      }
      if (monotone) CHECK(same(result, {type.convert(exact.low), type.convert(exact.high)}));
      if (!monotone && !type.is_boolean()) CHECK(same(result, Interval::of(type)));
    });
  }
}

TEST_CASE("which values are converted into an interval") {
  for (const ScalarType& type : tiny_types) {
    for_each_interval(-9, 9, [&](const Interval& exact) {
      for_each_interval(static_cast<int>(type.min()), static_cast<int>(type.max()), [&](const Interval& target) {
        const auto expected =
            hull_of(exact, [&](const Integer& value) { return target.contains(type.convert(value)); });
        CHECK(same_or_none(unconverted(exact, target, type), expected));
      });
    });
  }
}

TEST_CASE("factors of products") {
  for_each_interval(-9, 9, [](const Interval& product) {
    for_each_interval(-4, 4, [&](const Interval& divisor) {
      if (divisor.contains(0) && !(divisor.low < 0 && divisor.high > 0)) return;
      const MaybeInterval quotient = exact_quotient(product, divisor);
      for (int q = -12; q <= 12; ++q) {
        for (Integer d = divisor.low; d <= divisor.high; ++d)
          if (d != 0 && product.contains(q * d)) CHECK((quotient && quotient->contains(q)));
      }
      if (!divisor.is_point()) return;
      const auto exact = hull_of({-12, 12}, [&](const Integer& q) { return product.contains(q * divisor.low); });
      CHECK(same_or_none(quotient, exact));
    });
  });
}

TEST_CASE("intersection and removal of a value give the least interval") {
  for_each_interval(-4, 4, [](const Interval& a) {
    for_each_interval(-4, 4, [&](const Interval& b) {
      CHECK(same_or_none(intersect(a, b), hull_of(a, [&](const Integer& value) { return b.contains(value); })));
    });
    for (int removed = -5; removed <= 5; ++removed)
      CHECK(same_or_none(without(a, removed), hull_of(a, [&](const Integer& value) { return value != removed; })));
  });
}

}  // namespace
}  // namespace bireach::abstraction
