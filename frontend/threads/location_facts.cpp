// SPDX-License-Identifier: Apache-2.0
#include "frontend/threads/location_facts.h"

#include <algorithm>

#include "frontend/threads/accesses.h"
#include "frontend/threads/split_accesses.h"

namespace bireach::frontend {
namespace {

using logic::Integer;

/// The cell that the expression reads; nothing: another kind of expression, or it depends on an index.
std::optional<Cell> cell_of(const Expr& expr) {
  if (expr.kind == Expr::Kind::Variable) return Cell{expr.variable, std::nullopt};
  if (expr.kind != Expr::Kind::Element || expr.operands[0]->kind != Expr::Kind::Constant) return std::nullopt;
  return Cell{expr.variable, expr.operands[0]->value};
}

/// Without conversions that change no value.
const Expr& plain(const Expr& expr) {
  const Expr* result = &expr;
  while (result->kind == Expr::Kind::Cast && result->type.includes(result->operands[0]->type))
    result = result->operands[0].get();
  return *result;
}

/// Keeps what both know. Did the first lose something?
bool meet(KnownValues& first, const KnownValues& second) {
  return std::erase_if(first, [&](const auto& fact) {
           const auto found = second.find(fact.first);
           return found == second.end() || found->second != fact.second;
         }) > 0;
}

}  // namespace

LocationFacts::LocationFacts(const Program& graphs)
    : graphs_(graphs),
      beside_others_(locations_beside_others(graphs)),
      outside_(locations_outside_regions(graphs)),
      writes_(graphs.variables.size()),
      scratch_(initial_state(graphs)) {
  for (EdgeId edge = 0; edge < graphs.edge_count(); ++edge)
    if (const auto target = assigned_variable(graphs.edge(edge).statement);
        target && beside_others_[graphs.source(edge)])
      writes_[*target].push_back(edge);
  do propagate();
  while (drop_unstable());
}

bool LocationFacts::exclude(LocationId one, LocationId other) const {
  const auto& first = known_[one];
  const auto& second = known_[other];
  if (!first || !second) return true;
  return std::any_of(first->begin(), first->end(), [&](const auto& fact) {
    const auto found = second->find(fact.first);
    return found != second->end() && found->second != fact.second;
  });
}

void LocationFacts::propagate() {
  known_.assign(graphs_.location_count(), std::nullopt);
  is_dead_.assign(graphs_.edge_count(), true);
  std::vector<LocationId> work;
  for (std::size_t thread = graphs_.threads.size(); thread-- > 0;) {
    known_[graphs_.threads[thread].entry] = KnownValues{};
    work.push_back(graphs_.threads[thread].entry);
  }
  KnownValues zero;
  for (VariableId variable = 0; variable < graphs_.variables.size(); ++variable)
    if (!graphs_.variables[variable].array) zero.emplace(Cell{variable, std::nullopt}, 0);
  known_[graphs_.initial] = std::move(zero);
  while (!work.empty()) {
    const LocationId location = work.back();
    work.pop_back();
    propagate_from(location, work);
  }
}

void LocationFacts::propagate_from(LocationId location, std::vector<LocationId>& work) {
  const KnownValues before = *known_[location];
  for (const EdgeId edge : graphs_.outgoing(location)) {
    auto known = after(edge, before);
    is_dead_[edge] = !known;
    if (!known) continue;
    const LocationId target = graphs_.target(edge);
    keep_stable(graphs_.edge(edge).thread, target, *known);
    std::optional<KnownValues>& there = known_[target];
    if (!there) {
      there = std::move(*known);
      work.push_back(target);
    } else if (meet(*there, *known)) {
      work.push_back(target);
    }
  }
}

std::optional<KnownValues> LocationFacts::after(EdgeId edge, const KnownValues& before) {
  KnownValues known = before;
  const bool possible = match(
      graphs_.edge(edge).statement,
      [&](const Assign& statement) {
        assign(statement, known);
        return true;
      },
      [&](const Assume& assume) { return restrict_to(*assume.condition, true, known); },
      [&](const Havoc& havoc) {
        forget(havoc.target, known);
        return true;
      });
  return possible ? std::optional(std::move(known)) : std::nullopt;
}

/// Outside of atomic regions the other threads move.
void LocationFacts::keep_stable(std::uint32_t thread, LocationId location, KnownValues& known) const {
  if (!beside_others_[location] || !outside_[location]) return;
  std::erase_if(known, [&](const auto& fact) { return unstable_.contains({thread, {fact.first, fact.second}}); });
}

void LocationFacts::forget(const LValue& target, KnownValues& known) const {
  const bool one = target.index && target.index->kind == Expr::Kind::Constant;
  std::erase_if(known, [&](const auto& fact) {
    return fact.first.variable == target.variable && (!one || fact.first.index == target.index->value);
  });
}

void LocationFacts::assign(const Assign& assign, KnownValues& known) {
  const bool whole_array = graphs_.variables[assign.target.variable].array && !assign.target.index;
  std::optional<Integer> value;
  if (!whole_array) value = value_of(*assign.value, known);
  forget(assign.target, known);
  if (assign.value->kind == Expr::Kind::Table)
    for (const auto& [index, element] : *assign.value->elements)
      known.insert_or_assign(Cell{assign.target.variable, index}, element);
  const bool is_cell = !assign.target.index || assign.target.index->kind == Expr::Kind::Constant;
  if (!value || whole_array || !is_cell) return;
  const auto index = assign.target.index ? std::optional(assign.target.index->value) : std::nullopt;
  known.insert_or_assign(Cell{assign.target.variable, index}, *value);
}

/// Adds what is known where the condition holds, or does not; false: that cannot be.
bool LocationFacts::restrict_to(const Expr& condition, bool holds, KnownValues& known) {
  if (const auto value = value_of(condition, known)) return (*value != 0) == holds;
  const Expr& expr = plain(condition);
  if (expr.kind == Expr::Kind::Unary && expr.unary == UnaryOp::LogicalNot)
    return restrict_to(*expr.operands[0], !holds, known);
  if (expr.kind == Expr::Kind::Binary && expr.binary == (holds ? BinaryOp::LogicalAnd : BinaryOp::LogicalOr))
    return restrict_to(*expr.operands[0], holds, known) && restrict_to(*expr.operands[1], holds, known);
  if (expr.kind == Expr::Kind::Binary && expr.binary == (holds ? BinaryOp::Eq : BinaryOp::Ne)) {
    for (const std::size_t side : {0U, 1U}) {
      const auto cell = cell_of(plain(*expr.operands[side]));
      const auto value = value_of(*expr.operands[1 - side], known);
      if (cell && value) known.insert_or_assign(*cell, *value);
    }
    return true;
  }
  if (!holds)
    if (const auto cell = cell_of(expr)) known.insert_or_assign(*cell, 0);
  return true;
}

std::optional<Integer> LocationFacts::value_of(const Expr& expr, const KnownValues& known) {
  const bool unknown = any_read(expr, [&](const Expr& read) {
    const auto cell = cell_of(read);
    const auto fact = cell ? known.find(*cell) : known.end();
    if (fact == known.end()) return true;
    if (cell->index)
      std::get<logic::ArrayValue>(scratch_[read.variable]).set(*cell->index, fact->second);
    else
      scratch_[read.variable] = fact->second;
    return false;
  });
  if (unknown) return std::nullopt;
  std::vector<UndefinedEvent> events;
  Integer value = evaluate(graphs_, expr, scratch_, 0, events);
  return events.empty() ? std::optional(std::move(value)) : std::nullopt;
}

bool LocationFacts::drop_unstable() {
  const std::size_t before = unstable_.size();
  std::map<Stable, bool> asked;
  for (std::uint32_t thread = 0; thread < graphs_.threads.size(); ++thread)
    for (const LocationId location : reachable_locations(graphs_, graphs_.threads[thread].entry)) {
      if (!known_[location] || !beside_others_[location] || !outside_[location]) continue;
      for (const auto& known : *known_[location]) {
        if (!asked.emplace(Stable{thread, {known.first, known.second}}, true).second) continue;
        const auto& writes = writes_[known.first.variable];
        if (std::any_of(writes.begin(), writes.end(), [&](EdgeId write) {
              return graphs_.edge(write).thread != thread && may_break(write, known.first, known.second);
            }))
          unstable_.insert({thread, {known.first, known.second}});
      }
    }
  return unstable_.size() > before;
}

/// May the step of another thread change the cell where it has this value?
bool LocationFacts::may_break(EdgeId write, const Cell& cell, const Integer& value) {
  const auto& before = known_[graphs_.source(write)];
  if (!before || is_dead_[write]) return false;
  if (const auto found = before->find(cell); found != before->end() && found->second != value) return false;
  const LValue& target = *assigned_target(graphs_.edge(write).statement);
  if (cell.index && target.index && target.index->kind == Expr::Kind::Constant && target.index->value != *cell.index)
    return false;
  KnownValues there = *before;
  there.insert_or_assign(cell, value);
  const auto then = after(write, there);
  const auto found = then ? then->find(cell) : there.end();
  return then && (found == then->end() || found->second != value);
}

}  // namespace bireach::frontend
