// SPDX-License-Identifier: Apache-2.0
/// All states of a program over scalars of tiny types, and what enumeration says of its traces. States at the start are
/// arbitrary, as in the relevance of traces.
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <set>
#include <vector>

#include "tests/support/random_program.h"

namespace bireach::test {

/// Its place among all states of the program, whose variables are numbers of small types.
inline std::size_t number_of_state(const frontend::Program& program, const frontend::ConcreteState& state) {
  std::size_t result = 0;
  for (std::size_t v = 0; v < state.size(); ++v) {
    const frontend::ScalarType type = program.variables[v].type;
    const logic::Integer size = type.max() - type.min() + 1;
    const logic::Integer digit = std::get<logic::Integer>(state[v]) - type.min();
    result = result * size.convert_to<std::size_t>() + digit.convert_to<std::size_t>();
  }
  return result;
}

class StateSpace {
 public:
  using Set = std::vector<bool>;

  explicit StateSpace(const frontend::Program& program) : program_(program), states_(1) {
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
  }

  /// One execution of each of the shortest feasible error traces up to this length, at most `wanted`.
  std::vector<frontend::Execution> error_executions(std::size_t length, std::size_t wanted) {
    std::vector<frontend::Execution> result;
    struct Prefix {
      frontend::Trace trace;
      frontend::LocationId end;
      Set reached;
    };
    std::deque<Prefix> pending{{{}, program_.initial, Set(states_.size(), true)}};
    while (!pending.empty() && result.size() < wanted) {
      const Prefix prefix = std::move(pending.front());
      pending.pop_front();
      if (program_.location(prefix.end).kind == frontend::LocationKind::Error) {
        result.push_back(execution(prefix.trace));
        continue;
      }
      for (const frontend::EdgeId edge : program_.outgoing(prefix.end)) {
        Set reached = image(edge, prefix.reached);
        if (prefix.trace.size() < length && any(reached)) {
          frontend::Trace longer = prefix.trace;
          longer.push_back(edge);
          pending.push_back({std::move(longer), program_.target(edge), std::move(reached)});
        }
      }
    }
    return result;
  }

  /// Definition 3.1: from some state that is reachable and from which the error is, some value blocks.
  bool relevant(const frontend::Trace& trace, std::size_t position) {
    const Set reached = reachable(trace, position);
    const Set before = coreachable(trace, position);
    const Set after = coreachable(trace, position + 1);
    for (std::size_t s = 0; s < states_.size(); ++s) {
      if (reached[s] && before[s]) {
        for (const logic::Integer& value : values(trace[position]))
          if (!after[assigned(s, trace[position], value)]) return true;
      }
    }
    return false;
  }

  /// Can the trace be executed from some state with this value assigned at the marked positions?
  bool feasible_with(const frontend::Trace& trace, const std::set<std::size_t>& marked, const logic::Integer& value) {
    Set reached(states_.size(), true);
    for (std::size_t k = 0; k < trace.size(); ++k) {
      if (marked.contains(k)) {
        Set next(states_.size(), false);
        for (std::size_t s = 0; s < states_.size(); ++s)
          if (reached[s]) next[assigned(s, trace[k], value)] = true;
        reached = std::move(next);
      } else {
        reached = image(trace[k], reached);
      }
    }
    return any(reached);
  }

  /// No execution from any state, with this value assigned at the marked positions, has undefined behaviour before it
  /// leaves the trace.
  bool defined_with(const frontend::Trace& trace, const std::set<std::size_t>& marked, const logic::Integer& value) {
    Set reached(states_.size(), true);
    for (std::size_t k = 0; k < trace.size(); ++k) {
      Set next(states_.size(), false);
      const bool havoc = std::holds_alternative<frontend::Havoc>(program_.edge(trace[k]).statement);
      for (std::size_t s = 0; s < states_.size(); ++s) {
        if (!reached[s]) continue;
        if (marked.contains(k)) {
          next[assigned(s, trace[k], value)] = true;
        } else if (!havoc) {
          frontend::ConcreteState state = states_[s];
          std::vector<frontend::UndefinedEvent> events;
          const auto none = [](frontend::EdgeId, std::size_t) { return logic::Value{logic::Integer{0}}; };
          static_cast<void>(frontend::execute_edge(program_, trace[k], state, none, k, events));
          if (!events.empty()) return false;
        }
      }
      reached = marked.contains(k) ? std::move(next) : image(trace[k], reached);
    }
    return true;
  }

