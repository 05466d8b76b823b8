// SPDX-License-Identifier: Apache-2.0
#include "checker/explain_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

#include "checker/explanation_report.h"
#include "checker/program_report.h"
#include "checker/run.h"
#include "checker/trace_explainer.h"
#include "checker/trace_report.h"

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

class ExplainRun : public Run {
 public:
  ExplainRun(const ExplainOptions& options, Clock::time_point start, OutputGate& gate)
      : Run(options.check, start, gate), explain_options_(options), harvest_deadline_(harvest_deadline()) {}

 protected:
  int explain(const frontend::Execution& first) override {
    {
      const std::lock_guard lock(mutex_);
      numbers_ = number_statements(program_);
      harvest_.generalization = relevance::to_string(explain_options_.harvest.generalization);
      harvest_.predicates = to_string(explain_options_.harvest.predicates);
    }
    add_unanalysed({first, statistics_.iterations});
    try {
      harvest_all(first);
      if (!watchdog_->stop_token().stop_requested()) find_common_fixes();
      find_remaining_error_invariants();
    } catch (const std::bad_alloc&) {
      // The error traces stand, whatever happened after they were found.
      set_end(HarvestStop::memory, "out of memory");
    } catch (const std::exception& problem) {
      log_->error("internal error in the harvest of error traces: {}; please report it", problem.what());
      set_end(HarvestStop::internal_error, problem.what());
    }
    take_stock();
    return finish_error();
  }

  Report error_report(StopCause cause) override {
    Report report = known_report();
    const std::lock_guard lock(mutex_);
    report.verdict = VerdictKind::unsafe;
    report.assumptions = program_.assumptions;
    report.statistics = statistics_with(report.statistics);
    if (!relevance_) relevance_ = relevance::intersect(collection());
    report.traces = std::move(traces_);
    report.needed = make_needed_report(report.traces);
    report.program = make_program_report(*relevance_, numbers_.key_of_number, report.traces);
    if (!end_) end_ = stop_of(cause);
    harvest_.end = *end_;
    if (harvest_.reason.empty() && *end_ == HarvestStop::signal) harvest_.reason = to_string(cause);
    report.statistics.exhausted = *end_ == HarvestStop::exhausted;
    report.harvest = std::move(harvest_);
    return report;
  }

  [[nodiscard]] std::vector<std::pair<std::string, std::string>> all_options() const override {
    return options_in_force(explain_options_);
  }

  [[nodiscard]] TextStyle style() const override {
    TextStyle style = Run::style();
    style.traces = explain_options_.traces;
    return style;
  }

  void tick() override {
    Run::tick();
    if (harvest_deadline_ && Clock::now() > *harvest_deadline_) harvest_stop_.request_stop();
  }

 private:
  static HarvestStop stop_of(StopCause cause) {
    switch (cause) {
      case StopCause::none:  // the harvest was stopped to leave time for what comes after it
      case StopCause::timeout:
      case StopCause::cpu_limit:
        return HarvestStop::timeout;
      case StopCause::memory:
        return HarvestStop::memory;
      case StopCause::interrupt:
      case StopCause::terminate:
      case StopCause::hangup:
      case StopCause::cancelled:
        break;
    }
    return HarvestStop::signal;
  }

  [[nodiscard]] std::optional<Clock::time_point> harvest_deadline() const {
    if (!options_.limits.timeout) return std::nullopt;
    const auto reserve =
        std::min(*options_.limits.timeout * common_fix_share, std::chrono::duration<double>(common_fix_time));
    return *deadline() - std::chrono::duration_cast<Clock::duration>(reserve);
  }

  void harvest_all(const frontend::Execution& first) {
    enter("harvesting error traces");
    const std::stop_callback stop_with_the_run(watchdog_->stop_token(), [this] { harvest_stop_.request_stop(); });
    HarvestOptions options = explain_options_.harvest;
    options.deadline = harvest_deadline_;
    HarvestCallbacks callbacks;
    callbacks.on_trace = [this](const HarvestedTrace& trace) { analyse(trace); };
    callbacks.on_subtracted = [this](const SubtractedErrors& errors) {
      {
        const std::lock_guard lock(mutex_);
        harvest_.automata.push_back(errors);
      }
      take_stock();
    };
    callbacks.progress = [this](const Progress& progress) { note(progress); };
    const HarvestResult result =
        harvest(program_, first, options_.verify, options, harvest_stop_.get_token(), statistics_, callbacks);
    {
      const std::lock_guard lock(mutex_);
      harvest_.undecided = result.undecided;
      harvest_.statistics = result.generalization;
    }
    switch (result.end) {
      case HarvestEnd::exhausted:
        return set_end(HarvestStop::exhausted, "");
      case HarvestEnd::max_traces:
        return set_end(HarvestStop::max_traces, "");
      case HarvestEnd::undecided:
        return set_end(HarvestStop::undecided, result.reason);
      case HarvestEnd::stopped:
        return set_end(stop_of(watchdog_->cause()), "");
    }
  }

