// SPDX-License-Identifier: Apache-2.0
/// Finite automata over integer letters. Knows no terms and no programs.
/// Explicit automata (Nfa) and a lazy interface (LazyAutomaton) for automata whose transitions cost something to
/// decide.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
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

/// A complete-or-not automaton whose transitions are computed when asked for (e.g. one Hoare triple each).
/// States are numbers of the implementation's choosing; successors must be deterministic between calls.
class LazyAutomaton {
 public:
  virtual ~LazyAutomaton() = default;
  [[nodiscard]] virtual std::vector<State> initial() = 0;
  [[nodiscard]] virtual bool is_accepting(State state) = 0;
  /// Successors under one letter, sorted.
  [[nodiscard]] virtual std::vector<State> successors(State state, Letter letter) = 0;
  /// Called with a whole subset before its members' successors are asked for, so that an implementation may answer the
  /// subset at once (a conjunction of predicates) and drop implied members. Default: union of successors.
  [[nodiscard]] virtual std::vector<State> subset_successors(const std::vector<State>& subset, Letter letter);
  /// May every word be accepted from here (e.g. predicate `false` with self-loops on all letters)? Lets the difference
  /// cut at once; `false` is always a sound answer.
  [[nodiscard]] virtual bool is_universal(State) { return false; }
};

/// --- operations (each with a plain reference in reference.h, held against it by property tests) ---

[[nodiscard]] bool accepts(const Nfa& automaton, const Word& word);
[[nodiscard]] bool accepts(LazyAutomaton& automaton, const Word& word);
/// A shortest accepted word with one of its runs, by breadth-first search; nothing if the language is empty. Of all
/// shortest words the lexicographically least, of its runs one that depends on the automaton only. O(n + m).
[[nodiscard]] std::optional<Run> find_accepting_run(const Nfa& automaton);
/// An accepting run over the word. Precondition: the word is accepted (else std::invalid_argument).
[[nodiscard]] Run run_over(const Nfa& automaton, const Word& word);
/// The accepted words that have one of the wanted letters; deterministic if the automaton is. State 2q stands for q
/// before such a letter, 2q + 1 for q from then on. O(n + m).
[[nodiscard]] Nfa words_using(const Nfa& automaton, const std::function<bool(Letter)>& wanted);
/// A shortest word of these with a run of `automaton`; nothing if there is none. O(n + m).
[[nodiscard]] std::optional<Run> find_accepting_run_using(const Nfa& automaton,
                                                          const std::function<bool(Letter)>& wanted);
[[nodiscard]] bool is_language_empty(const Nfa& automaton);
/// Without states that are unreachable or from which no accepting state is reachable; states keep their order.
/// `origin`, if given, receives for each new state the old one.
[[nodiscard]] Nfa trim(const Nfa& automaton, std::vector<State>* origin = nullptr);
/// The quotient by the coarsest forward bisimulation: states are merged if both or neither accept and they reach the
/// same classes under the same letters, so the language stays. Not minimal among all automata of the language, and dead
/// states stay (trim first). Partition refinement after Paige and Tarjan ("Three partition refinement algorithms", SIAM
/// J. Comput. 1987) with labels, O(m log m log n). A class takes the place of its smallest state; `class_of`, if given,
/// receives for each old state the new one.
[[nodiscard]] Nfa reduce(const Nfa& automaton, std::vector<State>* class_of = nullptr);

struct DifferenceStatistics {
  std::size_t states_built = 0;    ///< product states, before trimming
  std::size_t subsets_built = 0;   ///< different subsets of the subtrahend's states
  std::size_t subset_queries = 0;  ///< calls of LazyAutomaton::subset_successors
};
/// L(minuend) \ L(subtrahend), trimmed: product of the minuend with the subset construction of the subtrahend, built on
/// the fly so that the subtrahend is asked only for the letters of the minuend (Heizmann, Hoenicke, Podelski, SAS
/// 2009). Each subset and letter is asked for once, never for the empty subset, nor for one with a universal state, nor
/// for a transition into a dead end of the minuend. Nothing if stopped (looked at for each product state and before and
/// after each question). The result's states stand in breadth-first order; `minuend_state_of`, if given, receives for
/// each the minuend's state.
[[nodiscard]] std::optional<Nfa> difference(const Nfa& minuend, LazyAutomaton& subtrahend, std::stop_token stop = {},
                                            DifferenceStatistics* statistics = nullptr,
                                            std::vector<State>* minuend_state_of = nullptr);
[[nodiscard]] Nfa difference(const Nfa& minuend, const Nfa& subtrahend);
/// Is L(a) a subset of L(b)? By antichains (De Wulf, Doyen, Henzinger, Raskin, CAV 2006).
[[nodiscard]] bool is_included(const Nfa& a, const Nfa& b);
/// A view of an explicit automaton as a lazy one; the automaton must outlive it.
class LazyView final : public LazyAutomaton {
 public:
  explicit LazyView(const Nfa& automaton) : automaton_(automaton) {}
  explicit LazyView(const Nfa&&) = delete;  // the view does not own the automaton
  [[nodiscard]] std::vector<State> initial() override;
  [[nodiscard]] bool is_accepting(State state) override;
  [[nodiscard]] std::vector<State> successors(State state, Letter letter) override;

 private:
  const Nfa& automaton_;
};
/// The automaton that accepts just this word.
[[nodiscard]] Nfa single_word(const Word& word);

/// Graphviz text; `name_of_letter` and `name_of_state` may be empty (numbers are shown).
[[nodiscard]] std::string to_dot(const Nfa& automaton, const std::function<std::string(Letter)>& name_of_letter = {},
                                 const std::function<std::string(State)>& name_of_state = {});

}  // namespace bireach::automata
