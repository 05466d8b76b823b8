// SPDX-License-Identifier: Apache-2.0
#include "automata/lazy_automaton.h"

#include "automata/subsets.h"

namespace bireach::automata {

std::vector<State> LazyAutomaton::subset_successors(const std::vector<State>& subset, Letter letter) {
  std::vector<State> result;
  for (const State state : subset) {
    const std::vector<State> next = successors(state, letter);
    result.insert(result.end(), next.begin(), next.end());
  }
  sort_unique(result);
  return result;
}

std::vector<State> LazyView::initial() {
  std::vector<State> result = automaton_.initial();
  sort_unique(result);
  return result;
}

bool LazyView::is_accepting(State state) {
  return automaton_.is_accepting(state);
}

std::vector<State> LazyView::successors(State state, Letter letter) {
  std::vector<State> result;
  for (const Transition& transition : transitions_under(automaton_, state, letter)) result.push_back(transition.target);
  return result;
}

}  // namespace bireach::automata
