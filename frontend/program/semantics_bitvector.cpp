// SPDX-License-Identifier: Apache-2.0
/// Expressions over bit-vectors: every value of a type of width n is a bit-vector of n bits.
#include <stdexcept>

#include "frontend/program/expression_translator.h"

namespace bireach::frontend {
namespace {

using logic::Integer;
using logic::Kind;
using logic::Term;

class BitvectorTranslator final : public ExpressionTranslator {
 public:
  using ExpressionTranslator::ExpressionTranslator;

 private:
  Term constant(const Integer& value, const ScalarType& type) override {
    return terms_.bit_vector(logic::wrap_unsigned(value, type.width), type.width);
  }

  Term in_range(Term, const ScalarType&) override { return terms_.true_term(); }

  Translated unary(UnaryOp op, const Translated& x, const ScalarType& type) override {
    if (op == UnaryOp::BitNot) {
      const Interval all = type.is_signed() ? Interval::point(-1) : Interval::point(type.max());
      return {terms_.bv_unary(Kind::BvNot, x.value), terms_.true_term(), subtract(all, x.range), 0};
    }
    Term defined = terms_.true_term();
    if (type.is_signed() && !overflow_wraps() && x.range.contains(type.min()))
      defined = terms_.distinct(x.value, constant(type.min(), type));
    return {terms_.bv_unary(Kind::BvNeg, x.value), defined, fitted(subtract(Interval::point(0), x.range), type), 0};
  }

  Translated binary(BinaryOp op, const Translated& x, const Translated& y, const ScalarType& type,
                    const ScalarType& right_type) override {
    switch (op) {
      case BinaryOp::Add:
        return sum(x, y, type);
      case BinaryOp::Sub:
        return difference(x, y, type);
      case BinaryOp::Mul:
        return product(x, y, type);
      case BinaryOp::Div:
      case BinaryOp::Rem:
        return division(op, x, y, type);
      case BinaryOp::Shl:
      case BinaryOp::Shr:
        return shift(op, x, y, type, right_type);
      case BinaryOp::BitAnd:
        return bits(Kind::BvAnd, op, x, y, type);
      case BinaryOp::BitOr:
        return bits(Kind::BvOr, op, x, y, type);
      case BinaryOp::BitXor:
        return bits(Kind::BvXor, op, x, y, type);
      default:
        throw std::logic_error("semantics: not an arithmetic operator");
    }
  }

  Term compare(BinaryOp op, const Translated& x, const Translated& y, const ScalarType& type) override {
    const Kind less = type.is_signed() ? Kind::BvSlt : Kind::BvUlt;
    const Kind less_equal = type.is_signed() ? Kind::BvSle : Kind::BvUle;
    switch (op) {
      case BinaryOp::Eq:
        return terms_.equal(x.value, y.value);
      case BinaryOp::Ne:
        return terms_.distinct(x.value, y.value);
      case BinaryOp::Lt:
        return terms_.bv_binary(less, x.value, y.value);
      case BinaryOp::Le:
        return terms_.bv_binary(less_equal, x.value, y.value);
      case BinaryOp::Gt:
        return terms_.bv_binary(less, y.value, x.value);
      case BinaryOp::Ge:
        return terms_.bv_binary(less_equal, y.value, x.value);
      default:
        throw std::logic_error("semantics: not a comparison");
    }
  }

  Translated floating(logic::FloatOp op, const std::vector<Translated>& x, const ScalarType& from,
                      const ScalarType& to) override {
    std::vector<Term> operands;
    for (const Translated& operand : x) operands.push_back(operand.value);
    Translated result{terms_.floating(op, operands, to.width), terms_.true_term(), Interval::of(to), 0};
    if (op == logic::FloatOp::ToSigned || op == logic::FloatOp::ToUnsigned) {
      const logic::IntegerBounds bounds = logic::integer_bounds(from.width, to.width, to.is_signed());
      const auto low_op = bounds.low_included ? logic::FloatOp::LessEqual : logic::FloatOp::Less;
      const Term above = terms_.floating(low_op, {constant(bounds.low, from), operands[0]}, 1);
      const Term below = terms_.floating(logic::FloatOp::Less, {operands[0], constant(bounds.high, from)}, 1);
      result.defined = terms_.and_(above, below);
    }
    return result;
  }

