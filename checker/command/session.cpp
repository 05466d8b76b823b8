// SPDX-License-Identifier: Apache-2.0
#include "checker/command/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <exception>
#include <memory>
#include <semaphore>
#include <thread>
#include <vector>

#include "checker/answer/stop_timer.h"
#include "checker/command/patch_file.h"
#include "checker/command/report_files.h"
#include "checker/command/terminal.h"
#include "checker/command/version.h"
#include "checker/command/whole_file.h"
#include "checker/report/automaton_report.h"
#include "checker/report/evidence_report.h"
#include "checker/report/report_sources.h"
#include "checker/report/writers/text_report.h"
#include "checker/witness/witness.h"
#include "frontend/clang/reading/not_readable.h"
#include "frontend/program/visible_text.h"

namespace bireach::checker {
namespace {

/// What the report of a run that ran out of memory may take.
constexpr std::size_t reserve_bytes = std::size_t{16} << 20U;

}  // namespace

TextStyle style_of(const CheckOptions& options, TraceDetail traces) {
  TextStyle style;
  style.traces = traces;
  style.suspects = options.suspects;
  style.folds = !options.full_explanation;
  return style;
}

Question question_of(const CheckOptions& options) {
  Question question;
  question.verify = options.verify;
  question.explanation = options.explanation;
  question.plain = options.no_explanation;
  question.hazards = options.hazards;
  question.jobs = options.jobs;
  question.trusted = options.trusted;
  question.prove_memory = options.prove_memory;
  const PropertyChoice& property = options.input.property;
  question.all_checks = property.all_by_default && property.named.empty() && !options.stop_on_first;
  return question;
}

Subject read_subject(ProgramReader& reader, MemoryModel memory) {
  const auto read = [&reader](MemoryReading how) {
    return std::make_shared<const frontend::Program>(reader.read(how));
  };
  Subject subject;
  subject.program = read(first_reading(memory));
  subject.sources = ProgramSources{reader.files(), reader.parse_options(first_reading(memory))};
  if (memory == MemoryModel::automatic) subject.read_as_bytes = [read] { return read(MemoryReading::bytes); };
  subject.read_with_threads = [&reader](unsigned copies) {
    return std::make_shared<const frontend::Program>(reader.read_with_threads(copies));
  };
  return subject;
}

Session::Session(Command command, Clock::time_point start, OutputGate& gate)
    : command_(std::move(command)),
      options_(command_.options),
      start_(start),
      gate_(gate),
      progress_(shows_progress(options_), start),
      early_([this](const std::string& text) {
        progress_.without_line([&text] {
          std::fwrite(text.data(), 1, text.size(), stdout);
          std::fflush(stdout);  // if that fails, so will the report, which is said
        });
      }),
      log_(make_logger(options_.input.log_level, shows_progress(options_) ? LogPlace::over_progress : LogPlace::plain)),
      reserve_(std::make_unique_for_overwrite<char[]>(reserve_bytes)) {}

int Session::run() {
  if (const std::string problem = cannot_write_reports(options_); !problem.empty()) return report_bad_input(problem);
  enter("starting");
  Watchdog watchdog(options_.limits, start_,
                    {[this] {
                       early_.tick();
                       progress_.tick();
                     },
                     [this](StopCause cause) { answer_overdue(cause); }});
  watchdog_ = &watchdog;
  const std::stop_callback note_phase(watchdog.stop_token(), [this] {
    const std::lock_guard lock(mutex_);
    stopped_phase_ = phase_;
  });
  return work_apart();
}

/// What the libraries of the thread destroy at its end may take seconds (cvc5's nodes): nobody waits for that, and main
/// ends the process.
int Session::work_apart() {
  struct State {
    std::binary_semaphore done{0};
    int status = 4;
    std::exception_ptr failure;
  };
  auto& state = *new State;
  const auto work = [this, &state] {
    try {
      run_with_stack(worker_stack_bytes, [&] {
        state.status = work_safely();
        state.done.release();
      });
    } catch (...) {  // no thread can be had
      state.failure = std::current_exception();
      state.done.release();
    }
  };
  std::thread(work).detach();
  state.done.acquire();
  if (state.failure) std::rethrow_exception(state.failure);
  return state.status;
}

int Session::work_safely() {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    reserve_.reset();
    return answer_after("out of memory", VerdictKind::unknown);
  } catch (const std::exception& problem) {
    return answer_after(problem.what(), VerdictKind::internal_error);
  }
}

