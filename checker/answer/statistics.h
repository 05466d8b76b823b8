// SPDX-License-Identifier: Apache-2.0
/// What is counted while a program is verified and its errors are harvested.
#pragma once

#include <cstdint>
#include <functional>

#include "logic/solvers/solver_statistics.h"

namespace bireach::checker {

/// Time spent by phase, seconds.
struct PhaseTimes {
  double frontend = 0, trace_check = 0, interpolation = 0, hoare_checks = 0, difference = 0, bounded_search = 0,
         enumeration = 0, certification = 0, danger_automata = 0, relevance = 0, error_invariants = 0, suspects = 0,
         repairs = 0;
};

struct VerifyStatistics {
  std::uint64_t iterations = 0;
  std::uint64_t infeasible_traces = 0;
  std::uint64_t feasible_traces = 0;
  std::uint64_t automaton_states = 0;  ///< of the remaining error traces, now
  std::uint64_t bounded_depth = 0;
  bool exhausted = false;
  PhaseTimes time;
  logic::SolverStatistics solver;
};

/// What those who wait are told.
struct Progress {
  std::uint64_t iterations = 0, refuted = 0, states = 0, depth = 0, feasible = 0;
};
using ProgressObserver = std::function<void(const Progress&)>;

}  // namespace bireach::checker
