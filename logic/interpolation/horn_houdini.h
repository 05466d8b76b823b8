// SPDX-License-Identifier: Apache-2.0
/// Solutions of Horn clauses that are conjunctions of candidates (Houdini: Flanagan, Leino, "Houdini, an annotation
/// assistant for ESC/Java", FME 2001).
#pragma once

#include <variant>
#include <vector>

#include "logic/interpolation/horn_clauses.h"

namespace bireach::logic {

/// As solve_horn_clauses, but only conjunctions of literals, guarded literals and sums (HornCandidates) are tried, of
/// integers and Booleans; of other parameters nothing is said. The weakest solution that the strongest conjunctions
/// kept by all clauses give is not answered, but what of it the clauses without head need. Cheap also where there are
/// many clauses of several predicates, as those of threads. A failure is `refused` if no such conjunction is a
/// solution.
[[nodiscard]] std::variant<std::vector<Term>, InterpolationFailure> solve_by_candidates(
    TermManager& terms, const HornSystem& system, const InterpolationConfig& config);

}  // namespace bireach::logic
