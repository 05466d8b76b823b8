// SPDX-License-Identifier: Apache-2.0
/// Threads side by side as constrained Horn clauses: what holds of each thread, or of each two, whatever the others do
/// (level one: Owicki, Gries, "An axiomatic proof technique for parallel programs", 1976; Gupta, Popeea, Rybalchenko,
/// "Predicate abstraction and refinement for verifying multi-threaded programs", POPL 2011; further levels: Hoenicke,
/// Majumdar, Podelski, "Thread modularity at many levels", POPL 2017).
#pragma once

#include <optional>
#include <vector>

#include "checker/blocks/procedure_clauses.h"
#include "checker/blocks/thread_flow.h"
#include "checker/blocks/thread_moves.h"
#include "logic/interpolation/horn_clauses.h"

namespace bireach::checker {

struct ThreadClauses {
  logic::HornSystem system;
  /// By predicate: where the one or two threads are of which it speaks. Two of the same thread are two instances of it.
  /// What belongs to the second of them is named with `@2` at its end.
  std::vector<std::vector<frontend::LocationId>> places;
};

/// How many threads a predicate speaks of at most.
enum class ThreadLevel : std::uint8_t { one = 1, two = 2 };

/// The clauses have a solution if no Error or Unsupported location can be reached by any number of threads; a solution
/// is a proof of that. Nothing: there would be too many of them, or a step does what they cannot express.
[[nodiscard]] std::optional<ThreadClauses> thread_clauses(const frontend::Program& graphs,
                                                          const frontend::Semantics& semantics, const ThreadFlow& flow,
                                                          const ThreadGhosts& ghosts, ThreadLevel level,
                                                          TypeBounds bounds);

}  // namespace bireach::checker
