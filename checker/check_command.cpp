// SPDX-License-Identifier: Apache-2.0
#include "checker/check_command.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>

#include "checker/input.h"
#include "checker/json_report.h"
#include "checker/progress.h"
#include "checker/report.h"
#include "checker/text_report.h"
#include "checker/trace_report.h"
#include "relevance/relevance.h"

namespace bireach::checker {
namespace {

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

void measure_process(ReportStatistics& statistics, Clock::time_point start) {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  statistics.wall_s = seconds_since(start);
  statistics.cpu_s = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  statistics.peak_memory_mib = static_cast<double>(usage.ru_maxrss) / 1024;
}

TextStyle style_of_standard_output() {
  TextStyle style;
  if (isatty(STDOUT_FILENO) == 0) return style;
  const char* no_colour = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  style.colour =
      (no_colour == nullptr || *no_colour == '\0') && (terminal == nullptr || std::string(terminal) != "dumb");
  winsize size{};
  style.width = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
  return style;
}

/// One run: the worker's thread does the work and publishes what is known; the watchdog's thread answers from that if
/// the worker does not come back in time.
class CheckRun {
 public:
  CheckRun(const CheckOptions& options, Clock::time_point start, OutputGate& gate)
      : options_(options),
        start_(start),
        gate_(gate),
        shows_progress_(options.show_progress && options.input.log_level != LogLevel::quiet &&
                        isatty(STDERR_FILENO) != 0),
        log_(make_logger(options.input.log_level, shows_progress_)),
        progress_(shows_progress_, start) {}

  int run() {
    if (options_.json_file) {
      const std::string problem = cannot_write(*options_.json_file);
      if (!problem.empty()) return report_bad_input(problem);
    }
    enter("starting");
    Watchdog watchdog(options_.limits, start_,
                      {[this] { progress_.tick(); }, [this](StopCause cause) { answer_overdue(cause); }});
    watchdog_ = &watchdog;
    int status = 4;
    run_with_stack(worker_stack_bytes, [this, &status] { status = work_safely(); });
    return status;
  }

 private:
  int work_safely() {
    try {
      return work();
    } catch (const std::bad_alloc&) {
      return finish(unknown_report("out of memory"));
    } catch (const std::exception& problem) {
      Report report = known_report();
      report.verdict = VerdictKind::internal_error;
      report.reason = problem.what();
      return finish(std::move(report), problem.what());
    }
  }

  int work() {
    enter("reading");
    {
      const std::lock_guard lock(mutex_);
      describe_input();
    }
    Property property;
    try {
      property = load_property(options_.input.property);
    } catch (const PropertyError& problem) {
      return refuse(problem.what());
    } catch (const UnsupportedProperty& problem) {
      return finish(unknown_report(fmt::format("property {} is not supported", problem.what())));
    }
    {
      const std::lock_guard lock(mutex_);
      base_.entry = entry_of(options_.input, property);
      for (auto& [name, value] : base_.options) {
        if (name == "entry") value = base_.entry;
      }
    }
    try {
      const auto before = Clock::now();
      program_ = read_program(options_.input, property, *log_);
      statistics_.time.frontend = seconds_since(before);
    } catch (const frontend::ParseError& problem) {
      return refuse(problem.what());
    }
    return verify_program();
  }

  void describe_input() {
    base_.version = tool_version();
    base_.files = options_.input.files;
    base_.data_model = to_string(options_.input.data_model);
    base_.property = "unreach-call";
    base_.entry = options_.input.entry.value_or("main");
    base_.options = options_in_force(options_);
    for (const std::string& file : options_.input.files) {
      if (auto digest = sha256_of_file(file)) base_.sha256.emplace_back(file, std::move(*digest));
    }
  }

  int verify_program() {
    enter("verifying");
    const Verdict verdict = verify(program_, options_.verify, watchdog_->stop_token(), statistics_,
                                   [this](const Progress& progress) { note(progress); });
    if (const auto* safe = std::get_if<Safe>(&verdict)) {
      Report report = known_report();
      report.verdict = VerdictKind::safe;
      report.assumptions = safe->assumptions;
      for (const auto& [location, predicates] : safe->proof.predicates) report.proof_predicates += predicates.size();
      report.statistics = snapshot(statistics_);
      return finish(std::move(report));
    }
    if (const auto* unsafe = std::get_if<Unsafe>(&verdict)) return explain(unsafe->execution);
    const StopCause cause = watchdog_->cause();
    const std::string& reason = std::get<Unknown>(verdict).reason;
    Report report = unknown_report(cause == StopCause::none ? reason : std::string(to_string(cause)));
    report.assumptions = program_.assumptions;
    report.statistics = snapshot(statistics_);
    return finish(std::move(report));
  }

