// SPDX-License-Identifier: Apache-2.0
/// The relevant statements of the trace that was found first, then its error invariants.
#include "checker/analysis/context.h"

namespace bireach::checker {

void explain_first_trace(AnalysisContext& context, const frontend::Execution& execution) {
  const std::uint64_t iteration = context.budget.statistics->iterations;
  const std::vector<std::string> keys = statement_keys(*context.program);
  TraceReporter reporter(*context.program, keys, execution, context.arithmetic());
  context.begin_findings();
  const bool explains = context.question.explains();
  const logic::UnknownReason reason = explains ? logic::run_was_stopped() : logic::UnknownReason("not looked for");
  ReportTrace provisional =
      context.unexplained(reporter.with(context.undecided(execution, reason).positions, 0), iteration);
  provisional.relevance_asked = explains;
  if (!explains) provisional.explanation = {};
  context.findings->add_provisional(std::move(provisional));
  context.error_is_known();
  search_suspects(context, execution);
  search_slice(context, execution);
  if (!explains) return search_repairs(context);
  context.observer.enter("analysing relevance");
  const relevance::RelevanceReport relevance = context.relevance_of(execution);
  const ReportTrace trace = context.unexplained(reporter.with(relevance.positions, relevance.seconds), iteration);
  context.findings->add(trace);
  context.observer.enter("looking for error invariants");
  ReportExplanation explanation = context.guarded([&] {
    TraceExplainer explainer(*context.program, context.explanation_config(), TraceClasses::none);
    return explainer.explain(execution, trace, 1);
  });
  context.findings->explain(1, std::move(explanation));
  rank_suspects_found(context);
}

}  // namespace bireach::checker
