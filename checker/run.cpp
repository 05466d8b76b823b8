// SPDX-License-Identifier: Apache-2.0
#include "checker/run.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "checker/automaton_report.h"
#include "checker/evidence_report.h"
#include "checker/json_report.h"
#include "checker/report_files.h"
#include "checker/report_sources.h"
#include "checker/stop_timer.h"
#include "checker/witness.h"

namespace bireach::checker {
namespace {

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

bool shows_progress(const CheckOptions& options) {
  return options.show_progress && options.input.log_level != LogLevel::quiet && isatty(STDERR_FILENO) != 0;
}

}  // namespace

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

Run::Run(const CheckOptions& options, Clock::time_point start, OutputGate& gate)
    : options_(options),
      start_(start),
      progress_(shows_progress(options), start),
      log_(make_logger(options.input.log_level, shows_progress(options))),
      gate_(gate) {}

int Run::run() {
  if (const std::string problem = cannot_write_reports(options_); !problem.empty()) return report_bad_input(problem);
  enter("starting");
  Watchdog watchdog(options_.limits, start_, {[this] { tick(); }, [this](StopCause cause) { answer_overdue(cause); }});
  watchdog_ = &watchdog;
  int status = 4;
  run_with_stack(worker_stack_bytes, [this, &status] { status = work_safely(); });
  return status;
}

Report Run::answer(const frontend::Program& program) {
  in_library_ = true;
  log_->set_level(spdlog::level::off);
  Watchdog watchdog(options_.limits, start_, {[this] { tick(); }, nullptr});
  watchdog_ = &watchdog;
  describe_input();
  base_.entry = program.entry;
  for (auto& [name, value] : base_.options) {
    if (name == "entry") value = base_.entry;
  }
  program_ = program;
  run_with_stack(worker_stack_bytes, [this] { work_safely(); });
  return std::move(*answer_);
}

int Run::work_safely() {
  try {
    return in_library_ ? verify_program() : work();
  } catch (const std::bad_alloc&) {
    return error_known_ && !worker_answers_ ? finish_error() : finish(unknown_report("out of memory"));
  } catch (const std::exception& problem) {
    return end_badly(problem);
  }
}

int Run::end_badly(const std::exception& problem) {
  Report report = known_report();
  report.verdict = VerdictKind::internal_error;
  report.reason = problem.what();
  return finish(std::move(report), problem.what());
}

int Run::work() {
  enter("reading");
  {
    const std::lock_guard lock(mutex_);
    describe_input();
  }
  Property& property = property_;
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
    as_bytes_ = options_.input.memory == MemoryModel::bytes;
    program_ = load(property, as_bytes_);
    program_is_read_ = true;
    statistics_.time.frontend = seconds_since(before);
  } catch (const frontend::ParseError& problem) {
    return refuse(problem.what());
  } catch (const WitnessRejected& problem) {
    return finish(unknown_report(fmt::format("witness rejected: {}", problem.what())));
  }
  return verify_program();
}

frontend::Program Run::load(const Property& property, bool as_bytes) {
  return read_program(options_.input, property, *log_, as_bytes);
}

void Run::collect_evidence(const std::function<Evidence(const EvidenceInput&)>& make) {
  if (!options_.evidence.any()) return;
  enter("writing witnesses");
  Evidence evidence;
  try {
    const frontend::ParseOptions parse = parse_options(options_.input, property_, as_bytes_);
    evidence = make(EvidenceInput{program_, parse, known_report().sha256, tool_version()});
  } catch (const std::exception& problem) {
    log_->error("internal error while the witness was made: {}; please report it", problem.what());
    evidence.problem = fmt::format("internal error: {}", problem.what());
  }
  const std::lock_guard lock(mutex_);
  evidence_ = std::move(evidence);
}

void Run::replay() {
  if (!options_.evidence.replay || !harness_) return;
  enter("replaying");
  std::vector<Replay> replays;
  std::string problem;
  try {
    const frontend::ParseOptions parse = parse_options(options_.input, property_, as_bytes_);
    replays = replay_violation(*harness_, parse, options_.input.files);
  } catch (const std::exception& failure) {
    problem = fmt::format("cannot replay: {}", failure.what());
  }
  const std::lock_guard lock(mutex_);
  evidence_.replays = std::move(replays);
  if (!problem.empty()) evidence_.problem = problem;
}

