// SPDX-License-Identifier: Apache-2.0
#include "checker/command/inconsistent_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <sstream>
#include <thread>

#include "checker/command/input.h"
#include "checker/command/progress.h"
#include "checker/command/report_files.h"
#include "checker/command/run_description.h"
#include "checker/command/terminal.h"
#include "checker/command/version.h"
#include "checker/command/whole_file.h"
#include "checker/report/report_sources.h"
#include "checker/report/writers/inconsistency_writers.h"
#include "logic/solvers/solver_statistics.h"

namespace bireach::checker {
namespace {

std::string whole_text(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  if (!(text << stream.rdbuf())) throw std::runtime_error("cannot read it");
  return text.str();
}

class InconsistentRun {
 public:
  InconsistentRun(const InconsistentOptions& options, Clock::time_point start, OutputGate& gate)
      : options_(options), start_(start), gate_(gate), progress_(shows_progress(options.check), start) {
    description_.version = tool_version();
    description_.files = options.check.input.files;
    description_.data_model = to_string(options.check.input.data_model);
    description_.options = options_in_force(options);
    results_.resize(description_.files.size());
    is_done_.resize(results_.size());
  }

  int run() {
    if (const std::string problem = cannot_write_reports(options_.check); !problem.empty()) return refuse(problem);
    if (options_.baseline_file) {
      try {
        baseline_ = whole_text(*options_.baseline_file);
        InconsistencyReport nothing;
        hide_known(nothing, *baseline_);
      } catch (const std::exception& problem) {
        return refuse(*options_.baseline_file + ": " + problem.what());
      }
    }
    log_flags(options_.check.input, *make_logger(options_.check.input.log_level, LogPlace::plain));
    for (const std::string& file : description_.files)
      if (auto digest = sha256_of_file(file)) description_.sha256.emplace_back(file, std::move(*digest));
    const Watchdog watchdog(options_.check.limits, start_,
                            {[this] { progress_.tick(); }, [this](StopCause cause) { answer_overdue(cause); }},
                            std::chrono::milliseconds{2500});
    analyse(watchdog.stop_token());
    if (!gate_.claim()) std::this_thread::sleep_for(std::chrono::hours(1));  // the watchdog's thread answers
    const bool is_whole = watchdog.cause() == StopCause::none;
    const std::string missing = is_whole ? missing_function() : "";
    const int status = is_whole && all_unreadable() ? bad_input()
                       : !missing.empty()           ? report_bad_input(missing)
                                                    : answer(watchdog.cause());
    gate_.answered();
    return status;
  }

 private:
  int refuse(const std::string& message) {
    gate_.answered();
    return report_bad_input(message);
  }

  void analyse(const std::stop_token& stop) {
    InconsistencyWish wish = options_.wish;
    wish.reading.parse = parse_options(options_.check.input, Property(), MemoryReading::typed);
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
      for (std::size_t i = next++; i < description_.files.size(); i = next++) {
        const auto begun = [&](const FileFindings& so_far, const std::string& function) {
          progress_.set_phase(fmt::format("{}: {}", so_far.file, function));
          const std::lock_guard lock(mutex_);
          results_[i] = so_far;
        };
        FileFindings found = find_inconsistencies(description_.files[i], wish, stop, solvers_, begun);
        const std::lock_guard lock(mutex_);
        results_[i] = std::move(found);
        is_done_[i] = true;
      }
    };
    const auto jobs = std::min<std::size_t>(options_.check.jobs, description_.files.size());
    std::vector<std::thread> others;
    std::exception_ptr problem;
    const auto safely = [&] {
      try {
        run_with_stack(worker_stack_bytes, work);
      } catch (...) {
        const std::lock_guard lock(mutex_);
        problem = std::current_exception();
      }
    };
    for (std::size_t i = 1; i < jobs; ++i) others.emplace_back(safely);
    safely();
    for (std::thread& other : others) other.join();
    if (problem) std::rethrow_exception(problem);
  }

  bool all_unreadable() {
    const std::lock_guard lock(mutex_);
    return std::all_of(results_.begin(), results_.end(), [](const FileFindings& file) { return !file.error.empty(); });
  }

