// SPDX-License-Identifier: Apache-2.0
#include "abstraction/values/value_state.h"

#include <algorithm>

#include "abstraction/values/value_expressions.h"

namespace bireach::abstraction {

using frontend::BinaryOp;
using frontend::Bits;
using frontend::Expr;
using frontend::Signed;
using frontend::VariableId;

namespace {

constexpr std::size_t max_elements = 256;  ///< of one array
constexpr unsigned max_width = 64;
constexpr std::size_t max_cases = 6;  ///< of one statement

/// A symbol that no slot has.
std::uint32_t free_symbol(const ValueState& state) {
  std::uint32_t result = SlotValue::first_symbol;
  for (const SlotValue& value : state) result = std::max(result, value.symbol + 1);
  return result;
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

ValueExecution::ValueExecution(Slots& slots, const std::vector<Tracking>& tracked)
    : Evaluation(frontend::SignedOverflow::wraps), slots_(slots), tracked_(tracked) {}

bool ValueExecution::is_tracked(SlotId slot) const {
  return slots_[slot].type.width <= max_width && (slot >= tracked_.size() || tracked_[slot] != Tracking::nothing);
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
  at_ = {state, free_symbol(state), {}};
  for (SlotId slot = 0; slot < state.size(); ++slot)
    if (!is_tracked(slot)) at_.values[slot] = nothing(slot);
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
  const SlotValue unknown{SlotValue::unknown, 0};
  if (expr.type.width > max_width) return unknown;
  if (const auto known = number(expr)) return {SlotValue::number, stored(*known, expr.type)};
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

void ValueExecution::replace(std::uint32_t symbol, SlotValue with) {
  for (SlotId slot = 0; slot < at_.values.size(); ++slot)
    if (at_.values[slot].symbol == symbol)
      at_.values[slot] = {with.symbol, stored(Bits{at_.values[slot].bits} + with.bits, slots_[slot].type)};
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

void ValueExecution::assign_table(VariableId array, const Expr& table) {
  const Expr& others = *table.operands[0];
  if (others.kind != Expr::Kind::Variable) {
    forget(array);
    write(array, {SlotValue::number, stored(frontend::to_bits(others.value), table.type)});
  } else if (others.variable != array) {
    copy_array(array, others.variable);
  }
  for (const auto& [index, element] : *table.elements) {
    const auto slot = slots_.of_element(array, static_cast<Signed>(frontend::to_bits(index)));
    if (!slot) return forget(array);
    write(*slot, {SlotValue::number, stored(frontend::to_bits(element), table.type)});
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
    if (value != nullptr && value->kind == Expr::Kind::Table) return assign_table(target.variable, *value);
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

/// Numbers of which only differences are tracked become one unknown number for each type, and what is added to it.
void ValueExecution::forget_numbers(ValueState& state) const {
  std::vector<std::pair<frontend::ScalarType, std::uint32_t>> symbols;
  std::uint32_t next = free_symbol(state);
  for (SlotId slot = 0; slot < std::min(state.size(), tracked_.size()); ++slot) {
    if (tracked_[slot] != Tracking::differences || state[slot].symbol != SlotValue::number) continue;
    auto symbol = std::find_if(symbols.begin(), symbols.end(),
                               [&](const auto& known) { return known.first == slots_[slot].type; });
    if (symbol == symbols.end()) symbol = symbols.insert(symbol, {slots_[slot].type, next++});
    state[slot].symbol = symbol->second;
  }
}

ValueState ValueExecution::normal_form(ValueState result, const std::vector<bool>& live) const {
  forget_numbers(result);
  for (VariableId v = 0; v < live.size(); ++v) {
    if (live[v]) continue;
    result[v] = {SlotValue::unknown, 0};
    for (const auto& [index, slot] : slots_.elements(v))
      if (slot < result.size()) result[slot] = {SlotValue::as_others, 0};
  }
  std::vector<std::uint32_t> uses(free_symbol(result), 0);
  for (const SlotValue& value : result) ++uses[value.symbol];
  struct First {
    std::uint32_t name = 0;
    std::uint64_t bits = 0;
  };
  std::vector<First> firsts(uses.size());
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
