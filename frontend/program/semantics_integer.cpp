// SPDX-License-Identifier: Apache-2.0
/// Expressions over mathematical integers: a term's value is the C value. Unsigned results and conversions are taken
/// modulo 2^n with as little `mod` as the intervals allow; signed results too where overflow wraps, else they must be
/// in range to be defined.
#include <algorithm>
#include <stdexcept>

#include "frontend/program/expression_translator.h"

namespace bireach::frontend {

using logic::Integer;
using logic::Sort;
using logic::Term;

Term integer_in_range(logic::TermManager& terms, Term value, const ScalarType& type) {
  return terms.and_(terms.less_equal(terms.integer(type.min()), value),
                    terms.less_equal(value, terms.integer(type.max())));
}

namespace {

/// A mathematical integer and what is known of it.
struct Number {
  Term value;
  Interval range;
};

/// Masks with more runs of ones than this are not taken apart.
constexpr std::size_t max_runs = 3;
/// Shifts by this many possible amounts are split into cases.
constexpr unsigned max_shift_cases = 8;

struct Run {
  unsigned first;
  unsigned length;
};

/// The runs of ones of a nonnegative number, from the lowest.
std::vector<Run> runs_of_ones(const Integer& mask) {
  std::vector<Run> runs;
  const unsigned bits = mask == 0 ? 0 : static_cast<unsigned>(boost::multiprecision::msb(mask)) + 1;
  for (unsigned bit = 0; bit < bits; ++bit) {
    if (!boost::multiprecision::bit_test(mask, bit)) continue;
    if (!runs.empty() && runs.back().first + runs.back().length == bit)
      ++runs.back().length;
    else
      runs.push_back(Run{bit, 1});
  }
  return runs;
}

class IntegerTranslator final : public ExpressionTranslator {
 public:
  using ExpressionTranslator::ExpressionTranslator;

 private:
  Term number(const Integer& value) { return terms_.integer(value); }
  Term constant(const Integer& value, const ScalarType&) override { return number(value); }
  Term in_range(Term value, const ScalarType& type) override { return integer_in_range(terms_, value, type); }

  Term scaled(Term value, const Integer& factor) { return terms_.mul(number(factor), value); }
  Term shifted_down(Term value, unsigned bits) {
    return bits == 0 ? value : terms_.int_div(value, number(logic::power_of_two(bits)));
  }
  Term low_bits(const Number& x, unsigned bits) {
    const Integer modulus = logic::power_of_two(bits);
    const bool fits = x.range.is_nonnegative() && x.range.high < modulus;
    return fits ? x.value : terms_.int_mod(x.value, number(modulus));
  }

  /// The value modulo 2^width in the type's range; case splits instead of `mod` for few multiples of 2^width.
  Term wrapped(const Number& x, const ScalarType& type) {
    const Integer modulus = logic::power_of_two(type.width);
    const Integer least = type.min();
    const Integer first = logic::euclidean_div(x.range.low - least, modulus);
    const Integer last = logic::euclidean_div(x.range.high - least, modulus);
    if (last - first > 2)
      return terms_.add(terms_.int_mod(terms_.sub(x.value, number(least)), number(modulus)), number(least));
    Term result = terms_.sub(x.value, number(first * modulus));
    for (Integer k = first + 1; k <= last; ++k) {
      const Integer offset = k * modulus;
      result = terms_.ite(terms_.greater_equal(x.value, number(least + offset)), terms_.sub(x.value, number(offset)),
                          result);
    }
    return result;
  }

  /// The conjuncts of min <= x <= max that the interval does not already tell.
  Term fits(const Number& x, const ScalarType& type) {
    Term result = terms_.true_term();
    if (x.range.low < type.min()) result = terms_.greater_equal(x.value, number(type.min()));
    if (x.range.high > type.max()) result = terms_.and_(result, terms_.less_equal(x.value, number(type.max())));
    return result;
  }