  /// A name of --functions that nothing has; empty: there is none.
  std::string missing_function() {
    const std::lock_guard lock(mutex_);
    for (const std::string& name : options_.wish.reading.functions) {
      const bool is_there = std::any_of(results_.begin(), results_.end(), [&](const FileFindings& file) {
        return !file.error.empty() || std::any_of(file.functions.begin(), file.functions.end(),
                                                  [&](const FunctionFindings& one) { return one.name == name; });
      });
      if (!is_there) return "--functions: no function '" + name + "' is defined in the input";
    }
    return "";
  }

  int bad_input() {
    progress_.clear();
    std::string message;
    for (const FileFindings& file : results_) message += (message.empty() ? "" : "\n") + file.error;
    return report_bad_input(message);
  }

  /// By the one thread that claimed the gate.
  int answer(StopCause cause) {
    progress_.clear();
    InconsistencyReport report = description_;
    {
      const std::lock_guard lock(mutex_);
      report.results = results_;
      for (std::size_t i = 0; i < is_done_.size(); ++i)
        if (!is_done_[i] && cause != StopCause::none)
          report.results[i].error =
              report.files[i] + (report.results[i].functions.empty() ? ": no time was left"
                                                                     : ": no time was left for its other functions");
    }
    if (cause != StopCause::none) report.stopped = to_string(cause);
    for (std::size_t i = 0; i < report.results.size(); ++i) report.results[i].file = report.files[i];
    if (baseline_) hide_known(report, *baseline_);
    ReportStatistics process;
    measure_process(process, start_);
    report.wall_s = process.wall_s;
    report.cpu_s = process.cpu_s;
    report.peak_memory_mib = process.peak_memory_mib;
    report.z3_queries = solvers_.z3_queries;
    report.cvc5_queries = solvers_.cvc5_queries;
    report.unknown_answers = solvers_.unknown_answers;
    try {
      write_files(report);
    } catch (const std::exception& problem) {
      return report_bad_input(problem.what());
    }
    const std::string text = inconsistency_text(report, on_standard_output({})) + report.verdict_line() + "\n";
    const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
    return written ? report.exit_status() : report_bad_input("cannot write to standard output");
  }

  void write_files(const InconsistencyReport& report) const {
    for (const auto& [format, path] : options_.check.reports) {
      if (format == "json") write_whole_file(path, inconsistency_json(report));
      if (format == "sarif") write_whole_file(path, inconsistency_sarif(report));
      if (format != "report") continue;
      std::map<std::string, std::string> sources;
      for (const ReportSource& source : read_sources(report.files)) sources[source.file] = source.text;
      std::filesystem::create_directories(path);
      write_whole_file((std::filesystem::path(path) / "index.html").string(), inconsistency_html(report, sources));
    }
  }

  void answer_overdue(StopCause cause) {
    if (!gate_.claim()) return;
    const int status = answer(cause);
    gate_.answered();
    end_process(status);
  }

  const InconsistentOptions& options_;
  Clock::time_point start_;
  OutputGate& gate_;
  ProgressLine progress_;
  InconsistencyReport description_;
  std::optional<std::string> baseline_;
  logic::SolverStatistics solvers_;
  std::mutex mutex_;  // guards what follows
  std::vector<FileFindings> results_;
  std::vector<bool> is_done_;
};

int list_functions(const InconsistentOptions& options) {
  frontend::ModularOptions reading = options.wish.reading;
  reading.parse = parse_options(options.check.input, Property(), MemoryReading::typed);
  std::string text;
  try {
    for (const std::string& file : options.check.input.files)
      for (const frontend::NamedFunction& function : frontend::list_functions(file, reading))
        text += fmt::format("{}:{}: {}\n", file, function.place.line, function.name);
  } catch (const frontend::ParseError& problem) {
    return report_bad_input(problem.what());
  }
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  return written ? 0 : report_bad_input("cannot write to standard output");
}

}  // namespace

int run_inconsistent(const InconsistentOptions& options, Clock::time_point start, OutputGate& gate) {
  if (options.only_list) {
    gate.answered();  // no verdict is due
    return list_functions(options);
  }
  return InconsistentRun(options, start, gate).run();
}

}  // namespace bireach::checker
