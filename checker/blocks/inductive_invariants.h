// SPDX-License-Identifier: Apache-2.0
/// Invariants of a whole program that a solver has found inductive.
#pragma once

#include <chrono>
#include <stop_token>

#include "checker/blocks/block_program.h"
#include "frontend/program/semantics.h"
#include "logic/solvers/solver.h"

namespace bireach::checker {

struct InductionConfig {
  std::chrono::milliseconds query_time_limit{500};
  std::chrono::milliseconds time_limit{2000};  ///< of all queries together
  std::stop_token stop;
  logic::SolverStatistics* statistics = nullptr;
};

/// What of the candidates is inductive together: `precondition` holds at the initial location, and after each block
/// they hold if they held before it (Houdini: Flanagan, Leino, "Houdini, an annotation assistant for ESC/Java", FME
/// 2001). So they hold in all executions that the blocks have, by Z3's word: a proof that uses them has them certified.
/// What the solver does not know is left out, and everything if time runs out; a query for each block, and one for each
/// counterexample. Nothing is known of the initial location.
[[nodiscard]] CutPointConditions inductive_part(const BlockProgram& blocks, const frontend::Semantics& semantics,
                                                logic::Term precondition, CutPointConditions candidates,
                                                const InductionConfig& config);

}  // namespace bireach::checker
