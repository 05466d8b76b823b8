// SPDX-License-Identifier: Apache-2.0
/// One run of a command that verifies: threads, limits, signals, progress and output around an analysis.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "checker/analysis/analysis.h"
#include "checker/analysis/findings.h"
#include "checker/answer/limits.h"
#include "checker/command/command_line.h"
#include "checker/command/early_answer.h"
#include "checker/command/input.h"
#include "checker/command/progress.h"
#include "checker/command/run_description.h"
#include "checker/report/text/text_style.h"

namespace bireach::checker {

/// What an analysis is asked.
struct Inquiry {
  Subject subject;
  Question question;
};

/// A command: its options, and from files to its question.
struct Command {
  const CheckOptions& options;  ///< must outlive the session
  NamedOptions options_in_force;
  TextStyle style;  ///< what is to be shown; the terminal's part is found out
  /// Reads the files. Throws what ProgramReader throws, and WitnessRejected. The reader lives as long as the session.
  std::function<Inquiry(ProgramReader&, const RunDescription&)> inquire;
};

/// What the options say of the text.
[[nodiscard]] TextStyle style_of(const CheckOptions& options, TraceDetail traces = TraceDetail::automatic);
/// What every command asks in the same way.
[[nodiscard]] Question question_of(const CheckOptions& options);
/// The program as it is read, with its second reading if the options allow it.
[[nodiscard]] Subject read_subject(ProgramReader& reader, MemoryModel memory);

/// The worker's thread does the work, and what is known is noted; the watchdog's thread answers from that if the worker
/// does not come back in time.
class Session final : private Observer {
 public:
  /// `gate` is claimed by whoever answers, and must outlive the session.
  Session(Command command, Clock::time_point start, OutputGate& gate);
  ~Session() override = default;

  /// Reads, analyses and reports: the files asked for, then the text on standard output. The exit status as documented:
  /// 0 TRUE, 1 FALSE, 2 bad input, 3 UNKNOWN, 4 an internal error. When the run does not stop in time after a limit or
  /// a signal, reports from the watchdog's thread and ends the process. `block_termination_signals` must have been
  /// called.
  int run();

 private:
  // Of the analysis, in the worker's thread:
  void enter(const std::string& phase) override;
  void progress(const Progress& progress) override;
  void remark(Severity severity, const std::string& text) override;
  void program_changed(const std::shared_ptr<const frontend::Program>& program) override;
  void proved(const frontend::Program& program, const Safe& proof, const Report& report) override;
  void found(const frontend::Program& program, const frontend::Execution& execution) override;
  void error_known(const std::shared_ptr<ErrorFindings>& findings) override;
  void concluding() override;

  int work_apart();
  int work_safely();
  int answer_after(const std::string& failure, VerdictKind verdict);
  int work();
  int finish(Report report);
  int refuse(const std::string& message);
  [[nodiscard]] Budget budget();
  [[nodiscard]] Report unknown_report(const std::string& reason) const;
  void wait_for_turn();
  void collect_evidence(const frontend::Program& program, const std::function<Evidence(const EvidenceInput&)>& make);
  void replay();
  [[nodiscard]] std::optional<Report> known_answer() const;
  [[nodiscard]] Report report_of_stop(StopCause cause) const;
  void answer_overdue(StopCause cause);
  /// By the one thread that claimed the gate.
  void complete(Report& report);
  [[nodiscard]] std::string what_stopped() const;
  int write(Report& report);
  int last_words(const char* line, int status);
  void announce(ErrorFindings& findings);
  void add_sources(Report& report) const;
  [[nodiscard]] std::shared_ptr<const frontend::Program> program() const;

  const Command command_;
  const CheckOptions& options_;
  const Clock::time_point start_;
  OutputGate& gate_;
  ProgressLine progress_;
  EarlyAnswer early_;
  const std::shared_ptr<spdlog::logger> log_;
  Watchdog* watchdog_ = nullptr;
  std::unique_ptr<char[]> reserve_;  ///< never touched; given back by who answers for a worker that cannot

  // The worker's own, but for the atomic counters in statistics_.solver.
  VerifyStatistics statistics_;
  std::optional<ProgramReader> reader_;
  std::optional<Harness> harness_;
  bool worker_answers_ = false;
  std::string last_line_;  ///< the verdict, as the gate knows it: of the one thread that answers

  mutable std::mutex mutex_;  // guards what follows
  std::optional<RunDescription> description_;
  std::shared_ptr<const frontend::Program> program_;  ///< once it is read
  std::shared_ptr<ErrorFindings> findings_;           ///< once the verdict is FALSE
  std::optional<Report> proof_;                       ///< once it is TRUE
  Evidence evidence_;
  Progress latest_{};
  std::string phase_;
  std::string stopped_phase_;  ///< in which a limit or a signal struck
};

/// Runs the command in a session that lives as long as the process: taking millions of terms apart at the end would
/// only cost time.
int run_session(Command command, Clock::time_point start, OutputGate& gate);

}  // namespace bireach::checker
