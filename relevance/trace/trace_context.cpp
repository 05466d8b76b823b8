// SPDX-License-Identifier: Apache-2.0
#include "relevance/trace/trace_context.h"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

namespace bireach::relevance {

using frontend::Assume;
using frontend::EdgeId;
using frontend::LValue;
using frontend::VariableId;
using logic::ArrayValue;
using logic::Integer;
using logic::Value;

namespace {

void describe(const frontend::Statement& statement, TraceEdge& edge) {
  if (const LValue* target = frontend::assigned_target(statement)) edge.target = *target;
  edge.is_assume = frontend::is_assume(statement);
  edge.is_havoc = frontend::is_havoc(statement);
  edge.reads = frontend::variables_read(statement);
}

}  // namespace

TraceContext::TraceContext(const frontend::Program& program, const frontend::Execution& execution)
    : program_(program), execution_(execution) {
  if (execution.states.size() != execution.trace.size() + 1)
    throw std::invalid_argument("relevance needs the states along the whole execution");
  for (const auto& state : execution.states)
    if (state.size() != program.variables.size())
      throw std::invalid_argument("a state of the execution does not fit the program");
  helper_.variables = program.variables;
  helper_.call_paths = program.call_paths;
  helper_.files = program.files;
  helper_.signed_overflow = program.signed_overflow;
  helper_.memory = program.memory;
  helper_.initial = helper_.add_location({});
  helper_.add_location({});
  std::map<EdgeId, std::uint32_t> known;
  for (EdgeId edge : execution.trace) {
    auto [it, is_new] = known.emplace(edge, static_cast<std::uint32_t>(edges_.size()));
    if (is_new) add_edge(edge);
    index_.push_back(it->second);
  }
}

void TraceContext::add_edge(EdgeId id) {
  frontend::Edge edge = program_.edge(id);
  TraceEdge result;
  describe(edge.statement, result);
  // Whether memory may be accessed depends on what is allocated.
  const frontend::Memory& memory = program_.memory;
  const bool accesses_memory =
      std::any_of(result.reads.begin(), result.reads.end(), [&](VariableId v) { return memory.cells.contains(v); });
  if (accesses_memory && memory.sizes && !std::binary_search(result.reads.begin(), result.reads.end(), *memory.sizes))
    result.reads.insert(std::upper_bound(result.reads.begin(), result.reads.end(), *memory.sizes), *memory.sizes);
  std::set<VariableId> lifetimes;
  for (const VariableId variable : result.reads) {
    const auto cells = memory.cells.find(variable);
    if (cells == memory.cells.end()) continue;
    for (const std::size_t object : cells->second.mortal) lifetimes.insert(*memory.objects[object].alive);
  }
  for (const VariableId flag : lifetimes) {
    const auto place = std::lower_bound(result.reads.begin(), result.reads.end(), flag);
    if (place == result.reads.end() || *place != flag) result.reads.insert(place, flag);
  }
  result.own = helper_.add_edge(0, 1, edge);
  if (result.target) {
    frontend::Edge havoc = edge;
    havoc.statement = frontend::havoc_instead(edge.statement);
    result.havoc = helper_.add_edge(0, 1, havoc);
  } else {
    frontend::Edge negated = edge;
    negated.statement = Assume{frontend::make_not(std::get<Assume>(edge.statement).condition)};
    result.negated = helper_.add_edge(0, 1, negated);
  }
  edges_.push_back(std::move(result));
}

const frontend::Variable& TraceContext::target_variable(std::size_t position) const {
  return program_.variables[at(position).target.value().variable];
}

bool TraceContext::assigns_whole_array(std::size_t position) const {
  return !at(position).target.value().index && target_variable(position).array.has_value();
}

Integer TraceContext::target_index(std::size_t position) const {
  std::vector<frontend::UndefinedEvent> events;
  return frontend::evaluate(program_, *at(position).target.value().index, execution_.states[position],
                            execution_.trace[position], events);
}

Value TraceContext::assigned_value(std::size_t position) const {
  const LValue& target = at(position).target.value();
  const Value& after = execution_.states[position + 1][target.variable];
  if (!target.index) return after;
  return std::get<ArrayValue>(after).at(target_index(position));
}

bool TraceContext::integer_is_exact() const {
  logic::TermManager terms;
  const frontend::Semantics semantics(terms, helper_, frontend::Arithmetic::integer);
  return std::all_of(edges_.begin(), edges_.end(), [&](const TraceEdge& edge) {
    return semantics.transition(edge.own).exact && (!edge.havoc || semantics.transition(*edge.havoc).exact) &&
           (!edge.negated || semantics.transition(*edge.negated).exact);
  });
}

bool HavocDependence::reads_dependent(const TraceEdge& edge) const {
  return std::any_of(edge.reads.begin(), edge.reads.end(), [&](VariableId v) { return depends_[v]; });
}

void HavocDependence::step(const TraceEdge& edge) {
  if (edge.target) depends_[edge.target->variable] = edge.is_havoc || reads_dependent(edge);
}

namespace {

/// The state along the suffix, as the difference to the given execution.
class DifferingRun {
 public:
  DifferingRun(const TraceContext& trace, std::size_t position, const Integer& value)
      : trace_(trace),
        state_(trace.program().variables.size()),
        differs_(trace.program().variables.size(), false),
        position_(position + 1) {
    const LValue& target = trace.at(position).target.value();
    Value after = trace.execution().states[position_][target.variable];
    if (target.index)
      std::get<ArrayValue>(after).set(trace.target_index(position), value);
    else
      after = value;
    update(target.variable, std::move(after));
  }

