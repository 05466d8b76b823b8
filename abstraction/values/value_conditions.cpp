// SPDX-License-Identifier: Apache-2.0
/// What conditions tell of values.
#include <algorithm>
#include <utility>

#include "abstraction/values/value_expressions.h"
#include "abstraction/values/value_state.h"

namespace bireach::abstraction {

using frontend::BinaryOp;
using frontend::Bits;
using frontend::Expr;

namespace {

constexpr unsigned narrow_width = 8;  ///< of numbers whose values are tried
constexpr std::size_t max_few = 8;

}  // namespace

/// Of a condition, or of any integer: is it nonzero?
std::optional<bool> ValueExecution::truth(const Expr& expr) {
  for (const auto& [condition, holds] : at_.supposed)
    if (condition == &expr) return holds;
  if (const auto known = number(expr)) return *known != 0;
  if (expr.kind == Expr::Kind::Unary && expr.unary == frontend::UnaryOp::LogicalNot) {
    const auto operand = truth(*expr.operands[0]);
    return operand ? std::optional(!*operand) : std::nullopt;
  }
  if (expr.kind == Expr::Kind::Cast && keeps_truth(expr)) return truth(*expr.operands[0]);
  if (frontend::is_read(expr) || is_sum(expr))
    return symbolic(expr) == SlotValue{SlotValue::other_than, 0} ? std::optional(true) : std::nullopt;
  if (expr.kind != Expr::Kind::Binary) return std::nullopt;
  if (frontend::is_logical(expr.binary)) {
    const bool decisive = expr.binary == BinaryOp::LogicalOr;
    const auto left = truth(*expr.operands[0]);
    const auto right = left == std::optional(decisive) ? left : truth(*expr.operands[1]);
    if (right == std::optional(decisive)) return decisive;
    return left && right ? std::optional(!decisive) : std::nullopt;
  }
  if (!is_equality(expr)) return std::nullopt;
  const Expr* left = expr.operands[0].get();
  const Expr* right = expr.operands[1].get();
  while (left->kind == Expr::Kind::Cast && right->kind == Expr::Kind::Cast && is_injective(*left) &&
         is_injective(*right) && left->operands[0]->type == right->operands[0]->type) {
    left = left->operands[0].get();
    right = right->operands[0].get();
  }
  const SlotValue a = symbolic(*left);
  const SlotValue b = symbolic(*right);
  const bool is_excluded = (a.symbol == SlotValue::other_than && b.symbol == SlotValue::number) ||
                           (b.symbol == SlotValue::other_than && a.symbol == SlotValue::number);
  if (is_excluded && a.bits == b.bits) return expr.binary == BinaryOp::Ne;
  const bool is_any = a.symbol == SlotValue::unknown || a.symbol == SlotValue::other_than;
  if (is_any || a.symbol != b.symbol) return std::nullopt;
  return (a.bits == b.bits) == (expr.binary == BinaryOp::Eq);
}

/// False: the condition holds (or does not, if not `positive`) in no execution.
bool ValueExecution::refine(const Expr& condition, bool positive) {
  if (const auto known = truth(condition)) return *known == positive;
  if (condition.kind == Expr::Kind::Unary && condition.unary == frontend::UnaryOp::LogicalNot)
    return refine(*condition.operands[0], !positive);
  if (condition.kind == Expr::Kind::Cast && keeps_truth(condition)) return refine(*condition.operands[0], positive);
  if (condition.kind == Expr::Kind::Binary && frontend::is_logical(condition.binary)) {
    const bool both = (condition.binary == BinaryOp::LogicalAnd) == positive;
    if (both) return refine(*condition.operands[0], positive) && refine(*condition.operands[1], positive);
    // One of them, and it is known which one it cannot be.
    if (truth(*condition.operands[0])) return refine(*condition.operands[1], positive);
    if (truth(*condition.operands[1])) return refine(*condition.operands[0], positive);
    return true;
  }
  if (is_equality(condition)) {
    const Expr& left = *condition.operands[0];
    const Expr& right = *condition.operands[1];
    const bool equal = (condition.binary == BinaryOp::Eq) == positive;
    for (const auto& [side, other] : {std::pair(&left, &right), std::pair(&right, &left)}) {
      const auto known = number(*other);
      if (!known) continue;
      if (equal) return refine_equal(*side, *known);
      if (frontend::is_truth_value(*side) && *known <= 1) return refine(*side, *known == 0);
      return exclude(*side, *known);
    }
    return !equal || unify(left, right);
  }
  if (frontend::is_truth_value(condition)) return true;
  return positive ? exclude(condition, 0) : refine_equal(condition, 0);
}

std::optional<ValueExecution::Inverse> ValueExecution::inverse(const Expr& expr, Bits value) {
  if (expr.kind == Expr::Kind::Cast && is_injective(expr)) {
    const Expr* operand = expr.operands[0].get();
    const Bits inner = frontend::convert(value, operand->type);
    return Inverse{operand, frontend::convert(inner, expr.type) == value ? std::optional(inner) : std::nullopt};
  }
  if (!is_sum(expr) || !is_integer(expr.type)) return std::nullopt;
  const Expr* left = expr.operands[0].get();
  const Expr* right = expr.operands[1].get();
  if (left->type != expr.type || right->type != expr.type) return std::nullopt;
  const bool adds = expr.binary == BinaryOp::Add;
  if (const auto known = number(*right))
    return Inverse{left, frontend::convert(adds ? value - *known : value + *known, expr.type)};
  if (const auto known = number(*left))
    return Inverse{right, frontend::convert(adds ? value - *known : *known - value, expr.type)};
  return std::nullopt;
}

/// The expression has this value.
bool ValueExecution::refine_equal(const Expr& expr, Bits value) {
  if (const auto known = number(expr)) return *known == value;
  if (frontend::is_truth_value(expr)) return value <= 1 && refine(expr, value != 0);
  if (const auto solved = inverse(expr, value)) return solved->value && refine_equal(*solved->operand, *solved->value);
  const auto slot = frontend::is_read(expr) ? slot_read(expr) : std::nullopt;
  if (!slot || !is_tracked(*slot)) return true;
  const SlotValue known = read(*slot);
  const std::uint64_t bits = stored(value, expr.type);
  if (known == SlotValue{SlotValue::other_than, bits}) return false;
  if (known.symbol >= SlotValue::first_symbol)
    replace(known.symbol, {SlotValue::number, stored(Bits{bits} - known.bits, expr.type)});
  else
    write(*slot, {SlotValue::number, bits});
  return true;
}

/// Is it a symbol of one slot only, so that it says nothing?
bool ValueExecution::is_alone(std::uint32_t symbol) const {
  return symbol >= SlotValue::first_symbol &&
         std::count_if(at_.values.begin(), at_.values.end(),
                       [symbol](const SlotValue& value) { return value.symbol == symbol; }) == 1;
}

/// The expression has another value. Of several that are excluded one is known, zero first.
bool ValueExecution::exclude(const Expr& expr, Bits value) {
  if (const auto known = number(expr)) return *known != value;
  if (const auto solved = inverse(expr, value)) return !solved->value || exclude(*solved->operand, *solved->value);
  const auto slot = frontend::is_read(expr) ? slot_read(expr) : std::nullopt;
  if (!slot || !is_tracked(*slot)) return true;
  if (expr.type.is_boolean()) return refine_equal(expr, value == 0 ? 1 : 0);
  const SlotValue known = read(*slot);
  const bool is_any = known.symbol == SlotValue::unknown || is_alone(known.symbol);
  if (is_any || (known.symbol == SlotValue::other_than && value == 0))
    write(*slot, {SlotValue::other_than, stored(value, expr.type)});
  return true;
}

bool ValueExecution::unify(const Expr& left, const Expr& right) {
  if (left.type != right.type) return true;
  const SlotValue a = symbolic(left);
  const SlotValue b = symbolic(right);
  if (a.symbol < SlotValue::first_symbol || b.symbol < SlotValue::first_symbol) return true;
  if (a.symbol == b.symbol) return a.bits == b.bits;
  replace(a.symbol, {b.symbol, stored(Bits{b.bits} - a.bits, left.type)});
  return true;
}

/// In what is evaluated of the expression: the condition of a choice, or a comparison whose value is used.
const Expr* ValueExecution::undecided(const Expr& expr) {
  if (frontend::is_read(expr) || expr.operands.empty() || number(expr)) return nullptr;
  if (expr.kind == Expr::Kind::Conditional) {
    const auto holds = truth(*expr.operands[0]);
    return holds ? undecided(*expr.operands[*holds ? 1 : 2]) : expr.operands[0].get();
  }
  if (frontend::is_truth_value(expr)) return truth(expr) ? nullptr : &expr;
  for (const frontend::ExprPtr& operand : expr.operands)
    if (const Expr* found = undecided(*operand)) return found;
  return nullptr;
}

/// Of a condition that is to hold, or not: the first one of alternatives.
const Expr* ValueExecution::undecided(const Expr& condition, bool positive) {
  if (truth(condition)) return nullptr;
  if (condition.kind == Expr::Kind::Unary && condition.unary == frontend::UnaryOp::LogicalNot)
    return undecided(*condition.operands[0], !positive);
  if (condition.kind != Expr::Kind::Binary) return nullptr;
  const Expr& left = *condition.operands[0];
  const Expr& right = *condition.operands[1];
  if (is_equality(condition)) {
    const Expr* found = frontend::is_truth_value(left) ? nullptr : undecided(left);
    return found != nullptr || frontend::is_truth_value(right) ? found : undecided(right);
  }
  if (!frontend::is_logical(condition.binary)) return nullptr;
  if ((condition.binary == BinaryOp::LogicalOr) == positive) {
    const auto known = truth(left);
    return !known && !truth(right) ? &left : undecided(known ? right : left, positive);
  }
  const Expr* found = undecided(left, positive);
  return found != nullptr ? found : undecided(right, positive);
}

const Expr* ValueExecution::undecided(const frontend::Statement& statement) {
  return frontend::match(
      statement,
      [this](const frontend::Assign& assigned) -> const Expr* {
        const bool is_array = slots_.program().variables[assigned.target.variable].array && !assigned.target.index;
        return is_array ? nullptr : undecided(*assigned.value);
      },
      [this](const frontend::Assume& assumed) { return undecided(*assumed.condition, true); },
      [](const frontend::Havoc&) -> const Expr* { return nullptr; });
}

bool ValueExecution::suppose(const Expr& condition, bool holds) {
  if (!refine(condition, holds)) return false;
  at_.supposed.emplace_back(&condition, holds);
  return true;
}

/// The reads in the expression whose values are not known.
void ValueExecution::open_reads(const Expr& expr, std::vector<const Expr*>& found) {
  if (frontend::is_read(expr)) {
    if (!number(expr)) found.push_back(&expr);
    return;
  }
  for (const frontend::ExprPtr& operand : expr.operands) open_reads(*operand, found);
}

/// If the condition holds with few values only of the one number that is not known in it.
std::optional<ValueExecution::FewValues> ValueExecution::few_values(const Expr& condition, bool positive) {
  if (truth(condition)) return std::nullopt;
  if (condition.kind == Expr::Kind::Unary && condition.unary == frontend::UnaryOp::LogicalNot)
    return few_values(*condition.operands[0], !positive);
  if (condition.kind != Expr::Kind::Binary || !frontend::is_comparison(condition.binary)) return std::nullopt;
  std::vector<const Expr*> reads;
  open_reads(condition, reads);
  if (reads.size() != 1 || reads.front()->type.width > narrow_width) return std::nullopt;
  const Expr* read = reads.front();
  const SlotValue known = symbolic(*read);
  if (known.symbol < SlotValue::first_symbol) return std::nullopt;
  FewValues result{known.symbol, {}};
  const Position before = at_;
  for (std::uint64_t pattern = 0; pattern < std::uint64_t{1} << read->type.width; ++pattern) {
    const std::uint64_t value = stored(pattern, read->type);
    replace(known.symbol, {SlotValue::number, value});
    const auto holds = truth(condition);
    at_ = before;
    if (holds == std::optional(!positive)) continue;
    result.values.push_back(value);
    if (!holds || result.values.size() > max_few) return std::nullopt;
  }
  return result;
}

}  // namespace bireach::abstraction
