// SPDX-License-Identifier: Apache-2.0
/// From a sequence of error invariants to an abstract error trace (procedure Localize of "Flow-sensitive Fault
/// Localization", 2013; binary search as in "Error Invariants", FM 2012).
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "relevance/explanation/error_core.h"
#include "relevance/explanation/error_program.h"

namespace bireach::relevance {

/// Positions first … last share one error invariant, so the statements between them are not needed.
struct InvariantInterval {
  std::size_t first = 0;
  std::size_t last = 0;
  std::size_t source = 0;  ///< a position where the sequence has the invariant
  logic::Term invariant;
};

/// What decides whether an invariant may stand at other positions than its own.
struct LocalizationChecks {
  InvariantSteps& steps;
  /// Decides about whole prefixes and suffixes of the trace what small queries about single statements do not.
  std::function<CoreFormula&()> formula;
  bool weakest = false;  ///< the sequence consists of weakest preconditions: what does not imply them is too weak
};

/// Intervals of equal invariants, as the sequence has them. A branch with frame conditions in the core is never inside
/// of one: it explains what an assignment that is missing there could have changed. Neither is an access of a hazard.
[[nodiscard]] std::vector<InvariantInterval> equal_neighbours(const ErrorCore& core,
                                                              const std::vector<logic::Term>& invariants);

/// Covers all positions by intervals as long as they can be made, left to right, each with one error invariant of the
/// sequence that is one at all of them (conditions (i) and (ii)). Flow-sensitively, an interval is not extended over a
/// branch of the core whose condition its invariant does not imply. The statement between two intervals is kept.
/// `invariants`: one for each position 0 … trace.length(), inductive step by step. A logarithmic number of extensions
/// is tried for each interval.
[[nodiscard]] std::vector<InvariantInterval> localize(const ErrorTrace& trace, const ErrorCore& core,
                                                      const std::vector<logic::Term>& invariants,
                                                      const LocalizationChecks& checks);

/// Are the intervals as `localize` promises? With another solver than the one that made them.
[[nodiscard]] bool check_intervals(const ErrorTrace& trace, const ErrorCore& core,
                                   const std::vector<logic::Term>& invariants,
                                   const std::vector<InvariantInterval>& intervals, const LocalizationChecks& checks);

}  // namespace bireach::relevance