/// What is known stays the answer; if nothing is, or its report failed halfway, this.
int Session::answer_after(const std::string& failure, VerdictKind verdict) {
  wait_for_turn();
  const bool is_bug = verdict == VerdictKind::internal_error;
  try {
    if (std::optional<Report> known = last_line_.empty() ? known_answer() : std::nullopt) return write(*known);
    if (gate_.known_line() == nullptr) {
      Report report = unknown_report(failure);
      report.verdict = verdict;
      return finish(std::move(report));
    }
  } catch (const std::exception&) {  // nothing but the line, then
  }
  return last_words(is_bug ? "UNKNOWN(internal error)\n" : "UNKNOWN(out of memory)\n", is_bug ? 4 : 3);
}

/// Where there is no memory for more: what the gate knows, else this line.
int Session::last_words(const char* line, int status) {
  reserve_.reset();
  if (gate_.known_line() != nullptr) {
    line = gate_.known_line();
    status = gate_.known_status();
  }
  std::fputs("bireach: the report could not be written\n", stderr);
  std::fputs(line, stdout);
  std::fflush(stdout);
  gate_.answered();
  return status;
}

int Session::work() {
  enter("reading");
  {
    RunDescription description(options_.input, command_.options_in_force);
    const std::lock_guard lock(mutex_);
    description_ = std::move(description);
  }
  Inquiry inquiry;
  try {
    Property property = choose_property(options_.input.property);
    {
      const std::lock_guard lock(mutex_);
      description_->property = property;
      description_->set_entry(entry_of(options_.input, property));
    }
    const auto before = Clock::now();
    reader_.emplace(options_.input, std::move(property), *log_);
    inquiry = command_.inquire(*reader_, *description_);
    program_changed(inquiry.subject.program);
    statistics_.time.frontend = seconds_since(before);
  } catch (const PropertyError& problem) {
    return refuse(problem.what());
  } catch (const UnsupportedProperty& problem) {
    {
      const std::lock_guard lock(mutex_);
      description_->unsupported_property = problem.what();
    }
    return finish(unknown_report(fmt::format("property {} is not supported", problem.what())));
  } catch (const frontend::NotReadable& problem) {
    return finish(unknown_report(fmt::format("not supported yet: C that Clang cannot read: {}", problem.what())));
  } catch (const frontend::ParseError& problem) {
    return refuse(problem.what());
  } catch (const WitnessRejected& problem) {
    return finish(unknown_report(fmt::format("witness rejected: {}", problem.what())));
  }
  return finish(analyse(std::move(inquiry.subject), inquiry.question, budget(), *this));
}

Budget Session::budget() {
  Budget budget;
  budget.start = start_;
  if (options_.limits.timeout)
    budget.deadline = start_ + std::chrono::duration_cast<Clock::duration>(*options_.limits.timeout);
  if (options_.limits.explanation_timeout)
    budget.explanation_limit = std::chrono::duration_cast<Clock::duration>(*options_.limits.explanation_timeout);
  budget.stop = watchdog_->stop_token();
  budget.cause = [this] { return watchdog_->cause(); };
  budget.statistics = &statistics_;
  return budget;
}

void Session::enter(const std::string& phase) {
  log_->info("{}", phase);
  progress_.set_phase(phase);
  const std::lock_guard lock(mutex_);
  phase_ = phase;
}

void Session::progress(const Progress& progress) {
  progress_.update(progress);
  const std::lock_guard lock(mutex_);
  latest_ = progress;
}

void Session::remark(Severity severity, const std::string& text) {
  log_->log(severity == Severity::error ? spdlog::level::err : spdlog::level::warn, "{}", text);
}

void Session::program_changed(const std::shared_ptr<const frontend::Program>& program) {
  const std::lock_guard lock(mutex_);
  program_ = program;
}

std::shared_ptr<const frontend::Program> Session::program() const {
  const std::lock_guard lock(mutex_);
  return program_;
}

void Session::proved(const frontend::Program& program, const Safe& proof, const Report& report) {
  {
    const std::lock_guard lock(mutex_);
    proof_ = report;
  }
  gate_.know("TRUE\n", 0);
  constexpr std::chrono::milliseconds longest{60000};
  constexpr std::chrono::milliseconds reserve{2000};
  const auto end = budget().deadline;
  const auto left =
      end ? std::chrono::duration_cast<std::chrono::milliseconds>(*end - Clock::now()) : longest + reserve;
  const StopTimer timer(watchdog_->stop_token(), std::clamp(left - reserve, std::chrono::milliseconds(1), longest));
  collect_evidence(program, [&](const EvidenceInput& input) {
    return proof_evidence(input, proof, options_.evidence, timer.token());
  });
}

