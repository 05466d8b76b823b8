// SPDX-License-Identifier: Apache-2.0
/// The relevant statements of the trace that was found first, then its error invariants; of one too long, its end.
#include "checker/analysis/context.h"

#include <fmt/format.h>

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

void show_long_execution(AnalysisContext& context, const frontend::Execution& execution) {
  constexpr std::size_t shown_steps = 200;
  const logic::UnknownReason reason(fmt::format("the execution has {} steps", execution.trace.size()));
  context.begin_findings();
  const std::vector<std::string> keys = statement_keys(*context.program);
  TraceReporter reporter(*context.program, keys, execution, context.arithmetic(), shown_steps);
  const frontend::Trace end(execution.trace.end() - shown_steps, execution.trace.end());
  ReportTrace trace = context.unexplained(reporter.with(undecided_positions(*context.program, end, reason), 0),
                                          context.budget.statistics->iterations);
  trace.relevance_asked = false;
  trace.explanation = context.question.explains() ? context.no_explanation(reason) : ReportExplanation{};
  context.findings->add_provisional(std::move(trace));
  context.error_is_known();
  if (context.question.explains() || context.question.suspects)
    context.observer.remark(
        Severity::warning,
        fmt::format("not explained: an execution of {} steps is too long for that; 'bireach slice' says what "
                    "the error needs without looking at one execution",
                    execution.trace.size()));
  search_slice(context, execution);
}

}  // namespace bireach::checker
