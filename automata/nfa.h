// SPDX-License-Identifier: Apache-2.0
/// Finite automata over integer letters. Knows no terms and no programs.
#pragma once

#include <cstdint>
#include <vector>

namespace bireach::automata {

using State = std::uint32_t;
using Letter = std::uint32_t;
using Word = std::vector<Letter>;

struct Transition {
  Letter letter;
  State target;
  auto operator<=>(const Transition&) const = default;
};

/// A word with the states along one of its runs: states.size() == word.size() + 1.
struct Run {
  Word word;
  std::vector<State> states;
};

/// Nondeterministic finite automaton without epsilon transitions; states are 0 … size()-1.
class Nfa {
 public:
  /// The new state's number, size() before the call. Throws std::length_error when the numbers are used up.
  State add_state(bool accepting = false);
  /// No effect if the state is initial already. Throws std::out_of_range for an unknown state.
  void add_initial(State state);
  /// Throws std::out_of_range for an unknown state.
  void set_accepting(State state, bool accepting = true);
  /// No effect if the transition is there. Throws std::out_of_range for an unknown state.
  /// Logarithmic in the source's transitions when they arrive in order, linear otherwise.
  void add_transition(State source, Letter letter, State target);

  [[nodiscard]] std::size_t size() const { return transitions_.size(); }
  [[nodiscard]] std::size_t transition_count() const;
  [[nodiscard]] bool is_accepting(State state) const { return accepting_[state]; }
  /// In the order they were added.
  [[nodiscard]] const std::vector<State>& initial() const { return initial_; }
  /// Sorted by letter, then target.
  [[nodiscard]] const std::vector<Transition>& transitions(State state) const { return transitions_[state]; }
  /// Sorted, without repetition.
  [[nodiscard]] std::vector<Letter> alphabet() const;

 private:
  std::vector<std::vector<Transition>> transitions_;
  std::vector<bool> accepting_;
  std::vector<State> initial_;
};

/// The automaton that accepts just this word.
[[nodiscard]] Nfa single_word(const Word& word);

}  // namespace bireach::automata
