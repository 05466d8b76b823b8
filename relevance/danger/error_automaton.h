// SPDX-License-Identifier: Apache-2.0
/// What a feasible error trace is generalised to.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "automata/nfa.h"
#include "logic/terms/term.h"

namespace bireach::relevance {

/// What is known of the words of an ErrorAutomaton beside the trace that it was made from.
enum class Guarantee : std::uint8_t {
  feasible,                   ///< every word is a feasible error trace
  feasible_continuation,      ///< each state that satisfies its predicate has a feasible path to the error (Prop. 4.3,
                              ///< and the least fixpoint's finite distance to a final state)
  feasible_or_nonterminating  ///< … or an infinite execution (Prop. 4.4)
};
[[nodiscard]] std::string_view to_string(Guarantee guarantee);

/// Definition 4.2 with its mapping; for Generalization::trace the mapping is empty.
struct ErrorAutomaton {
  automata::Nfa automaton;
  std::vector<logic::Term> predicates;  ///< by state
  Guarantee guarantee = Guarantee::feasible_continuation;
};

}  // namespace bireach::relevance
