// SPDX-License-Identifier: Apache-2.0
/// What enumeration says of values and ways in one execution of a program over scalars of tiny types.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "relevance/source/detour.h"
#include "relevance/source/replacement.h"
#include "tests/support/state_space.h"

namespace bireach::test {

/// Some value blocks the trace; some does so by an assumption that fails.
struct EnumeratedValues {
  bool blocks = false;
  bool assumption = false;
};

/// Arbitrary values at some places of a trace, by sets of states.
class ValueEnumeration {
 public:
  ValueEnumeration(const frontend::Program& program, const frontend::Trace& trace,
                   std::vector<relevance::Replacement> replacements)
      : program_(program), trace_(trace), replacements_(std::move(replacements)) {}

  /// With the inputs of the execution.
  [[nodiscard]] EnumeratedValues harvested(const frontend::Execution& execution) const {
    Pair pair = start_at(execution.states.front());
    for (std::size_t k = 0; k < trace_.size(); ++k) {
      const auto variable = frontend::assigned_variable(program_.edge(trace_[k]).statement);
      step(k, pair, variable ? execution.states[k + 1][*variable] : logic::Value{logic::Integer{0}});
    }
    return pair.found;
  }

  /// With any inputs that take the trace to its end, from these states.
  [[nodiscard]] EnumeratedValues any(const std::vector<frontend::ConcreteState>& starts) const {
    std::map<Key, Pair> pairs;
    for (const frontend::ConcreteState& start : starts) insert(pairs, start_at(start));
    for (std::size_t k = 0; k < trace_.size(); ++k) {
      std::map<Key, Pair> after;
      for (const auto& entry : pairs) {
        const Pair& pair = entry.second;  // no structured binding: clang 14 captures none
        const auto choose = [&](const logic::Value& value) {
          Pair next = pair;
          if (step(k, next, value)) insert(after, std::move(next));
        };
        if (frontend::is_havoc(program_.edge(trace_[k]).statement))
          testing::for_each_choice(program_, trace_[k], choose);
        else
          choose(logic::Integer(0));
      }
      pairs = std::move(after);
    }
    EnumeratedValues result;
    for (const auto& [key, pair] : pairs) {
      result.blocks = result.blocks || pair.found.blocks;
      result.assumption = result.assumption || pair.found.assumption;
    }
    return result;
  }

 private:
  using States = std::map<std::size_t, frontend::ConcreteState>;  // by number_of_state
  /// An execution of the trace, and where the same inputs get with any values.
  struct Pair {
    frontend::ConcreteState state;
    States replaced;
    EnumeratedValues found;
  };
  using Key = std::tuple<std::size_t, std::vector<std::size_t>, bool, bool>;

  [[nodiscard]] Pair start_at(const frontend::ConcreteState& state) const {
    return {state, {{number_of_state(program_, state), state}}, {}};
  }

  void insert(std::map<Key, Pair>& pairs, Pair pair) const {
    std::vector<std::size_t> replaced;
    for (const auto& [number, state] : pair.replaced) replaced.push_back(number);
    Key key{number_of_state(program_, pair.state), std::move(replaced), pair.found.blocks, pair.found.assumption};
    pairs.emplace(std::move(key), std::move(pair));
  }

  [[nodiscard]] States with_any(const States& states, frontend::VariableId variable) const {
    States result;
    const frontend::ScalarType type = program_.variables[variable].type;
    for (const auto& [number, state] : states) {
      frontend::ConcreteState next = state;
      for (logic::Integer value = type.min(); value <= type.max(); ++value) {
        next[variable] = value;
        result.emplace(number_of_state(program_, next), next);
      }
    }
    return result;
  }

  /// Does the execution itself pass?
  bool step(std::size_t k, Pair& pair, const logic::Value& choice) const {
    bool replaced = false;
    for (const relevance::Replacement& replacement : replacements_) {
      if (replacement.position != k) continue;
      if (replacement.before)
        pair.replaced = with_any(pair.replaced, *replacement.before);
      else
        replaced = true;
    }
    if (execute(k, pair.state, choice) != relevance::SuffixEnd::passes) return false;
    if (replaced) {
      pair.replaced = with_any(pair.replaced, *frontend::assigned_variable(program_.edge(trace_[k]).statement));
      return true;
    }
    States after;
    for (const auto& [number, before] : pair.replaced) {
      frontend::ConcreteState state = before;
      const relevance::SuffixEnd end = execute(k, state, choice);
      pair.found.blocks = pair.found.blocks || end != relevance::SuffixEnd::passes;
      pair.found.assumption = pair.found.assumption || end == relevance::SuffixEnd::assumption;
      if (end == relevance::SuffixEnd::passes) after.emplace(number_of_state(program_, state), state);
    }
    pair.replaced = std::move(after);
    return true;
  }

