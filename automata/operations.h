// SPDX-License-Identifier: Apache-2.0
/// Operations on finite automata; each has a plain reference in reference.h, against which property tests hold it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "automata/lazy_automaton.h"
#include "automata/nfa.h"

namespace bireach::automata {

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

/// Graphviz text; `name_of_letter` and `name_of_state` may be empty (numbers are shown).
[[nodiscard]] std::string to_dot(const Nfa& automaton, const std::function<std::string(Letter)>& name_of_letter = {},
                                 const std::function<std::string(State)>& name_of_state = {});

}  // namespace bireach::automata
