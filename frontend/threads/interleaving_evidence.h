// SPDX-License-Identifier: Apache-2.0
/// What an interleaving relies on, for those who confirm it.
#pragma once

#include <compare>
#include <map>
#include <optional>
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

/// A variable, or an element of an array.
struct Cell {
  VariableId variable = 0;
  std::optional<logic::Integer> index;
  auto operator<=>(const Cell& other) const {
    if (const auto order = variable <=> other.variable; order != 0) return order;
    if (index == other.index) return std::strong_ordering::equal;
    return index < other.index ? std::strong_ordering::less : std::strong_ordering::greater;
  }
  bool operator==(const Cell& other) const = default;
};
using KnownValues = std::map<Cell, logic::Integer>;

struct InterleavingEvidence {
  /// By location of the graphs: values that cells have whenever the thread is there, if the interleaving relies on such
  /// values: it has no location where they contradict each other. Absent: no execution leads there. Empty: it does not.
  std::vector<std::optional<KnownValues>> known;
  /// Edges that are independent of all edges of other threads: no other thread writes what they access, nor accesses
  /// what they write. Sorted.
  std::vector<EdgeId> local;
  std::vector<IndependentSteps> pairs;  ///< sorted
};

}  // namespace bireach::frontend
