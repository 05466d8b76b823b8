// SPDX-License-Identifier: Apache-2.0
/// Many error traces: harvests them, intersects their relevant statements, looks for constants that block them all.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "checker/analysis/context.h"
#include "checker/answer/stop_timer.h"

namespace bireach::checker {
namespace {

using relevance::RelevanceReport;

/// Values of variables kept along executions for the question of common fixes, some hundred bytes each; the traces
/// after that are kept without, and the question is left open.
constexpr std::size_t kept_values_limit = 2'000'000;
/// The time for the question of common fixes: this share of a time limit, but never more than the seconds below.
constexpr double common_fix_share = 0.1;
constexpr std::chrono::seconds common_fix_time{10};
/// Error invariants that would take more than this share of the time so far wait until the harvest has ended.
constexpr double explanation_share = 0.25;

class TracesAnalysis {
 public:
  TracesAnalysis(AnalysisContext& context, const frontend::Execution& first, const HarvestOptions& options)
      : context_(context),
        program_(*context.program),
        statistics_(*context.budget.statistics),
        first_(first),
        options_(options) {
    options_.deadline = harvest_deadline();
  }

  void run() {
    context_.begin_findings();
    findings_ = context_.findings;
    findings_->begin_harvest(options_, number_statements(program_));
    add_unanalysed();
    context_.error_is_known();
    try {
      search_suspects(context_, first_);
      search_program_invariants(context_);
      harvest_all();
      rank_suspects_found(context_);
      if (!context_.budget.stop.stop_requested()) find_common_fixes();
      find_remaining_error_invariants();
      rank_suspects_found(context_);
      search_repairs(context_);
    } catch (const std::bad_alloc&) {
      // The error traces stand, whatever happened after they were found.
      findings_->end_harvest(HarvestStop::memory, "out of memory");
    } catch (const std::exception& problem) {
      context_.observer.remark(
          Severity::error,
          fmt::format("internal error in the harvest of error traces: {}; please report it", problem.what()));
      findings_->end_harvest(HarvestStop::internal_error, problem.what());
    }
    findings_->take_stock();
  }

 private:
  /// Leaves time for what comes after it.
  [[nodiscard]] std::optional<Clock::time_point> harvest_deadline() const {
    if (!context_.budget.deadline) return std::nullopt;
    const std::chrono::duration<double> limit = *context_.budget.deadline - context_.budget.start;
    const auto reserve = std::min(limit * common_fix_share, std::chrono::duration<double>(common_fix_time));
    return *context_.budget.deadline - std::chrono::duration_cast<Clock::duration>(reserve);
  }

  void harvest_all() {
    context_.observer.enter("harvesting error traces");
    std::optional<StopTimer> timer;
    if (options_.deadline) timer.emplace(context_.budget.stop, *options_.deadline - Clock::now());
    HarvestCallbacks callbacks;
    callbacks.on_trace = [this](const HarvestedTrace& trace) { analyse(trace); };
    callbacks.on_subtracted = [this](const SubtractedErrors& errors) { findings_->add_subtracted(errors); };
    callbacks.progress = [this](const Progress& progress) { context_.observer.progress(progress); };
    const HarvestResult result = harvest(program_, first_, context_.question.verify, options_,
                                         timer ? timer->token() : context_.budget.stop, statistics_, callbacks);
    findings_->count_harvest(result);
    switch (result.end) {
      case HarvestEnd::exhausted:
        return findings_->end_harvest(HarvestStop::exhausted, "");
      case HarvestEnd::max_traces:
        return findings_->end_harvest(HarvestStop::max_traces, "");
      case HarvestEnd::undecided:
        return findings_->end_harvest(HarvestStop::undecided, result.reason);
      case HarvestEnd::stopped:
        return findings_->end_harvest(stop_of(context_.budget.cause()), "");
    }
  }

  /// Until its relevant statements are known, the first trace stands with all of them undecided.
  void add_unanalysed() {
    first_reporter_.emplace(program_, findings_->numbers().key_of_edge, first_, context_.arithmetic());
    RelevanceReport open = context_.undecided(first_, logic::run_was_stopped());
    ReportTrace trace =
        context_.unexplained(first_reporter_->with(open.positions, open.seconds), statistics_.iterations);
    forget_states(open);
    kept_values_ = 0;  // of the trace that replaces it
    findings_->add_provisional(std::move(trace), std::move(open));
  }

  void analyse(const HarvestedTrace& trace) {
    const bool is_first = first_reporter_.has_value();
    if (!is_first && context_.budget.stop.stop_requested()) return findings_->leave_out_trace();
    RelevanceReport report = context_.relevance_of(trace.execution);
    const bool cut_short = context_.budget.stop.stop_requested() &&
                           std::any_of(report.positions.begin(), report.positions.end(), [](const auto& entry) {
                             return entry.relevance == relevance::Relevance::unknown;
                           });
    // A trace that could not be analysed for lack of time would make every other statement undecided.
    if (cut_short && !is_first) return findings_->leave_out_trace();
    if (context_.suspects) context_.suspects->add(Inputs::of(program_, trace.execution));
    add(std::move(report), trace);
    const std::size_t number = findings_->analysed().size();
    // The search for traces goes first; what is put off is done when it has ended.
    if (is_first || statistics_.time.error_invariants < explanation_share * seconds_since(context_.budget.start))
      find_error_invariants(number, trace.execution);
    else
      put_off_.push_back(number);
  }

