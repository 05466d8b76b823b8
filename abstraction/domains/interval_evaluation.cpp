// SPDX-License-Identifier: Apache-2.0
#include "abstraction/domains/interval_evaluation.h"

#include <stdexcept>

namespace bireach::abstraction {

using frontend::BinaryOp;
using frontend::Expr;
using frontend::ScalarType;
using frontend::UnaryOp;
using logic::Integer;

namespace {

MaybeInterval interval_of(const Truth& truth) {
  if (!truth.may_fail && !truth.may_hold) return std::nullopt;
  return Interval{truth.may_fail ? 0 : 1, truth.may_hold ? 1 : 0};
}

Truth opposite(const Truth& truth) {
  return {truth.may_hold, truth.may_fail};
}

Truth compare(BinaryOp op, const Interval& l, const Interval& r) {
  const std::optional<bool> holds = frontend::decided(op, l, r);
  return {holds != true, holds != false};
}

Truth logical(BinaryOp op, const Truth& l, const Truth& r) {
  if (op == BinaryOp::LogicalAnd) return {l.may_fail || (l.may_hold && r.may_fail), l.may_hold && r.may_hold};
  return {l.may_fail && r.may_fail, l.may_hold || (l.may_fail && r.may_hold)};
}

MaybeInterval divide(const Expr& expr, const Interval& l, const Interval& r) {
  const MaybeInterval divisor = without(r, 0);
  if (!divisor) return std::nullopt;
  const Interval range = Interval::of(expr.type);
  if (expr.binary == BinaryOp::Div) return intersect(frontend::divide(l, *divisor), range);  // without INT_MIN / -1
  Integer least = 1;
  if (divisor->low > 0) least = divisor->low;
  if (divisor->high < 0) least = -divisor->high;
  return l.magnitude() < least ? l : frontend::remainder(l, *divisor);
}

Integer bits_of(BinaryOp op, const Integer& a, const Integer& b) {
  if (op == BinaryOp::BitAnd) return a & b;
  return op == BinaryOp::BitOr ? Integer(a | b) : Integer(a ^ b);
}

MaybeInterval bit_operation(const Expr& expr, const Interval& l, const Interval& r) {
  const ScalarType& type = expr.type;
  if (l.is_point() && r.is_point()) {
    const Integer a = logic::wrap_unsigned(l.low, type.width);
    const Integer b = logic::wrap_unsigned(r.low, type.width);
    return Interval::point(type.convert(bits_of(expr.binary, a, b)));
  }
  const Interval result = frontend::bit_operation(expr.binary, l, r, type);
  if (expr.binary != BinaryOp::BitAnd) return result;
  if (const auto bits = low_mask(r)) return intersect(result, converted(l, frontend::unsigned_integer(*bits)));
  if (const auto bits = low_mask(l)) return intersect(result, converted(r, frontend::unsigned_integer(*bits)));
  return result;
}

class Evaluator {
 public:
  explicit Evaluator(const IntervalMap& intervals) : intervals_(intervals) {}

  EvaluatedExpr evaluate(const Expr& expr) const {
    EvaluatedExpr result;
    result.expr = &expr;
    result.operands.reserve(expr.operands.size());
    for (const auto& operand : expr.operands) result.operands.push_back(evaluate(*operand));
    result.value = value(expr, result);
    if (result.value) result.value = intersect(*result.value, Interval::of(expr.type));
    return result;
  }

 private:
  MaybeInterval value(const Expr& expr, EvaluatedExpr& node) const {
    switch (expr.kind) {
      case Expr::Kind::Constant:
        return Interval::point(expr.value);
      case Expr::Kind::Variable:
        return intervals_.get(expr.variable);
      case Expr::Kind::Element:
        return element(expr, node.operands[0].value);
      case Expr::Kind::Unary:
        return unary(expr, node);
      case Expr::Kind::Binary:
        return binary(expr, node);
      case Expr::Kind::Conditional:
        return conditional(node);
      case Expr::Kind::Cast:
        return node.operands[0].value ? MaybeInterval(converted(*node.operands[0].value, expr.type)) : std::nullopt;
      case Expr::Kind::Floating:
      case Expr::Kind::Pattern:
        return opaque(expr, node);
      case Expr::Kind::Table: {
        MaybeInterval result = node.operands[0].value;
        for (const auto& [index, element] : *expr.elements)
          result = result ? frontend::hull(*result, Interval::point(element)) : Interval::point(element);
        return result;
      }
    }
    throw std::logic_error("intervals: unknown kind of expression");
  }

