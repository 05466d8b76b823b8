// SPDX-License-Identifier: Apache-2.0
/// What the commands that verify have in common: from files to a verdict, under limits and signals, to the files and
/// the text asked for.
#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "checker/command_line.h"
#include "checker/input.h"
#include "checker/limits.h"
#include "checker/progress.h"
#include "checker/report.h"
#include "checker/text_report.h"
#include "relevance/error_invariants.h"

namespace bireach::checker {

/// One run: the worker's thread does the work and notes what is known; the watchdog's thread answers from that if the
/// worker does not come back in time. What follows after an error is found is up to the command.
class Run {
 public:
  /// The references must outlive the run. `gate` is claimed by whoever answers.
  Run(const CheckOptions& options, Clock::time_point start, OutputGate& gate);
  virtual ~Run() = default;
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  /// Parses, verifies, explains and reports: the result file if asked for, then the text on standard output. The exit
  /// status as documented: 0 TRUE, 1 FALSE, 2 bad input, 3 UNKNOWN, 4 an internal error. When the run does not stop in
  /// time after a limit or a signal, reports from the watchdog's thread and ends the process.
  /// `block_termination_signals` must have been called.
  int run();
  /// For the library: the same on a program that was read already, without signals, output and the end of the process;
  /// a solver that does not listen may outlast the time limit.
  Report answer(const frontend::Program& program);

 protected:
  /// After a feasible error trace was found; ends with `finish`.
  virtual int explain(const frontend::Execution& execution) = 0;
  /// What is known of the error, once `error_is_known`. Called at most once, by the one thread that answers, perhaps
  /// while the worker still works; may take apart what the worker holds under a lock.
  virtual Report error_report(StopCause cause) = 0;
  [[nodiscard]] virtual std::vector<std::pair<std::string, std::string>> all_options() const;
  [[nodiscard]] virtual TextStyle style() const;
  /// Some twenty times a second, in the watchdog's thread.
  virtual void tick() { progress_.tick(); }

  void enter(const std::string& phase);
  void note(const Progress& progress);
  /// Input, options and the counts that both threads may read.
  Report known_report();
  /// The program to verify. Throws as read_program does, and WitnessRejected.
  [[nodiscard]] virtual frontend::Program load(const Property& property, bool as_bytes);
  /// Verifies `program_`.
  [[nodiscard]] virtual Verdict search(const VerifyOptions& options);
  /// A proof was found, or nothing was: the last chance to change the report.
  virtual void conclude(Report& /*report*/) {}
  /// From now on the verdict is FALSE, whatever comes.
  void set_error_known() {
    error_known_ = true;
    gate_.know("FALSE(unreach-call)\n", 1);
  }
  /// The same for a report that is made already.
  int finish(Report report, const std::string& internal_error = {});
  /// The worker's last words: waits for its turn, then writes `error_report`.
  int finish_error();

  [[nodiscard]] frontend::Arithmetic arithmetic() const {
    return options_.verify.arithmetic == ArithmeticChoice::bitvector ? frontend::Arithmetic::bitvector
                                                                     : frontend::Arithmetic::integer;
  }
  /// Nothing: no time limit.
  [[nodiscard]] std::optional<Clock::time_point> deadline() const;
  /// For error invariants; one trace may take what the run's limit leaves, but not long.
  [[nodiscard]] relevance::ExplanationConfig explanation_config();

  const CheckOptions& options_;
  Clock::time_point start_;
  ProgressLine progress_;
  std::shared_ptr<spdlog::logger> log_;
  Watchdog* watchdog_ = nullptr;

  // The worker's own, but for the atomic counters in statistics_.solver.
  frontend::Program program_;
  VerifyStatistics statistics_;

 private:
  int work_safely();
  int work();
  int end_badly(const std::exception& problem);
  void describe_input();
  int verify_program();
  int refuse(const std::string& message);
  void wait_for_turn();
  Report unknown_report(const std::string& reason);
  void answer_overdue(StopCause cause);
  void add_sources(Report& report) const;
  int write(Report& report);
  /// Witness and harness, as far as they are asked for; never throws.
  void collect_evidence(const std::function<Evidence(const EvidenceInput&)>& make);
  void replay();

  OutputGate& gate_;
  bool worker_answers_ = false;
  std::optional<Report> answer_;  ///< of `answer`
  bool in_library_ = false;
  std::atomic<bool> error_known_{false};
  std::atomic<bool> program_is_read_{false};

  mutable std::mutex program_mutex_;  // held while the program is replaced, and while another thread looks at it

  Property property_;
  bool as_bytes_ = false;  ///< ParseOptions::memory_as_bytes
  std::optional<Harness> harness_;
  std::mutex mutex_;  // guards what follows
  Report base_;
  Evidence evidence_;
  Progress latest_{};
  std::string phase_;
};

[[nodiscard]] double seconds_since(Clock::time_point start);

}  // namespace bireach::checker
