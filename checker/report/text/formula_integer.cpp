// SPDX-License-Identifier: Apache-2.0
/// Int terms as C text.
#include <fmt/format.h>

#include <algorithm>

#include "checker/report/text/formula_printer.h"

namespace bireach::checker {
namespace {

using Relation = CFormula::Relation;
using frontend::Interval;
using logic::Integer;
using logic::Kind;
using logic::Term;

/// The width n for 2^n of C's types; 0 for any other number.
unsigned width_of_modulus(const Integer& modulus) {
  for (const unsigned width : {8U, 16U, 32U, 64U})
    if (modulus == logic::power_of_two(width)) return width;
  return 0;
}

/// The sum as C converts it to this type. Conversions inside that change nothing are left out.
CText cast_text(const LinearText& sum, const frontend::ScalarType& type) {
  LinearText inner;
  const Interval target = Interval::of(type);
  inner.constant = sum.constant;
  for (const auto& part : sum.parts) {
    const bool redundant = part.base.cast_of && part.base.range.high - part.base.range.low >= target.high - target.low;
    if (!redundant) {
      add_part(inner, part.base, part.coefficient);
      continue;
    }
    inner.constant += part.coefficient * part.base.cast_of->constant;
    for (const auto& own : part.base.cast_of->parts) add_part(inner, own.base, part.coefficient * own.coefficient);
  }
  LinearText reduced;
  reduced.constant = logic::wrap_signed(inner.constant, type.width);
  for (auto& part : inner.parts) {
    part.coefficient = logic::wrap_signed(part.coefficient, type.width);
    if (part.coefficient != 0) reduced.parts.push_back(std::move(part));
  }
  if (range_of(reduced).within(target)) return sum_text(reduced);
  const CText text = whole_sum_text(reduced);
  CText result;
  result.text = fmt::format("({}){}", type_name(type), operand(text, CLevel::unary));
  result.level = CLevel::unary;
  result.range = target;
  result.order = text.order;
  result.cast_of = std::make_shared<const LinearText>(std::move(reduced));
  return checked(std::move(result));
}

using logic::LinearSum;

/// a + factor * b
LinearSum plus(LinearSum a, const Integer& factor, const LinearSum& b) {
  a.constant += factor * b.constant;
  for (const auto& [term, coefficient] : b.monomials) {
    const auto same =
        std::find_if(a.monomials.begin(), a.monomials.end(), [&t = term](const auto& m) { return m.first == t; });
    if (same == a.monomials.end()) {
      a.monomials.emplace_back(term, factor * coefficient);
    } else {
      same->second += factor * coefficient;
      if (same->second == 0) a.monomials.erase(same);
    }
  }
  return a;
}

bool is_zero(const LinearSum& sum) {
  return sum.constant == 0 && sum.monomials.empty();
}

bool is_multiple(const LinearSum& sum, const Integer& factor) {
  return sum.constant % factor == 0 &&
         std::all_of(sum.monomials.begin(), sum.monomials.end(), [&](const auto& m) { return m.second % factor == 0; });
}

/// rest + sign * division
struct Division {
  Term division;
  LinearSum rest;
};

std::optional<Division> split_division(Term term, int sign) {
  Division result;
  result.rest = logic::linear_sum(term);
  for (const auto& [base, coefficient] : result.rest.monomials) {
    const bool divides = base.kind() == Kind::IntDiv || base.kind() == Kind::IntMod;
    if (!divides || coefficient != sign) continue;
    if (!result.division.is_null()) return std::nullopt;
    result.division = base;
  }
  if (result.division.is_null()) return std::nullopt;
  auto& monomials = result.rest.monomials;
  monomials.erase(
      std::find_if(monomials.begin(), monomials.end(), [&](const auto& m) { return m.first == result.division; }));
  return result;
}

/// What a test `bound <= 0`, or its negation, says is not negative.
LinearSum tested_dividend(const LinearSum& bound, bool negated) {
  LinearSum result = plus({}, negated ? 1 : -1, bound);
  if (negated) result.constant -= 1;
  return result;
}

/// Does the test, up to the case zero, say that a multiple of its sum is not negative?
bool says_not_negative(const LinearSum& bound, bool negated, const LinearSum& dividend) {
  const LinearSum tested = tested_dividend(bound, negated);
  if (tested.monomials.empty() || tested.monomials.size() != dividend.monomials.size()) return false;
  const auto same = std::find_if(dividend.monomials.begin(), dividend.monomials.end(),
                                 [&](const auto& m) { return m.first == tested.monomials[0].first; });
  if (same == dividend.monomials.end()) return false;
  const Integer factor = same->second / tested.monomials[0].second;
  if (factor <= 0) return false;
  for (const int off_by_one : {0, 1}) {
    LinearSum with_zero = tested;
    with_zero.constant += off_by_one;  // x > 0 instead of x >= 0
    if (is_zero(plus(dividend, -factor, with_zero))) return true;
  }
  return false;
}

}  // namespace

void add_part(LinearText& sum, CText base, const Integer& factor) {
  const auto same =
      std::find_if(sum.parts.begin(), sum.parts.end(), [&](const auto& part) { return part.base.text == base.text; });
  if (same == sum.parts.end()) {
    sum.parts.push_back({std::move(base), factor});
  } else {
    same->coefficient += factor;
    if (same->coefficient == 0) sum.parts.erase(same);
  }
}

CFormula FormulaPrinter::comparison(Term left, Term right, Relation relation, bool solve) {
  LinearText difference;
  const logic::LinearSum sum = logic::linear_difference(left, right);
  difference.constant = sum.constant;
  for (const auto& [term, coefficient] : sum.monomials) add_base(difference, term, coefficient);
  Integer limit = -difference.constant;
  auto& parts = difference.parts;
  if (parts.empty()) return make_bound({}, relation, limit);
  if (parts.front().coefficient < 0) {
    for (auto& part : parts) part.coefficient = -part.coefficient;
    limit = -limit;
    relation = mirrored(relation);
  }
  Integer divisor = 0;
  for (const auto& part : parts) divisor = gcd(divisor, part.coefficient);
  const Integer rest = logic::euclidean_mod(limit, divisor);
  if (rest != 0 && (relation == Relation::equal || relation == Relation::distinct))
    return make_constant_formula(relation == Relation::distinct);
  for (auto& part : parts) part.coefficient /= divisor;
  limit = logic::euclidean_div(limit, divisor) + (rest != 0 && relation == Relation::at_least ? 1 : 0);
  return make_bound(std::move(parts), relation, std::move(limit), solve);
}

LinearText FormulaPrinter::linear(Term term) {
  LinearText result;
  const logic::LinearSum sum = logic::linear_sum(term);
  result.constant = sum.constant;
  for (const auto& [base_term, coefficient] : sum.monomials) add_base(result, base_term, coefficient);
  return result;
}

CText FormulaPrinter::integer(Term term) {
  return sum_text(linear(term));
}

/// Two terms may have one text; a reduction modulo 2^n whose range is a signed type's reads as a cast.
void FormulaPrinter::add_base(LinearText& sum, Term term, const Integer& factor) {
  CText shown;
  if (term.kind() == Kind::IntMod && term[1].is_constant()) {
    const unsigned width = width_of_modulus(term[1].constant());
    LinearText dividend = width == 0 ? LinearText{} : linear(term[0]);
    const Integer half = width == 0 ? Integer(0) : logic::power_of_two(width - 1);
    if (width != 0 && dividend.constant == half) {
      dividend.constant = 0;
      shown = cast_text(dividend, frontend::signed_integer(width));
      sum.constant += factor * half;
    }
  }
  if (shown.text.empty()) shown = base(term);
  add_part(sum, std::move(shown), factor);
}

CText FormulaPrinter::base(Term term) {
  if (const auto found = bases_.find(term); found != bases_.end()) return found->second;
  CText result;
  switch (term.kind()) {
    case Kind::Variable: {
      const VariableText& shown = name(term);
      result = {shown.text,
                shown.level,
                shown.type ? Interval::of(*shown.type) : all_integers(),
                true,
                {},
                shown.type && shown.type->is_boolean(),
                {term.id()},
                frontend::int_type};
      result.value_name = shown.value_name;
      result.addresses_are_known = shown.addresses_are_known;
      result.pointee = shown.pointee;
      result.pointee_size = shown.pointee_size;
      break;
    }
    case Kind::Select:
      result = element(term[0], term[1]);
      break;
    case Kind::Ite:
      if (const CFormula test = formula(term[0]); test.kind == CFormula::Kind::constant) {
        result = integer(term[test.value ? 1 : 2]);
      } else if (auto division = truncated_division(term)) {
        result = std::move(*division);
      } else if (auto cast = wrapped(term)) {
        result = std::move(*cast);
      } else if (term[1].is_constant() && term[2].is_constant() && term[1].constant() == 1 && term[2].constant() == 0) {
        result = condition(term[0]);  // 0 or 1
        result.range = {0, 1};
        result.is_boolean = true;
        result.remainder.clear();
        result.cast_of.reset();
      } else {
        result = conditional(term, integer(term[1]), integer(term[2]));
      }
      break;
    case Kind::IntDiv:
    case Kind::IntMod:
      result = euclidean(term.kind(), term[0], term[1]);
      break;
    case Kind::Mul: {
      result = integer(term[0]);
      for (std::size_t i = 1; i < term.children().size(); ++i) {
        const CText factor = integer(term[i]);
        const Interval range = frontend::multiply(result.range, factor.range);
        result =
            binary_text(result, "*", factor, CLevel::product, i == 1 ? CLevel::unary : CLevel::product, CLevel::unary);
        result.range = range;
      }
      break;
    }
    default:
      result = number_text(0);
      break;
  }
  return bases_.emplace(term, checked(std::move(result))).first->second;
}

CText FormulaPrinter::conditional(Term term, const CText& then_text, const CText& else_text) {
  const CText test = condition(term[0]);
  CText result;
  result.text = fmt::format("{} ? {} : {}", operand(test, CLevel::equality), operand(then_text, CLevel::logical_or),
                            operand(else_text, CLevel::conditional));
  result.level = CLevel::conditional;
  result.range = frontend::hull(then_text.range, else_text.range);
  result.order = merged(test.order, merged(then_text.order, else_text.order));
  result.is_signed = then_text.is_signed;
  result.type = then_text.type;
  return checked(std::move(result));
}

/// C's / and % of two signed operands as the semantics write them: x >= 0 ? div(x, y) : -div(-x, y), from which the
/// simplifier may have moved multiples of y.
std::optional<CText> FormulaPrinter::truncated_division(Term ite) {
  const bool negated = ite[0].kind() == Kind::Not;
  const Term test = negated ? ite[0][0] : ite[0];
  if (test.kind() != Kind::LessEqual) return std::nullopt;
  // The dividend or a part of it by a positive factor: at zero both branches agree.
  const logic::LinearSum bound = logic::linear_difference(test[0], test[1]);  // <= 0
  for (const bool swapped : {false, true}) {
    const auto positive = split_division(ite[swapped ? 2 : 1], 1);
    const auto negative = split_division(ite[swapped ? 1 : 2], -1);
    if (!positive || !negative || positive->division.kind() != negative->division.kind()) continue;
    const bool quotient = positive->division.kind() == Kind::IntDiv;
    const Term divisor = positive->division[1];
    if (!(divisor == negative->division[1])) continue;
    const bool is_number = divisor.is_constant() && divisor.constant() != 0;
    const bool no_rest = is_zero(positive->rest) && is_zero(negative->rest);
    if (!no_rest && (!is_number || !quotient)) continue;
    const Integer k = is_number ? divisor.constant() : Integer(1);
    logic::LinearSum dividend = logic::linear_sum(positive->division[0]);
    const logic::LinearSum opposite = logic::linear_sum(negative->division[0]);
    if (quotient) {
      dividend = plus(dividend, k, positive->rest);
      if (!is_zero(plus(plus(dividend, 1, opposite), -k, negative->rest))) continue;
    } else {
      // Only the test says which multiple of the divisor was meant.
      const logic::LinearSum meant = is_number ? tested_dividend(bound, negated != swapped) : dividend;
      if (is_number && (!is_multiple(plus(meant, -1, dividend), k) || !is_multiple(plus(meant, 1, opposite), k)))
        continue;
      if (!is_number && !is_zero(plus(dividend, 1, opposite))) continue;
      dividend = meant;
    }
    if (!says_not_negative(bound, negated != swapped, dividend)) continue;
    LinearText shown;
    shown.constant = dividend.constant;
    for (const auto& [base_term, coefficient] : dividend.monomials) add_base(shown, base_term, coefficient);
    const CText a = sum_text(shown);
    const CText b = integer(divisor);
    CText result = binary_text(a, quotient ? "/" : "%", b, CLevel::product, CLevel::unary, CLevel::unary);
    if (!b.range.contains(0))
      result.range = quotient ? frontend::divide(a.range, b.range) : frontend::remainder(a.range, b.range);
    return result;
  }
  return std::nullopt;
}

/// x >= t ? x + a : x + b with a - b = -2^n, where the result is the type's value: a cast of x + b.
std::optional<CText> FormulaPrinter::wrapped(Term ite) {
  const auto proportional = [](const auto& a, const auto& b, int sign) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [sign](const auto& x, const auto& y) {
      return x.base.text == y.base.text && x.coefficient == sign * y.coefficient;
    });
  };
  for (const bool swapped : {false, true}) {
    const LinearText above = linear(ite[swapped ? 2 : 1]);
    const LinearText below = linear(ite[swapped ? 1 : 2]);
    const unsigned width = width_of_modulus(below.constant - above.constant);
    if (width == 0 || above.parts.empty() || !proportional(above.parts, below.parts, 1)) continue;
    // The values that come out where the test is true and where it is false.
    const bool negated = ite[0].kind() == Kind::Not;
    const Term condition = negated ? ite[0][0] : ite[0];
    if (condition.kind() != Kind::LessEqual) return std::nullopt;
    constexpr bool solve = false;
    const CFormula test = comparison(condition[0], condition[1], Relation::at_most, solve);
    if (test.kind != CFormula::Kind::bound) continue;
    const bool parallel = proportional(above.parts, test.parts, 1);
    const bool reversed = proportional(above.parts, test.parts, -1);
    if (!parallel && !reversed) continue;
    // Where the sum (without its constant) is at least `least`, the upper branch is taken.
    Integer least = test.limit;
    Relation relation = test.relation;
    // At the end of a range the test was made an equation.
    const Interval tested = range_of(LinearText{test.parts, 0});
    if (relation == Relation::equal && least == tested.high) relation = Relation::at_least;
    if (relation == Relation::equal && least == tested.low) relation = Relation::at_most;
    if (reversed) {
      least = -least;
      relation = mirrored(relation);
    }
    // Where the first branch is taken: from `least` on, or up to it.
    if (negated) least += relation == Relation::at_most ? 1 : -1;
    if (negated) relation = mirrored(relation);
    if (swapped ? relation != Relation::at_most : relation != Relation::at_least) continue;
    if (swapped) ++least;
    const bool is_signed = least + above.constant == -logic::power_of_two(width - 1);
    if (!is_signed && least + above.constant != 0) continue;
    const Interval range = range_of(LinearText{above.parts, 0});
    const Integer modulus = logic::power_of_two(width);
    if (range.low < least - modulus || range.high >= least + modulus) continue;
    const bool plain = abs(above.constant) < abs(below.constant);
    return cast_text(plain ? above : below, frontend::integer_of(width, is_signed));
  }
  return std::nullopt;
}

