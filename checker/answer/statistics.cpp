// SPDX-License-Identifier: Apache-2.0
#include "checker/answer/statistics.h"

#include <algorithm>

namespace bireach::checker {

void VerifyStatistics::add_new(const VerifyStatistics& part, VerifyStatistics& seen) {
  const auto add = [](auto& sum, const auto& now, auto& before) {
    sum += now - before;
    before += now - before;
  };
  add(iterations, part.iterations, seen.iterations);
  add(infeasible_traces, part.infeasible_traces, seen.infeasible_traces);
  add(feasible_traces, part.feasible_traces, seen.feasible_traces);
  if (part.automaton_states != seen.automaton_states) automaton_states = seen.automaton_states = part.automaton_states;
  bounded_depth = std::max(bounded_depth, part.bounded_depth);
  for (const Phase& phase : phases) add(time.*phase.seconds, part.time.*phase.seconds, seen.time.*phase.seconds);
  add(solver.z3_queries, part.solver.z3_queries, seen.solver.z3_queries);
  add(solver.cvc5_queries, part.solver.cvc5_queries, seen.solver.cvc5_queries);
  add(solver.cadical_queries, part.solver.cadical_queries, seen.solver.cadical_queries);
  add(solver.unknown_answers, part.solver.unknown_answers, seen.solver.unknown_answers);
  add(solver.microseconds, part.solver.microseconds, seen.solver.microseconds);
}

}  // namespace bireach::checker
