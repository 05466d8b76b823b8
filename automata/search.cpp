// SPDX-License-Identifier: Apache-2.0
/// Membership, emptiness and shortest accepting runs.
#include <algorithm>
#include <stdexcept>

#include "automata/operations.h"
#include "automata/subsets.h"

namespace bireach::automata {
namespace {

/// The least letter under which a state of the layer has a successor at the distance. One exists.
Letter least_letter(const Nfa& automaton, const std::vector<Distance>& distance, const std::vector<State>& layer,
                    Distance wanted) {
  std::optional<Letter> best;
  for (const State state : layer) {
    for (const Transition& transition : automaton.transitions(state)) {
      if (best && transition.letter >= *best) break;
      if (distance[transition.target] == wanted) {
        best = transition.letter;
        break;
      }
    }
  }
  return best.value();
}

/// One run through the layers, chosen backwards: the least state that fits.
std::vector<State> run_through(const Nfa& automaton, const std::vector<std::vector<State>>& layers, const Word& word) {
  std::vector<State> states(layers.size());
  states.back() = layers.back().front();
  for (std::size_t i = word.size(); i-- > 0;) {
    const Transition wanted{word[i], states[i + 1]};
    const auto source = std::find_if(layers[i].begin(), layers[i].end(), [&](State state) {
      const std::vector<Transition>& out = automaton.transitions(state);
      return std::binary_search(out.begin(), out.end(), wanted);
    });
    states[i] = *source;
  }
  return states;
}

}  // namespace

bool accepts(const Nfa& automaton, const Word& word) {
  std::vector<State> subset = automaton.initial();
  for (const Letter letter : word) subset = successors_of_subset(automaton, subset, letter);
  return has_accepting_member(automaton, subset);
}

bool accepts(LazyAutomaton& automaton, const Word& word) {
  const auto is_universal = [&](State state) { return automaton.is_universal(state); };
  const auto is_accepting = [&](State state) { return automaton.is_accepting(state); };
  std::vector<State> subset = automaton.initial();
  sort_unique(subset);
  for (const Letter letter : word) {
    if (subset.empty() || std::any_of(subset.begin(), subset.end(), is_universal)) return !subset.empty();
    subset = automaton.subset_successors(subset, letter);
    sort_unique(subset);
  }
  return std::any_of(subset.begin(), subset.end(), is_accepting) ||
         std::any_of(subset.begin(), subset.end(), is_universal);
}

std::optional<Run> find_accepting_run(const Nfa& automaton) {
  const std::vector<Distance> distance = distances_to_accepting(automaton);
  Distance length = unreachable;
  for (const State state : automaton.initial()) length = std::min(length, distance[state]);
  if (length == unreachable) return std::nullopt;
  // Layer i holds the states that the word's first i letters reach and that are `length - i` away from acceptance.
  // Layers are disjoint, so all of this is linear.
  std::vector<std::vector<State>> layers(1);
  for (const State state : automaton.initial())
    if (distance[state] == length) layers.front().push_back(state);
  sort_unique(layers.front());
  Run run;
  for (Distance left = length; left-- > 0;) {
    const Letter letter = least_letter(automaton, distance, layers.back(), left);
    std::vector<State> next = successors_of_subset(automaton, layers.back(), letter);
    std::erase_if(next, [&](State state) { return distance[state] != left; });
    run.word.push_back(letter);
    layers.push_back(std::move(next));
  }
  run.states = run_through(automaton, layers, run.word);
  return run;
}

Run run_over(const Nfa& automaton, const Word& word) {
  std::vector<std::vector<State>> layers{automaton.initial()};
  sort_unique(layers.front());
  for (const Letter letter : word) layers.push_back(successors_of_subset(automaton, layers.back(), letter));
  std::erase_if(layers.back(), [&](State state) { return !automaton.is_accepting(state); });
  if (layers.back().empty()) throw std::invalid_argument("the word is not accepted");
  return {word, run_through(automaton, layers, word)};
}

Nfa words_using(const Nfa& automaton, const std::function<bool(Letter)>& wanted) {
  Nfa product;
  for (State state = 0; state < automaton.size(); ++state) {
    product.add_state();
    product.add_state(automaton.is_accepting(state));
  }
  for (State state = 0; state < automaton.size(); ++state)
    for (const Transition& transition : automaton.transitions(state)) {
      const bool enough = wanted(transition.letter);
      product.add_transition(2 * state, transition.letter, 2 * transition.target + (enough ? 1 : 0));
      product.add_transition(2 * state + 1, transition.letter, 2 * transition.target + 1);
    }
  for (const State state : automaton.initial()) product.add_initial(2 * state);
  return product;
}

std::optional<Run> find_accepting_run_using(const Nfa& automaton, const std::function<bool(Letter)>& wanted) {
  std::optional<Run> run = find_accepting_run(words_using(automaton, wanted));
  if (run)
    for (State& state : run->states) state /= 2;
  return run;
}

bool is_language_empty(const Nfa& automaton) {
  const std::vector<Distance> distance = distances_from_initial(automaton);
  for (State state = 0; state < automaton.size(); ++state)
    if (automaton.is_accepting(state) && distance[state] != unreachable) return false;
  return true;
}

}  // namespace bireach::automata
