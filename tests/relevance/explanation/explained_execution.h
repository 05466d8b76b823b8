// SPDX-License-Identifier: Apache-2.0
/// What enumeration says of the explanation of an error trace: over scalars of tiny types, with the interpreter and the
/// evaluator of terms, without solvers.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "relevance/explanation/error_invariants.h"
#include "tests/support/state_space.h"

namespace bireach::test {

class ExplainedExecution {
 public:
  using Set = std::vector<bool>;

  ExplainedExecution(const frontend::Program& program, const frontend::Semantics& semantics,
                     const frontend::Execution& execution, const relevance::ErrorExplanation& explanation)
      : program_(program),
        semantics_(semantics),
        trace_(execution.trace),
        explanation_(explanation),
        kept_(explanation.assertion, false),
        states_(1) {
    for (const auto& variable : program.variables) {
      std::vector<frontend::ConcreteState> longer;
      for (const auto& state : states_) {
        for (logic::Integer value = variable.type.min(); value <= variable.type.max(); ++value) {
          longer.push_back(state);
          longer.back().push_back(value);
        }
      }
      states_ = std::move(longer);
    }
    for (const auto& kept : explanation.kept) kept_.at(kept.position) = true;
  }

  /// Condition (i) at the position: no execution that the precondition admits leads outside the invariant.
  bool over_approximates(std::size_t position) const {
    Set reached = initial();
    for (std::size_t i = 0; i < position; ++i) reached = image(i, reached);
    return !none(reached) && subset(reached, satisfying(explanation_.invariants[position]));
  }

  /// Condition (ii): from no state of the invariant can the rest of the trace be executed so that the assertion holds.
  bool keeps_error(std::size_t position) const {
    Set reached = satisfying(explanation_.invariants[position]);
    for (std::size_t i = position; i < explanation_.assertion; ++i) reached = image(i, reached);
    return !holds_somewhere(reached);
  }

  /// Is the position the first or the last of an interval of the abstract error trace?
  bool ends_interval(std::size_t position) const {
    return position == 0 || position == explanation_.assertion || kept_[position] || kept_[position - 1];
  }

  /// The abstract trace, in which a run of dropped statements gives its targets any values with which the invariant
  /// holds: it has the executions of the trace, and the assertion holds after none of its executions.
  bool dropping_keeps_error() const {
    Set reached = initial();
    Set abstract = reached;
    std::set<frontend::VariableId> changed;
    for (std::size_t i = 0; i < explanation_.assertion; ++i) {
      reached = image(i, reached);
      if (kept_[i]) {
        abstract = image(i, abstract);
        continue;
      }
      if (const auto target = frontend::assigned_variable(program_.edge(trace_[i]).statement)) changed.insert(*target);
      if (i + 1 < explanation_.assertion && !kept_[i + 1]) continue;
      abstract = forget(abstract, changed, satisfying(explanation_.invariants[i + 1]));
      changed.clear();
    }
    return !none(reached) && subset(reached, abstract) && !holds_somewhere(abstract);
  }

  /// In no state of the invariant before the branch can the other way be taken.
  bool explains(std::size_t branch) const {
    const Set before = satisfying(explanation_.invariants[branch]);
    return !any_passes(before, other_edge(branch));
  }

 private:
  static bool none(const Set& set) {
    for (const bool member : set)
      if (member) return false;
    return true;
  }
  static bool subset(const Set& small, const Set& large) {
    for (std::size_t s = 0; s < small.size(); ++s)
      if (small[s] && !large[s]) return false;
    return true;
  }

  std::size_t number(const frontend::ConcreteState& state) const { return number_of_state(program_, state); }

  frontend::EdgeId other_edge(std::size_t branch) const {
    const auto& edges = program_.outgoing(program_.source(trace_[branch]));
    return edges.at(edges.at(0) == trace_[branch] ? 1 : 0);
  }

  static bool admits(const relevance::InputConstraint& input, const logic::Integer& value) {
    return (!input.lower || *input.lower <= value) && (!input.upper || value <= *input.upper);
  }

  Set initial() const {
    Set result(states_.size(), true);
    for (const auto& input : explanation_.precondition) {
      if (input.position) continue;
      for (std::size_t s = 0; s < states_.size(); ++s)
        if (!admits(input, std::get<logic::Integer>(states_[s][input.variable]))) result[s] = false;
    }
    return result;
  }

  Set satisfying(logic::Term formula) const {
    const auto entry = satisfying_.try_emplace(formula, states_.size());
    if (!entry.second) return entry.first->second;
    for (std::size_t s = 0; s < states_.size(); ++s) {
      logic::Model model;
      for (frontend::VariableId id = 0; id < program_.variables.size(); ++id) {
        const logic::Term variable = semantics_.variable(id);
        const logic::Value value = semantics_.to_model_value(states_[s][id], program_.variables[id]);
        model.set(variable, variable.sort().is_bool() ? logic::Value(std::get<logic::Integer>(value) != 0) : value);
      }
      entry.first->second[s] = logic::evaluate_bool(formula, model);
    }
    return entry.first->second;
  }

  /// Of the statement at the position; values are chosen as the precondition wants.
  Set image(std::size_t position, const Set& set) const {
    const relevance::InputConstraint* input = nullptr;
    for (const auto& constraint : explanation_.precondition)
      if (constraint.position == position) input = &constraint;
    Set result(states_.size(), false);
    for (const Step& step : steps(trace_[position]))
      if (set[step.from] && (input == nullptr || admits(*input, step.chosen))) result[step.to] = true;
    return result;
  }

  /// All executions of one edge.
  struct Step {
    std::size_t from;
    std::size_t to;
    logic::Integer chosen;
  };
  const std::vector<Step>& steps(frontend::EdgeId edge) const {
    const auto entry = steps_.try_emplace(edge);
    auto& found = entry.first->second;  // no structured binding: clang 14 captures none
    for (std::size_t s = 0; s < states_.size() && entry.second; ++s) {
      testing::for_each_successor(program_, edge, states_[s],
                                  [&](const frontend::ConcreteState& next, const logic::Value& chosen) {
                                    found.push_back({s, number(next), std::get<logic::Integer>(chosen)});
                                  });
    }
    return found;
  }

  bool any_passes(const Set& set, frontend::EdgeId edge) const {
    for (const Step& step : steps(edge))
      if (set[step.from]) return true;
    return false;
  }

  bool holds_somewhere(const Set& set) const {
    return explanation_.assertion < trace_.size() && any_passes(set, other_edge(explanation_.assertion));
  }

  /// All states of `within` that differ from one of `set` in these variables only.
  Set forget(const Set& set, const std::set<frontend::VariableId>& variables, const Set& within) const {
    const auto rest = [&](std::size_t s) {
      frontend::ConcreteState state = states_[s];
      for (const frontend::VariableId id : variables) state[id] = program_.variables[id].type.min();
      return number(state);
    };
    std::set<std::size_t> remembered;
    for (std::size_t s = 0; s < states_.size(); ++s)
      if (set[s]) remembered.insert(rest(s));
    Set result(states_.size(), false);
    for (std::size_t s = 0; s < states_.size(); ++s) result[s] = within[s] && remembered.contains(rest(s));
    return result;
  }

  const frontend::Program& program_;
  const frontend::Semantics& semantics_;
  const frontend::Trace& trace_;
  const relevance::ErrorExplanation& explanation_;
  std::vector<bool> kept_;
  std::vector<frontend::ConcreteState> states_;
  mutable std::map<logic::Term, Set> satisfying_;
  mutable std::map<frontend::EdgeId, std::vector<Step>> steps_;
};

}  // namespace bireach::test
