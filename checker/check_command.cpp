// SPDX-License-Identifier: Apache-2.0
#include "checker/check_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <mutex>

#include "checker/explanation_report.h"
#include "checker/run.h"
#include "checker/trace_explainer.h"
#include "checker/trace_report.h"
#include "relevance/relevance.h"

namespace bireach::checker {
namespace {

class CheckRun : public Run {
 public:
  using Run::Run;

 protected:
  /// The relevant statements, then the error invariants. Until the former are known the answer stands with all of them
  /// undecided.
  int explain(const frontend::Execution& execution) override {
    enter("analysing relevance");
    publish(unexplained(make_trace_report(program_, statement_keys(program_), execution,
                                          undecided("the run was stopped", execution), 0, arithmetic())));
    set_error_known();
    relevance::RelevanceConfig config;
    config.arithmetic = arithmetic();
    config.jobs = options_.jobs;
    config.stop = watchdog_->stop_token();
    config.statistics = &statistics_.solver;
    const auto before = Clock::now();
    std::vector<relevance::StatementRelevance> positions;
    try {
      positions = relevance::analyze_trace(program_, execution, config).positions;
    } catch (const std::exception& problem) {
      // The error trace stands, whatever happened to its explanation; but nobody may overlook that.
      log_->error("internal error in the analysis of relevance: {}; please report it", problem.what());
      positions = undecided(fmt::format("internal error: {}", problem.what()), execution);
    }
    const double seconds = statistics_.time.relevance = seconds_since(before);
    ReportTrace trace =
        unexplained(make_trace_report(program_, statement_keys(program_), execution, positions, seconds, arithmetic()));
    publish(trace);
    enter("looking for error invariants");
    trace.explanation = explanation_of(execution, trace);
    statistics_.time.error_invariants = trace.explanation.seconds;
    publish(std::move(trace));
    return finish_error();
  }

  Report error_report(StopCause /*cause*/) override {
    const std::lock_guard lock(mutex_);
    return *published_;
  }

 private:
  [[nodiscard]] ReportTrace unexplained(ReportTrace trace) const {
    trace.explanation = missing_explanation(options_.explanation, "the run was stopped");
    return trace;
  }

  ReportExplanation explanation_of(const frontend::Execution& execution, const ReportTrace& trace) {
    try {
      TraceExplainer explainer(program_, explanation_config(), false);
      return explainer.explain(execution, trace, 1);
    } catch (const std::exception& problem) {
      log_->error("internal error in the search for error invariants: {}; please report it", problem.what());
      return missing_explanation(options_.explanation, fmt::format("internal error: {}", problem.what()));
    }
  }

  [[nodiscard]] std::vector<relevance::StatementRelevance> undecided(const std::string& reason,
                                                                     const frontend::Execution& execution) const {
    return undecided_positions(program_, execution.trace, reason);
  }

  void publish(ReportTrace trace) {
    Report report = known_report();
    report.verdict = VerdictKind::unsafe;
    report.assumptions = program_.assumptions;
    report.statistics = snapshot(statistics_);
    report.statistics.feasible_traces = std::max<std::uint64_t>(report.statistics.feasible_traces, 1);
    trace.iteration = statistics_.iterations;
    report.traces.push_back(std::move(trace));
    report.needed = make_needed_report(report.traces);
    const std::lock_guard lock(mutex_);
    published_ = std::make_shared<const Report>(std::move(report));
  }

  std::mutex mutex_;  // guards what follows
  std::shared_ptr<const Report> published_;
};

}  // namespace

int run_check(const CheckOptions& options, Clock::time_point start, OutputGate& gate) {
  // Lives as long as the process: taking millions of terms apart at the end would only cost time.
  static Run* const run = new CheckRun(options, start, gate);
  return run->run();
}

Report check(const CheckOptions& options, const frontend::Program& program) {
  OutputGate gate;
  return CheckRun(options, Clock::now(), gate).answer(program);
}

}  // namespace bireach::checker
