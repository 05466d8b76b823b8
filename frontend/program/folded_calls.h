// SPDX-License-Identifier: Apache-2.0
/// Calls of one function read as calls of one body, where they were inlined: what holds of a call is then to be found
/// once, as a summary, and not for each copy.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "frontend/program/program.h"

namespace bireach::frontend {

/// A program whose `procedures` are bodies that several calls share. Its executions in which each procedure returns
/// where it was called from are those of the program it was made of, step by step, but for steps that copy results.
struct FoldedCalls {
  /// A location of the program it was made of.
  struct Place {
    LocationId location = 0;
    std::map<VariableId, VariableId>
        names;  ///< what variables of the folded program are called there, where it differs
  };
  Program program;
  std::vector<std::vector<Place>> places;  ///< by location of `program`: what it stands for; of new ones nothing
};

/// Folds calls of functions with loops. Copies count as the same if their graphs and statements are, but for variables
/// without a name of the user's, as results of calls are. Nothing: there are no two such copies. Precondition: the
/// program has neither threads nor procedures. In O(locations * variables) and, for each kind of copy of a function,
/// O(edges).
[[nodiscard]] std::optional<FoldedCalls> fold_calls(const Program& program);

}  // namespace bireach::frontend