  Condition floating_predicate(logic::FloatOp op, const std::vector<Translated>& x) override {
    std::vector<Term> operands;
    for (const Translated& operand : x) operands.push_back(operand.value);
    return {terms_.floating(op, operands, 1), terms_.true_term()};
  }

  Translated cast(const Translated& x, const ScalarType& from, const ScalarType& to) override {
    if (to.is_boolean()) {
      const Term nonzero = terms_.distinct(x.value, constant(0, from));
      const Term value = from.width == 1 ? x.value : terms_.ite(nonzero, constant(1, to), constant(0, to));
      return {value, x.defined, Interval{0, 1}, 0};
    }
    return {resized(x.value, from, to.width), x.defined, fitted(x.range, to), 0};
  }

  Term in_bounds(const Translated& index, const ScalarType& type, const Integer& size) override {
    return below(index, type, size);
  }

  Term index_term(const Translated& index, const ScalarType& type, const logic::Sort& sort) override {
    return resized(index.value, type, sort.width());
  }

  /// The value of type `from` modulo 2^width.
  Term resized(Term value, const ScalarType& from, unsigned width) {
    if (width < from.width) return terms_.extract(value, width - 1, 0);
    if (width == from.width) return value;
    return from.is_signed() ? terms_.sign_extend(value, width - from.width)
                            : terms_.zero_extend(value, width - from.width);
  }

  /// 0 <= x < bound, where the intervals do not already tell.
  Term below(const Translated& x, const ScalarType& type, const Integer& bound) {
    if (x.range.low >= 0 && x.range.high < bound) return terms_.true_term();
    if (bound > type.max()) return at_least(x, 0, type);
    return terms_.bv_binary(Kind::BvUlt, x.value, constant(bound, type));  // negative values count as large
  }

  /// x >= bound, x <= bound: true where every value of the type satisfies it.
  Term at_least(const Translated& x, const Integer& bound, const ScalarType& type) {
    if (bound <= x.range.low) return terms_.true_term();
    return terms_.bv_binary(type.is_signed() ? Kind::BvSle : Kind::BvUle, constant(bound, type), x.value);
  }
  Term at_most(const Translated& x, const Integer& bound, const ScalarType& type) {
    if (bound >= x.range.high) return terms_.true_term();
    return terms_.bv_binary(type.is_signed() ? Kind::BvSle : Kind::BvUle, x.value, constant(bound, type));
  }

  Term is_negative(Term value, const ScalarType& type) {
    return terms_.bv_binary(Kind::BvSlt, value, constant(0, type));
  }

  /// No result is undefined: all fit, or what does not fit wraps.
  [[nodiscard]] bool cannot_overflow(const Interval& exact, const ScalarType& type) const {
    return !type.is_signed() || overflow_wraps() || exact.within(type);
  }

  Translated sum(const Translated& x, const Translated& y, const ScalarType& type) {
    const Interval exact = add(x.range, y.range);
    const Term value = terms_.bv_binary(Kind::BvAdd, x.value, y.value);
    Translated result{value, terms_.true_term(), fitted(exact, type), 0};
    if (cannot_overflow(exact, type)) return result;
    if (x.range.is_point() || y.range.is_point()) {
      const Integer& c = x.range.is_point() ? x.range.low : y.range.low;
      const Translated& other = x.range.is_point() ? y : x;
      result.defined = c > 0 ? at_most(other, type.max() - c, type) : at_least(other, type.min() - c, type);
      return result;
    }
    const Term sign = is_negative(x.value, type);
    result.defined =
        terms_.or_(terms_.distinct(sign, is_negative(y.value, type)), terms_.equal(sign, is_negative(value, type)));
    return result;
  }