void Run::describe_input() {
  base_.version = tool_version();
  base_.files = options_.input.files;
  base_.data_model = to_string(options_.input.data_model);
  base_.property = "unreach-call";
  base_.entry = options_.input.entry.value_or("main");
  base_.options = all_options();
  for (const std::string& file : options_.input.files) {
    if (auto digest = sha256_of_file(file)) base_.sha256.emplace_back(file, std::move(*digest));
  }
}

std::vector<std::pair<std::string, std::string>> Run::all_options() const {
  return options_in_force(options_);
}

TextStyle Run::style() const {
  return style_of_standard_output();
}

std::optional<Clock::time_point> Run::deadline() const {
  if (!options_.limits.timeout) return std::nullopt;
  return start_ + std::chrono::duration_cast<Clock::duration>(*options_.limits.timeout);
}

relevance::ExplanationConfig Run::explanation_config() {
  relevance::ExplanationConfig config;
  config.kind = options_.explanation;
  config.arithmetic = arithmetic();
  config.interpolation = options_.verify.interpolation;
  config.stop = watchdog_->stop_token();
  config.statistics = &statistics_.solver;
  if (const auto end = deadline()) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(*end - Clock::now());
    config.time_limit = std::clamp(left, std::chrono::milliseconds(1), config.time_limit);
  }
  return config;
}

Verdict Run::search(const VerifyOptions& options) {
  return verify(program_, options, watchdog_->stop_token(), statistics_,
                [this](const Progress& progress) { note(progress); });
}

int Run::verify_program() {
  enter("verifying");
  bool has_error = false;
  for (frontend::LocationId l = 0; l < program_.location_count(); ++l)
    has_error = has_error || program_.location(l).kind == frontend::LocationKind::Error;
  if (!has_error) log_->warn("nothing to check: no assertion and no call of an error function can be reached");
  VerifyOptions options = options_.verify;
  options.deadline = deadline();
  Verdict verdict = search(options);
  const bool is_open = std::holds_alternative<Unknown>(verdict) && watchdog_->cause() == StopCause::none;
  if (is_open && !in_library_ && program_.needs_bytes && options_.input.memory == MemoryModel::automatic) {
    enter("verifying with memory as bytes");
    const auto before = Clock::now();
    as_bytes_ = true;
    frontend::Program program = load(property_, as_bytes_);
    {
      const std::lock_guard lock(program_mutex_);
      program_ = std::move(program);
    }
    statistics_.time.frontend += seconds_since(before);
    verdict = search(options);
  }
  if (const auto* safe = std::get_if<Safe>(&verdict)) {
    Report report = known_report();
    report.verdict = VerdictKind::safe;
    report.assumptions = safe->assumptions;
    report.unrolled = safe->unrolled;
    report.has_summaries = safe->has_summaries;
    for (const auto& [location, predicates] : safe->proof.predicates) report.proof_predicates += predicates.size();
    report.statistics = snapshot(statistics_);
    // The verdict must not be lost for its witness.
    constexpr std::chrono::milliseconds longest{60000};
    constexpr std::chrono::milliseconds reserve{2000};
    const auto left = deadline() ? std::chrono::duration_cast<std::chrono::milliseconds>(*deadline() - Clock::now())
                                 : longest + reserve;
    const StopTimer timer(watchdog_->stop_token(), std::clamp(left - reserve, std::chrono::milliseconds(1), longest));
    collect_evidence(
        [&](const EvidenceInput& input) { return proof_evidence(input, *safe, options_.evidence, timer.token()); });
    conclude(report);
    return finish(std::move(report));
  }
  if (const auto* unsafe = std::get_if<Unsafe>(&verdict)) {
    frontend::Execution execution = unsafe->execution;
    // From now on what overflows is an execution like any other; the reports say where it does.
    if (!execution.undefined.empty()) {
      program_.signed_overflow = frontend::SignedOverflow::wraps;
      execution.undefined.clear();
      const std::lock_guard lock(mutex_);
      base_.overflow_wraps = true;
    }
    collect_evidence([&](const EvidenceInput& input) {
      return violation_evidence(input, unsafe->execution, options_.evidence, harness_);
    });
    return explain(execution);
  }
  const StopCause cause = watchdog_->cause();
  const std::string& reason = std::get<Unknown>(verdict).reason;
  Report report = unknown_report(cause == StopCause::none ? reason : std::string(to_string(cause)));
  report.assumptions = program_.assumptions;
  report.statistics = snapshot(statistics_);
  conclude(report);
  return finish(std::move(report));
}