void Session::found(const frontend::Program& program, const frontend::Execution& execution) {
  collect_evidence(program, [&](const EvidenceInput& input) {
    return violation_evidence(input, execution, options_.evidence, harness_);
  });
  replay();  // before explanations, which may take all the time there is
  if (options_.evidence.replay) watchdog_->begin_explanation();
}

void Session::error_known(const std::shared_ptr<ErrorFindings>& findings) {
  {
    const std::lock_guard lock(mutex_);
    findings_ = findings;
  }
  gate_.know(frontend::kind_of(findings->violation()).verdict.data(), 1);
  announce(*findings);
  if (!options_.evidence.replay) watchdog_->begin_explanation();  // else behind that
}

/// The verdict is known to the gate. Of a witness there is no trace, and nothing to be explained.
void Session::announce(ErrorFindings& findings) {
  std::optional<ReportTrace> trace = findings.trace(1);
  if (!trace) return;
  const TextStyle style = on_standard_output(command_.style);
  const bool is_explained =
      style.subject != TextSubject::error || (!options_.no_explanation && trace->steps_left_out == 0);
  const std::string text = announcement(*trace, options_.input.files, style, is_explained);
  std::function<std::string()> plain = [trace = std::move(*trace), style] { return plain_trace(trace, style); };
  early_.announce(text, style.traces == TraceDetail::none ? nullptr : std::move(plain));
}

void Session::concluding() {
  watchdog_->end_explanation();
  wait_for_turn();
}

/// Witness and harness, as far as they are asked for; never throws.
void Session::collect_evidence(const frontend::Program& program,
                               const std::function<Evidence(const EvidenceInput&)>& make) {
  if (!options_.evidence.any()) return;
  enter("writing witnesses");
  Evidence evidence;
  try {
    evidence = make(EvidenceInput{program, reader_->parse_options(), description_->sha256, tool_version()});
  } catch (const std::exception& problem) {
    log_->error("internal error while the witness was made: {}; please report it", problem.what());
    evidence.problem = fmt::format("internal error: {}", problem.what());
  }
  const std::lock_guard lock(mutex_);
  evidence_ = std::move(evidence);
}

void Session::replay() {
  if (!options_.evidence.replay || !harness_) return;
  enter("replaying");
  std::vector<Replay> replays;
  std::string problem;
  try {
    set_last_act(abandon_replay);
    replays = replay_violation(*harness_, reader_->parse_options(), options_.input.files);
  } catch (const std::exception& failure) {
    problem = fmt::format("cannot replay: {}", failure.what());
  }
  const std::lock_guard lock(mutex_);
  evidence_.replays = std::move(replays);
  if (!problem.empty()) evidence_.problem = problem;
}

Report Session::unknown_report(const std::string& reason) const {
  Report report;
  report.verdict = VerdictKind::unknown;
  report.reason = reason;
  const std::lock_guard lock(mutex_);
  report.statistics.automaton_states = latest_.states;
  return report;
}

std::optional<Report> Session::known_answer() const {
  std::shared_ptr<ErrorFindings> findings;
  {
    const std::lock_guard lock(mutex_);
    if (proof_) return proof_;
    findings = findings_;
  }
  return findings ? std::optional(findings->report()) : std::nullopt;
}

Report Session::report_of_stop(StopCause cause) const {
  if (std::optional<Report> known = known_answer()) return std::move(*known);
  if (cause != StopCause::crash) return unknown_report(std::string(to_string(cause)));
  Report report = unknown_report(happened(cause));
  report.verdict = VerdictKind::internal_error;
  return report;
}

/// The watchdog's thread: the worker did not come back.
void Session::answer_overdue(StopCause cause) {
  if (!gate_.claim()) return;  // the worker is answering at this moment
  reserve_.reset();
  const bool crashed = cause == StopCause::crash;
  int status = 0;
  try {
    Report report = report_of_stop(cause);
    status = write(report);
  } catch (...) {
    status = last_words(crashed ? "UNKNOWN(internal error)\n" : "UNKNOWN(out of memory)\n", crashed ? 4 : 3);
  }
  std::fflush(stdout);
  end_process(status);
}

int Session::finish(Report report) {
  wait_for_turn();
  if (report.verdict == VerdictKind::internal_error) {
    progress_.clear();
    report_internal_error(report.reason);
  }
  return write(report);
}

int Session::refuse(const std::string& message) {
  wait_for_turn();
  progress_.clear();
  return report_bad_input(message);
}

void Session::wait_for_turn() {
  if (worker_answers_) return;  // an answer failed halfway, and this one says so
  worker_answers_ = gate_.claim();
  if (worker_answers_) return;
  // The watchdog answers and ends the process.
  for (;;) pause();
}

