// SPDX-License-Identifier: Apache-2.0
/// A program without its back edges: whoever would go round a loop once more has ended well there, and whoever comes to
/// a loop finds in the variables that it changes whatever earlier rounds may have left. So it has all executions of the
/// program, up to some round, and more.
#pragma once

#include <vector>

#include "frontend/program/program.h"

namespace bireach::checker {

struct AcyclicView {
  std::vector<frontend::LocationId> order;  ///< reachable locations, topologically
  std::vector<bool> is_back_edge;           ///< by edge
  std::vector<std::vector<frontend::VariableId>>
      changed_there;                     ///< by location: of loop heads what rounds change; sorted
  std::vector<std::vector<bool>> loops;  ///< of each loop head the locations that go round by it
  bool has_loops = false;
  bool is_reducible = true;  ///< every loop is entered at its head alone; else the view lacks executions
};

/// Linear in the program, for each loop once more. Back edges are those of a depth-first search.
[[nodiscard]] AcyclicView acyclic_view(const frontend::Program& program);

/// By location: can it be reached from the start without these edges, along edges that are no back edges?
[[nodiscard]] std::vector<bool> reached_without(const frontend::Program& program, const AcyclicView& view,
                                                const std::vector<bool>& edges);

/// By location: can it be reached from this one, along edges that are no back edges?
[[nodiscard]] std::vector<bool> reached_from(const frontend::Program& program, const AcyclicView& view,
                                             frontend::LocationId begin);

}  // namespace bireach::checker