  relevance::SuffixEnd execute(std::size_t k, frontend::ConcreteState& state, const logic::Value& choice) const {
    std::vector<frontend::UndefinedEvent> events;
    const auto oracle = [&](frontend::EdgeId, std::size_t) { return choice; };
    const auto end = frontend::execute_edge(program_, trace_[k], state, oracle, k, events);
    if (!events.empty()) return relevance::SuffixEnd::undefined;
    return end == frontend::StepResult::done ? relevance::SuffixEnd::passes : relevance::SuffixEnd::assumption;
  }

  const frontend::Program& program_;
  const frontend::Trace& trace_;
  std::vector<relevance::Replacement> replacements_;
};

/// All executions that go any of the allowed ways, with the inputs of a given one, and any values where it read none.
struct EnumeratedWays {
  bool passes = false;
  bool other = false;       ///< neither ends without nor with an error, or is endless
  bool new_inputs = false;  ///< some input is read that the given execution did not read
  bool complete = true;     ///< false: there are too many
};

class WayEnumeration {
 public:
  /// `forks` are the locations where another way may be taken: at visit `only` of them, or at all.
  WayEnumeration(const frontend::Program& program, const frontend::Execution& execution, std::vector<bool> forks)
      : program_(program), execution_(execution), forks_(std::move(forks)) {
    for (std::size_t k = 0; k < execution.trace.size(); ++k)
      if (frontend::is_havoc(program.edge(execution.trace[k]).statement)) {
        const auto variable = frontend::assigned_variable(program.edge(execution.trace[k]).statement);
        inputs_[execution.trace[k]].push_back(execution.states[k + 1][*variable]);
      }
  }

  EnumeratedWays at_all() {
    only_ = -1;
    return run();
  }
  EnumeratedWays at_visit(std::size_t visit) {
    only_ = static_cast<int>(visit);
    return run();
  }

 private:
  struct Point {
    frontend::LocationId location;
    frontend::ConcreteState state;
    std::map<frontend::EdgeId, std::size_t> used;
    int visits = 0;
  };

  using Key = std::tuple<frontend::LocationId, std::size_t, std::map<frontend::EdgeId, std::size_t>, int>;

  [[nodiscard]] Key key_of(const Point& point) const {
    return {point.location, number_of_state(program_, point.state), point.used, point.visits};
  }

  EnumeratedWays run() {
    result_ = {};
    done_.clear();
    open_.clear();
    go({program_.initial, execution_.states.front(), {}, 0});
    return result_;
  }

  void go(const Point& point) {
    constexpr std::size_t too_many = 20000;
    constexpr std::size_t too_deep = 400;
    const frontend::LocationKind kind = program_.location(point.location).kind;
    if (kind == frontend::LocationKind::Exit) result_.passes = true;
    if (kind == frontend::LocationKind::Unsupported) result_.other = true;
    if (kind != frontend::LocationKind::Normal || done_.contains(key_of(point))) return;
    if (done_.size() > too_many || open_.size() > too_deep) {
      result_.complete = false;
      return;
    }
    if (!open_.insert(key_of(point)).second) {
      result_.other = true;
      return;
    }
    const bool is_fork = forks_[point.location];
    const bool free = is_fork && (only_ < 0 || only_ == point.visits);
    bool goes_on = false;
    for (const frontend::EdgeId edge : program_.outgoing(point.location)) goes_on |= follow(point, edge, free, is_fork);
    if (!goes_on) result_.other = true;
    open_.erase(key_of(point));
    done_.insert(key_of(point));
  }

  /// At one visit only the other way is taken.
  bool follow(const Point& point, frontend::EdgeId edge, bool free, bool is_fork) {
    std::vector<logic::Value> choices{logic::Integer(0)};
    Point next = point;
    if (frontend::is_havoc(program_.edge(edge).statement)) {
      const std::size_t number = next.used[edge]++;
      if (number < inputs_[edge].size()) {
        choices = {inputs_[edge][number]};
      } else {
        result_.new_inputs = true;
        choices.clear();
        testing::for_each_choice(program_, edge, [&](const logic::Integer& value) { choices.emplace_back(value); });
      }
    }
    next.location = program_.target(edge);
    if (is_fork && only_ >= 0) ++next.visits;
    const frontend::ConcreteState before = next.state;
    bool goes_on = false;
    for (const logic::Value& choice : choices) {
      next.state = before;
      std::vector<frontend::UndefinedEvent> events;
      const auto oracle = [&](frontend::EdgeId, std::size_t) { return choice; };
      const bool holds =
          frontend::execute_edge(program_, edge, next.state, oracle, 0, events) == frontend::StepResult::done;
      if (!free && !events.empty()) {
        result_.other = true;
        return true;
      }
      if (free ? only_ >= 0 && holds : !holds) continue;
      goes_on = true;
      go(next);
    }
    return goes_on;
  }

  const frontend::Program& program_;
  const frontend::Execution& execution_;
  std::vector<bool> forks_;
  std::map<frontend::EdgeId, std::vector<logic::Value>> inputs_;
  int only_ = -1;
  EnumeratedWays result_;
  std::set<Key> done_;
  std::set<Key> open_;
};

}  // namespace bireach::test
