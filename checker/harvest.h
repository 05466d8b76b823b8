// SPDX-License-Identifier: Apache-2.0
/// Many feasible error traces (DESIGN: harvest): goes on after a feasible error trace with what is left of the
/// program's error traces once a generalisation of it is subtracted, until none is left.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "checker/limits.h"
#include "checker/verify.h"
#include "relevance/error_generalizer.h"

namespace bireach::relevance {
struct NestedErrorAutomaton;
}

namespace bireach::checker {

enum class DangerPredicateChoice {
  automatic,  ///< the trace's own for the first traces, then generalised ones, so that the harvest ends
  trace,
  generalised
};

struct HarvestOptions {
  relevance::Generalization generalization = relevance::Generalization::danger;
  DangerPredicateChoice predicates = DangerPredicateChoice::automatic;
  bool check_danger_automata = false;  ///< certify each (Definition 4.2) by the solver that did not build it
  bool prefer_new_edges = false;       ///< of the error traces left, those that use edges not seen on earlier ones
  std::optional<std::uint64_t> max_traces;
  std::optional<Clock::time_point> deadline;  ///< known in advance, so that the work can be planned
};

/// What a feasible error trace was generalised to.
struct SubtractedErrors {
  std::string generalization;  ///< "danger", "danger-loops", "danger-strict", "trace"
  std::string predicates;      ///< "trace", "generalised"; empty for "trace"
  relevance::Guarantee guarantee = relevance::Guarantee::feasible;
  std::uint64_t states = 0, transitions = 0;
  std::string arithmetic;  ///< of its predicates
  /// Over the letters of the chains, or over the nested ones; valid during the callback.
  const relevance::ErrorAutomaton* errors = nullptr;
  const relevance::NestedErrorAutomaton* nested_errors = nullptr;
  std::string certificate;  ///< "", "checked by cvc5", "not decided: …"
  double seconds = 0;
};

struct HarvestedTrace {
  frontend::Execution execution;
  std::uint64_t iteration = 0;
};

enum class HarvestEnd {
  exhausted,  ///< the language of remaining error traces is empty
  max_traces,
  stopped,    ///< time, memory, a signal
  undecided,  ///< what is left are traces that nobody could decide
};

struct HarvestResult {
  HarvestEnd end = HarvestEnd::stopped;
  std::string reason;           ///< of `undecided`
  std::uint64_t undecided = 0;  ///< traces put aside
  relevance::GeneralizationStatistics generalization;
};

struct HarvestCallbacks {
  /// For each feasible error trace as soon as it is found, before it is generalised. The harvest waits.
  std::function<void(const HarvestedTrace&)> on_trace;
  /// For each automaton once it is subtracted.
  std::function<void(const SubtractedErrors&)> on_subtracted;
  std::function<void(const Progress&)> progress;  ///< may be empty
};

/// Harvests on from `first`, an execution to an Error location that `verify` has found (the first one reported).
/// Counts on in `statistics`. Throws std::logic_error on a breach of its own invariants: an analysed trace remains, or
/// (with check_danger_automata) an automaton is no danger automaton.
[[nodiscard]] HarvestResult harvest(const frontend::Program& program, const frontend::Execution& first,
                                    const VerifyOptions& verify, const HarvestOptions& options, std::stop_token stop,
                                    VerifyStatistics& statistics, const HarvestCallbacks& callbacks);

}  // namespace bireach::checker
