// SPDX-License-Identifier: Apache-2.0
/// The statements of the source that a slice keeps or leaves out.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "frontend/program/program.h"

namespace bireach::checker {

/// What a branch decides, in one copy: every path from `entry`, where it branches, comes to `join`, or goes on for
/// ever. Nothing leads into it but through `entry`, and no execution ends in it.
struct SliceBlock {
  frontend::LocationId entry = 0;
  frontend::LocationId join = 0;
  std::vector<frontend::LocationId> inside;  ///< sorted; with `entry`, without `join`
};

/// One statement of the source with all its copies (of inlined calls). Assignments and choices stand for themselves; a
/// branch (`if`, `while`, …) for itself with its block.
struct SliceUnit {
  std::vector<frontend::EdgeId> edges;  ///< sorted; of a branch: both of each copy
  bool is_branch = false;
  /// Of a branch: one a copy. Empty: an execution may end within, or something leads into it from elsewhere.
  std::vector<SliceBlock> blocks;
  std::optional<std::size_t> parent;  ///< the branch in whose blocks all of it lies; the innermost one
};

/// Of two edges of a branch, that after which nothing but an error comes, without another branch: what does not hold on
/// it is an assertion. Nothing: neither is such, or both are.
[[nodiscard]] std::optional<frontend::EdgeId> violating_edge(const frontend::Program& program,
                                                             frontend::LocationId branch);

/// By first edge of the program. `shown`, by edge: which statements a user would recognise; others belong to no unit,
/// nor does what keeps the books (frontend::is_bookkeeping), nor a call, nor an assertion. `statement_of`, by edge:
/// which are copies of one statement. In O(locations * edges).
[[nodiscard]] std::vector<SliceUnit> slice_units(const frontend::Program& program, const std::vector<bool>& shown,
                                                 const std::vector<std::uint32_t>& statement_of);

}  // namespace bireach::checker