  Translated difference(const Translated& x, const Translated& y, const ScalarType& type) {
    const Interval exact = subtract(x.range, y.range);
    const Term value = terms_.bv_binary(Kind::BvAdd, x.value, terms_.bv_unary(Kind::BvNeg, y.value));
    Translated result{value, terms_.true_term(), fitted(exact, type), 0};
    if (cannot_overflow(exact, type)) return result;
    if (y.range.is_point()) {
      const Integer& c = y.range.low;
      result.defined = c > 0 ? at_least(x, type.min() + c, type) : at_most(x, type.max() + c, type);
      return result;
    }
    if (x.range.is_point()) {
      const Integer& c = x.range.low;
      result.defined = c < 0 ? at_most(y, c - type.min(), type) : at_least(y, c - type.max(), type);
      return result;
    }
    const Term sign = is_negative(x.value, type);
    result.defined =
        terms_.or_(terms_.equal(sign, is_negative(y.value, type)), terms_.equal(sign, is_negative(value, type)));
    return result;
  }

  Translated product(const Translated& x, const Translated& y, const ScalarType& type) {
    const Interval exact = multiply(x.range, y.range);
    const Term value = terms_.bv_binary(Kind::BvMul, x.value, y.value);
    Translated result{value, terms_.true_term(), fitted(exact, type), 0};
    if (cannot_overflow(exact, type)) return result;
    if (x.range.is_point() || y.range.is_point()) {
      const Integer& c = x.range.is_point() ? x.range.low : y.range.low;  // not 0: the product would fit
      const Translated& other = x.range.is_point() ? y : x;
      const Integer low = (c > 0 ? type.min() : type.max()) / c;  // truncation rounds inwards
      const Integer high = (c > 0 ? type.max() : type.min()) / c;
      result.defined = terms_.and_(at_least(other, low, type), at_most(other, high, type));
      return result;
    }
    const Term wide =
        terms_.bv_binary(Kind::BvMul, terms_.sign_extend(x.value, type.width), terms_.sign_extend(y.value, type.width));
    result.defined = terms_.equal(wide, terms_.sign_extend(value, type.width));
    return result;
  }

  Translated division(BinaryOp op, const Translated& x, const Translated& y, const ScalarType& type) {
    const bool quotient = op == BinaryOp::Div;
    Term defined = terms_.true_term();
    if (y.range.contains(0)) defined = terms_.distinct(y.value, constant(0, type));
    if (type.is_signed() && x.range.contains(type.min()) && y.range.contains(-1)) {
      const Term overflow =
          terms_.and_(terms_.equal(x.value, constant(type.min(), type)), terms_.equal(y.value, constant(-1, type)));
      defined = terms_.and_(defined, terms_.not_(overflow));
    }
    const Kind kind =
        type.is_signed() ? (quotient ? Kind::BvSdiv : Kind::BvSrem) : (quotient ? Kind::BvUdiv : Kind::BvUrem);
    const Interval range = quotient ? divide(x.range, y.range) : remainder(x.range, y.range);
    return {terms_.bv_binary(kind, x.value, y.value), defined, fitted(range, type), 0};
  }

  Translated shift(BinaryOp op, const Translated& x, const Translated& y, const ScalarType& type,
                   const ScalarType& amount_type) {
    const Term defined = below(y, amount_type, type.width);
    const Term amount = resized(y.value, amount_type, type.width);  // where defined, the amount fits
    if (op == BinaryOp::Shl) {
      return {terms_.bv_binary(Kind::BvShl, x.value, amount), defined,
              fitted(shift_left(x.range, y.range, type.width), type), 0};
    }
    return {terms_.bv_binary(type.is_signed() ? Kind::BvAshr : Kind::BvLshr, x.value, amount), defined,
            fitted(shift_right(x.range, y.range, type.width), type), 0};
  }

  Translated bits(Kind kind, BinaryOp op, const Translated& x, const Translated& y, const ScalarType& type) {
    return {terms_.bv_binary(kind, x.value, y.value), terms_.true_term(), bit_operation(op, x.range, y.range, type), 0};
  }
};

}  // namespace

std::unique_ptr<ExpressionTranslator> make_bitvector_translator(logic::TermManager& terms, const Program& program,
                                                                const std::vector<Term>& variables) {
  return std::make_unique<BitvectorTranslator>(terms, program, variables);
}

}  // namespace bireach::frontend
