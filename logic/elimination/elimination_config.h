// SPDX-License-Identifier: Apache-2.0
/// How long an elimination may take.
#pragma once

#include <chrono>
#include <stop_token>

#include "logic/solvers/solver_statistics.h"

namespace bireach::logic {

struct EliminationConfig {
  std::chrono::milliseconds time_limit{2000};  ///< for all solver calls of one elimination together
  std::stop_token stop;
  SolverStatistics* statistics = nullptr;
};

}  // namespace bireach::logic
