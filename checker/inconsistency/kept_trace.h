// SPDX-License-Identifier: Apache-2.0
/// The paths through a contradiction as one trace of transitions: kept statements that all paths pass, and between two
/// of them everything else as one transition, in which kept statements of forks block and assign, all others do not
/// block and assign anything.
#pragma once

#include <set>
#include <vector>

#include "checker/inconsistency/path_formula.h"

namespace bireach::checker {

/// Paths from a place to ends.
struct PathRegion {
  frontend::LocationId begin = 0;
  std::vector<bool> is_end;   ///< by location; back edges end paths, too
  std::vector<bool> on_path;  ///< by edge; edges outside of the region may be among them
};

struct KeptTrace {
  struct Part {
    logic::TransitionFormula transition;
    std::optional<frontend::EdgeId> statement;  ///< kept, and on all paths; nothing: what lies between two of these
    PathRegion region;                          ///< of what lies between
  };
  std::vector<Part> parts;
};

/// `way`: the edge that all paths have to pass; nothing: any path. They end behind it, or at good ends.
[[nodiscard]] KeptTrace kept_trace(FunctionPaths& paths, std::optional<frontend::EdgeId> way, bool to_good_ends,
                                   const std::set<frontend::EdgeId>& kept);

/// Of those paths through the region alone that pass this edge, which is kept. Nothing: none does.
[[nodiscard]] std::optional<KeptTrace> branch_trace(FunctionPaths& paths, const PathRegion& region,
                                                    frontend::EdgeId through, const std::set<frontend::EdgeId>& kept);

}  // namespace bireach::checker