  /// The result of + - * : signed ones must fit unless overflow wraps, unsigned ones wrap.
  Translated arithmetic(const Number& x, const ScalarType& type, unsigned trailing_zeros) {
    const Interval range = fitted(x.range, type);
    if (type.is_signed() && !overflow_wraps()) return {x.value, fits(x, type), range, trailing_zeros};
    return {wrapped(x, type), terms_.true_term(), range, trailing_zeros};
  }

  Translated unary(UnaryOp op, const Translated& x, const ScalarType& type) override {
    if (op == UnaryOp::Minus)
      return arithmetic({terms_.neg(x.value), subtract(Interval::point(0), x.range)}, type, x.trailing_zeros);
    const Integer all = type.is_signed() ? Integer(-1) : type.max();
    return {terms_.sub(number(all), x.value), terms_.true_term(), subtract(Interval::point(all), x.range), 0};
  }

  Translated binary(BinaryOp op, const Translated& x, const Translated& y, const ScalarType& type,
                    const ScalarType&) override {
    const unsigned common_zeros = std::min(x.trailing_zeros, y.trailing_zeros);
    switch (op) {
      case BinaryOp::Add:
        return arithmetic({terms_.add(x.value, y.value), add(x.range, y.range)}, type, common_zeros);
      case BinaryOp::Sub:
        return arithmetic({terms_.sub(x.value, y.value), subtract(x.range, y.range)}, type, common_zeros);
      case BinaryOp::Mul:
        return arithmetic({terms_.mul(x.value, y.value), multiply(x.range, y.range)}, type,
                          std::min(type.width, x.trailing_zeros + y.trailing_zeros));
      case BinaryOp::Div:
      case BinaryOp::Rem:
        return division(op, x, y, type);
      case BinaryOp::Shl:
      case BinaryOp::Shr:
        return shift(op, x, y, type);
      case BinaryOp::BitAnd:
      case BinaryOp::BitOr:
      case BinaryOp::BitXor:
        return bits(op, x, y, type);
      default:
        throw std::logic_error("semantics: not an arithmetic operator");
    }
  }

  Term compare(BinaryOp op, const Translated& x, const Translated& y, const ScalarType&) override {
    switch (op) {
      case BinaryOp::Eq:
        return terms_.equal(x.value, y.value);
      case BinaryOp::Ne:
        return different(x, y);
      case BinaryOp::Lt:
        return terms_.less(x.value, y.value);
      case BinaryOp::Le:
        return terms_.less_equal(x.value, y.value);
      case BinaryOp::Gt:
        return terms_.greater(x.value, y.value);
      case BinaryOp::Ge:
        return terms_.greater_equal(x.value, y.value);
      default:
        throw std::logic_error("semantics: not a comparison");
    }
  }

  /// Linear arithmetic decides an equation or inequality faster than a disequality.
  Term different(const Translated& x, const Translated& y) {
    if (y.range.is_point() && x.range.high - x.range.low == 1)
      return terms_.equal(x.value, number(x.range.low == y.range.low ? x.range.high : x.range.low));
    if (x.range.low >= y.range.high) return terms_.greater(x.value, y.value);
    if (x.range.high <= y.range.low) return terms_.less(x.value, y.value);
    return terms_.distinct(x.value, y.value);
  }

  /// Over-approximated: any value of the type; what the operands are does not matter.
  Translated floating(logic::FloatOp, const std::vector<Translated>&, const ScalarType&,
                      const ScalarType& type) override {
    const Term result = fresh_auxiliary(Sort::integer());
    const Interval range = Interval::of(type);
    return {result, between(result, range), range, 0};
  }

  Condition floating_predicate(logic::FloatOp, const std::vector<Translated>&) override {
    const Term result = fresh_auxiliary(Sort::integer());
    return {terms_.equal(result, number(1)), between(result, Interval{0, 1})};
  }

