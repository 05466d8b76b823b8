// SPDX-License-Identifier: Apache-2.0
/// Plain versions of the operations on nested words that mirror the definitions (Alur, Madhusudan, "Adding Nesting
/// Structure to Words", JACM 2009). Slow, used by the property tests only.
#pragma once

#include "automata/nested_automaton.h"

namespace bireach::automata::reference {

/// The letters that may stand at positions of each kind.
struct NestedAlphabet {
  std::vector<Letter> internals, calls, returns;
};

/// Is there a run over the word from an initial to an accepting state? By trying all runs; exponential.
[[nodiscard]] bool accepts(const NestedWordAutomaton& automaton, const NestedWord& word);
/// All nested words of at most this length, shorter ones first.
[[nodiscard]] std::vector<NestedWord> nested_words_up_to(const NestedAlphabet& alphabet, std::size_t length);
/// Deterministic and complete over the alphabet, with all its states and a return for each pair of them.
[[nodiscard]] NestedWordAutomaton determinise(const NestedWordAutomaton& automaton, const NestedAlphabet& alphabet);
/// All nested words over the alphabet that the automaton does not accept.
[[nodiscard]] NestedWordAutomaton complement(const NestedWordAutomaton& automaton, const NestedAlphabet& alphabet);
/// The full product.
[[nodiscard]] NestedWordAutomaton intersect(const NestedWordAutomaton& a, const NestedWordAutomaton& b);
/// L(a) ∩ complement of L(b).
[[nodiscard]] NestedWordAutomaton difference(const NestedWordAutomaton& a, const NestedWordAutomaton& b,
                                             const NestedAlphabet& alphabet);
/// By the least relation "a well-matched word leads from here to there".
[[nodiscard]] bool is_language_empty(const NestedWordAutomaton& automaton);

}  // namespace bireach::automata::reference
