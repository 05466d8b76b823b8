// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "logic/solvers/solver.h"

namespace bireach::logic {

/// See make_solver and solver_version.
[[nodiscard]] std::unique_ptr<Solver> make_z3_solver(TermManager& terms, const SolverConfig& config);
[[nodiscard]] std::string z3_version();

}  // namespace bireach::logic
