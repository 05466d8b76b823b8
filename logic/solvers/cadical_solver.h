// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "logic/solvers/solver.h"

namespace bireach::logic {

/// See make_solver and solver_version. Formulas of bit-vectors become circuits (BitBlaster), which stay from check to
/// check, for CaDiCaL; about other formulas Z3 is asked.
[[nodiscard]] std::unique_ptr<Solver> make_cadical_solver(TermManager& terms, const SolverConfig& config);
[[nodiscard]] std::string cadical_version();

}  // namespace bireach::logic
