// SPDX-License-Identifier: Apache-2.0
#include "automata/operations.h"
#include "automata/subsets.h"

namespace bireach::automata {

Nfa trim(const Nfa& automaton, std::vector<State>* origin) {
  const std::vector<Distance> from_initial = distances_from_initial(automaton);
  const std::vector<Distance> to_accepting = distances_to_accepting(automaton);
  constexpr State dropped = unreachable;
  std::vector<State> new_state(automaton.size(), dropped);
  std::vector<State> kept;
  Nfa result;
  for (State state = 0; state < automaton.size(); ++state) {
    if (from_initial[state] != unreachable && to_accepting[state] != unreachable) {
      new_state[state] = result.add_state(automaton.is_accepting(state));
      kept.push_back(state);
    }
  }
  for (const State state : automaton.initial())
    if (new_state[state] != dropped) result.add_initial(new_state[state]);
  for (const State state : kept) {
    for (const Transition& transition : automaton.transitions(state))
      if (new_state[transition.target] != dropped)
        result.add_transition(new_state[state], transition.letter, new_state[transition.target]);
  }
  if (origin != nullptr) *origin = std::move(kept);
  return result;
}

}  // namespace bireach::automata
