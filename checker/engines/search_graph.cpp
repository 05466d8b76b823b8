// SPDX-License-Identifier: Apache-2.0
/// The graphs that a search through a language unrolls.
#include <deque>

#include "checker/engines/language_search.h"

namespace bireach::checker {

using automata::State;

namespace {

/// Targets of edges back into the path of a depth-first search, and roots; elsewhere the order increases.
struct CutGraph {
  std::vector<bool> is_cut;
  std::vector<std::uint32_t> order;  ///< position in a reverse postorder
};

/// The automaton may be too deep for recursion.
CutGraph unrolling_of(const automata::Nfa& automaton) {
  enum class Colour : std::uint8_t { white, grey, black };
  std::vector<Colour> colour(automaton.size(), Colour::white);
  CutGraph result{std::vector<bool>(automaton.size(), false), std::vector<std::uint32_t>(automaton.size(), 0)};
  auto next = static_cast<std::uint32_t>(automaton.size());
  for (const State root : automaton.initial()) {
    result.is_cut[root] = true;
    if (colour[root] != Colour::white) continue;
    std::vector<std::pair<State, std::size_t>> path{{root, 0}};
    colour[root] = Colour::grey;
    while (!path.empty()) {
      auto& [state, position] = path.back();
      if (position == automaton.transitions(state).size()) {
        colour[state] = Colour::black;
        result.order[state] = --next;
        path.pop_back();
        continue;
      }
      const State target = automaton.transitions(state)[position++].target;
      if (colour[target] == Colour::grey) result.is_cut[target] = true;
      if (colour[target] != Colour::white) continue;
      colour[target] = Colour::grey;
      path.emplace_back(target, 0);
    }
  }
  return result;
}

class FlatGraph final : public SearchGraph {
 public:
  explicit FlatGraph(automata::Nfa automaton)
      : automaton_(std::move(automaton)), unrolling_(unrolling_of(automaton_)), steps_(automaton_.size()) {
    for (State state = 0; state < automaton_.size(); ++state)
      for (const automata::Transition& transition : automaton_.transitions(state))
        steps_[state].push_back({{transition.letter}, transition.target});
  }
  std::vector<State> initial() override { return automaton_.initial(); }
  const std::vector<Step>& steps(State node) override { return steps_[node]; }
  bool is_accepting(State node) override { return automaton_.is_accepting(node); }
  bool is_cut(State node) override { return unrolling_.is_cut[node]; }
  std::uint32_t order(State node) override { return unrolling_.order[node]; }

 private:
  automata::Nfa automaton_;
  CutGraph unrolling_;
  std::vector<std::vector<Step>> steps_;
};

/// Nodes are states with the states before the calls that are open.
class NestedGraph final : public SearchGraph {
 public:
  NestedGraph(automata::NestedWordAutomaton automaton, const NestedProgram& program)
      : automaton_(std::move(automaton)), program_(program) {
    automata::Nfa within;  // activations, without what they call
    for (State state = 0; state < automaton_.size(); ++state) within.add_state();
    for (const State state : automaton_.initial()) within.add_initial(state);
    for (State state = 0; state < automaton_.size(); ++state) {
      for (const auto& transition : automaton_.internals(state))
        within.add_transition(state, transition.letter, transition.target);
      for (const auto& transition : automaton_.calls(state)) within.add_initial(transition.target);
      for (const auto& transition : automaton_.returns(state)) within.add_initial(transition.target);
    }
    unrolling_ = unrolling_of(within);
  }
  std::vector<State> initial() override {
    std::vector<State> result;
    for (const State state : automaton_.initial()) result.push_back(node_of(state, empty_stack));
    return result;
  }
  const std::vector<Step>& steps(State node) override {
    if (!nodes_[node].known) expand(node);
    return nodes_[node].steps;
  }
  bool is_accepting(State node) override { return automaton_.is_accepting(nodes_[node].state); }
  bool is_cut(State node) override { return unrolling_.is_cut[nodes_[node].state]; }
  std::uint32_t order(State node) override { return unrolling_.order[nodes_[node].state]; }

 private:
  static constexpr State empty_stack = automata::outermost;
  /// A stack is a node: that of the caller, with its own stack below.
  struct Node {
    State state;
    State caller;
    bool known = false;
    std::vector<Step> steps;
  };

  State node_of(State state, State caller) {
    const auto [entry, fresh] = numbers_.try_emplace({state, caller}, static_cast<State>(nodes_.size()));
    if (fresh) nodes_.push_back({state, caller, false, {}});
    return entry->second;
  }

  void expand(State node) {
    const State state = nodes_[node].state;
    const State caller = nodes_[node].caller;
    std::vector<Step> steps;
    const auto add = [&](automata::Letter letter, State target) {
      steps.push_back({program_.letters()[letter].passed, target});
    };
    for (const auto& transition : automaton_.internals(state))
      add(transition.letter, node_of(transition.target, caller));
    for (const auto& transition : automaton_.calls(state)) add(transition.letter, node_of(transition.target, node));
    for (const auto& transition : automaton_.returns(state)) {
      if (caller == empty_stack || nodes_[caller].state != transition.hierarchical) continue;
      add(transition.letter, node_of(transition.target, nodes_[caller].caller));
    }
    nodes_[node].steps = std::move(steps);
    nodes_[node].known = true;
  }

  automata::NestedWordAutomaton automaton_;
  const NestedProgram& program_;
  CutGraph unrolling_;
  std::map<std::pair<State, State>, State> numbers_;
  std::deque<Node> nodes_;  // references stay
};

}  // namespace

std::unique_ptr<SearchGraph> search_graph(automata::Nfa automaton) {
  return std::make_unique<FlatGraph>(std::move(automaton));
}

std::unique_ptr<SearchGraph> search_graph(automata::NestedWordAutomaton automaton, const NestedProgram& program) {
  return std::make_unique<NestedGraph>(std::move(automaton), program);
}

}  // namespace bireach::checker
