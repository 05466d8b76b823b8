// SPDX-License-Identifier: Apache-2.0
/// The kinds of generalisations, what they may cost, and what they have cost.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string_view>

#include "logic/solvers/solver_statistics.h"

// The table of generalisations: enumerator, name, and the functions that make one of words and one of nested words, in
// the generaliser's file. Enumerators, names, values of --generalization and tests follow from it; which are:
// - danger_loops: as danger, with a greatest fixpoint at loop heads;
// - danger_strict: as danger, with transitions that each on its own are contained in their precondition;
// - trace: the trace alone.
// Not for use elsewhere.
#define BIREACH_GENERALIZATIONS(GENERALIZATION)                                                           \
  GENERALIZATION(danger, "danger", make_danger_generalizer, make_nested_danger_generalizer)               \
  GENERALIZATION(danger_loops, "danger-loops", make_danger_generalizer, make_nested_danger_generalizer)   \
  GENERALIZATION(danger_strict, "danger-strict", make_danger_generalizer, make_nested_danger_generalizer) \
  GENERALIZATION(trace, "trace", make_trace_generalizer, make_nested_trace_generalizer)

namespace bireach::relevance {

#define GENERALIZATION(enumerator, name, make, make_nested) enumerator,
enum class Generalization : std::uint8_t { BIREACH_GENERALIZATIONS(GENERALIZATION) };
#undef GENERALIZATION
#define GENERALIZATION(enumerator, name, make, make_nested) Generalization::enumerator,
inline constexpr std::array generalizations{BIREACH_GENERALIZATIONS(GENERALIZATION)};
#undef GENERALIZATION
/// "danger", …
[[nodiscard]] std::string_view to_string(Generalization generalization);
[[nodiscard]] std::optional<Generalization> generalization_by_name(std::string_view name);

/// Which predicates the fixpoint of section 4.5 is offered.
enum class DangerPredicates : std::uint8_t {
  trace,       ///< those of the trace, as in the paper
  generalised  ///< also weaker ones made of them, of earlier traces, and exact preconditions
};
[[nodiscard]] std::string_view to_string(DangerPredicates predicates);

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

}  // namespace bireach::relevance
