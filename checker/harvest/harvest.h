// SPDX-License-Identifier: Apache-2.0
/// Many feasible error traces (docs/design/harvest.md): goes on after a feasible error trace with what is left of the
/// program's error traces once a generalisation of it is subtracted, until none is left.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "checker/answer/statistics.h"
#include "checker/engines/verify_options.h"
#include "checker/harvest/harvest_options.h"
#include "checker/harvest/subtracted_errors.h"
#include "frontend/program/interpreter.h"
#include "relevance/danger/generalizer_config.h"

namespace bireach::checker {

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
  ProgressObserver progress;  ///< may be empty
};

/// Harvests on from `first`, an execution to an Error location that `verify` has found (the first one reported).
/// Counts on in `statistics`. Throws std::logic_error on a breach of its own invariants: an analysed trace remains, or
/// (with check_danger_automata) an automaton is no danger automaton.
[[nodiscard]] HarvestResult harvest(const frontend::Program& program, const frontend::Execution& first,
                                    const VerifyOptions& verify, const HarvestOptions& options, std::stop_token stop,
                                    VerifyStatistics& statistics, const HarvestCallbacks& callbacks);

}  // namespace bireach::checker
