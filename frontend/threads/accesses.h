// SPDX-License-Identifier: Apache-2.0
/// Which variables the edges of threads access.
#pragma once

#include <set>
#include <vector>

#include "frontend/program/program.h"

namespace bireach::frontend {

/// An access of a variable, or of one element of an array, by an edge.
struct VariableAccess {
  VariableId variable = 0;
  bool is_write = false;
  ExprPtr index;             ///< of an array's element; null: the whole variable
  bool is_implicit = false;  ///< whether memory exists where the edge accesses it; no access of the user's program
};

/// All accesses of the statement in the order of their evaluation. What stands under a condition counts.
[[nodiscard]] std::vector<VariableAccess> accesses_of(const Program& program, const Statement& statement);

/// The locations from which on the graph's thread may run while others do: all but those of the first thread that no
/// start of a thread leads to.
[[nodiscard]] std::vector<bool> locations_beside_others(const Program& graphs);

/// Locations that can be reached from here within the graph of a thread.
[[nodiscard]] std::vector<LocationId> reachable_locations(const Program& graphs, LocationId from);

/// The variables that edges of two threads access, at least one of them by writing, where both may run at a time.
[[nodiscard]] std::vector<bool> shared_variables(const Program& graphs);

}  // namespace bireach::frontend