/// SMT-LIB's div and mod, whose remainder is never negative.
CText FormulaPrinter::euclidean(Kind kind, Term dividend, Term divisor) {
  const CText a = integer(dividend);
  const CText b = integer(divisor);
  const bool quotient = kind == Kind::IntDiv;
  CText plain = binary_text(a, quotient ? "/" : "%", b, CLevel::product, CLevel::unary, CLevel::unary);
  if (a.range.is_nonnegative()) {
    if (divisor.is_constant() && divisor.constant() != 0)
      plain.range = quotient ? frontend::divide(a.range, b.range) : frontend::remainder(a.range, b.range);
    return plain;
  }
  const unsigned width = divisor.is_constant() ? width_of_modulus(divisor.constant()) : 0;
  if (!quotient && width != 0) return cast_text(linear(dividend), frontend::unsigned_integer(width));
  CText result;
  result.order = merged(a.order, b.order);
  result.range = all_integers();
  const std::string left = operand(a, CLevel::unary);
  const std::string right = operand(b, CLevel::unary);
  if (!divisor.is_constant()) {
    const std::string rest = fmt::format("{0} % {1} < 0 ? {0} % {1} + ({1} < 0 ? -{1} : {1}) : {0} % {1}", left, right);
    result.text = quotient ? fmt::format("({} - ({})) / {}", left, rest, right) : rest;
    result.level = quotient ? CLevel::product : CLevel::conditional;
    return checked(std::move(result));
  }
  const Integer modulus = abs(divisor.constant());
  if (!quotient) {
    result.text = fmt::format("({0} % {1} + {1}) % {1}", left, modulus.str());
    result.level = CLevel::product;
    result.range = {0, modulus - 1};
    result.remainder = plain.text;
    return checked(std::move(result));
  }
  const bool power = divisor.constant() > 0 && (modulus & (modulus - 1)) == 0;
  if (power) {
    result.text = fmt::format("{} >> {}", operand(a, CLevel::unary), msb(modulus));
    result.level = CLevel::shift;
  } else {
    const char* const sign = divisor.constant() < 0 ? "-" : "";
    const char* const opposite = divisor.constant() < 0 ? "" : "-";
    result.text = fmt::format("{0} >= 0 ? {3}({0} / {1}) : {4}(({2} - {0}) / {1})", left, modulus.str(),
                              Integer(modulus - 1).str(), sign, opposite);
    result.level = CLevel::conditional;
  }
  return checked(std::move(result));
}

}  // namespace bireach::checker