  [[nodiscard]] bool done() const { return count_ == 0 || position_ == trace_.length(); }
  [[nodiscard]] const TraceEdge& edge() const { return trace_.at(position_); }

  SuffixEnd step() {
    const TraceEdge& current = edge();
    const auto reads_difference = [&](VariableId v) { return differs_[v]; };
    if (std::any_of(current.reads.begin(), current.reads.end(), reads_difference)) return execute(current);
    ++position_;
    if (current.target && differs_[current.target->variable]) {
      differs_[current.target->variable] = false;
      --count_;
    }
    return SuffixEnd::passes;
  }

 private:
  SuffixEnd execute(const TraceEdge& current) {
    const auto& original = trace_.execution().states[position_];
    for (VariableId v : current.reads)
      if (!differs_[v]) state_[v] = original[v];
    const std::size_t position = position_;
    const auto oracle = [&](EdgeId, std::size_t) { return trace_.assigned_value(position); };
    std::vector<frontend::UndefinedEvent> events;
    const auto result =
        frontend::execute_edge(trace_.program(), trace_.execution().trace[position], state_, oracle, position, events);
    if (!events.empty()) return SuffixEnd::undefined;
    if (result == frontend::StepResult::blocked) return SuffixEnd::assumption;
    ++position_;
    if (current.target) update(current.target->variable, std::move(state_[current.target->variable]));
    return SuffixEnd::passes;
  }

  void update(VariableId variable, Value value) {
    const bool differs = value != trace_.execution().states[position_][variable];
    if (differs != differs_[variable]) {
      differs ? ++count_ : --count_;
      differs_[variable] = differs;
    }
    state_[variable] = std::move(value);
  }

  const TraceContext& trace_;
  frontend::ConcreteState state_;  // valid where differs_
  std::vector<bool> differs_;
  std::size_t count_ = 0;
  std::size_t position_;
};

}  // namespace

ConcreteOutcome run_with_constant(const TraceContext& trace, std::size_t position, const Integer& value) {
  ConcreteOutcome outcome{value, SuffixEnd::passes, false};
  HavocDependence dependence(trace);
  DifferingRun run(trace, position, value);
  while (!run.done()) {
    const TraceEdge& edge = run.edge();
    outcome.certain = !dependence.reads_dependent(edge);
    outcome.end = run.step();
    if (outcome.end != SuffixEnd::passes) return outcome;
    dependence.step(edge);
  }
  outcome.certain = false;
  return outcome;
}

}  // namespace bireach::relevance
