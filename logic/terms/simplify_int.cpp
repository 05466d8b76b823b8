// SPDX-License-Identifier: Apache-2.0
/// Builders of Int operators: linear normal form, gcd tightening, folding.
#include <algorithm>

#include "logic/terms/linear.h"
#include "logic/terms/term_internal.h"

namespace bireach::logic {

namespace {

using Monomials = std::vector<std::pair<Term, Integer>>;

void append(LinearSum& sum, Term t, const Integer& factor) {
  switch (t.kind()) {
    case Kind::Constant:
      sum.constant += factor * t.constant();
      return;
    case Kind::Add:
      for (const Term child : t.children()) append(sum, child, factor);  // children of Add are not Add: depth one
      return;
    case Kind::Mul:
      if (t[0].is_constant()) {
        sum.monomials.emplace_back(t[1], factor * t[0].constant());
        return;
      }
      break;
    default:
      break;
  }
  sum.monomials.emplace_back(t, factor);
}

/// Sorts by base, merges equal bases and drops zero coefficients.
void normalize(LinearSum& sum) {
  Monomials& ms = sum.monomials;
  if (ms.size() > 1) std::sort(ms.begin(), ms.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < ms.size(); ++i) {
    if (kept > 0 && ms[kept - 1].first == ms[i].first) {
      ms[kept - 1].second += ms[i].second;
      if (ms[kept - 1].second.is_zero()) --kept;
    } else if (!ms[i].second.is_zero()) {
      if (kept != i) ms[kept] = std::move(ms[i]);
      ++kept;
    }
  }
  ms.erase(ms.begin() + static_cast<std::ptrdiff_t>(kept), ms.end());
}

Term plain_sum(TermManager& m, const LinearSum& sum) {
  TermVector children;
  if (!sum.constant.is_zero() || sum.monomials.empty()) children.push_back(m.integer(sum.constant));
  for (const auto& [base, coefficient] : sum.monomials) {
    children.push_back(
        coefficient == 1 ? base : TermAccess::make(m, Kind::Mul, Sort::integer(), {m.integer(coefficient), base}));
  }
  return children.size() == 1 ? children[0] : TermAccess::make(m, Kind::Add, Sort::integer(), span_of(children));
}

Integer gcd_of(const Monomials& monomials) {
  Integer g = 0;
  for (const auto& [base, coefficient] : monomials) {
    g = gcd(g, coefficient);
    if (g == 1) break;
  }
  return abs(g);
}

/// The positive part of the sum as `left`, the negated negative part as `right`: sum = left - right.
std::pair<LinearSum, LinearSum> split(const LinearSum& sum) {
  std::pair<LinearSum, LinearSum> sides;
  for (const auto& [base, coefficient] : sum.monomials)
    if (coefficient > 0)
      sides.first.monomials.emplace_back(base, coefficient);
    else
      sides.second.monomials.emplace_back(base, -coefficient);
  const bool to_right = sides.second.monomials.empty() || (sum.constant < 0 && !sides.first.monomials.empty());
  (to_right ? sides.second : sides.first).constant = to_right ? Integer{-sum.constant} : sum.constant;
  return sides;
}

bool is_atom(Term t) {
  return t.kind() != Kind::Add && t.kind() != Kind::Mul;
}

/// The divisor of a mod by a non-zero constant.
const Integer* mod_divisor(Term t) {
  if (t.kind() != Kind::IntMod || !t[1].is_constant() || t[1].constant().is_zero()) return nullptr;
  return &t[1].constant();  // positive in normal form
}

/// base = value.
Term base_equals(TermManager& m, Term base, const Integer& value) {
  if (const Integer* divisor = mod_divisor(base); divisor != nullptr && (value < 0 || value >= *divisor))
    return m.false_term();
  const Term constant = m.integer(value);
  const Term pushed =
      push_comparison(m, Kind::Equal, base, constant, base, [&](Term leaf) { return m.equal(leaf, constant); });
  return pushed.is_null() ? TermAccess::make(m, Kind::Equal, Sort::boolean(), {base, constant}) : pushed;
}

/// base <= bound.
Term base_at_most(TermManager& m, Term base, const Integer& bound) {
  if (const Integer* divisor = mod_divisor(base)) {
    if (bound < 0) return m.false_term();
    if (bound >= *divisor - 1) return m.true_term();
  }
  const Term constant = m.integer(bound);
  const Term pushed = push_comparison(m, Kind::LessEqual, base, constant, base,
                                      [&](Term leaf) { return m.less_equal(leaf, constant); });
  return pushed.is_null() ? TermAccess::make(m, Kind::LessEqual, Sort::boolean(), {base, constant}) : pushed;
}

/// bound <= base.
Term base_at_least(TermManager& m, Term base, const Integer& bound) {
  if (const Integer* divisor = mod_divisor(base)) {
    if (bound <= 0) return m.true_term();
    if (bound >= *divisor) return m.false_term();
  }
  const Term constant = m.integer(bound);
  const Term pushed = push_comparison(m, Kind::LessEqual, constant, base, base,
                                      [&](Term leaf) { return m.less_equal(constant, leaf); });
  return pushed.is_null() ? TermAccess::make(m, Kind::LessEqual, Sort::boolean(), {constant, base}) : pushed;
}

/// Pushes a sum of at most two trees of Ites over constants into their leaves; null if it does not apply.
Term push_sum(TermManager& m, const LinearSum& sum) {
  const auto& ms = sum.monomials;
  if (ms.size() == 1 && is_constant_tree(ms[0].first) && ms[0].first.constant_leaves() <= max_pushed_leaves) {
    return map_leaves(m, ms[0].first,
                      [&](Term leaf) { return m.integer(ms[0].second * leaf.constant() + sum.constant); });
  }
  if (ms.size() != 2) return {};
  return push_binary(m, ms[0].first, ms[1].first, [&](Term x, Term y) {
    return m.integer(ms[0].second * x.constant() + ms[1].second * y.constant() + sum.constant);
  });
}

void require_ints(Term a, Term b, const char* message) {
  require(a.sort().is_int() && b.sort().is_int(), message);
}

}  // namespace

LinearSum linear_sum(Term term) {
  require(term.sort().is_int(), "linear_sum: not an Int term");
  LinearSum sum;
  append(sum, term, 1);
  normalize(sum);
  return sum;
}

LinearSum linear_difference(Term left, Term right) {
  require_ints(left, right, "linear_difference: not Int terms");
  LinearSum sum;
  append(sum, left, 1);
  append(sum, right, -1);
  normalize(sum);
  return sum;
}

Term from_linear_sum(TermManager& terms, const LinearSum& sum) {
  LinearSum copy;
  copy.constant = sum.constant;
  for (const auto& [base, coefficient] : sum.monomials) append(copy, base, coefficient);
  normalize(copy);
  if (copy.monomials.empty()) return terms.integer(copy.constant);
  if (const Term pushed = push_sum(terms, copy); !pushed.is_null()) return pushed;
  return plain_sum(terms, copy);
}

Term TermManager::add(Term a, Term b) {
  require_ints(a, b, "add: operands must be Int");
  LinearSum sum;
  append(sum, a, 1);
  append(sum, b, 1);
  return from_linear_sum(*this, sum);
}

Term TermManager::add(std::vector<Term> summands) {
  LinearSum sum;
  for (const Term t : summands) {
    require(t.sort().is_int(), "add: operands must be Int");
    append(sum, t, 1);
  }
  return from_linear_sum(*this, sum);
}

Term TermManager::sub(Term a, Term b) {
  return from_linear_sum(*this, linear_difference(a, b));
}
Term TermManager::neg(Term a) {
  return mul(integer(-1), a);
}

Term TermManager::mul(Term a, Term b) {
  require_ints(a, b, "mul: operands must be Int");
  if (b.is_constant()) std::swap(a, b);
  if (a.is_constant()) {
    LinearSum sum;
    append(sum, b, a.constant());
    return from_linear_sum(*this, sum);
  }
  const auto fold = [this](Term x, Term y) { return integer(x.constant() * y.constant()); };
  if (const Term pushed = push_binary(*this, a, b, fold); !pushed.is_null()) return pushed;
  Integer coefficient = 1;
  TermVector factors;
  for (Term t : {a, b}) {
    if (t.kind() == Kind::Mul && t[0].is_constant()) {
      coefficient *= t[0].constant();
      t = t[1];
    }
    if (t.kind() == Kind::Mul)
      factors.insert(factors.end(), t.children().begin(), t.children().end());
    else
      factors.push_back(t);
  }
  std::sort(factors.begin(), factors.end());
  const Term product = TermAccess::make(*this, Kind::Mul, Sort::integer(), span_of(factors));
  return plain_sum(*this, {{{product, coefficient}}, 0});
}

Term TermManager::int_div(Term a, Term b) {
  require_ints(a, b, "int_div: operands must be Int");
  if (a.is_constant() && a.constant().is_zero()) return a;  // also for the divisor 0, by the evaluator's convention
  if (!b.is_constant() || b.constant().is_zero()) return TermAccess::make(*this, Kind::IntDiv, Sort::integer(), {a, b});
  const Integer& d = b.constant();
  if (d < 0) return neg(int_div(a, integer(-d)));
  if (d == 1) return a;
  if (a.is_constant()) return integer(euclidean_div(a.constant(), d));
  const auto fold = [&](Term x, Term y) { return integer(euclidean_div(x.constant(), y.constant())); };
  if (const Term pushed = push_binary(*this, a, b, fold); !pushed.is_null()) return pushed;
  if (a.kind() == Kind::IntDiv && a[1].is_constant() && a[1].constant() > 0)  // (x div c) div d = x div (c d)
    return int_div(a[0], integer(a[1].constant() * d));
  const LinearSum sum = linear_sum(a);  // (d s + r) div d = s + r div d
  LinearSum whole;
  LinearSum rest;
  for (const auto& [base, coefficient] : sum.monomials) {
    (coefficient % d == 0 ? whole : rest)
        .monomials.emplace_back(base, coefficient % d == 0 ? coefficient / d : coefficient);
  }
  whole.constant = euclidean_div(sum.constant, d);
  rest.constant = euclidean_mod(sum.constant, d);
  const Term numerator = plain_sum(*this, rest);
  if (numerator.is_constant()) return from_linear_sum(*this, whole);  // 0 <= rest < d
  const Term quotient = TermAccess::make(*this, Kind::IntDiv, Sort::integer(), {numerator, b});
  whole.monomials.emplace_back(quotient, 1);
  return from_linear_sum(*this, whole);
}

namespace {

/// The sum with coefficients reduced modulo d to (-d/2, d/2], and inner mods by multiples of d dropped.
LinearSum reduce_modulo(const LinearSum& sum, const Integer& d) {
  LinearSum reduced;
  reduced.constant = sum.constant;
  for (const auto& [base, coefficient] : sum.monomials) {
    const Integer* divisor = mod_divisor(base);
    const bool drop = divisor != nullptr && *divisor % d == 0;
    append(reduced, drop ? base[0] : base, coefficient);
  }
  normalize(reduced);
  for (auto& [base, coefficient] : reduced.monomials) {
    coefficient = euclidean_mod(coefficient, d);
    if (2 * coefficient > d) coefficient -= d;
  }
  reduced.constant = euclidean_mod(reduced.constant, d);
  normalize(reduced);
  return reduced;
}

}  // namespace

Term TermManager::int_mod(Term a, Term b) {
  require_ints(a, b, "int_mod: operands must be Int");
  if (a.is_constant() && a.constant().is_zero()) return a;
  if (!b.is_constant() || b.constant().is_zero()) return TermAccess::make(*this, Kind::IntMod, Sort::integer(), {a, b});
  const Integer& d = b.constant();
  if (d < 0) return int_mod(a, integer(-d));
  if (d == 1) return integer(0);
  if (a.is_constant()) return integer(euclidean_mod(a.constant(), d));
  const auto fold = [&](Term x, Term y) { return integer(euclidean_mod(x.constant(), y.constant())); };
  if (const Term pushed = push_binary(*this, a, b, fold); !pushed.is_null()) return pushed;
  if (const Integer* divisor = mod_divisor(a); divisor != nullptr && *divisor <= d) return a;
  const LinearSum reduced = reduce_modulo(linear_sum(a), d);
  const Term dividend = from_linear_sum(*this, reduced);
  if (dividend != a) return int_mod(dividend, b);
  return TermAccess::make(*this, Kind::IntMod, Sort::integer(), {dividend, b});
}

Term TermManager::less_equal(Term a, Term b) {
  require_ints(a, b, "less_equal: operands must be Int");
  if (a == b) return true_term();
  if (a.is_constant() && b.is_constant()) return boolean(a.constant() <= b.constant());
  if (b.is_constant() && is_atom(a)) return base_at_most(*this, a, b.constant());
  if (a.is_constant() && is_atom(b)) return base_at_least(*this, b, a.constant());
  const auto fold = [this](Term x, Term y) { return less_equal(x, y); };
  if (const Term pushed = push_binary(*this, a, b, fold); !pushed.is_null()) return pushed;
  if (is_atom(a) && is_atom(b)) return TermAccess::make(*this, Kind::LessEqual, Sort::boolean(), {a, b});
  LinearSum sum = linear_difference(a, b);
  if (sum.monomials.empty()) return boolean(sum.constant <= 0);
  const Integer g = gcd_of(sum.monomials);
  if (g != 1) {
    for (auto& [base, coefficient] : sum.monomials) coefficient /= g;
    sum.constant = -euclidean_div(-sum.constant, g);  // ceiling: the other summands are integers
  }
  if (sum.monomials.size() == 1) {
    const auto& [base, coefficient] = sum.monomials[0];
    return coefficient > 0 ? base_at_most(*this, base, -sum.constant) : base_at_least(*this, base, sum.constant);
  }
  const auto [left, right] = split(sum);
  const Term l = plain_sum(*this, left);
  return TermAccess::make(*this, Kind::LessEqual, Sort::boolean(), {l, plain_sum(*this, right)});
}

Term TermManager::less(Term a, Term b) {
  require_ints(a, b, "less: operands must be Int");
  return less_equal(add(a, integer(1)), b);
}

Term simplify_int_equal(TermManager& m, Term a, Term b) {
  if (b.is_constant() && is_atom(a)) return base_equals(m, a, b.constant());
  LinearSum sum = linear_difference(a, b);
  if (sum.monomials.empty()) return m.boolean(sum.constant.is_zero());
  Integer g = gcd_of(sum.monomials);
  if (sum.constant % g != 0) return m.false_term();
  if (sum.monomials[0].second < 0) g = -g;
  if (g != 1) {
    for (auto& [base, coefficient] : sum.monomials) coefficient /= g;
    sum.constant /= g;
  }
  if (sum.monomials.size() == 1) return base_equals(m, sum.monomials[0].first, -sum.constant);
  const auto [left, right] = split(sum);
  const Term l = plain_sum(m, left);
  return TermAccess::make(m, Kind::Equal, Sort::boolean(), {l, plain_sum(m, right)});
}

bool differ_by_constant(Term a, Term b) {
  if (a.is_constant() && b.is_constant()) return a != b;
  if (a.sort().is_int()) {
    if (a.is_variable() && b.is_variable()) return false;
    if (a.kind() != Kind::Add && b.kind() != Kind::Add) return false;
    const LinearSum difference = linear_difference(a, b);
    return difference.monomials.empty() && !difference.constant.is_zero();
  }
  const auto has_offset = [](Term t) { return t.kind() == Kind::BvAdd && t[0].is_constant(); };
  if (has_offset(a) && has_offset(b)) return a[1] == b[1] && a[0] != b[0];
  return (has_offset(a) && a[1] == b) || (has_offset(b) && b[1] == a);
}

}  // namespace bireach::logic