  void set_end(HarvestStop end, const std::string& reason) {
    const std::lock_guard lock(mutex_);
    end_ = end;
    harvest_.reason = reason.empty() && end == HarvestStop::signal ? to_string(watchdog_->cause()) : reason;
  }

  /// Until its relevant statements are known, the first trace stands with all of them undecided.
  void add_unanalysed(const HarvestedTrace& trace) {
    add({trace.execution, undecided_positions(program_, trace.execution.trace, "the run was stopped"), 0}, trace);
    stands_unanalysed_ = true;
    set_error_known();
  }

  void analyse(const HarvestedTrace& trace) {
    const bool is_first = !first_analysed_;
    first_analysed_ = true;
    if (!is_first && watchdog_->stop_token().stop_requested()) return leave_out();
    relevance::RelevanceConfig config;
    config.arithmetic = arithmetic();
    config.jobs = options_.jobs;
    config.stop = watchdog_->stop_token();
    config.statistics = &statistics_.solver;
    const auto before = Clock::now();
    RelevanceReport report;
    try {
      report = relevance::analyze_trace(program_, trace.execution, config);
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception& problem) {
      log_->error("internal error in the analysis of relevance: {}; please report it", problem.what());
      report.execution = trace.execution;
      report.positions =
          undecided_positions(program_, trace.execution.trace, fmt::format("internal error: {}", problem.what()));
    }
    report.seconds = seconds_since(before);
    statistics_.time.relevance += report.seconds;
    const bool cut_short = watchdog_->stop_token().stop_requested() &&
                           std::any_of(report.positions.begin(), report.positions.end(), [](const auto& entry) {
                             return entry.relevance == relevance::Relevance::unknown;
                           });
    // A trace that could not be analysed for lack of time would make every other statement undecided.
    if (cut_short && !is_first) return leave_out();
    add(std::move(report), trace);
    // The search for traces goes first; what is put off is done when it has ended.
    if (is_first || statistics_.time.error_invariants < explanation_share * seconds_since(start_)) {
      find_error_invariants(analysed_.size(), trace.execution);
    } else {
      put_off_.push_back(analysed_.size());
    }
  }

  /// Of the trace of this number, from 1, which stands without them until they are known.
  void find_error_invariants(std::size_t number, const frontend::Execution& execution) {
    ReportTrace trace;
    {
      const std::lock_guard lock(mutex_);
      if (traces_.size() < number) return;  // the watchdog is answering
      trace = traces_[number - 1];
    }
    const auto before = Clock::now();
    ReportExplanation explanation;
    try {
      if (execution.states.empty()) {
        explanation = missing_explanation(options_.explanation, "the traces are too long to keep all their states");
      } else {
        if (!explainer_) explainer_.emplace(program_, explanation_config(), true);
        explanation = explainer_->explain(execution, trace, number, explanation_limit());
      }
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception& problem) {
      log_->error("internal error in the search for error invariants: {}; please report it", problem.what());
      explanation = missing_explanation(options_.explanation, fmt::format("internal error: {}", problem.what()));
    }
    statistics_.time.error_invariants += seconds_since(before);
    {
      const std::lock_guard lock(mutex_);
      if (number <= traces_.size()) traces_[number - 1].explanation = std::move(explanation);
    }
    take_stock();
  }

