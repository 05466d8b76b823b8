// SPDX-License-Identifier: Apache-2.0
/// Int terms as C text.
#include <fmt/format.h>

#include <algorithm>

#include "checker/formula_printer.h"

namespace bireach::checker {
namespace {

using Relation = CFormula::Relation;
using frontend::Interval;
using logic::Integer;
using logic::Kind;
using logic::Term;

/// The width n for 2^n of C's types; 0 for any other number.
unsigned width_of_modulus(const Integer& modulus) {
  for (const unsigned width : {8U, 16U, 32U, 64U}) {
    if (modulus == logic::power_of_two(width)) return width;
  }
  return 0;
}

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

/// The sum as C converts it to this type. Conversions inside that change nothing are left out.
CText cast_text(const LinearText& sum, unsigned width, bool is_signed) {
  LinearText inner;
  const Interval target = range_of_bits(width, is_signed);
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
  reduced.constant = logic::wrap_signed(inner.constant, width);
  for (auto& part : inner.parts) {
    part.coefficient = logic::wrap_signed(part.coefficient, width);
    if (part.coefficient != 0) reduced.parts.push_back(std::move(part));
  }
  if (range_of(reduced).within(target)) return sum_text(reduced);
  const CText text = sum_text(reduced);
  CText result;
  result.text = fmt::format("({}){}", type_name(width, is_signed), operand(text, CLevel::unary));
  result.level = CLevel::unary;
  result.range = target;
  result.order = text.order;
  result.cast_of = std::make_shared<const LinearText>(std::move(reduced));
  return checked(std::move(result));
}

}  // namespace

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
  if (rest != 0 && (relation == Relation::equal || relation == Relation::distinct)) {
    return make_constant_formula(relation == Relation::distinct);
  }
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
      shown = cast_text(dividend, width, true);
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
                shown.type && shown.type->is_boolean,
                {term.id()},
                frontend::int_type};
      break;
    }
    case Kind::Select:
      result = element(term);
      break;
    case Kind::Ite:
      if (auto division = truncated_division(term)) {
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

/// C's / and % of two signed operands as the semantics write them: x >= 0 ? div(x, y) : -div(-x, y).
std::optional<CText> FormulaPrinter::truncated_division(Term ite) {
  const auto single = [](Term term, const Integer& factor) -> Term {
    const logic::LinearSum sum = logic::linear_sum(term);
    if (sum.monomials.size() != 1 || sum.constant != 0 || sum.monomials[0].second != factor) return {};
    return sum.monomials[0].first;
  };
  Term when_positive = single(ite[1], 1);
  Term when_negative = single(ite[2], -1);
  Term test = ite[0];
  bool negated = false;
  if (when_positive.is_null() || when_negative.is_null()) {
    when_positive = single(ite[2], 1);
    when_negative = single(ite[1], -1);
    negated = true;
  }
  if (when_positive.is_null() || when_negative.is_null() || when_positive.kind() != when_negative.kind()) return {};
  if (when_positive.kind() != Kind::IntDiv && when_positive.kind() != Kind::IntMod) return {};
  if (test.kind() == Kind::Not) {
    test = test[0];
    negated = !negated;
  }
  const Term dividend = when_positive[0];
  if (test.kind() != Kind::LessEqual || !(when_positive[1] == when_negative[1])) return {};
  const auto cancels = [](logic::LinearSum a, const logic::LinearSum& b, const Integer& factor) {
    a.constant += factor * b.constant;
    for (const auto& [term, coefficient] : b.monomials) {
      const auto same =
          std::find_if(a.monomials.begin(), a.monomials.end(), [&](const auto& m) { return m.first == term; });
      if (same == a.monomials.end()) {
        a.monomials.emplace_back(term, factor * coefficient);
      } else {
        same->second += factor * coefficient;
      }
    }
    return a.constant == 0 &&
           std::all_of(a.monomials.begin(), a.monomials.end(), [](const auto& m) { return m.second == 0; });
  };
  const logic::LinearSum sum = logic::linear_sum(dividend);
  if (!cancels(sum, logic::linear_sum(when_negative[0]), 1)) return {};
  // The test says that the dividend is not negative (or, the other way round, that it is not positive): both agree
  // at zero. For a multiple of what is tested the test was divided, and the forms differ.
  logic::LinearSum tested = logic::linear_difference(test[0], test[1]);  // <= 0
  const bool not_negative = cancels(tested, sum, 1);
  tested.constant -= 1;
  const bool negative = cancels(tested, sum, -1);
  const bool not_positive = cancels(logic::linear_difference(test[0], test[1]), sum, -1);
  if (!(negated ? negative || not_positive : not_negative)) return {};
  const bool quotient = when_positive.kind() == Kind::IntDiv;
  const CText a = integer(dividend);
  const CText b = integer(when_positive[1]);
  CText result = binary_text(a, quotient ? "/" : "%", b, CLevel::product, CLevel::unary, CLevel::unary);
  if (!b.range.contains(0))
    result.range = quotient ? frontend::divide(a.range, b.range) : frontend::remainder(a.range, b.range);
  return result;
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
    const CFormula test = comparison(condition[0], condition[1], Relation::at_most, false);
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
    return cast_text(plain ? above : below, width, is_signed);
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
    if (divisor.is_constant() && divisor.constant() != 0) {
      plain.range = quotient ? frontend::divide(a.range, b.range) : frontend::remainder(a.range, b.range);
    }
    return plain;
  }
  const unsigned width = divisor.is_constant() ? width_of_modulus(divisor.constant()) : 0;
  if (!quotient && width != 0) return cast_text(linear(dividend), width, false);
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
    result.text = fmt::format("{} >> {}", operand(a, CLevel::shift), msb(modulus));
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

CText FormulaPrinter::element(Term select) {
  const Term store = select[0];
  if (store.kind() == Kind::Store) {
    const CText i = number(store[1]);
    const CText j = number(select[1]);
    const CText test = binary_text(j, "==", i, CLevel::equality, CLevel::sum, CLevel::sum);
    const bool is_int = store[2].sort().is_int();
    const CText then_text = is_int ? integer(store[2]) : bits(store[2], reads_signed(select));
    CText inner = then_text;  // its reading, then the element's own text
    CText other;
    other.text = operand(array(store[0]), CLevel::primary) + "[" + j.text + "]";
    other.order = merged(array(store[0]).order, j.order);
    inner.text = fmt::format("({} ? {} : {})", test.text, operand(then_text, CLevel::logical_or), other.text);
    inner.level = CLevel::primary;
    inner.range = is_int ? all_integers() : then_text.range;
    inner.order = merged(test.order, merged(then_text.order, other.order));
    return checked(std::move(inner));
  }
  const CText whole = array(store);
  const CText index = number(select[1]);
  CText result;
  result.text = operand(whole, CLevel::primary) + "[" + index.text + "]";
  result.range = whole.range;
  result.is_signed = whole.is_signed;
  result.is_boolean = whole.is_boolean;
  result.type = whole.type;
  result.order = merged(whole.order, index.order);
  return checked(std::move(result));
}

}  // namespace bireach::checker
