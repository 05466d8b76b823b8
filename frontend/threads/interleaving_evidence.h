// SPDX-License-Identifier: Apache-2.0
/// What an interleaving relies on, for those who confirm it.
#pragma once

#include <vector>

#include "frontend/program/program.h"

namespace bireach::frontend {

/// Steps of two threads of which one order stands for both: wherever both can be taken, executing them in either order
/// ends in the same state, and neither makes the other impossible.
struct IndependentSteps {
  EdgeId first = 0;  ///< edges of `Program::thread_graphs`
  EdgeId second = 0;
  bool operator==(const IndependentSteps&) const = default;
  auto operator<=>(const IndependentSteps&) const = default;
};

struct InterleavingEvidence {
  /// Edges that are independent of all edges of other threads: no other thread writes what they access, nor accesses
  /// what they write. Sorted.
  std::vector<EdgeId> local;
  std::vector<IndependentSteps> pairs;  ///< sorted
};

}  // namespace bireach::frontend
