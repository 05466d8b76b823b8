// SPDX-License-Identifier: Apache-2.0
#include "automata/nfa.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>

namespace bireach::automata {
namespace {

void require_state(State state, std::size_t size) {
  if (state >= size)
    throw std::out_of_range("automaton of " + std::to_string(size) + " states has no state " + std::to_string(state));
}

}  // namespace

State Nfa::add_state(bool accepting) {
  if (transitions_.size() >= std::numeric_limits<State>::max())
    throw std::length_error("automaton has no state numbers left");
  const State state = static_cast<State>(transitions_.size());
  transitions_.emplace_back();
  accepting_.push_back(accepting);
  return state;
}

void Nfa::add_initial(State state) {
  require_state(state, size());
  if (std::find(initial_.begin(), initial_.end(), state) == initial_.end()) initial_.push_back(state);
}

void Nfa::set_accepting(State state, bool accepting) {
  require_state(state, size());
  accepting_[state] = accepting;
}

void Nfa::add_transition(State source, Letter letter, State target) {
  require_state(source, size());
  require_state(target, size());
  std::vector<Transition>& out = transitions_[source];
  const Transition transition{letter, target};
  const auto place = std::lower_bound(out.begin(), out.end(), transition);
  if (place == out.end() || *place != transition) out.insert(place, transition);
}

std::size_t Nfa::transition_count() const {
  std::size_t count = 0;
  for (const std::vector<Transition>& out : transitions_) count += out.size();
  return count;
}

std::vector<Letter> Nfa::alphabet() const {
  std::vector<Letter> letters;
  for (const std::vector<Transition>& out : transitions_)
    for (const Transition& transition : out) letters.push_back(transition.letter);
  std::sort(letters.begin(), letters.end());
  letters.erase(std::unique(letters.begin(), letters.end()), letters.end());
  return letters;
}

Nfa single_word(const Word& word) {
  Nfa result;
  State state = result.add_state(word.empty());
  result.add_initial(state);
  for (std::size_t i = 0; i < word.size(); ++i) {
    const State next = result.add_state(i + 1 == word.size());
    result.add_transition(state, word[i], next);
    state = next;
  }
  return result;
}

}  // namespace bireach::automata