/// What the analysis does not know, and counts that may be newer than what it copied.
void Session::complete(Report& report) {
  const std::lock_guard lock(mutex_);
  if (description_) description_->describe(report);
  ReportStatistics& statistics = report.statistics;
  const auto raise = [](std::uint64_t& count, std::uint64_t newer) { count = std::max(count, newer); };
  raise(statistics.iterations, latest_.iterations);
  raise(statistics.infeasible_traces, latest_.refuted);
  raise(statistics.bounded_depth, latest_.depth);
  raise(statistics.z3_queries, statistics_.solver.z3_queries);
  raise(statistics.cvc5_queries, statistics_.solver.cvc5_queries);
  raise(statistics.cadical_queries, statistics_.solver.cadical_queries);
  raise(statistics.unknown_answers, statistics_.solver.unknown_answers);
  for (const auto& [seconds, key, name] : phases)
    statistics.time.*seconds = std::max<double>(statistics.time.*seconds, statistics_.time.*seconds);
  measure_process(statistics, start_);
  if (std::string stopped = what_stopped(); !stopped.empty()) report.details.push_back(std::move(stopped));
  const bool is_safe = report.verdict == VerdictKind::safe;
  const bool is_answer = is_safe || report.verdict == VerdictKind::unsafe;
  if (is_answer) report.evidence = std::move(evidence_);
  const EvidenceOf wanted = !is_answer ? EvidenceOf::nothing : is_safe ? EvidenceOf::proof : EvidenceOf::violation;
  for (std::string& line : missing_evidence(report.evidence, options_.evidence, wanted)) {
    log_->warn("{}", line);
    report.details.push_back(std::move(line));
  }
  if (options_.patch_file) report.details.push_back(patch_line(report, *options_.patch_file));
  if (!is_answer) return;
  for (EvidenceLine& line : evidence_lines(report.evidence)) {
    if (line.is_warning) log_->warn("{}", line.text);
    report.details.push_back(std::move(line.text));
  }
}

/// "The time limit was reached while verifying."; empty: nothing has.
std::string Session::what_stopped() const {
  const StopCause cause = watchdog_->cause();
  if (cause == StopCause::none || stopped_phase_.empty()) return "";
  std::string text = fmt::format("{} while {}.", happened(cause), stopped_phase_);
  text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  if (cause == StopCause::crash)
    text += " This is a bug in bireach; please report it with the command line and the input files.";
  return text;
}

/// What reports show of the program beside the traces.
void Session::add_sources(Report& report) const {
  const std::shared_ptr<const frontend::Program> read = program();
  if (!read) {
    report.sources = read_sources(report.files);
    return;
  }
  std::vector<std::string> files = read->files;
  files.insert(files.end(), read->headers.begin(), read->headers.end());
  report.sources = read_sources(files);
  if (shows_automaton(options_)) report.automaton = make_automaton_report(*read, report.traces);
}

/// The result file first: once the verdict is read, the file is there.
int Session::write(Report& report) {
  progress_.clear();
  complete(report);
  int status = exit_status(report);
  if (last_line_.empty()) {
    last_line_ = verdict_line(report) + "\n";
    gate_.know(last_line_.c_str(), status);
  }
  try {
    remove_stale(report.evidence, options_.evidence);
    if (options_.patch_file) write_patch(report, *options_.patch_file);
    if (options_.slice_file) {
      if (report.slice && report.slice->output && !report.slice->output->file.empty())
        write_whole_file(*options_.slice_file, report.slice->output->text);
      else if (!report.slice)
        report.details.push_back("No slice was written to " + frontend::visible_text(*options_.slice_file));
    }
    for (const OutputFile& file : report.evidence.files) write_whole_file(file.path, file.content);
    if (shows_sources(options_)) add_sources(report);
    // After a limit or a signal nobody wants to wait for a drawing.
    write_report_files(options_, report, std::chrono::seconds(watchdog_->cause() == StopCause::none ? 10 : 2));
  } catch (const std::bad_alloc&) {
    reserve_.reset();
    std::fputs("bireach: out of memory while writing the files asked for\n", stderr);
  } catch (const std::exception& problem) {
    status = report_bad_input(problem.what());
  }
  TextStyle style = on_standard_output(command_.style);
  style.announced = early_.end();
  const std::string text = text_report(report, style);
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!written) status = report_bad_input("cannot write to standard output");
  gate_.know(last_line_.c_str(), status);
  gate_.answered();
  return status;
}

int run_session(Command command, Clock::time_point start, OutputGate& gate) {
  static auto& sessions = *new std::vector<std::unique_ptr<Session>>;
  return sessions.emplace_back(std::make_unique<Session>(std::move(command), start, gate))->run();
}

}  // namespace bireach::checker
