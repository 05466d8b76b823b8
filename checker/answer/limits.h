// SPDX-License-Identifier: Apache-2.0
/// Limits of a run (time, memory), signals, and what ends a run that does not end by itself.
#pragma once

#include <pthread.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>

#include "logic/solvers/deep_thread.h"

namespace bireach::checker {

using Clock = std::chrono::steady_clock;

struct Limits {
  std::optional<std::chrono::duration<double>> timeout;  ///< wall clock since the start of the process
  std::optional<std::uint64_t> memory_mib;               ///< resident memory
  /// For what follows once an error is known: Watchdog::begin_explanation.
  std::optional<std::chrono::duration<double>> explanation_timeout;
  std::stop_token cancel;  ///< of a caller of the library
};

/// Why a run was asked to stop.
enum class StopCause : std::uint8_t {
  none,
  timeout,
  explanation_timeout,  ///< the answer is known, and stays; any other cause takes its place
  memory,
  cancelled,
  // Signals:
  interrupt,
  terminate,
  cpu_limit,
  hangup,
  quit,
  broken_pipe,
  user_1,
  user_2,
  alarm,
  virtual_alarm,
  profiling_alarm,
  other_signal,
  // Of the process itself, and always urgent:
  out_of_memory,
  crash
};
/// The reason as the verdict line gives it: "timeout", "memory limit", "interrupted by SIGINT", …
[[nodiscard]] std::string_view to_string(StopCause cause);
/// The same as a part of a sentence: "the memory limit was reached", "the run was interrupted by SIGINT", …
[[nodiscard]] std::string happened(StopCause cause);
/// The signal, if one is the cause.
[[nodiscard]] bool is_signal(StopCause cause);

/// Lets exactly one thread write the final answer.
class OutputGate {
 public:
  /// True for the first caller only.
  [[nodiscard]] bool claim() {
    if (claimed_.exchange(true)) return false;
    claimant_.store(pthread_self());
    return true;
  }
  [[nodiscard]] bool is_claimed() const { return claimed_.load(); }
  [[nodiscard]] bool is_claimed_here() const {
    return is_claimed() && pthread_equal(claimant_.load(), pthread_self()) != 0;
  }
  /// The verdict line is written, or none is due.
  void answered() { answered_.store(true); }
  [[nodiscard]] bool is_answered() const { return answered_.load(); }
  /// The run's answer is this line (which outlives the gate) with this exit status, even if what follows crashes.
  void know(const char* line, int status) {
    status_.store(status);
    line_.store(line);
  }
  [[nodiscard]] const char* known_line() const { return line_.load(); }
  [[nodiscard]] int known_status() const { return status_.load(); }

 private:
  std::atomic<bool> claimed_{false};
  std::atomic<bool> answered_{false};
  std::atomic<pthread_t> claimant_{};
  std::atomic<const char*> line_{nullptr};
  std::atomic<int> status_{0};
};

/// Blocks every signal whose default action ends the process (but those that a crash raises, and SIGHUP where somebody
/// ignores it, as nohup does) in this thread and every thread it starts afterwards; a Watchdog then receives them. What
/// a write to a closed pipe or beyond a file limit would raise is an error of the write from then on. To be called
/// before any other thread exists; needs nothing of the C++ library.
void block_termination_signals();
/// The opposite, for work that has no answer to save: such a signal ends the process at once, which is said on standard
/// error.
void end_by_signals();

/// On a crash (SIGSEGV, SIGABRT, …) or an allocation that fails where nobody can catch it: a Watchdog that waits is
/// told (StopCause::crash or out_of_memory), and may write what is known. If it has not done so in time, or there is
/// none, writes a last verdict line and ends the process: the line and status that `gate` knows, else UNKNOWN with
/// status 4, or 3 if memory had run out. Silent about the verdict once `gate` is answered. `gate` must outlive the
/// process's work. Does nothing under AddressSanitizer, which reports crashes better. Needs nothing of other libraries
/// than C's.
void install_crash_report(OutputGate& gate);
/// A library's call of exit() is a crash like any other.
void report_exit_as_crash();
/// From now on exit() is what is wanted, and crashes lose nothing.
void expect_exit();

/// What may be done about a crash instead of ending the run, with system calls only; it returns if it is not. It gets
/// what set_last_act was given.
using WayOut = void (*)(OutputGate& gate, void (*last_act)());
void set_way_out(WayOut way);

/// What has to be done before a process ends in the midst of its work: removing temporary files, ending children. May
/// be called by any thread at any time, also in a signal handler, so it must do with system calls. Null: nothing.
void set_last_act(void (*act)());
/// Does that, and ends the process.
[[noreturn]] void end_process(int status);

using logic::run_with_stack;  // syntax trees and terms are traversed recursively

/// Resident memory of this process in bytes; 0 where the system does not tell.
[[nodiscard]] std::uint64_t resident_bytes();

/// A thread that watches limits and signals. When one of them strikes it requests a stop; if the run has not ended
/// `grace` later (a solver or a parser that does not listen), or a second signal comes, or memory still grows, or the
/// process has crashed, it calls `overdue`, which writes what is known and ends the process.
class Watchdog {
 public:
  struct Callbacks {
    std::function<void()> tick;              ///< some twenty times a second
    std::function<void(StopCause)> overdue;  ///< at most once; if there is none, signals are not watched either
  };
  Watchdog(const Limits& limits, Clock::time_point start, Callbacks callbacks,
           std::chrono::milliseconds grace = std::chrono::milliseconds{900});
  /// Ends the watch at once.
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  [[nodiscard]] std::stop_token stop_token() const { return stop_.get_token(); }
  [[nodiscard]] StopCause cause() const { return cause_.load(); }

  /// An error is known, and is explained from here on: its time runs. Any thread may call these two; the first call of
  /// each counts.
  void begin_explanation();
  /// What still comes is not cut for it: the files asked for, the text.
  void end_explanation() { explanation_has_ended_.store(true); }

 private:
  void watch();
  void receive_signal();
  void receive_crash();
  void check_limits();
  [[nodiscard]] bool is_overdue() const;
  void stop(StopCause cause);

  Limits limits_;
  Clock::time_point start_;
  Callbacks callbacks_;
  std::chrono::milliseconds grace_;
  std::stop_source stop_;
  std::atomic<StopCause> cause_{StopCause::none};
  std::atomic<Clock::rep> explanation_begin_{0};  ///< 0: it has not begun
  std::atomic<bool> explanation_has_ended_{false};
  Clock::time_point stopped_at_;
  bool urgent_ = false;
  int signal_fd_ = -1;
  int wake_fd_ = -1;
  int crash_fd_ = -1;
  std::thread thread_;
};

}  // namespace bireach::checker