  /// The relevant statements. Until they are known the answer stands with all of them undecided.
  int explain(const frontend::Execution& execution) {
    enter("analysing relevance");
    const frontend::Arithmetic arithmetic = options_.verify.arithmetic == ArithmeticChoice::bitvector
                                                ? frontend::Arithmetic::bitvector
                                                : frontend::Arithmetic::integer;
    publish(unsafe_report(
        make_trace_report(program_, execution, undecided("the run was stopped", execution), 0, arithmetic)));
    relevance::RelevanceConfig config;
    config.arithmetic = arithmetic;
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
    return finish(unsafe_report(make_trace_report(program_, execution, positions, seconds, arithmetic)));
  }

  [[nodiscard]] std::vector<relevance::StatementRelevance> undecided(const std::string& reason,
                                                                     const frontend::Execution& execution) const {
    return undecided_positions(program_, execution.trace, reason);
  }

  Report unsafe_report(ReportTrace trace) {
    Report report = known_report();
    report.verdict = VerdictKind::unsafe;
    report.assumptions = program_.assumptions;
    report.statistics = snapshot(statistics_);
    report.statistics.feasible_traces = std::max<std::uint64_t>(report.statistics.feasible_traces, 1);
    trace.iteration = statistics_.iterations;
    report.traces.push_back(std::move(trace));
    return report;
  }

  void enter(const std::string& phase) {
    log_->info("{}", phase);
    progress_.set_phase(phase);
    const std::lock_guard lock(mutex_);
    phase_ = phase;
  }

  void note(const Progress& progress) {
    progress_.update(progress);
    const std::lock_guard lock(mutex_);
    latest_ = progress;
  }

  void publish(Report report) {
    const std::lock_guard lock(mutex_);
    published_ = std::make_shared<const Report>(std::move(report));
  }

  /// Input, options and the counts that both threads may read.
  Report known_report() {
    const std::lock_guard lock(mutex_);
    Report report = base_;
    report.statistics.iterations = latest_.iterations;
    report.statistics.infeasible_traces = latest_.refuted;
    report.statistics.automaton_states = latest_.states;
    report.statistics.bounded_depth = latest_.depth;
    report.statistics.z3_queries = statistics_.solver.z3_queries;
    report.statistics.cvc5_queries = statistics_.solver.cvc5_queries;
    report.statistics.unknown_answers = statistics_.solver.unknown_answers;
    return report;
  }

  Report unknown_report(const std::string& reason) {
    Report report = known_report();
    report.verdict = VerdictKind::unknown;
    report.reason = reason;
    return report;
  }

  /// The watchdog's thread: the worker did not come back.
  void answer_overdue(StopCause cause) {
    if (!gate_.claim()) return;  // the worker is answering at this moment
    int status = 3;
    try {
      std::shared_ptr<const Report> known;
      std::string phase;
      {
        const std::lock_guard lock(mutex_);
        known = published_;
        phase = phase_;
      }
      Report report = known ? *known : unknown_report(std::string(to_string(cause)));
      if (!known) report.details.push_back("The run was stopped while " + phase + ".");
      status = write(report);
    } catch (...) {
      std::fputs("bireach: out of memory while writing the report\n", stderr);
      std::fputs("UNKNOWN(out of memory)\n", stdout);
    }
    std::fflush(stdout);
    _exit(status);
  }

  int finish(Report report, const std::string& internal_error = {}) {
    wait_for_turn();
    if (!internal_error.empty()) {
      progress_.clear();
      report_internal_error(internal_error);
    }
    return write(report);
  }

  int refuse(const std::string& message) {
    wait_for_turn();
    progress_.clear();
    return report_bad_input(message);
  }

  void wait_for_turn() {
    if (gate_.claim()) return;
    // The watchdog answers and ends the process.
    for (;;) pause();
  }

  /// By the one thread that claimed the gate. The result file first: once the verdict is read, the file is there.
  int write(Report& report) {
    progress_.clear();
    measure_process(report.statistics, start_);
    int status = exit_status(report);
    if (options_.json_file) {
      try {
        write_whole_file(*options_.json_file, json_report(report));
      } catch (const std::exception& problem) {
        status = report_bad_input(problem.what());
      }
    }
    const std::string text = text_report(report, style_of_standard_output());
    const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
    return written ? status : report_bad_input("cannot write to standard output");
  }

  const CheckOptions& options_;
  Clock::time_point start_;
  OutputGate& gate_;
  bool shows_progress_;
  std::shared_ptr<spdlog::logger> log_;
  ProgressLine progress_;
  Watchdog* watchdog_ = nullptr;

  // The worker's own, but for the atomic counters in statistics_.solver.
  frontend::Program program_;
  VerifyStatistics statistics_;

  std::mutex mutex_;  // guards what follows
  Report base_;
  Progress latest_{};
  std::string phase_;
  std::shared_ptr<const Report> published_;
};

}  // namespace

int run_check(const CheckOptions& options, Clock::time_point start, OutputGate& gate) {
  // Lives as long as the process: taking millions of terms apart at the end would only cost time.
  static CheckRun* const run = new CheckRun(options, start, gate);
  return run->run();
}

}  // namespace bireach::checker
