// SPDX-License-Identifier: Apache-2.0
/// The relevant statements of the trace that was found first, then its error invariants; of one too long, its end.
#include "checker/analysis/context.h"

#include <fmt/format.h>

namespace bireach::checker {

namespace {

/// Error invariants are worth as much as a relevant statement more or less: they keep a part of the time.
constexpr double relevance_share = 2.0 / 3;

/// What was stopped by a TimeShare alone says so.
void tell_share_is_over(const AnalysisContext& context, logic::UnknownReason& reason) {
  if (reason.cause == logic::UnknownCause::stopped && context.budget.cause() == StopCause::none)
    reason = logic::part_of_time_is_over();
}

/// `known`: what was found out about the execution before.
ReportTrace find_relevance(AnalysisContext& context, TraceReporter& reporter, const frontend::Execution& execution,
                           std::uint64_t iteration, const relevance::RelevanceReport& known = {}) {
  context.observer.enter("analysing relevance");
  const TimeShare share(context, relevance_share);
  relevance::RelevanceReport relevance = context.relevance_of(execution, known);
  for (relevance::StatementRelevance& position : relevance.positions) tell_share_is_over(context, position.reason);
  relevance.execution = {};  // of this one trace the labels are enough
  ReportTrace trace = context.unexplained(reporter.with(relevance.positions, relevance.seconds), iteration);
  if (known.positions.empty())
    context.findings->add(trace, std::move(relevance));
  else
    context.findings->complete(trace, std::move(relevance));
  return trace;
}

void find_error_invariants(AnalysisContext& context, const frontend::Execution& execution, const ReportTrace& trace) {
  context.observer.enter("looking for error invariants");
  ReportExplanation explanation = context.guarded([&] {
    TraceExplainer explainer(*context.program, context.explanation_config(), TraceClasses::none);
    return explainer.explain(execution, trace, 1);
  });
  tell_share_is_over(context, explanation.reason);
  tell_share_is_over(context, explanation.engine_failure);
  context.findings->explain(1, std::move(explanation));
}

}  // namespace

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
  const ReportTrace trace = find_relevance(context, reporter, execution, iteration);
  find_error_invariants(context, execution, trace);
  rank_suspects_found(context);
}

void complete_explanation(AnalysisContext& context, const frontend::Execution& execution) {
  constexpr std::chrono::seconds least{1};
  const auto& deadline = context.budget.deadline;
  if (context.budget.stop.stop_requested() || !deadline || *deadline - Clock::now() < least) return;
  std::optional<ReportTrace> trace = context.findings->trace(1);
  if (!context.question.explains() || !trace) return;
  const relevance::RelevanceReport known = context.findings->analysed().front();
  if (known.positions.empty()) return;
  const auto lacked_time = [](const logic::UnknownReason& reason) {
    return reason.cause == logic::UnknownCause::stopped || reason.cause == logic::UnknownCause::time;
  };
  const ReportExplanation& before = trace->explanation;
  const std::chrono::duration<double> limit = context.explanation_config().time_limit;
  const bool is_cut =
      (lacked_time(before.reason) || lacked_time(before.engine_failure)) && limit.count() > 2 * before.seconds;
  if (relevance::is_open(known)) {
    const std::vector<std::string> keys = statement_keys(*context.program);
    TraceReporter reporter(*context.program, keys, execution, context.arithmetic());
    trace = find_relevance(context, reporter, execution, trace->iteration, known);
  }
  if (is_cut) find_error_invariants(context, execution, *trace);
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
