// SPDX-License-Identifier: Apache-2.0
/// From one feasible error trace to an automaton of error traces that accepts it, to be subtracted from what remains
/// ("Static fault localization for simple bugs", 2017, section 4).
#pragma once

#include <chrono>

#include "automata/nfa.h"
#include "relevance/danger/alphabet.h"
#include "relevance/danger/error_automaton.h"
#include "relevance/danger/generalizer_config.h"

namespace bireach::relevance {

/// Made once for a harvest: keeps preconditions, predicates and models between traces. Not thread-safe.
class ErrorGeneralizer {
 public:
  virtual ~ErrorGeneralizer() = default;
  /// An automaton that accepts the trace, made over the states of `language`: the error traces that remain, as in the
  /// paper, or any larger set of error traces of the program. Inferior to `language` (section 4.4): its words are words
  /// of `language`. Always accepts the trace: when time is up it is at least that one word.
  [[nodiscard]] virtual ErrorAutomaton generalize(const automata::Nfa& language, const FeasibleTrace& trace) = 0;
  /// May change between traces.
  virtual void set_predicates(DangerPredicates /*predicates*/) {}
  /// For each automaton from now on, instead of the configuration's.
  virtual void set_time_limit(std::chrono::milliseconds /*limit*/) {}
  [[nodiscard]] virtual const GeneralizationStatistics& statistics() const = 0;
};

}  // namespace bireach::relevance
