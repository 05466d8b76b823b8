// SPDX-License-Identifier: Apache-2.0
#include "abstraction/domains/interval_refinement.h"

#include <algorithm>
#include <utility>

#include "abstraction/domains/interval_evaluation.h"

namespace bireach::abstraction {

using frontend::BinaryOp;
using frontend::Expr;
using frontend::UnaryOp;
using logic::Integer;

namespace {

/// Every `keep` gets a node whose evaluation takes part in every execution that is kept.
class Refiner {
 public:
  explicit Refiner(IntervalMap& intervals) : intervals_(intervals) {}

  /// Keeps what evaluates to one of these.
  bool keep(EvaluatedExpr& node, const MaybeInterval& target) {
    if (!node.value || !target) return false;
    node.value = intersect(*node.value, *target);
    if (!node.value) return false;
    const Expr& expr = *node.expr;
    switch (expr.kind) {
      case Expr::Kind::Constant:
        return true;
      case Expr::Kind::Variable:
        return intervals_.variable(expr.variable).array || intervals_.restrict_to(expr.variable, *node.value);
      case Expr::Kind::Unary:
        return unary(node);
      case Expr::Kind::Binary:
        return binary(node);
      case Expr::Kind::Conditional:
        return conditional(node);
      case Expr::Kind::Cast: {
        EvaluatedExpr& operand = node.operands[0];
        return operand.value && keep(operand, unconverted(*operand.value, *node.value, expr.type));
      }
      case Expr::Kind::Element:
      case Expr::Kind::Floating:
      case Expr::Kind::Pattern:
        return keep_defined(node);
      case Expr::Kind::Table:
        return true;
    }
    return true;
  }

  bool keep_truth(EvaluatedExpr& node, bool holds) {
    if (!node.value) return false;
    return keep(node, holds ? without(*node.value, 0) : Interval::point(0));
  }

  /// Conjunctions one after the other, disjunctions apart and joined.
  bool condition(const Expr& expr, bool holds) {
    if (expr.kind == Expr::Kind::Unary && expr.unary == UnaryOp::LogicalNot)
      return condition(*expr.operands[0], !holds);
    if (expr.kind == Expr::Kind::Cast && frontend::is_truth_value(expr)) return condition(*expr.operands[0], holds);
    if (expr.kind != Expr::Kind::Binary || !frontend::is_logical(expr.binary)) {
      EvaluatedExpr node = evaluate(intervals_, expr);
      return keep_truth(node, holds);
    }
    const bool conjunction = (expr.binary == BinaryOp::LogicalAnd) == holds;
    if (conjunction) return condition(*expr.operands[0], holds) && condition(*expr.operands[1], holds);
    IntervalMap left = intervals_;
    const bool left_possible = Refiner(left).condition(*expr.operands[0], holds);
    const bool right_possible = condition(*expr.operands[1], holds);
    if (left_possible) intervals_ = right_possible ? left.join(intervals_) : left;
    return left_possible || right_possible;
  }

 private:
  static const Interval& value(const EvaluatedExpr& node, std::size_t operand) { return *node.operands[operand].value; }

  /// All operands are evaluated.
  bool keep_defined(EvaluatedExpr& node) {
    return std::all_of(node.operands.begin(), node.operands.end(),
                       [&](EvaluatedExpr& operand) { return keep(operand, operand.value); });
  }

  bool conditional(EvaluatedExpr& node) {
    const auto possible = [&](std::size_t operand) {
      return node.operands[operand].value && intersect(value(node, operand), *node.value);
    };
    const Truth known = truth(node.operands[0].value);
    const bool may_hold = known.may_hold && possible(1);
    const bool may_fail = known.may_fail && possible(2);
    if (may_hold && may_fail) return keep(node.operands[0], node.operands[0].value);
    if (!may_hold && !may_fail) return false;
    return condition(*node.expr->operands[0], may_hold) && keep(node.operands[may_hold ? 1 : 2], node.value);
  }

