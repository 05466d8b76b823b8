// SPDX-License-Identifier: Apache-2.0
/// Intervals of mathematical results and the machine integers that they become.
#pragma once

#include <optional>

#include "frontend/program/interval.h"

namespace bireach::abstraction {

using frontend::Interval;
/// Nothing: no value at all.
using MaybeInterval = std::optional<Interval>;

[[nodiscard]] inline bool same(const Interval& a, const Interval& b) {
  return a.low == b.low && a.high == b.high;
}
[[nodiscard]] MaybeInterval intersect(const Interval& a, const Interval& b);
/// The least interval with all values of it but this one.
[[nodiscard]] MaybeInterval without(const Interval& interval, const logic::Integer& value);
/// Conversion of all values to the type: exact if all wrap alike, else the type's range. To _Bool: exact.
[[nodiscard]] Interval converted(const Interval& exact, const frontend::ScalarType& type);
/// The least interval with all values of `exact` whose conversion to the type lies in `target`, which is within the
/// type.
[[nodiscard]] MaybeInterval unconverted(const Interval& exact, const Interval& target,
                                        const frontend::ScalarType& type);
/// All integers q such that q * d lies in `product` for a d of `divisor`, none of which is zero, and perhaps more.
[[nodiscard]] MaybeInterval exact_quotient(const Interval& product, const Interval& divisor);
/// Rounded down and up; divisor > 0.
[[nodiscard]] logic::Integer floor_div(const logic::Integer& dividend, const logic::Integer& divisor);
[[nodiscard]] logic::Integer ceil_div(const logic::Integer& dividend, const logic::Integer& divisor);

}  // namespace bireach::abstraction
