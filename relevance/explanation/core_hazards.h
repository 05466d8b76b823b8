// SPDX-License-Identifier: Apache-2.0
/// The orders of accesses that the core of an interleaved trace rests on.
#pragma once

#include <cstddef>
#include <set>
#include <vector>

#include "relevance/explanation/error_formula.h"

namespace bireach::relevance {

struct CoreHazards {
  std::vector<Hazard> hazards;     ///< of two threads, by `from`
  std::set<std::size_t> accesses;  ///< positions that they, or orders within one thread, lead from and to
};

/// Of the reads to which the core's items give their value: from the last writer (RAW), from other writers before it to
/// it (WAW), and from the read to later ones (WAR). `branches`: those that the core explains.
[[nodiscard]] CoreHazards hazards_of_core(const ErrorTrace& trace, const ErrorFormula& formula,
                                          const std::set<std::size_t>& items, const std::vector<std::size_t>& branches);

}  // namespace bireach::relevance