  bool unary(EvaluatedExpr& node) {
    EvaluatedExpr& operand = node.operands[0];
    if (node.expr->unary == UnaryOp::LogicalNot) {
      if (!node.value->is_point()) return keep(operand, operand.value);
      return condition(*node.expr->operands[0], node.value->low == 0);
    }
    const MaybeInterval exact = unconverted(*node.exact, *node.value, node.expr->type);
    if (!exact) return false;
    const Integer offset = node.expr->unary == UnaryOp::Minus ? 0 : -1;
    return keep(operand, frontend::subtract(Interval::point(offset), *exact));
  }

  bool binary(EvaluatedExpr& node) {
    const BinaryOp op = node.expr->binary;
    if (frontend::is_logical(op)) {
      if (node.value->is_point()) return condition(*node.expr, node.value->low != 0);
      return keep(node.operands[0], node.operands[0].value);
    }
    if (frontend::is_comparison(op)) {
      if (!node.value->is_point()) return keep_defined(node);
      return comparison(node, node.value->low != 0 ? op : frontend::negated(op));
    }
    switch (op) {
      case BinaryOp::Add:
      case BinaryOp::Sub:
      case BinaryOp::Mul:
        return converted_operation(node);
      case BinaryOp::Div:
        return division(node);
      case BinaryOp::Rem:
        return remainder(node);
      case BinaryOp::Shl:
      case BinaryOp::Shr:
        return shift(node);
      default:
        return bit_operation(node);
    }
  }

  bool keep_both(EvaluatedExpr& node, const MaybeInterval& left, const MaybeInterval& right) {
    return keep(node.operands[0], left) && keep(node.operands[1], right);
  }

  bool comparison(EvaluatedExpr& node, BinaryOp op) {
    const Interval l = value(node, 0);
    const Interval r = value(node, 1);
    const auto at_most = [](const Interval& interval, const Integer& bound) {
      return intersect(interval, {std::min(interval.low, bound), bound});
    };
    const auto at_least = [](const Interval& interval, const Integer& bound) {
      return intersect(interval, {bound, std::max(interval.high, bound)});
    };
    switch (op) {
      case BinaryOp::Eq:
        return keep_both(node, r, l);
      case BinaryOp::Ne:
        return keep_both(node, r.is_point() ? without(l, r.low) : l, l.is_point() ? without(r, l.low) : r);
      case BinaryOp::Lt:
        return keep_both(node, at_most(l, r.high - 1), at_least(r, l.low + 1));
      case BinaryOp::Le:
        return keep_both(node, at_most(l, r.high), at_least(r, l.low));
      case BinaryOp::Gt:
        return keep_both(node, at_least(l, r.low + 1), at_most(r, l.high - 1));
      default:
        return keep_both(node, at_least(l, r.low), at_most(r, l.high));
    }
  }

  bool converted_operation(EvaluatedExpr& node) {
    const MaybeInterval exact = unconverted(*node.exact, *node.value, node.expr->type);
    if (!exact) return false;
    const Interval l = value(node, 0);
    const Interval r = value(node, 1);
    switch (node.expr->binary) {
      case BinaryOp::Add:
        return keep_both(node, frontend::subtract(*exact, r), frontend::subtract(*exact, l));
      case BinaryOp::Sub:
        return keep_both(node, frontend::add(*exact, r), frontend::subtract(l, *exact));
      default:
        return keep_both(node, factor(*exact, l, r), factor(*exact, r, l));
    }
  }

  /// What a factor, of which this is known, can be beside the other one.
  static MaybeInterval factor(const Interval& product, const Interval& known, const Interval& other) {
    if (product.contains(0) && other.contains(0)) return known;
    const MaybeInterval divisor = product.contains(0) ? other : without(other, 0);  // a product that is not zero
    return divisor ? exact_quotient(product, *divisor) : std::nullopt;
  }