  /// While the harvest goes on, a share of what it has left.
  [[nodiscard]] std::chrono::milliseconds explanation_limit() {
    std::chrono::milliseconds limit = explanation_config().time_limit;
    if (!harvest_deadline_ || end_) return limit;
    const auto share = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::duration<double>(*harvest_deadline_ - Clock::now()) * explanation_share);
    return std::clamp(share, std::chrono::milliseconds(200), std::max(limit, std::chrono::milliseconds(200)));
  }

  void find_remaining_error_invariants() {
    if (put_off_.empty()) return;
    enter("looking for error invariants");
    for (const std::size_t number : put_off_) {
      if (watchdog_->stop_token().stop_requested()) return;
      find_error_invariants(number, analysed_[number - 1].execution);
    }
  }

  void leave_out() {
    const std::lock_guard lock(mutex_);
    ++harvest_.not_analysed;
  }

  void add(RelevanceReport report, const HarvestedTrace& trace) {
    ReportTrace entry = make_trace_report(program_, numbers_.key_of_edge, report.execution, report.positions,
                                          report.seconds, arithmetic());
    entry.iteration = trace.iteration;
    entry.explanation = missing_explanation(options_.explanation, "the run was stopped");
    const std::size_t values = report.execution.states.size() * program_.variables.size();
    if (stands_unanalysed_) kept_values_ = 0;  // what replaces it
    if (kept_values_ + values > kept_values_limit) {
      report.execution.states.clear();
      report.execution.states.shrink_to_fit();
      states_are_kept_ = false;
    } else {
      kept_values_ += values;
    }
    {
      const std::lock_guard lock(mutex_);
      if (stands_unanalysed_) {
        traces_.clear();
        analysed_.clear();
      }
      stands_unanalysed_ = false;
      analysed_.push_back(std::move(report));
      traces_.push_back(std::move(entry));
    }
    take_stock();
  }

  /// The caller holds the lock, or is the worker.
  [[nodiscard]] relevance::TraceCollection collection() const {
    relevance::TraceCollection collection{&program_, numbers_.number_of_edge, {}};
    for (const RelevanceReport& report : analysed_) collection.traces.push_back(&report);
    return collection;
  }

  static bool is_relevant(const relevance::ProgramStatement& statement) {
    return statement.relevance == relevance::Relevance::relevant;
  }

  void find_common_fixes() {
    enter("looking for constants that block every trace");
    const auto before = Clock::now();
    const relevance::TraceCollection traces = collection();
    Clock::time_point end = before + common_fix_time;
    if (const auto limit = deadline()) {
      const auto left = *limit - std::chrono::milliseconds(200) - before;
      end = std::min(end, before + (put_off_.empty() ? left : left / 2));
    }
    {
      auto relevance = relevance::intersect(traces);
      const std::lock_guard lock(mutex_);
      relevance_ = std::move(relevance);
    }
    auto left = std::count_if(relevance_->statements.begin(), relevance_->statements.end(), is_relevant);
    for (auto& statement : relevance_->statements) {
      if (!is_relevant(statement)) continue;
      auto fix = common_fix(traces, statement.statement, (end - Clock::now()) / left--);
      const std::lock_guard lock(mutex_);
      statement.common_fix = std::move(fix);
    }
    const std::lock_guard lock(mutex_);
    relevance::rank(*relevance_, traces);
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
    if (left <= std::chrono::milliseconds(0) || watchdog_->stop_token().stop_requested()) {
      skipped.reason = "no time was left";
      return skipped;
    }
    config.arithmetic = arithmetic();
    config.time_limit = std::min(config.time_limit, left);
    config.stop = watchdog_->stop_token();
    config.statistics = &statistics_.solver;
    try {
      return relevance::find_common_fix(traces, statement, config);
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception& problem) {
      log_->error("internal error in the search for a common fix: {}; please report it", problem.what());
      skipped.reason = fmt::format("internal error: {}", problem.what());
      return skipped;
    }
  }

  void take_stock() {
    const std::lock_guard lock(mutex_);
    stock_ = snapshot(statistics_);
  }

  /// What the worker last counted, and the counts that are newer.
  [[nodiscard]] ReportStatistics statistics_with(const ReportStatistics& newer) const {
    ReportStatistics statistics = stock_;
    statistics.iterations = std::max(statistics.iterations, newer.iterations);
    statistics.infeasible_traces = std::max(statistics.infeasible_traces, newer.infeasible_traces);
    statistics.bounded_depth = std::max(statistics.bounded_depth, newer.bounded_depth);
    statistics.z3_queries = newer.z3_queries;
    statistics.cvc5_queries = newer.cvc5_queries;
    statistics.unknown_answers = newer.unknown_answers;
    statistics.feasible_traces = traces_.size() + harvest_.not_analysed;
    return statistics;
  }

  const ExplainOptions& explain_options_;
  std::optional<Clock::time_point> harvest_deadline_;
  std::stop_source harvest_stop_;

  // The worker's own.
  std::size_t kept_values_ = 0;
  bool states_are_kept_ = true;
  bool first_analysed_ = false;
  std::optional<TraceExplainer> explainer_;
  std::vector<std::size_t> put_off_;  ///< numbers of traces whose error invariants nobody has looked for
  bool stands_unanalysed_ = false;    ///< the first trace, with all its statements undecided

  std::mutex mutex_;  // guards what follows against the watchdog's thread; only the worker writes
  StatementNumbers numbers_;
  std::vector<ReportTrace> traces_;
  std::deque<RelevanceReport> analysed_;  ///< the same traces
  std::optional<relevance::ProgramRelevance> relevance_;
  ReportHarvest harvest_;
  std::optional<HarvestStop> end_;
  ReportStatistics stock_;
};

}  // namespace

int run_explain(const ExplainOptions& options, Clock::time_point start, OutputGate& gate) {
  // Lives as long as the process: taking millions of terms apart at the end would only cost time.
  static auto& runs = *new std::vector<std::unique_ptr<Run>>;
  return runs.emplace_back(std::make_unique<ExplainRun>(options, start, gate))->run();
}

Report explain(const ExplainOptions& options, const frontend::Program& program) {
  OutputGate gate;
  return ExplainRun(options, Clock::now(), gate).answer(program);
}

}  // namespace bireach::checker
