// SPDX-License-Identifier: Apache-2.0
/// Contexts of states, and removal of what no accepting run uses.
#include <algorithm>

#include "automata/nested_contexts.h"

namespace bireach::automata {
namespace {

std::vector<std::vector<State>> contexts_of(const NestedWordAutomaton& automaton) {
  ContextExploration exploration;
  for (const State state : automaton.initial()) exploration.start(state);
  while (const auto pair = exploration.next()) {
    for (const Transition& transition : automaton.internals(pair->first))
      exploration.internal(*pair, transition.target);
    for (const Transition& transition : automaton.calls(pair->first)) exploration.call(*pair, transition.target);
    for (const ReturnTransition& transition : automaton.returns(pair->first))
      if (transition.hierarchical == pair->second) exploration.return_to(*pair, transition.target);
  }
  std::vector<std::vector<State>> result(automaton.size());
  for (const auto& [state, contexts] : exploration.contexts()) result[state].assign(contexts.begin(), contexts.end());
  return result;
}

/// Which reached pairs of state and context lie on an accepting run. A run goes on from a pair in one of two ways: it
/// is accepted without leaving the activation for good, or it returns to some context of the caller.
class Usefulness {
 public:
  explicit Usefulness(const NestedWordAutomaton& automaton)
      : automaton_(automaton), contexts_(contexts_of(automaton)), resumed_(automaton.size()) {
    first_.push_back(automaton.size());
    for (const auto& contexts : contexts_) first_.push_back(first_.back() + contexts.size());
    predecessors_.resize(first_.back());
    alive_.resize(first_.back(), false);
    find_summaries();
    connect();
    saturate();
  }

  [[nodiscard]] const std::vector<std::vector<State>>& contexts() const { return contexts_; }
  [[nodiscard]] bool is_useful(State state, State context) const {
    const std::size_t node = node_of(state, context);
    return node != none && alive_[node];
  }
  [[nodiscard]] bool is_useful(State state) const {
    return std::any_of(contexts_[state].begin(), contexts_[state].end(),
                       [&](State context) { return is_useful(state, context); });
  }

 private:
  using Node = std::size_t;
  static constexpr Node none = static_cast<Node>(-1);

  /// Nodes 0 … n-1: the state, without leaving the activation; then the pairs.
  [[nodiscard]] Node node_of(State state, State context) const {
    const auto& contexts = contexts_[state];
    const auto place = std::lower_bound(contexts.begin(), contexts.end(), context);
    if (place == contexts.end() || *place != context) return none;
    return first_[state] + static_cast<Node>(place - contexts.begin());
  }

  void find_summaries() {
    for (State state = 0; state < automaton_.size(); ++state) {
      for (const ReturnTransition& transition : automaton_.returns(state))
        if (node_of(state, transition.hierarchical) != none)
          resumed_[transition.hierarchical].push_back(transition.target);
    }
  }

  void add_edge(Node from, Node to) {
    if (to != none) predecessors_[to].push_back(from);
  }

  void connect() {
    for (State state = 0; state < automaton_.size(); ++state) {
      for (const Transition& transition : automaton_.internals(state)) add_edge(state, transition.target);
      for (const Transition& transition : automaton_.calls(state)) add_edge(state, transition.target);
      for (const State target : resumed_[state]) add_edge(state, target);
      for (const State context : contexts_[state]) connect(state, context);
    }
  }

  void connect(State state, State context) {
    const Node node = node_of(state, context);
    add_edge(node, state);
    for (const Transition& transition : automaton_.internals(state))
      add_edge(node, node_of(transition.target, context));
    for (const State target : resumed_[state]) add_edge(node, node_of(target, context));
    for (const ReturnTransition& transition : automaton_.returns(state)) {
      if (transition.hierarchical != context) continue;
      for (const State outer : contexts_[context]) add_edge(node, node_of(transition.target, outer));
    }
  }

  void saturate() {
    std::vector<Node> work;
    for (State state = 0; state < automaton_.size(); ++state) {
      if (automaton_.is_accepting(state)) {
        alive_[state] = true;
        work.push_back(state);
      }
    }
    while (!work.empty()) {
      const Node node = work.back();
      work.pop_back();
      for (const Node before : predecessors_[node]) {
        if (!alive_[before]) {
          alive_[before] = true;
          work.push_back(before);
        }
      }
    }
  }

  const NestedWordAutomaton& automaton_;
  std::vector<std::vector<State>> contexts_;
  std::vector<std::vector<State>> resumed_;
  std::vector<Node> first_;  ///< of a state's pairs
  std::vector<std::vector<Node>> predecessors_;
  std::vector<bool> alive_;
};

}  // namespace

std::vector<std::vector<State>> call_predecessors(const NestedWordAutomaton& automaton) {
  return contexts_of(automaton);
}

NestedWordAutomaton trim(const NestedWordAutomaton& automaton, std::vector<State>* origin) {
  const Usefulness usefulness(automaton);
  const auto is_useful_in = [&](State target, State source) {
    const auto& contexts = usefulness.contexts()[source];
    return std::any_of(contexts.begin(), contexts.end(),
                       [&](State context) { return usefulness.is_useful(target, context); });
  };
  NestedWordAutomaton result;
  std::vector<State> number(automaton.size(), outermost);
  std::vector<State> kept;
  for (State state = 0; state < automaton.size(); ++state) {
    if (usefulness.is_useful(state)) {
      number[state] = result.add_state(automaton.is_accepting(state));
      kept.push_back(state);
    }
  }
  for (const State state : automaton.initial())
    if (number[state] != outermost && usefulness.is_useful(state, outermost)) result.add_initial(number[state]);
  for (const State state : kept) {
    for (const Transition& transition : automaton.internals(state))
      if (is_useful_in(transition.target, state))
        result.add_internal(number[state], transition.letter, number[transition.target]);
    for (const Transition& transition : automaton.calls(state))
      if (usefulness.is_useful(transition.target, state))
        result.add_call(number[state], transition.letter, number[transition.target]);
    for (const ReturnTransition& transition : automaton.returns(state)) {
      const State caller = transition.hierarchical;
      if (number[caller] != outermost && usefulness.is_useful(state, caller) && is_useful_in(transition.target, caller))
        result.add_return(number[state], number[caller], transition.letter, number[transition.target]);
    }
  }
  if (origin != nullptr) *origin = std::move(kept);
  return result;
}

}  // namespace bireach::automata
