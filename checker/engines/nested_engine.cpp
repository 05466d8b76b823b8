// SPDX-License-Identifier: Apache-2.0
#include "checker/engines/nested_engine.h"

#include "checker/answer/stopwatch.h"
#include "checker/engines/assumptions.h"

namespace bireach::checker {

StepResult NestedEngine::step() {
  if (setting_.unsupported_is_reached()) return Exhausted{};
  VerifyStatistics& statistics = setting_.statistics;
  const Stopwatch watch(statistics.time.interpolation);
  if (!refinement_) {
    const NestedConfig config{setting_.options.query_time_limit, setting_.stop, &statistics.solver,
                              setting_.certifier_time_limit()};
    refinement_ = std::make_unique<NestedRefinement>(setting_.program, setting_.flow,
                                                     setting_.options.first_arithmetic(), config);
  }
  NestedRefinement::Outcome outcome = refinement_->iterate();
  ++statistics.iterations;
  const auto progressed = [&statistics](const Progressed& result) -> StepResult {
    ++statistics.infeasible_traces;
    return result;
  };
  const auto proved = [this](ProcedureSummaries& summaries) -> StepResult {
    return Proved{{std::move(summaries), proof_assumptions(setting_.program, setting_.flow)}};
  };
  return std::visit(Overloaded{progressed, proved, [](Found& found) -> StepResult { return std::move(found); },
                               [](const NestedRefinement::Stuck& stuck) -> StepResult { return GaveUp{stuck.reason}; }},
                    outcome);
}

}  // namespace bireach::checker
