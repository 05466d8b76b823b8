// SPDX-License-Identifier: Apache-2.0
/// Elements of arrays that are written at a place that stays known: the end of a text, a sentinel.
#pragma once

#include <vector>

#include "checker/blocks/control_flow.h"
#include "frontend/program/semantics.h"

namespace bireach::checker {

struct CellAnchor {
  frontend::VariableId array;
  logic::Term index;  ///< over scalar variables, none of which changes once the element is written
};

struct CellAnchors {
  std::vector<CellAnchor> cells;
  ControlFlow flow;  ///< the given one, but what the indices speak of stays live behind the writes
};

/// The last few such elements in the order of the graph; of elements written with constants before others.
/// Time O(edges) for each write of an element.
[[nodiscard]] CellAnchors cell_anchors(const frontend::Program& program, const frontend::Semantics& semantics,
                                       const ControlFlow& flow);

}  // namespace bireach::checker