  bool division(EvaluatedExpr& node) {
    const MaybeInterval divisor = without(value(node, 1), 0);
    if (!divisor) return false;
    Interval dividend = value(node, 0);
    if (divisor->low > 0) {
      const Interval& quotient = *node.value;
      const Integer low =
          quotient.low > 0 ? Integer(quotient.low * divisor->low) : Integer((quotient.low - 1) * divisor->high + 1);
      const Integer high =
          quotient.high < 0 ? Integer(quotient.high * divisor->low) : Integer((quotient.high + 1) * divisor->high - 1);
      dividend = {low, high};
    }
    return keep_both(node, dividend, divisor);
  }

  /// The remainder has the sign of the dividend, is no larger, and is the dividend itself below the divisor.
  bool remainder(EvaluatedExpr& node) {
    const Interval& result = *node.value;
    Interval dividend = value(node, 0);
    const MaybeInterval divisor = without(value(node, 1), 0);
    if (!divisor) return false;
    if (result.low > 0) dividend.low = std::max(dividend.low, result.low);
    if (result.high < 0) dividend.high = std::min(dividend.high, result.high);
    if (dividend.low > dividend.high) return false;
    if (divisor->low > dividend.magnitude()) return keep_both(node, intersect(dividend, result), divisor);
    return keep_both(node, dividend, divisor);
  }

  bool shift(EvaluatedExpr& node) {
    const MaybeInterval amount = intersect(value(node, 1), {0, node.expr->type.width - 1});
    if (!amount) return false;
    Interval left = value(node, 0);
    if (amount->is_point()) {
      const Integer power = logic::power_of_two(static_cast<unsigned>(amount->low));
      if (node.expr->binary == BinaryOp::Shr) {
        left = {node.value->low * power, node.value->high * power + power - 1};
      } else {
        const MaybeInterval exact = unconverted(*node.exact, *node.value, node.expr->type);
        const MaybeInterval quotient = exact ? exact_quotient(*exact, Interval::point(power)) : std::nullopt;
        if (!quotient) return false;
        left = *quotient;
      }
    }
    return keep_both(node, left, amount);
  }

  bool bit_operation(EvaluatedExpr& node) {
    const Interval l = value(node, 0);
    const Interval r = value(node, 1);
    switch (node.expr->binary) {
      case BinaryOp::BitAnd:
        return keep_both(node, masked(*node.value, l, r), masked(*node.value, r, l));
      case BinaryOp::BitOr:
        if (l.is_nonnegative() && r.is_nonnegative())
          return keep_both(node, intersect(l, {0, node.value->high}), intersect(r, {0, node.value->high}));
        return keep_both(node, l, r);
      default:
        return keep_both(node, l, r);
    }
  }

  /// What an operand of a bit-and can be: a low mask takes its residue; else it is no smaller than the result.
  static MaybeInterval masked(const Interval& result, const Interval& operand, const Interval& mask) {
    MaybeInterval kept = operand;
    if (const auto bits = low_mask(mask)) kept = unconverted(operand, result, frontend::unsigned_integer(*bits));
    if (kept && operand.is_nonnegative()) kept = intersect(*kept, {result.low, std::max(operand.high, result.low)});
    return kept;
  }

  IntervalMap& intervals_;
};

}  // namespace

bool refine(IntervalMap& intervals, const Expr& expr, const frontend::ScalarType& type, const Interval& target) {
  EvaluatedExpr node = evaluate(intervals, expr);
  return node.value && Refiner(intervals).keep(node, unconverted(*node.value, target, type));
}

bool refine(IntervalMap& intervals, const Expr& condition, bool holds) {
  return Refiner(intervals).condition(condition, holds);
}

bool refine_defined(IntervalMap& intervals, const Expr& expr) {
  EvaluatedExpr node = evaluate(intervals, expr);
  return Refiner(intervals).keep(node, node.value);
}

}  // namespace bireach::abstraction
