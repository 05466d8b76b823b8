// SPDX-License-Identifier: Apache-2.0
/// From one feasible error trace to an automaton of error traces that accepts it, to be subtracted from what remains
/// ("Static fault localization for simple bugs", 2017, section 4).
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "automata/nfa.h"
#include "logic/model.h"
#include "logic/solver.h"
#include "logic/transition_formula.h"

namespace bireach::relevance {

enum class Generalization : std::uint8_t {
  danger,
  danger_loops,
  danger_strict,  ///< as danger, with transitions that each on its own are contained in their precondition
  trace
};
[[nodiscard]] std::string_view to_string(Generalization generalization);

/// Which predicates the fixpoint of section 4.5 is offered.
enum class DangerPredicates : std::uint8_t {
  trace,       ///< those of the trace, as in the paper
  generalised  ///< also weaker ones made of them, of earlier traces, of the refinement, and exact preconditions
};
[[nodiscard]] std::string_view to_string(DangerPredicates predicates);

/// What is known of the words of an ErrorAutomaton beside the trace that it was made from.
enum class Guarantee : std::uint8_t {
  feasible,                   ///< every word is a feasible error trace
  feasible_continuation,      ///< each state that satisfies its predicate has a feasible path to the error (Prop. 4.3,
                              ///< and the least fixpoint's finite distance to a final state)
  feasible_or_nonterminating  ///< … or an infinite execution (Prop. 4.4)
};
[[nodiscard]] std::string_view to_string(Guarantee guarantee);

/// The meaning of the letters. Inexact transitions (over-approximations) are never used as evidence of a path.
/// A variable that is dead after a letter may keep its value there: executions agree with the program's on the live
/// ones, and a predicate may speak of what a dead one was before.
struct Alphabet {
  std::vector<logic::TransitionFormula> transitions;  ///< by letter; executions with undefined behaviour left out
  std::vector<std::uint32_t> sources;                 ///< by letter: the program location it starts from
  /// Type range of a variable; true where there is none.
  std::function<logic::Term(logic::Term variable)> range_of;
};

/// A feasible trace of a language of error traces.
struct FeasibleTrace {
  automata::Run run;  ///< an accepting run of the language's automaton
  /// For each position values of the letter's auxiliaries in one execution; used where a quantifier over them can't be
  /// eliminated. May be empty.
  std::vector<logic::Model> choices;
};

/// Definition 4.2 with its mapping; for Generalization::trace the mapping is empty.
struct ErrorAutomaton {
  automata::Nfa automaton;
  std::vector<logic::Term> predicates;  ///< by state
  Guarantee guarantee = Guarantee::feasible_continuation;
};

struct GeneralizationStatistics {
  std::uint64_t automata = 0;
  std::uint64_t states = 0;                 ///< of all automata made
  std::uint64_t coverage_queries = 0;       ///< is a predicate covered by its successors?
  std::uint64_t coverage_answered = 0;      ///< of these without a solver
  std::uint64_t intersection_queries = 0;   ///< does a predicate meet a precondition?
  std::uint64_t intersection_answered = 0;  ///< of these without a solver
  std::uint64_t preconditions = 0;          ///< computed; all others came from the cache
  double precondition_s = 0, coverage_s = 0, intersection_s = 0;
};

struct GeneralizerConfig {
  Generalization generalization = Generalization::danger;
  DangerPredicates predicates = DangerPredicates::trace;
  std::chrono::milliseconds query_time_limit{1000};
  /// For one automaton; what is covered by then is made into one (a smaller danger automaton is still one).
  std::chrono::milliseconds time_limit{10000};
  std::stop_token stop;
  logic::SolverStatistics* statistics = nullptr;
};

/// Made once for a harvest: keeps preconditions, predicates and models between traces. Not thread-safe.
class ErrorGeneralizer {
 public:
  virtual ~ErrorGeneralizer() = default;
  /// An automaton that accepts the trace, made over the states of `language`: the error traces that remain, as in the
  /// paper, or any larger set of error traces of the program. Inferior to `language` (section 4.4): its words are words
  /// of `language`. Always accepts the trace: when time is up it is at least that one word.
  [[nodiscard]] virtual ErrorAutomaton generalize(const automata::Nfa& language, const FeasibleTrace& trace) = 0;
  /// Predicates found elsewhere (by the refinement) that may hold at this location; offered from now on.
  virtual void offer(std::uint32_t /*location*/, logic::Term /*predicate*/) {}
  /// May change between traces.
  virtual void set_predicates(DangerPredicates /*predicates*/) {}
  /// For each automaton from now on, instead of the configuration's.
  virtual void set_time_limit(std::chrono::milliseconds /*limit*/) {}
  [[nodiscard]] virtual const GeneralizationStatistics& statistics() const = 0;
};

/// The references must outlive the generaliser.
[[nodiscard]] std::unique_ptr<ErrorGeneralizer> make_generalizer(logic::TermManager& terms, const Alphabet& alphabet,
                                                                 const GeneralizerConfig& config);

}  // namespace bireach::relevance
