// SPDX-License-Identifier: Apache-2.0
/// The order in which iterations go through a graph (F. Bourdoncle, Efficient chaotic iteration strategies with
/// widenings, FMPA 1993).
#pragma once

#include <cstddef>
#include <vector>

namespace bireach::abstraction {

/// By node: those that follow it.
using Successors = std::vector<std::vector<std::size_t>>;

/// The nodes that can be reached from the roots, each once, and nested components in it, each a sequence of neighbours
/// in the order that begins with its head. An edge u -> v does not lead to a later node only if v is the head of a
/// component that contains u (definition 1).
struct WeakTopologicalOrder {
  std::vector<std::size_t> nodes;
  /// By position in `nodes`: where the component ends whose head stands there (the position after the last one); 0:
  /// none does.
  std::vector<std::size_t> component_end;

  [[nodiscard]] bool is_head(std::size_t position) const { return component_end[position] != 0; }
};

/// Strongly connected components, and again those of each without its head, which is where depth-first search entered
/// it. Needs no deep stack; in O(edges * nesting).
[[nodiscard]] WeakTopologicalOrder weak_topological_order(const Successors& successors,
                                                          const std::vector<std::size_t>& roots);

}  // namespace bireach::abstraction
