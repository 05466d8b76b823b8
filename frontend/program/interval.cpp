// SPDX-License-Identifier: Apache-2.0
#include "frontend/program/interval.h"

#include <algorithm>
#include <stdexcept>

namespace bireach::frontend {

using logic::Integer;

namespace {

/// 2^k - 1 for the least k such that value <= 2^k - 1; value >= 0.
Integer all_ones_above(const Integer& value) {
  return value == 0 ? Integer(0)
                    : Integer(logic::power_of_two(static_cast<unsigned>(boost::multiprecision::msb(value)) + 1) - 1);
}

/// Possible shift amounts: b cut to 0 … width-1.
std::pair<unsigned, unsigned> amounts(const Interval& b, unsigned width) {
  const Integer last = width - 1;
  const Integer low = std::clamp(b.low, Integer(0), last);
  const Integer high = std::clamp(b.high, low, last);
  return {static_cast<unsigned>(low), static_cast<unsigned>(high)};
}

}  // namespace

Integer Interval::magnitude() const {
  return std::max(high, Integer(-low));
}

Interval hull(const Interval& a, const Interval& b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

Interval add(const Interval& a, const Interval& b) {
  return {a.low + b.low, a.high + b.high};
}

Interval subtract(const Interval& a, const Interval& b) {
  return {a.low - b.high, a.high - b.low};
}

Interval multiply(const Interval& a, const Interval& b) {
  const Integer corners[] = {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high};
  return {*std::min_element(std::begin(corners), std::end(corners)),
          *std::max_element(std::begin(corners), std::end(corners))};
}

Interval divide(const Interval& a, const Interval& b) {
  const bool sign_known = b.low > 0 || b.high < 0;
  if (sign_known) {
    const Integer corners[] = {a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high};
    return {*std::min_element(std::begin(corners), std::end(corners)),
            *std::max_element(std::begin(corners), std::end(corners))};
  }
  if (a.is_nonnegative() && b.is_nonnegative()) return {0, a.high};
  const Integer most = a.magnitude();
  return {-most, most};
}

Interval remainder(const Interval& a, const Interval& b) {
  const Integer most = std::max(Integer(0), Integer(b.magnitude() - 1));
  return {a.low < 0 ? Integer(-std::min(most, Integer(-a.low))) : Integer(0),
          a.high > 0 ? std::min(most, a.high) : Integer(0)};
}

Interval shift_left(const Interval& a, const Interval& b, unsigned width) {
  const auto [low, high] = amounts(b, width);
  return multiply(a, {logic::power_of_two(low), logic::power_of_two(high)});
}

Interval shift_right(const Interval& a, const Interval& b, unsigned width) {
  const auto [low, high] = amounts(b, width);
  const Integer least = logic::power_of_two(low);
  const Integer most = logic::power_of_two(high);
  return {logic::euclidean_div(a.low, a.low < 0 ? least : most),
          logic::euclidean_div(a.high, a.high < 0 ? most : least)};
}

Interval bit_operation(BinaryOp op, const Interval& a, const Interval& b, const ScalarType& type) {
  if (op == BinaryOp::BitAnd) {
    if (a.is_nonnegative() && b.is_nonnegative()) return {0, std::min(a.high, b.high)};
    if (a.is_nonnegative() || b.is_nonnegative()) return {0, a.is_nonnegative() ? a.high : b.high};
    return Interval::of(type);
  }
  if (a.is_nonnegative() && b.is_nonnegative())
    return {op == BinaryOp::BitOr ? std::max(a.low, b.low) : Integer(0), all_ones_above(std::max(a.high, b.high))};
  return Interval::of(type);
}

Interval fitted(const Interval& interval, const ScalarType& type) {
  const Interval range = Interval::of(type);
  return interval.within(range) ? interval : range;
}

std::optional<bool> decided(BinaryOp comparison, const Interval& a, const Interval& b) {
  switch (comparison) {
    case BinaryOp::Eq:
      if (a.high < b.low || b.high < a.low) return false;
      return a.is_point() && b.is_point() ? std::optional(true) : std::nullopt;
    case BinaryOp::Lt:
      return a.high < b.low ? std::optional(true) : a.low >= b.high ? std::optional(false) : std::nullopt;
    case BinaryOp::Gt:
      return decided(BinaryOp::Lt, b, a);
    default: {
      const auto opposite = decided(negated(comparison), a, b);
      return opposite ? std::optional(!*opposite) : std::nullopt;
    }
  }
}

namespace {

Interval range_of_binary(const Expr& expr) {
  if (is_comparison(expr.binary) || is_logical(expr.binary)) return {0, 1};
  const Interval a = value_range(*expr.operands[0]);
  const Interval b = value_range(*expr.operands[1]);
  switch (expr.binary) {
    case BinaryOp::Add:
      return fitted(add(a, b), expr.type);
    case BinaryOp::Sub:
      return fitted(subtract(a, b), expr.type);
    case BinaryOp::Mul:
      return fitted(multiply(a, b), expr.type);
    case BinaryOp::Div:
      return b.contains(0) ? Interval::of(expr.type) : fitted(divide(a, b), expr.type);
    case BinaryOp::Rem:
      return b.contains(0) ? Interval::of(expr.type) : fitted(remainder(a, b), expr.type);
    case BinaryOp::BitAnd:
    case BinaryOp::BitOr:
    case BinaryOp::BitXor:
      return bit_operation(expr.binary, a, b, expr.type);
    case BinaryOp::Shr:
      if (Interval{0, expr.type.width - 1}.contains(b.low) && b.high < expr.type.width)
        return shift_right(a, b, expr.type.width);
      return Interval::of(expr.type);
    default:
      return Interval::of(expr.type);
  }
}

}  // namespace

Interval value_range(const Expr& expr) {
  switch (expr.kind) {
    case Expr::Kind::Constant:
      return Interval::point(expr.value);
    case Expr::Kind::Binary:
      return range_of_binary(expr);
    case Expr::Kind::Conditional:
      return hull(value_range(*expr.operands[1]), value_range(*expr.operands[2]));
    case Expr::Kind::Cast:
      if (expr.type.is_boolean()) return {0, 1};
      return fitted(value_range(*expr.operands[0]), expr.type);
    case Expr::Kind::Unary:
      if (expr.unary == UnaryOp::LogicalNot) return {0, 1};
      return Interval::of(expr.type);
    case Expr::Kind::Floating:
    case Expr::Kind::Variable:
    case Expr::Kind::Element:
    case Expr::Kind::Pattern:
    case Expr::Kind::Table:
      return Interval::of(expr.type);
  }
  throw std::logic_error("intervals: unknown kind of expression");
}

}  // namespace bireach::frontend