  void add(RelevanceReport report, const HarvestedTrace& trace) {
    ReportTrace entry = first_reporter_
                            ? first_reporter_->with(report.positions, report.seconds)
                            : make_trace_report(program_, findings_->numbers().key_of_edge, report.execution,
                                                report.positions, report.seconds, context_.arithmetic());
    first_reporter_.reset();
    forget_states(report);
    findings_->add(context_.unexplained(std::move(entry), trace.iteration), std::move(report));
  }

  /// … if there are too many by now.
  void forget_states(RelevanceReport& report) {
    const std::size_t values = report.execution.states.size() * program_.variables.size();
    if (kept_values_ + values > kept_values_limit) {
      report.execution.states.clear();
      report.execution.states.shrink_to_fit();
      states_are_kept_ = false;
    } else {
      kept_values_ += values;
    }
  }

  /// Of the trace of this number, which stands without them until they are known.
  void find_error_invariants(std::size_t number, const frontend::Execution& execution) {
    const std::optional<ReportTrace> trace = findings_->trace(number);
    if (!trace) return;  // another thread is answering
    ReportExplanation explanation = context_.guarded([&] {
      if (execution.states.empty()) return context_.no_explanation("the traces are too long to keep all their states");
      if (!explainer_) explainer_.emplace(program_, context_.explanation_config(), TraceClasses::compared);
      return explainer_->explain(execution, *trace, number, explanation_limit());
    });
    findings_->explain(number, std::move(explanation));
  }

  /// While the harvest goes on, a share of what it has left.
  [[nodiscard]] std::chrono::milliseconds explanation_limit() const {
    std::chrono::milliseconds limit = context_.explanation_config().time_limit;
    if (!options_.deadline || findings_->harvest_has_ended()) return limit;
    const auto share = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::duration<double>(*options_.deadline - Clock::now()) * explanation_share);
    return std::clamp(share, std::chrono::milliseconds(200), std::max(limit, std::chrono::milliseconds(200)));
  }

  void find_remaining_error_invariants() {
    if (put_off_.empty()) return;
    context_.observer.enter("looking for error invariants");
    for (const std::size_t number : put_off_) {
      if (context_.budget.stop.stop_requested()) return;
      find_error_invariants(number, findings_->analysed()[number - 1].execution);
    }
  }

  static bool is_relevant(const relevance::ProgramStatement& statement) {
    return statement.relevance == relevance::Relevance::relevant;
  }

  void find_common_fixes() {
    context_.observer.enter("looking for constants that block every trace");
    const auto before = Clock::now();
    const relevance::TraceCollection traces = findings_->collection();
    Clock::time_point end = before + common_fix_time;
    if (const auto limit = context_.budget.deadline) {
      const auto left = *limit - std::chrono::milliseconds(200) - before;
      end = std::min(end, before + (put_off_.empty() ? left : left / 2));
    }
    const std::vector<relevance::ProgramStatement>& statements = findings_->intersect().statements;
    auto left = std::count_if(statements.begin(), statements.end(), is_relevant);
    for (std::size_t i = 0; i < statements.size(); ++i) {
      if (!is_relevant(statements[i])) continue;
      findings_->set_common_fix(i, common_fix(traces, statements[i].statement, (end - Clock::now()) / left--));
    }
    findings_->rank();
    statistics_.time.relevance += seconds_since(before);
  }

  relevance::CommonFix common_fix(const relevance::TraceCollection& traces, std::uint32_t statement,
                                  Clock::duration share) {
    relevance::CommonFix skipped;
    if (!states_are_kept_) {
      skipped.reason = "the traces are too long to keep all their states";
      return skipped;
    }
    relevance::CommonFixConfig config;
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(share);
    if (left <= std::chrono::milliseconds(0) || context_.budget.stop.stop_requested()) {
      skipped.reason = logic::no_time_left(context_.budget.stop);
      return skipped;
    }
    config.arithmetic = context_.arithmetic();
    config.time_limit = std::min(config.time_limit, left);
    config.stop = context_.budget.stop;
    config.statistics = &statistics_.solver;
    try {
      return relevance::find_common_fix(traces, statement, config);
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception& problem) {
      context_.observer.remark(
          Severity::error,
          fmt::format("internal error in the search for a common fix: {}; please report it", problem.what()));
      skipped.reason = fmt::format("internal error: {}", problem.what());
      return skipped;
    }
  }

  AnalysisContext& context_;
  const frontend::Program& program_;
  VerifyStatistics& statistics_;
  const frontend::Execution& first_;
  HarvestOptions options_;
  std::shared_ptr<ErrorFindings> findings_;

  std::optional<TraceReporter> first_reporter_;  ///< until the first trace is analysed
  std::size_t kept_values_ = 0;
  bool states_are_kept_ = true;
  std::optional<TraceExplainer> explainer_;
  std::vector<std::size_t> put_off_;  ///< numbers of traces whose error invariants nobody has looked for
};

}  // namespace

void explain_all_traces(AnalysisContext& context, const frontend::Execution& first, const HarvestOptions& options) {
  TracesAnalysis(context, first, options).run();
}

}  // namespace bireach::checker