  Translated cast(const Translated& x, const ScalarType&, const ScalarType& to) override {
    const Interval truth{0, 1};
    if (to.is_boolean()) {
      const bool already = x.range.within(truth);
      const Term zero = terms_.equal(x.value, number(0));
      return {already ? x.value : terms_.ite(zero, number(0), number(1)), x.defined, truth, 0};
    }
    return {wrapped({x.value, x.range}, to), x.defined, fitted(x.range, to), x.trailing_zeros};
  }

  Term in_bounds(const Translated& index, const ScalarType&, const Integer& size) override {
    return below(index, size);
  }
  Term index_term(const Translated& index, const ScalarType&, const Sort&) override { return index.value; }

  /// 0 <= x < bound, where the interval does not already tell.
  Term below(const Translated& x, const Integer& bound) {
    Term result = terms_.true_term();
    if (x.range.low < 0) result = terms_.less_equal(number(0), x.value);
    if (x.range.high >= bound) result = terms_.and_(result, terms_.less(x.value, number(bound)));
    return result;
  }

  /// C's quotient truncates: for x >= 0 it is the Euclidean one, for x < 0 the negated one of -x; so is the remainder.
  Translated division(BinaryOp op, const Translated& x, const Translated& y, const ScalarType& type) {
    const bool quotient = op == BinaryOp::Div;
    Term defined = terms_.true_term();
    if (y.range.contains(0)) defined = different(y, literal(0, type));
    if (type.is_signed() && x.range.contains(type.min()) && y.range.contains(-1)) {
      const Term overflow = terms_.and_(terms_.equal(x.value, number(type.min())), terms_.equal(y.value, number(-1)));
      defined = terms_.and_(defined, terms_.not_(overflow));
    }
    const auto euclidean = [&](Term dividend) {
      return quotient ? terms_.int_div(dividend, y.value) : terms_.int_mod(dividend, y.value);
    };
    Term value = x.range.is_nonnegative() ? euclidean(x.value) : terms_.neg(euclidean(terms_.neg(x.value)));
    if (x.range.low < 0 && x.range.high > 0)
      value = terms_.ite(terms_.greater_equal(x.value, number(0)), euclidean(x.value), value);
    const Interval range = quotient ? divide(x.range, y.range) : remainder(x.range, y.range);
    return {value, division_defined(x, y, type), fitted(range, type), 0};
  }

  /// The Euclidean remainder is zero iff C's is, and needs no case split on the sign.
  Translated divisibility(const Translated& x, const Translated& y, const ScalarType& type) override {
    const Interval range{0, std::max(Integer(0), Integer(y.range.magnitude() - 1))};
    return {terms_.int_mod(x.value, y.value), division_defined(x, y, type), range, 0};
  }

  /// The divisor is not zero, and the quotient is not that of the least value by -1.
  Term division_defined(const Translated& x, const Translated& y, const ScalarType& type) {
    Term defined = terms_.true_term();
    if (y.range.contains(0)) defined = different(y, literal(0, type));
    if (type.is_signed() && x.range.contains(type.min()) && y.range.contains(-1)) {
      const Term overflow = terms_.and_(terms_.equal(x.value, number(type.min())), terms_.equal(y.value, number(-1)));
      defined = terms_.and_(defined, terms_.not_(overflow));
    }
    return defined;
  }

  Translated shift(BinaryOp op, const Translated& x, const Translated& y, const ScalarType& type) {
    const Term defined = below(y, type.width);
    const Integer low = std::clamp(y.range.low, Integer(0), Integer(type.width - 1));
    const Integer high = std::clamp(y.range.high, low, Integer(type.width - 1));
    const bool cases = x.range.is_point() || high - low < max_shift_cases;
    if (!cases) return unknown_shift(op, x, y, type, defined);
    const auto first = static_cast<unsigned>(low);
    const auto last = static_cast<unsigned>(high);
    Translated result = shift_by(op, x, last, type);
    for (unsigned amount = last; amount-- > first;) {
      const Translated other = shift_by(op, x, amount, type);
      result = {terms_.ite(terms_.equal(y.value, number(amount)), other.value, result.value), terms_.true_term(),
                hull(other.range, result.range), std::min(other.trailing_zeros, result.trailing_zeros)};
    }
    result.defined = defined;
    return result;
  }

