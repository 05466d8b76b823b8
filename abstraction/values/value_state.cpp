// SPDX-License-Identifier: Apache-2.0
#include "abstraction/values/value_state.h"

#include <algorithm>

namespace bireach::abstraction {

using frontend::BinaryOp;
using frontend::Bits;
using frontend::Expr;
using frontend::ScalarType;
using frontend::Signed;
using frontend::VariableId;

namespace {

constexpr std::size_t max_elements = 256;  ///< of one array
constexpr unsigned max_width = 64;
constexpr std::size_t max_cases = 6;  ///< of one statement
constexpr unsigned narrow_width = 8;  ///< of numbers whose values are tried
constexpr std::size_t max_few = 8;

Bits pattern(std::uint64_t bits, const ScalarType& type) {
  return frontend::convert(bits, type);
}

std::uint64_t stored(Bits bits, const ScalarType& type) {
  return static_cast<std::uint64_t>(frontend::convert(bits, type));
}

bool is_equality(const Expr& expr) {
  return expr.kind == Expr::Kind::Binary && (expr.binary == BinaryOp::Eq || expr.binary == BinaryOp::Ne);
}

bool is_sum(const Expr& expr) {
  return expr.kind == Expr::Kind::Binary && (expr.binary == BinaryOp::Add || expr.binary == BinaryOp::Sub);
}

bool is_integer(const ScalarType& type) {
  return !type.is_floating();
}

/// A cast that keeps every value apart: of two operands, both are equal exactly if the results are.
bool is_injective(const Expr& cast) {
  const ScalarType& from = cast.operands[0]->type;
  return is_integer(from) && is_integer(cast.type) && !cast.type.is_boolean() && from.width <= cast.type.width;
}

/// Is the result zero exactly where the operand is?
bool keeps_truth(const Expr& cast) {
  return is_injective(cast) || (cast.type.is_boolean() && is_integer(cast.operands[0]->type));
}

}  // namespace

Slots::Slots(const frontend::Program& program) : program_(program) {
  for (VariableId v = 0; v < program.variables.size(); ++v)
    slots_.push_back({v, std::nullopt, program.variables[v].type});
}

std::optional<SlotId> Slots::of_element(VariableId array, Signed index) {
  auto& known = elements_[array];
  if (const auto found = known.find(index); found != known.end()) return found->second;
  if (known.size() >= max_elements) return std::nullopt;
  slots_.push_back({array, index, program_.variables[array].type});
  return known.emplace(index, size() - 1).first->second;
}

const std::map<Signed, SlotId>& Slots::elements(VariableId array) const {
  static const std::map<Signed, SlotId> none;
  const auto found = elements_.find(array);
  return found == elements_.end() ? none : found->second;
}

ValueExecution::ValueExecution(Slots& slots, const std::vector<bool>& tracked)
    : Evaluation(frontend::SignedOverflow::wraps), slots_(slots), tracked_(tracked) {}

bool ValueExecution::is_tracked(SlotId slot) const {
  return slots_[slot].type.width <= max_width && (slot >= tracked_.size() || tracked_[slot]);
}

/// What a slot holds that is not tracked.
SlotValue ValueExecution::nothing(SlotId slot) const {
  return {slots_[slot].index ? SlotValue::as_others : SlotValue::unknown, 0};
}

ValueState ValueExecution::start() const {
  ValueState result(slots_.program().variables.size());
  for (SlotId slot = 0; slot < result.size(); ++slot)
    if (!is_tracked(slot)) result[slot] = nothing(slot);
  return result;
}

std::vector<ValueState> ValueExecution::successors(const ValueState& state, const frontend::Statement& statement) {
  at_ = {state, SlotValue::first_symbol, {}};
  for (SlotId slot = 0; slot < state.size(); ++slot) {
    if (!is_tracked(slot)) at_.values[slot] = nothing(slot);
    at_.next_symbol = std::max(at_.next_symbol, state[slot].symbol + 1);
  }
  std::vector<ValueState> result;
  execute(statement, 0, result);
  return result;
}

SlotValue ValueExecution::read(SlotId slot) const {
  const SlotValue own = slot < at_.values.size() ? at_.values[slot] : SlotValue{SlotValue::as_others, 0};
  if (!is_tracked(slot)) return {SlotValue::unknown, 0};
  return own.symbol == SlotValue::as_others ? at_.values[slots_[slot].variable] : own;
}

void ValueExecution::write(SlotId slot, SlotValue value) {
  if (at_.values.size() <= slot) at_.values.resize(slot + 1, {SlotValue::as_others, 0});
  at_.values[slot] = is_tracked(slot) ? value : nothing(slot);
}

/// Any value, or any values of all elements.
void ValueExecution::forget(VariableId variable) {
  at_.values[variable] = {SlotValue::unknown, 0};
  for (const auto& [index, slot] : slots_.elements(variable))
    if (slot < at_.values.size()) at_.values[slot] = {SlotValue::as_others, 0};
}

std::optional<Signed> ValueExecution::index_of(VariableId array, const Expr& index) {
  const auto bits = number(index);
  const auto& shape = slots_.program().variables[array].array;
  if (!bits || !shape) return std::nullopt;
  const logic::Integer value = frontend::from_bits(*bits, index.type);
  if (value < 0 || value >= shape->size) return std::nullopt;
  return static_cast<Signed>(frontend::to_bits(value));
}

/// Of a Variable or Element expression; nothing: it is not known which.
std::optional<SlotId> ValueExecution::slot_read(const Expr& read) {
  if (read.kind == Expr::Kind::Variable) return read.variable;
  const auto index = index_of(read.variable, *read.operands[0]);
  return index ? slots_.of_element(read.variable, *index) : std::nullopt;
}

Bits ValueExecution::variable(const Expr& expr) {
  const SlotValue known = read(expr.variable);
  if (known.symbol == SlotValue::number) return pattern(known.bits, expr.type);
  unknown_ = true;
  return 0;
}

Bits ValueExecution::element(const Expr& expr) {
  const bool before = unknown_;
  const auto slot = slot_read(expr);
  const SlotValue known = slot ? read(*slot) : SlotValue{SlotValue::unknown, 0};
  unknown_ = before || known.symbol != SlotValue::number;
  return known.symbol == SlotValue::number ? pattern(known.bits, expr.type) : 0;
}

void ValueExecution::note(frontend::UndefinedBehaviour /*kind*/, const frontend::SourceRange& /*place*/) {
  unknown_ = true;
}

std::optional<Bits> ValueExecution::number(const Expr& expr) {
  unknown_ = false;
  const Bits result = value(expr);
  return unknown_ ? std::nullopt : std::optional(result);
}

/// What is read where nothing is known becomes a symbol, so that copies are known to be the same.
SlotValue ValueExecution::symbolic(const Expr& expr) {
  if (const auto known = number(expr)) return {SlotValue::number, stored(*known, expr.type)};
  const SlotValue unknown{SlotValue::unknown, 0};
  if (frontend::is_read(expr)) {
    const auto slot = slot_read(expr);
    if (!slot || !is_tracked(*slot)) return unknown;
    SlotValue known = read(*slot);
    if (known.symbol == SlotValue::unknown) {
      known = {at_.next_symbol++, 0};
      write(*slot, known);
    }
    return known;
  }
  switch (expr.kind) {
    case Expr::Kind::Cast:
      if (expr.operands[0]->type == expr.type) return symbolic(*expr.operands[0]);
      break;
    case Expr::Kind::Binary:
      if (is_sum(expr)) return sum(expr);
      break;
    case Expr::Kind::Conditional: {
      if (const auto holds = truth(*expr.operands[0])) return symbolic(*expr.operands[*holds ? 1 : 2]);
      const SlotValue first = symbolic(*expr.operands[1]);
      return first == symbolic(*expr.operands[2]) ? first : unknown;
    }
    default:
      break;
  }
  if (!frontend::is_truth_value(expr) && !expr.type.is_boolean()) return unknown;
  const auto holds = truth(expr);
  return holds ? SlotValue{SlotValue::number, *holds ? 1U : 0U} : unknown;
}

SlotValue ValueExecution::sum(const Expr& expr) {
  const SlotValue unknown{SlotValue::unknown, 0};
  if (!is_integer(expr.type) || expr.operands[0]->type != expr.type || expr.operands[1]->type != expr.type)
    return unknown;
  const SlotValue left = symbolic(*expr.operands[0]);
  const SlotValue right = symbolic(*expr.operands[1]);
  const bool are_both_others = left.symbol == SlotValue::other_than && right.symbol == SlotValue::other_than;
  if (left.symbol == SlotValue::unknown || right.symbol == SlotValue::unknown || are_both_others) return unknown;
  if (expr.binary == BinaryOp::Sub) {
    const std::uint64_t bits = stored(Bits{left.bits} - right.bits, expr.type);
    if (left.symbol == right.symbol) return {SlotValue::number, bits};
    return right.symbol == SlotValue::number ? SlotValue{left.symbol, bits} : unknown;
  }
  const std::uint64_t bits = stored(Bits{left.bits} + right.bits, expr.type);
  if (right.symbol == SlotValue::number) return {left.symbol, bits};
  return left.symbol == SlotValue::number ? SlotValue{right.symbol, bits} : unknown;
}

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

void ValueExecution::replace(std::uint32_t symbol, SlotValue with) {
  for (SlotId slot = 0; slot < at_.values.size(); ++slot)
    if (at_.values[slot].symbol == symbol)
      at_.values[slot] = {with.symbol, stored(Bits{at_.values[slot].bits} + with.bits, slots_[slot].type)};
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

void ValueExecution::copy_array(VariableId to, VariableId from) {
  forget(to);
  if (at_.values[from].symbol == SlotValue::number) at_.values[to] = at_.values[from];
  const std::map<Signed, SlotId> elements = slots_.elements(from);
  for (const auto& [index, slot] : elements) {
    const auto target = slots_.of_element(to, index);
    if (!target) return forget(to);
    write(*target, read(slot));
  }
}

/// Null: any value.
void ValueExecution::assign(const frontend::LValue& target, const Expr* value) {
  const frontend::Variable& variable = slots_.program().variables[target.variable];
  SlotId slot = target.variable;
  if (target.index) {
    const auto index = index_of(target.variable, *target.index);
    const auto element = index ? slots_.of_element(target.variable, *index) : std::nullopt;
    if (!element) return forget(target.variable);
    slot = *element;
  } else if (variable.array) {
    if (value != nullptr && value->kind == Expr::Kind::Variable && slots_.program().variables[value->variable].array)
      return copy_array(target.variable, value->variable);
    forget(target.variable);
    const auto known = value != nullptr ? number(*value) : std::nullopt;
    if (known) write(slot, {SlotValue::number, stored(*known, variable.type)});
    return;
  }
  SlotValue result{SlotValue::unknown, 0};
  if (value != nullptr) {
    result = symbolic(*value);
    if (result.symbol == SlotValue::number)
      result.bits = stored(pattern(result.bits, value->type), variable.type);
    else if (value->type != variable.type)
      result = {SlotValue::unknown, 0};
  }
  write(slot, result);
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

/// From where the execution is, in all cases.
void ValueExecution::execute(const frontend::Statement& statement, std::size_t splits, std::vector<ValueState>& ends) {
  if (const Expr* open = splits < max_cases ? undecided(statement) : nullptr; open != nullptr) {
    const Position before = at_;
    for (const bool holds : {true, false}) {
      at_ = before;
      if (suppose(*open, holds)) execute(statement, splits + 1, ends);
    }
    return;
  }
  const auto* assumed = frontend::as_assume(statement);
  const auto few = assumed != nullptr ? few_values(*assumed->condition, true) : std::nullopt;
  if (!few) {
    if (execute_one(statement)) ends.push_back(std::move(at_.values));
    return;
  }
  const Position before = at_;
  for (const std::uint64_t value : few->values) {
    at_ = before;
    replace(few->symbol, {SlotValue::number, value});
    if (execute_one(statement)) ends.push_back(std::move(at_.values));
  }
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

bool ValueExecution::execute_one(const frontend::Statement& statement) {
  return frontend::match(
      statement,
      [this](const frontend::Assign& assigned) {
        assign(assigned.target, assigned.value.get());
        return true;
      },
      [this](const frontend::Assume& assumed) { return refine(*assumed.condition, true); },
      [this](const frontend::Havoc& havoc) {
        assign(havoc.target, nullptr);
        return true;
      });
}

ValueState ValueExecution::normal_form(ValueState result, const std::vector<bool>& live) const {
  std::uint32_t next_symbol = SlotValue::first_symbol;
  for (const SlotValue& value : result) next_symbol = std::max(next_symbol, value.symbol + 1);
  for (VariableId v = 0; v < live.size(); ++v) {
    if (live[v]) continue;
    result[v] = {SlotValue::unknown, 0};
    for (const auto& [index, slot] : slots_.elements(v))
      if (slot < result.size()) result[slot] = {SlotValue::as_others, 0};
  }
  std::vector<std::uint32_t> uses(next_symbol, 0);
  for (const SlotValue& value : result) ++uses[value.symbol];
  struct First {
    std::uint32_t name = 0;
    std::uint64_t bits = 0;
  };
  std::vector<First> firsts(next_symbol);
  std::uint32_t next = SlotValue::first_symbol;
  for (SlotId slot = 0; slot < result.size(); ++slot) {
    SlotValue& value = result[slot];
    if (value.symbol >= SlotValue::first_symbol) {
      First& first = firsts[value.symbol];
      if (uses[value.symbol] == 1)
        value = {SlotValue::unknown, 0};
      else if (first.name == 0)
        first = {next++, value.bits};
      if (value.symbol != SlotValue::unknown)
        value = {first.name, stored(Bits{value.bits} - first.bits, slots_[slot].type)};
    }
    if (slot >= live.size() && value == result[slots_[slot].variable]) value = {SlotValue::as_others, 0};
  }
  while (result.size() > live.size() && result.back().symbol == SlotValue::as_others) result.pop_back();
  return result;
}

}  // namespace bireach::abstraction