void Run::enter(const std::string& phase) {
  log_->info("{}", phase);
  progress_.set_phase(phase);
  const std::lock_guard lock(mutex_);
  phase_ = phase;
}

void Run::note(const Progress& progress) {
  progress_.update(progress);
  const std::lock_guard lock(mutex_);
  latest_ = progress;
}

Report Run::known_report() {
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

Report Run::unknown_report(const std::string& reason) {
  Report report = known_report();
  report.verdict = VerdictKind::unknown;
  report.reason = reason;
  return report;
}

/// The watchdog's thread: the worker did not come back.
void Run::answer_overdue(StopCause cause) {
  if (!gate_.claim()) return;  // the worker is answering at this moment
  int status = error_known_ ? 1 : 3;
  try {
    Report report;
    if (error_known_) {
      report = error_report(cause);
    } else {
      report = unknown_report(std::string(to_string(cause)));
      const std::lock_guard lock(mutex_);
      report.details.push_back("The run was stopped while " + phase_ + ".");
    }
    status = write(report);
  } catch (...) {
    std::fputs("bireach: out of memory while writing the report\n", stderr);
    std::fputs(error_known_ ? "FALSE(unreach-call)\n" : "UNKNOWN(out of memory)\n", stdout);
  }
  std::fflush(stdout);
  _exit(status);
}

int Run::finish(Report report, const std::string& internal_error) {
  wait_for_turn();
  if (!internal_error.empty() && !in_library_) {
    progress_.clear();
    report_internal_error(internal_error);
  }
  return write(report);
}

int Run::finish_error() {
  replay();
  wait_for_turn();
  Report report = error_report(watchdog_->cause());
  return write(report);
}

int Run::refuse(const std::string& message) {
  wait_for_turn();
  progress_.clear();
  return report_bad_input(message);
}

void Run::wait_for_turn() {
  if (worker_answers_) return;  // an answer failed halfway, and this one says so
  worker_answers_ = gate_.claim();
  if (worker_answers_) return;
  // The watchdog answers and ends the process.
  for (;;) pause();
}

/// What reports show of the program beside the traces.
void Run::add_sources(Report& report) const {
  const std::lock_guard lock(program_mutex_);
  if (!program_is_read_) {
    report.sources = read_sources(report.files);
    return;
  }
  std::vector<std::string> files = program_.files;
  files.insert(files.end(), program_.headers.begin(), program_.headers.end());
  report.sources = read_sources(files);
  if (options_.report_folder) report.automaton = make_automaton_report(program_, report.traces);
}

/// By the one thread that claimed the gate. The result file first: once the verdict is read, the file is there.
int Run::write(Report& report) {
  progress_.clear();
  measure_process(report.statistics, start_);
  int status = exit_status(report);
  if (in_library_) {
    answer_ = std::move(report);
    return status;
  }
  const bool decided = report.verdict == VerdictKind::safe || report.verdict == VerdictKind::unsafe;
  if (decided) {
    const std::lock_guard lock(mutex_);
    report.evidence = std::move(evidence_);
    for (std::string& line : evidence_lines(report.evidence)) {
      // What nobody should overlook who reads no report.
      if (line.starts_with("The harness cannot set") || line.starts_with("No witness")) log_->warn("{}", line);
      report.details.push_back(std::move(line));
    }
  }
  try {
    for (const OutputFile& file : report.evidence.files) write_whole_file(file.path, file.content);
    if (shows_sources(options_)) add_sources(report);
    // After a limit or a signal nobody wants to wait for a drawing.
    write_report_files(options_, report, std::chrono::seconds(watchdog_->cause() == StopCause::none ? 10 : 2));
  } catch (const std::exception& problem) {
    status = report_bad_input(problem.what());
  }
  const std::string text = text_report(report, style());
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  return written ? status : report_bad_input("cannot write to standard output");
}

}  // namespace bireach::checker
