// SPDX-License-Identifier: Apache-2.0
#include "checker/analysis/context.h"

#include <fmt/format.h>

#include <algorithm>

#include "checker/report/explanation_report.h"
#include "checker/verify/verify.h"

namespace bireach::checker {

relevance::ExplanationConfig AnalysisContext::explanation_config() const {
  relevance::ExplanationConfig config;
  config.kind = question.explanation;
  config.hazards = question.hazards;
  config.arithmetic = arithmetic();
  config.interpolation = question.verify.interpolation;
  config.stop = budget.stop;
  config.statistics = &budget.statistics->solver;
  if (budget.deadline) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(*budget.deadline - Clock::now());
    config.time_limit = std::clamp(left, std::chrono::milliseconds(1), config.time_limit);
  }
  return config;
}

Verdict AnalysisContext::verify(const frontend::Program& of, VerifyOptions options, std::stop_token stop) const {
  options.deadline = budget.deadline;
  options.jobs = question.jobs;
  return checker::verify(of, options, std::move(stop), *budget.statistics,
                         [this](const Progress& progress) { observer.progress(progress); });
}

void AnalysisContext::change_program(std::shared_ptr<const frontend::Program> changed) {
  program = std::move(changed);
  observer.program_changed(program);
}

void AnalysisContext::begin_findings() {
  findings = std::make_shared<ErrorFindings>(program, budget, violation, overflow);
}

TimeShare::TimeShare(AnalysisContext& context, double share) : context_(context), whole_(context.budget) {
  if (!whole_.deadline) return;
  const auto limit = std::chrono::duration_cast<Clock::duration>(share * (*whole_.deadline - Clock::now()));
  timer_.emplace(whole_.stop, limit);
  context.budget.deadline = Clock::now() + limit;
  context.budget.stop = timer_->token();
}

relevance::RelevanceReport AnalysisContext::relevance_of(const frontend::Execution& execution,
                                                         const relevance::RelevanceReport& known) const {
  relevance::RelevanceConfig config;
  config.arithmetic = question.verify.first_arithmetic();
  config.jobs = question.jobs;
  config.deadline = budget.deadline;
  config.stop = budget.stop;
  config.statistics = &budget.statistics->solver;
  const auto before = Clock::now();
  relevance::RelevanceReport report = known;
  report.execution = execution;
  try {
    if (known.positions.empty())
      report = relevance::analyze_trace(*program, execution, config);
    else
      relevance::continue_analysis(*program, report, config);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& problem) {
    // The error trace stands, whatever happened to its explanation; but nobody may overlook that.
    observer.remark(Severity::error,
                    fmt::format("internal error in the analysis of relevance: {}; please report it", problem.what()));
    report = undecided(execution, fmt::format("internal error: {}", problem.what()));
  }
  budget.statistics->time.relevance += seconds_since(before);
  return report;
}

relevance::RelevanceReport AnalysisContext::undecided(const frontend::Execution& execution,
                                                      const logic::UnknownReason& reason) const {
  return {execution, undecided_positions(*program, execution.trace, reason), 0};
}

ReportTrace AnalysisContext::unexplained(ReportTrace trace, std::uint64_t iteration) const {
  trace.iteration = iteration;
  trace.explanation = no_explanation(logic::run_was_stopped());
  return trace;
}

ReportExplanation AnalysisContext::no_explanation(const logic::UnknownReason& reason) const {
  return missing_explanation(question.explanation, reason);
}

ReportExplanation AnalysisContext::guarded(const std::function<ReportExplanation()>& explain) const {
  const auto before = Clock::now();
  ReportExplanation explanation;
  try {
    explanation = explain();
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& problem) {
    observer.remark(
        Severity::error,
        fmt::format("internal error in the search for error invariants: {}; please report it", problem.what()));
    explanation = no_explanation(fmt::format("internal error: {}", problem.what()));
  }
  budget.statistics->time.error_invariants += seconds_since(before);
  return explanation;
}

Report unknown_report(const AnalysisContext& context, const std::string& reason) {
  Report report;
  report.verdict = VerdictKind::unknown;
  report.reason = reason;
  report.statistics = snapshot(*context.budget.statistics);
  return report;
}

}  // namespace bireach::checker