  MaybeInterval element(const Expr& expr, const MaybeInterval& index) const {
    if (!index) return std::nullopt;
    const auto& array = intervals_.variable(expr.variable).array;
    const bool inside = array && index->low >= 0 && index->high < array->size;
    return inside ? intervals_.get(expr.variable) : Interval::of(expr.type);
  }

  static MaybeInterval opaque(const Expr& expr, const EvaluatedExpr& node) {
    for (const EvaluatedExpr& operand : node.operands)
      if (!operand.value) return std::nullopt;
    if (expr.kind == Expr::Kind::Floating && logic::is_float_predicate(expr.floating)) return Interval{0, 1};
    return Interval::of(expr.type);
  }

  static MaybeInterval conditional(const EvaluatedExpr& node) {
    const Truth condition = truth(node.operands[0].value);
    const MaybeInterval chosen = condition.may_hold ? node.operands[1].value : std::nullopt;
    const MaybeInterval other = condition.may_fail ? node.operands[2].value : std::nullopt;
    return chosen && other ? frontend::hull(*chosen, *other) : chosen ? chosen : other;
  }

  MaybeInterval unary(const Expr& expr, EvaluatedExpr& node) const {
    const MaybeInterval& operand = node.operands[0].value;
    if (!operand) return std::nullopt;
    switch (expr.unary) {
      case UnaryOp::Minus:
        return finish(expr, frontend::subtract(Interval::point(0), *operand), node);
      case UnaryOp::BitNot:
        node.exact = frontend::subtract(Interval::point(-1), *operand);
        return converted(*node.exact, expr.type);
      case UnaryOp::LogicalNot:
        return interval_of(opposite(truth(operand)));
    }
    throw std::logic_error("intervals: unknown unary operator");
  }

  MaybeInterval binary(const Expr& expr, EvaluatedExpr& node) const {
    const MaybeInterval& l = node.operands[0].value;
    const MaybeInterval& r = node.operands[1].value;
    if (frontend::is_logical(expr.binary)) return interval_of(logical(expr.binary, truth(l), truth(r)));
    if (!l || !r) return std::nullopt;
    if (frontend::is_comparison(expr.binary)) return interval_of(compare(expr.binary, *l, *r));
    switch (expr.binary) {
      case BinaryOp::Add:
        return finish(expr, frontend::add(*l, *r), node);
      case BinaryOp::Sub:
        return finish(expr, frontend::subtract(*l, *r), node);
      case BinaryOp::Mul:
        return finish(expr, frontend::multiply(*l, *r), node);
      case BinaryOp::Div:
      case BinaryOp::Rem:
        return divide(expr, *l, *r);
      case BinaryOp::Shl:
      case BinaryOp::Shr:
        return shift(expr, *l, *r, node);
      default:
        return bit_operation(expr, *l, *r);
    }
  }

  static MaybeInterval shift(const Expr& expr, const Interval& l, const Interval& r, EvaluatedExpr& node) {
    const unsigned width = expr.type.width;
    const MaybeInterval amount = intersect(r, {0, width - 1});
    if (!amount) return std::nullopt;
    if (expr.binary == BinaryOp::Shr) return frontend::shift_right(l, *amount, width);
    node.exact = frontend::shift_left(l, *amount, width);
    return converted(*node.exact, expr.type);
  }

  /// Leaves out the overflow that is undefined.
  MaybeInterval finish(const Expr& expr, const Interval& exact, EvaluatedExpr& node) const {
    const bool undefined = intervals_.program().signed_overflow == frontend::SignedOverflow::undefined;
    node.exact = undefined && expr.type.is_signed() ? intersect(exact, Interval::of(expr.type)) : exact;
    return node.exact ? MaybeInterval(converted(*node.exact, expr.type)) : std::nullopt;
  }

  const IntervalMap& intervals_;
};

}  // namespace

EvaluatedExpr evaluate(const IntervalMap& intervals, const Expr& expr) {
  return Evaluator(intervals).evaluate(expr);
}

Truth truth(const MaybeInterval& value) {
  if (!value) return {};
  return {value->contains(0), !value->is_point() || value->low != 0};
}

std::optional<unsigned> low_mask(const Interval& interval) {
  if (!interval.is_point() || interval.low <= 0) return std::nullopt;
  const Integer next = interval.low + 1;
  const auto bits = static_cast<unsigned>(boost::multiprecision::msb(next));
  return logic::power_of_two(bits) == next ? std::optional(bits) : std::nullopt;
}

}  // namespace bireach::abstraction