  Translated shift_by(BinaryOp op, const Translated& x, unsigned amount, const ScalarType& type) {
    if (op == BinaryOp::Shr) {
      const Interval range = shift_right(x.range, Interval::point(amount), type.width);
      return {shifted_down(x.value, amount), terms_.true_term(), range,
              x.trailing_zeros > amount ? x.trailing_zeros - amount : 0};
    }
    const Integer factor = logic::power_of_two(amount);
    const Number product{scaled(x.value, factor), multiply(x.range, Interval::point(factor))};
    return {wrapped(product, type), terms_.true_term(), fitted(product.range, type),
            std::min(type.width, x.trailing_zeros + amount)};
  }

  /// Over-approximated: a shift to the right moves towards 0 or -1, one to the left has any value of the type.
  Translated unknown_shift(BinaryOp op, const Translated& x, const Translated& y, const ScalarType& type,
                           Term defined) {
    const Term result = fresh_auxiliary(Sort::integer());
    if (op == BinaryOp::Shl) {
      const Interval range = fitted(shift_left(x.range, y.range, type.width), type);
      return {result, terms_.and_(defined, between(result, range)), range, 0};
    }
    const Interval range = shift_right(x.range, y.range, type.width);
    const Term zero = number(0);
    const Term when_positive = terms_.and_(terms_.less_equal(zero, result), terms_.less_equal(result, x.value));
    const Term when_negative = terms_.and_(terms_.less_equal(x.value, result), terms_.less(result, zero));
    const Term bounds = x.range.is_nonnegative()
                            ? when_positive
                            : terms_.ite(terms_.less_equal(zero, x.value), when_positive, when_negative);
    return {result, terms_.and_(defined, bounds), range, 0};
  }

  Term between(Term value, const Interval& range) {
    return terms_.and_(terms_.less_equal(number(range.low), value), terms_.less_equal(value, number(range.high)));
  }

  /// x | y = x + y - (x & y) and x ^ y = x + y - 2 (x & y), so all rests on `&`.
  Translated bits(BinaryOp op, const Translated& x, const Translated& y, const ScalarType& type) {
    const Interval truth{0, 1};
    if (x.range.within(truth) && y.range.within(truth)) return truth_bits(op, x, y);
    const std::size_t auxiliaries_before = auxiliaries().size();
    Translated conjunction = bit_and(x, y, type);
    if (op == BinaryOp::BitAnd) return conjunction;
    const Integer times = op == BinaryOp::BitOr ? 1 : 2;
    const Term value = terms_.sub(terms_.add(x.value, y.value), scaled(conjunction.value, times));
    const Interval range = bit_operation(op, x.range, y.range, type);
    if (auxiliaries().size() != auxiliaries_before) {
      // The auxiliary of an over-approximated `&` knows too little to keep this result in the type.
      conjunction.defined = terms_.and_(conjunction.defined, between(value, range));
    }
    return {value, conjunction.defined, range, std::min(x.trailing_zeros, y.trailing_zeros)};
  }

  Translated truth_bits(BinaryOp op, const Translated& x, const Translated& y) {
    const Term a = terms_.equal(x.value, number(1));
    const Term b = terms_.equal(y.value, number(1));
    Term holds = terms_.and_(a, b);
    if (op != BinaryOp::BitAnd) holds = op == BinaryOp::BitOr ? terms_.or_(a, b) : terms_.distinct(a, b);
    return {terms_.ite(holds, number(1), number(0)), terms_.true_term(), Interval{0, 1}, 0};
  }

