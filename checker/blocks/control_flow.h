// SPDX-License-Identifier: Apache-2.0
/// Facts about a program's graph that the verification loop works with: cut points, an order for walking loop-free
/// regions, live variables, and which locations matter for the property at all.
#pragma once

#include <cstdint>
#include <vector>

#include "checker/blocks/block_encoding.h"
#include "frontend/program/program.h"

namespace bireach::checker {

/// Cut points and the regions between them. Every cycle of the program contains a cut point, so the part reachable from
/// a cut point without passing another one is a finite acyclic region.
struct ControlFlow {
  /// Initial, Error and Unsupported locations, and the targets of back edges (loop_free), or every location where paths
  /// meet or part (sequence), or every location (none).
  std::vector<bool> is_cut;
  /// Position in a reverse postorder; along every edge into a location that is no cut point it increases.
  std::vector<std::uint32_t> order;
  /// Can an Error or Unsupported location be reached from here in the graph?
  std::vector<bool> reaches_target;
  /// live[l][v]: some path from l reads v before writing it.
  std::vector<std::vector<bool>> live;
  /// Two paths with the same ends are two letters (BlockEncoding::chains).
  bool one_letter_a_path = false;
};

/// Time O((locations + edges) * variables) for liveness in the worst case.
[[nodiscard]] ControlFlow analyze_control_flow(const frontend::Program& program, BlockEncoding encoding);

/// Cut points that paths from a location meet next, without those from which no target can be reached; sorted.
[[nodiscard]] std::vector<frontend::LocationId> next_cut_points(const frontend::Program& program,
                                                                const ControlFlow& flow, frontend::LocationId from);

}  // namespace bireach::checker
