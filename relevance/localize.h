// SPDX-License-Identifier: Apache-2.0
/// From a sequence of error invariants to an abstract error trace (procedure Localize of "Flow-sensitive Fault
/// Localization", 2013; binary search as in "Error Invariants", FM 2012).
#pragma once

#include <vector>

#include "relevance/error_core.h"

namespace bireach::relevance {

/// Positions first … last share one error invariant, so the statements between them are not needed.
struct InvariantInterval {
  std::size_t first = 0;
  std::size_t last = 0;
  logic::Term invariant;
};

/// Covers all positions by intervals as long as they can be made: one invariant after the other is tried at positions
/// before and after those that it came from (conditions (i) and (ii) of error invariants there). Flow-sensitively, an
/// interval is not extended over a branch whose condition its invariant does not imply, nor over one with frame
/// conditions in the core: these explain what an assignment that is missing there could have changed. The statement
/// between two intervals is kept. `invariants`: one for each position 0 … trace.length(), inductive step by step. A
/// logarithmic number of queries for each interval; when the deadline of `formula` has passed, equal neighbours form
/// the intervals.
[[nodiscard]] std::vector<InvariantInterval> localize(const ErrorTrace& trace, const ErrorCore& core,
                                                      const std::vector<logic::Term>& invariants, CoreFormula& formula);

/// Is the invariant an error invariant for the position? False if the solver does not know.
[[nodiscard]] bool is_error_invariant(CoreFormula& formula, logic::Term invariant, std::size_t position);

}  // namespace bireach::relevance
