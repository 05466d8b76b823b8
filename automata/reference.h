// SPDX-License-Identifier: Apache-2.0
/// Plain versions of the automata operations that mirror the definitions (Hopcroft, Ullman, "Introduction to Automata
/// Theory, Languages, and Computation", ch. 2-4). Slow, used by the property tests only. They share no code with the
/// fast operations: all rest on the textbook definition of a run.
#pragma once

#include <vector>

#include "automata/operations.h"

namespace bireach::automata::reference {

/// Is there a run over the word from an initial to an accepting state? By trying all runs; exponential.
[[nodiscard]] bool accepts(const Nfa& automaton, const Word& word);
/// All words over the alphabet of at most this length, shorter ones first, then lexicographic if the alphabet is
/// sorted.
[[nodiscard]] std::vector<Word> words_up_to(const std::vector<Letter>& alphabet, std::size_t length);
/// Those of words_up_to that are accepted.
[[nodiscard]] std::vector<Word> language_up_to(const Nfa& automaton, const std::vector<Letter>& alphabet,
                                               std::size_t length);
/// Subset construction: deterministic, with one initial state and one transition for each state and letter of the
/// alphabet (so it is complete; the empty subset is its sink). The alphabet has to hold the automaton's.
[[nodiscard]] Nfa determinise(const Nfa& automaton, const std::vector<Letter>& alphabet);
/// All words over the alphabet that the automaton does not accept.
[[nodiscard]] Nfa complement(const Nfa& automaton, const std::vector<Letter>& alphabet);
/// The full product.
[[nodiscard]] Nfa intersect(const Nfa& a, const Nfa& b);
/// L(a) ∩ complement of L(b).
[[nodiscard]] Nfa difference(const Nfa& a, const Nfa& b);
/// By depth-first search from the initial states.
[[nodiscard]] bool is_language_empty(const Nfa& automaton);
/// L(a) \ L(b) is empty.
[[nodiscard]] bool is_included(const Nfa& a, const Nfa& b);
[[nodiscard]] bool is_equivalent(const Nfa& a, const Nfa& b);
/// For each state its class in the coarsest forward bisimulation, classes numbered by their smallest states; by the
/// greatest fixpoint of the definition on pairs of states.
[[nodiscard]] std::vector<State> bisimulation_classes(const Nfa& automaton);

}  // namespace bireach::automata::reference
