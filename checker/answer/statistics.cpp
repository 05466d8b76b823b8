// SPDX-License-Identifier: Apache-2.0
#include "checker/answer/statistics.h"

#include <algorithm>

namespace bireach::checker {

void VerifyStatistics::add(const VerifyStatistics& other) {
  iterations += other.iterations;
  infeasible_traces += other.infeasible_traces;
  feasible_traces += other.feasible_traces;
  automaton_states = std::max(automaton_states, other.automaton_states);
  bounded_depth = std::max(bounded_depth, other.bounded_depth);
  exhausted = exhausted || other.exhausted;
  for (const Phase& phase : phases) time.*phase.seconds += other.time.*phase.seconds;
  solver.add(other.solver);
}

}  // namespace bireach::checker
