// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "logic/elimination/quantifier_rules.h"

namespace bireach::logic {
namespace {

/// coefficient * x >= form (lower) or coefficient * x <= form (upper); coefficient > 0.
struct Bound {
  Integer coefficient;
  LinearForm form;
};

struct Bounds {
  std::vector<Bound> lower;
  std::vector<Bound> upper;
  std::vector<LinearForm> distinct;  // x != form
};

LinearForm scaled(const LinearForm& form, const Integer& factor) {
  LinearForm result;
  result.add(form, factor);
  return result;
}

/// Of bounds that differ in their constant only, the one whose constant is `tighter` is kept.
template <typename Order>
void add_bound(std::vector<Bound>& bounds, Bound bound, Order tighter) {
  for (Bound& other : bounds) {
    if (other.coefficient == bound.coefficient && other.form.coefficients == bound.form.coefficients) {
      if (tighter(bound.form.constant, other.form.constant)) other.form.constant = bound.form.constant;
      return;
    }
  }
  bounds.push_back(std::move(bound));
}

/// The bounds of a variable; nothing if it occurs other than linearly in literals.
std::optional<Bounds> collect_bounds(Term variable, const std::vector<Term>& conjuncts) {
  Bounds bounds;
  for (Term conjunct : conjuncts) {
    std::optional<LinearLiteral> literal = linear_literal(conjunct);
    if (!literal) return std::nullopt;
    const Integer coefficient = literal->form.coefficient(variable);
    literal->form.coefficients.erase(variable);
    for (const auto& [part, factor] : literal->form.coefficients)
      if (occurs(variable, part)) return std::nullopt;
    if (coefficient == 0) return std::nullopt;
    // coefficient * x + form ~ 0  is  magnitude * x ~ value (or the reverse comparison).
    const Integer magnitude = coefficient > 0 ? coefficient : Integer(-coefficient);
    const LinearForm value = scaled(literal->form, coefficient > 0 ? -1 : 1);
    if (literal->relation == LinearRelation::distinct) {
      if (magnitude != 1) return std::nullopt;
      bounds.distinct.push_back(value);
      continue;
    }
    if (literal->relation == LinearRelation::equal || coefficient > 0)
      add_bound(bounds.upper, {magnitude, value}, std::less<>());
    if (literal->relation == LinearRelation::equal || coefficient < 0)
      add_bound(bounds.lower, {magnitude, value}, std::greater<>());
  }
  return bounds;
}

bool all_unit(const std::vector<Bound>& bounds) {
  return std::all_of(bounds.begin(), bounds.end(), [](const Bound& bound) { return bound.coefficient == 1; });
}

/// upper - lower + slack <= 0 reversed: the room between two unit bounds.
LinearForm room(const Bound& lower, const Bound& upper) {
  LinearForm result = upper.form;
  result.add(lower.form, -1);
  return result;
}

/// There is an integer between the two bounds.
std::optional<Term> pair_condition(TermManager& terms, const Bound& lower, const Bound& upper,
                                   const ConstantBounds& known, const std::function<bool(Term)>& avoid_division) {
  if (lower.coefficient == 1 || upper.coefficient == 1) {
    LinearForm gap = scaled(lower.form, upper.coefficient);
    gap.add(upper.form, -lower.coefficient);
    const std::optional<Integer> largest = known.upper(gap);
    return largest && *largest <= 0 ? terms.true_term() : at_most_zero(terms, gap);
  }
  if (avoid_division(to_term(terms, lower.form)) || avoid_division(to_term(terms, upper.form))) return std::nullopt;
  if (lower.coefficient == upper.coefficient && lower.form.coefficients == upper.form.coefficients &&
      lower.form.constant == upper.form.constant)  // coefficient * x = form
    return terms.equal(terms.int_mod(to_term(terms, lower.form), terms.integer(lower.coefficient)), terms.integer(0));
  const Term low = to_term(terms, scaled(lower.form, -1));
  const Term high = to_term(terms, upper.form);
  return terms.less_equal(terms.neg(terms.int_div(low, terms.integer(lower.coefficient))),
                          terms.int_div(high, terms.integer(upper.coefficient)));
}

/// Every value between the bounds could be excluded: are there more values than disequalities in any case?
bool room_for_all(const Bounds& bounds, const ConstantBounds& known) {
  if (!all_unit(bounds.lower) || !all_unit(bounds.upper)) return false;
  for (const Bound& lower : bounds.lower) {
    for (const Bound& upper : bounds.upper) {
      const std::optional<Integer> least = known.lower(room(lower, upper));
      if (!least || *least < bounds.distinct.size()) return false;
    }
  }
  return true;
}

/// If there is a value, there is one among the first |distinct|+1 above a greatest lower (below a least upper) bound.
std::optional<Term> try_candidates(TermManager& terms, Term variable, const std::vector<Term>& conjuncts,
                                   const Bounds& bounds, std::size_t limit) {
  const bool from_below =
      all_unit(bounds.lower) && (!all_unit(bounds.upper) || bounds.lower.size() <= bounds.upper.size());
  const std::vector<Bound>& starts = from_below ? bounds.lower : bounds.upper;
  const std::size_t steps = bounds.distinct.size() + 1;
  if (!all_unit(starts) || starts.size() * steps > limit) return std::nullopt;
  const Term body = terms.and_(conjuncts);
  std::vector<Term> cases;
  for (const Bound& start : starts) {
    for (std::size_t step = 0; step < steps; ++step) {
      LinearForm value = start.form;
      value.constant += from_below ? Integer(step) : -Integer(step);
      cases.push_back(terms.substitute(body, Substitution{{variable, to_term(terms, value)}}));
    }
  }
  return terms.or_(std::move(cases));
}

}  // namespace

std::optional<Term> eliminate_by_bounds(TermManager& terms, Term variable, const std::vector<Term>& conjuncts,
                                        const ConstantBounds& known, std::size_t max_pairs,
                                        const std::function<bool(Term)>& avoid_division) {
  std::optional<Bounds> bounds = collect_bounds(variable, conjuncts);
  if (!bounds) return std::nullopt;
  if (bounds->lower.empty() || bounds->upper.empty()) return terms.true_term();
  if (!bounds->distinct.empty() && !room_for_all(*bounds, known))
    return try_candidates(terms, variable, conjuncts, *bounds, max_pairs);
  if (bounds->lower.size() * bounds->upper.size() > max_pairs) return std::nullopt;
  std::vector<Term> pairs;
  for (const Bound& lower : bounds->lower) {
    for (const Bound& upper : bounds->upper) {
      const std::optional<Term> pair = pair_condition(terms, lower, upper, known, avoid_division);
      if (!pair) return std::nullopt;
      pairs.push_back(*pair);
    }
  }
  return terms.and_(std::move(pairs));
}

std::optional<std::vector<Integer>> few_values(Term variable, const std::vector<Term>& conjuncts,
                                               const ConstantBounds& known, unsigned limit) {
  std::optional<Integer> low;
  std::optional<Integer> high;
  for (Term conjunct : conjuncts) {
    std::optional<LinearLiteral> literal = linear_literal(conjunct);
    if (!literal || literal->relation == LinearRelation::distinct || literal->form.coefficient(variable) == 0) continue;
    const Integer coefficient = literal->form.coefficient(variable);
    literal->form.coefficients.erase(variable);
    const bool equality = literal->relation == LinearRelation::equal;
    const Integer magnitude = coefficient > 0 ? coefficient : Integer(-coefficient);
    const LinearForm value = scaled(literal->form, coefficient > 0 ? -1 : 1);  // magnitude * x ~ value
    if (coefficient > 0 || equality) {
      if (const std::optional<Integer> bound = known.upper(value)) {
        const Integer rounded = floor_div(*bound, magnitude);
        high = high && *high < rounded ? *high : rounded;
      }
    }
    if (coefficient < 0 || equality) {
      if (const std::optional<Integer> bound = known.lower(value)) {
        const Integer rounded = ceil_div(*bound, magnitude);
        low = low && *low > rounded ? *low : rounded;
      }
    }
  }
  if (!low || !high || *high - *low >= limit) return std::nullopt;
  std::vector<Integer> values;
  for (Integer value = *low; value <= *high; ++value) values.push_back(value);
  return values;
}

namespace {

struct BitVectorBound {
  Term term;
  bool strict;
};

struct BitVectorBounds {
  std::vector<BitVectorBound> lower;
  std::vector<BitVectorBound> upper;
  std::size_t distinct = 0;
  std::optional<bool> is_signed;
};

bool collect_bit_vector_bound(Term variable, Term conjunct, BitVectorBounds& bounds) {
  const bool negated = conjunct.kind() == Kind::Not;
  const Term atom = negated ? conjunct[0] : conjunct;
  if (atom.children().size() != 2) return false;
  const std::size_t place = atom[0] == variable ? 0 : 1;
  const Term other = atom[1 - place];
  if (atom[place] != variable || occurs(variable, other)) return false;
  const Kind kind = atom.kind();
  if (kind == Kind::Equal) {
    bounds.distinct += negated ? 1 : 0;
    return negated;
  }
  const bool with_sign = kind == Kind::BvSlt || kind == Kind::BvSle;
  if (!with_sign && kind != Kind::BvUlt && kind != Kind::BvUle) return false;
  if (bounds.is_signed.value_or(with_sign) != with_sign) return false;
  bounds.is_signed = with_sign;
  const bool strict = (kind == Kind::BvUlt || kind == Kind::BvSlt) != negated;
  ((place == 0) != negated ? bounds.upper : bounds.lower).push_back({other, strict});
  return true;
}

}  // namespace

std::optional<Term> eliminate_bit_vector_bounds(TermManager& terms, Term variable, const std::vector<Term>& conjuncts,
                                                std::size_t max_pairs) {
  BitVectorBounds bounds;
  for (Term conjunct : conjuncts)
    if (!collect_bit_vector_bound(variable, conjunct, bounds)) return std::nullopt;
  const unsigned width = variable.sort().width();
  if (bounds.distinct > 0) {
    const bool room = bounds.lower.empty() && bounds.upper.empty() && Integer(bounds.distinct) < power_of_two(width);
    return room ? std::optional<Term>(terms.true_term()) : std::nullopt;
  }
  if (bounds.lower.size() * bounds.upper.size() > max_pairs) return std::nullopt;
  const bool with_sign = bounds.is_signed.value_or(false);
  const Kind less = with_sign ? Kind::BvSlt : Kind::BvUlt;
  const Kind less_equal = with_sign ? Kind::BvSle : Kind::BvUle;
  const Term one = terms.bit_vector(1, width);
  const Term greatest = terms.bit_vector(with_sign ? Integer(power_of_two(width - 1) - 1) : Integer(-1), width);
  const Term least = terms.bit_vector(with_sign ? power_of_two(width - 1) : Integer(0), width);
  std::vector<Term> parts;
  for (const BitVectorBound& lower : bounds.lower) {
    if (lower.strict) parts.push_back(terms.distinct(lower.term, greatest));
    for (const BitVectorBound& upper : bounds.upper) {
      const bool some_strict = lower.strict || upper.strict;
      parts.push_back(terms.bv_binary(some_strict ? less : less_equal, lower.term, upper.term));
      if (lower.strict && upper.strict)  // one value strictly between; no overflow because lower < upper
        parts.push_back(terms.bv_binary(less, terms.bv_binary(Kind::BvAdd, lower.term, one), upper.term));
    }
  }
  for (const BitVectorBound& upper : bounds.upper)
    if (upper.strict) parts.push_back(terms.distinct(upper.term, least));
  return terms.and_(std::move(parts));
}

}  // namespace bireach::logic
