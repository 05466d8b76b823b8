// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "logic/solvers/solver.h"

namespace bireach::logic {

/// A solver that asks another one about formulas without arrays (ArrayElimination), as long as there are not too many
/// reads; after that about the formulas as they are. Both are of this kind.
[[nodiscard]] std::unique_ptr<Solver> make_array_free_solver(SolverKind kind, TermManager& terms,
                                                             const SolverConfig& config);

}  // namespace bireach::logic