  Translated bit_and(const Translated& x, const Translated& y, const ScalarType& type) {
    const Interval range = bit_operation(BinaryOp::BitAnd, x.range, y.range, type);
    const auto exact = [&](Term value) {
      return Translated{value, terms_.true_term(), range, std::max(x.trailing_zeros, y.trailing_zeros)};
    };
    if (no_common_bits(x, y) || no_common_bits(y, x))
      return {number(0), terms_.true_term(), Interval::point(0), type.width};
    if (x.value == y.value) return exact(x.value);
    if (x.range.is_point() || y.range.is_point()) {
      const Translated& other = x.range.is_point() ? y : x;
      if (const auto value = masked({other.value, other.range}, (x.range.is_point() ? x : y).range.low, type))
        return exact(*value);
    }
    const Interval truth{0, 1};
    if (x.range.within(truth) || y.range.within(truth)) {
      const Translated& bit = x.range.within(truth) ? x : y;
      const Translated& other = x.range.within(truth) ? y : x;
      return exact(terms_.ite(terms_.equal(bit.value, number(1)), low_bits({other.value, other.range}, 1), number(0)));
    }
    return unknown_and(x, y, range);
  }

  /// Are all ones of `low` below the trailing zeros of `high`?
  static bool no_common_bits(const Translated& low, const Translated& high) {
    return low.range.is_nonnegative() && low.range.high < logic::power_of_two(high.trailing_zeros);
  }

  /// x & mask, if the mask or its complement has few runs of ones.
  std::optional<Term> masked(const Number& x, const Integer& mask, const ScalarType& type) {
    const Integer complement = type.is_signed() ? Integer(-mask - 1) : Integer(type.max() - mask);
    std::optional<Term> best;
    std::size_t fewest = max_runs + 1;
    if (mask >= 0 && runs_of_ones(mask).size() < fewest) {
      best = select_runs(x, runs_of_ones(mask));
      fewest = runs_of_ones(mask).size();
    }
    if (complement >= 0 && runs_of_ones(complement).size() < fewest)
      best = terms_.sub(x.value, select_runs(x, runs_of_ones(complement)));
    return best;
  }

  /// The sum of these bits of x; right for negative x too, as division and remainder are Euclidean.
  Term select_runs(const Number& x, const std::vector<Run>& runs) {
    Term sum = number(0);
    for (const Run& run : runs) {
      const Interval range = shift_right(x.range, Interval::point(run.first), run.first + 1);
      const Term bits = low_bits({shifted_down(x.value, run.first), range}, run.length);
      sum = terms_.add(sum, scaled(bits, logic::power_of_two(run.first)));
    }
    return sum;
  }

  /// Over-approximated: a nonnegative operand bounds the result from above and 0 from below; two negative operands
  /// both bound it from above.
  Translated unknown_and(const Translated& x, const Translated& y, const Interval& range) {
    const Term result = fresh_auxiliary(Sort::integer());
    const Term zero = number(0);
    std::vector<Term> bounds{between(result, range)};
    const auto bounded_by = [&](const Translated& operand) {
      const Term bound = terms_.and_(terms_.less_equal(zero, result), terms_.less_equal(result, operand.value));
      bounds.push_back(operand.range.is_nonnegative() ? bound
                                                      : terms_.implies(terms_.less_equal(zero, operand.value), bound));
    };
    bounded_by(x);
    bounded_by(y);
    if (!x.range.is_nonnegative() && !y.range.is_nonnegative()) {
      bounds.push_back(
          terms_.implies(terms_.and_(terms_.less(x.value, zero), terms_.less(y.value, zero)),
                         terms_.and_(terms_.less_equal(result, x.value), terms_.less_equal(result, y.value))));
    }
    return {result, terms_.and_(std::move(bounds)), range, 0};
  }
};

}  // namespace

std::unique_ptr<ExpressionTranslator> make_integer_translator(logic::TermManager& terms, const Program& program,
                                                              const std::vector<Term>& variables) {
  return std::make_unique<IntegerTranslator>(terms, program, variables);
}

}  // namespace bireach::frontend
