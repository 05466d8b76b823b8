// SPDX-License-Identifier: Apache-2.0
#include "logic/solvers/division_bounds.h"

#include <algorithm>
#include <vector>

namespace bireach::logic {

namespace {

/// By a constant that is no power of two: those are shifts and masks, and -2^(n-1) / -1 is out of all bounds.
bool is_division(Term t) {
  bool is_signed = false;
  switch (t.kind()) {
    case Kind::BvUdiv:
    case Kind::BvUrem:
      break;
    case Kind::BvSdiv:
    case Kind::BvSrem:
      is_signed = true;
      break;
    default:
      return false;
  }
  if (!t[1].is_constant() || t[1].constant().is_zero()) return false;
  const Integer size = is_signed ? abs(wrap_signed(t[1].constant(), t.sort().width())) : t[1].constant();
  return power_of_two(lsb(size)) != size;
}

}  // namespace

Term DivisionBounds::with_bounds(Term formula) {
  if (formula.has_quantifier() || !divides(formula)) return formula;
  std::vector<Term> conjuncts{formula};
  TermMap<char> seen;
  for_each_post_order(
      formula, [&](Term t) { return *divides_.find(t) != 0 && seen.set(t, 1); },
      [&](Term t) {
        if (is_division(t)) conjuncts.push_back(bounds_of(t));
      });
  return terms_.and_(conjuncts);
}

bool DivisionBounds::divides(Term formula) {
  for_each_post_order(
      formula, [&](Term t) { return !divides_.contains(t); },
      [&](Term t) {
        const auto children = t.children();
        const bool below =
            std::any_of(children.begin(), children.end(), [&](Term child) { return *divides_.find(child) != 0; });
        divides_.set(t, below || is_division(t) ? 1 : 0);
      });
  return *divides_.find(formula) != 0;
}

Term DivisionBounds::bounds_of(Term division) {
  const unsigned width = division.sort().width();
  const Integer& divisor = division[1].constant();
  const auto number = [&](const Integer& value) { return terms_.bit_vector(value, width); };
  const auto compare = [&](Kind kind, Term a, Term b) { return terms_.bv_binary(kind, a, b); };
  const Term zero = number(0);
  switch (division.kind()) {
    case Kind::BvUrem:
      return compare(Kind::BvUlt, division, number(divisor));
    case Kind::BvUdiv:
      return compare(Kind::BvUle, division, number((power_of_two(width) - 1) / divisor));
    default:
      break;
  }
  // Truncated division: the quotient is next to 0, the remainder has the dividend's sign (SMT-LIB bvsdiv, bvsrem).
  const Integer signed_divisor = wrap_signed(divisor, width);
  const Integer size = abs(signed_divisor);
  const Integer most = division.kind() == Kind::BvSrem ? Integer{size - 1} : Integer{power_of_two(width - 1) / size};
  const bool flips = division.kind() == Kind::BvSdiv && signed_divisor < 0;
  const Term is_negative = compare(Kind::BvSlt, division[0], zero);
  const Term low = terms_.and_(compare(Kind::BvSle, number(-most), division), compare(Kind::BvSle, division, zero));
  const Term high = terms_.and_(compare(Kind::BvSle, zero, division), compare(Kind::BvSle, division, number(most)));
  return terms_.ite(is_negative, flips ? high : low, flips ? low : high);
}

}  // namespace bireach::logic