  /// The execution, its havocs choosing as before, with this value at the marked positions: an assumption fails.
  bool ends_at_assumption(const frontend::Execution& execution, const std::set<std::size_t>& marked,
                          const logic::Integer& value) {
    frontend::ConcreteState state = execution.states.front();
    for (std::size_t k = 0; k < execution.trace.size(); ++k) {
      const auto variable = frontend::assigned_variable(program_.edge(execution.trace[k]).statement);
      if (marked.contains(k)) {
        state[*variable] = value;
        continue;
      }
      const auto choose = [&](frontend::EdgeId, std::size_t) { return execution.states[k + 1][*variable]; };
      std::vector<frontend::UndefinedEvent> events;
      const auto end = frontend::execute_edge(program_, execution.trace[k], state, choose, k, events);
      if (!events.empty() || end == frontend::StepResult::blocked) return events.empty();
    }
    return false;
  }

 private:
  static bool any(const Set& set) {
    for (const bool member : set)
      if (member) return true;
    return false;
  }

  std::size_t number(const frontend::ConcreteState& state) const { return number_of_state(program_, state); }

  std::vector<logic::Integer> values(frontend::EdgeId edge) const {
    std::vector<logic::Integer> result;
    const auto type = program_.variables[*frontend::assigned_variable(program_.edge(edge).statement)].type;
    for (logic::Integer value = type.min(); value <= type.max(); ++value) result.push_back(value);
    return result;
  }

  std::size_t assigned(std::size_t s, frontend::EdgeId edge, const logic::Integer& value) const {
    frontend::ConcreteState state = states_[s];
    state[*frontend::assigned_variable(program_.edge(edge).statement)] = value;
    return number(state);
  }

  const std::vector<std::vector<std::size_t>>& successors(frontend::EdgeId edge) {
    const auto entry = successors_.try_emplace(edge, states_.size());
    auto& found = entry.first->second;  // no structured binding: clang 14 captures none
    if (entry.second) {
      for (std::size_t s = 0; s < states_.size(); ++s) {
        testing::for_each_successor(program_, edge, states_[s],
                                    [&](const auto& next, const logic::Value&) { found[s].push_back(number(next)); });
      }
    }
    return found;
  }

  Set image(frontend::EdgeId edge, const Set& set) {
    const auto& next = successors(edge);
    Set result(states_.size(), false);
    for (std::size_t s = 0; s < states_.size(); ++s) {
      if (set[s])
        for (const std::size_t n : next[s]) result[n] = true;
    }
    return result;
  }

  Set reachable(const frontend::Trace& trace, std::size_t position) {
    Set result(states_.size(), true);
    for (std::size_t k = 0; k < position; ++k) result = image(trace[k], result);
    return result;
  }

  Set coreachable(const frontend::Trace& trace, std::size_t position) {
    Set result(states_.size(), true);
    for (std::size_t k = trace.size(); k-- > position;) {
      const auto& next = successors(trace[k]);
      Set before(states_.size(), false);
      for (std::size_t s = 0; s < states_.size(); ++s)
        for (const std::size_t n : next[s]) before[s] = before[s] || result[n];
      result = std::move(before);
    }
    return result;
  }

  frontend::Execution execution(const frontend::Trace& trace) {
    frontend::Execution result;
    result.trace = trace;
    const Set start = coreachable(trace, 0);
    std::size_t s = 0;
    while (!start[s]) ++s;
    result.states.push_back(states_[s]);
    for (std::size_t k = 0; k < trace.size(); ++k) {
      const Set good = coreachable(trace, k + 1);
      for (const std::size_t n : successors(trace[k])[s]) {
        if (good[n]) {
          s = n;
          break;
        }
      }
      result.states.push_back(states_[s]);
    }
    return result;
  }

  const frontend::Program& program_;
  std::vector<frontend::ConcreteState> states_;
  std::map<frontend::EdgeId, std::vector<std::vector<std::size_t>>> successors_;
};

}  // namespace bireach::test
