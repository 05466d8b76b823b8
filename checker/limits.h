// SPDX-License-Identifier: Apache-2.0
/// Limits of a run (time, memory), signals, and what ends a run that does not end by itself.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string_view>
#include <thread>

namespace bireach::checker {

using Clock = std::chrono::steady_clock;

struct Limits {
  std::optional<std::chrono::duration<double>> timeout;  ///< wall clock since the start of the process
  std::optional<std::uint64_t> memory_mib;               ///< resident memory
  std::stop_token cancel;                                ///< of a caller of the library
};

/// Why a run was asked to stop.
enum class StopCause : std::uint8_t { none, timeout, memory, interrupt, terminate, cpu_limit, hangup, cancelled };
/// The reason as the verdict line gives it: "timeout", "memory limit", "interrupted by SIGINT", …
[[nodiscard]] std::string_view to_string(StopCause cause);

/// Lets exactly one thread write the final answer.
class OutputGate {
 public:
  /// True for the first caller only.
  [[nodiscard]] bool claim() { return !claimed_.exchange(true); }
  [[nodiscard]] bool is_claimed() const { return claimed_.load(); }
  /// The run's answer is this line (of static storage) with this exit status, even if what follows crashes.
  void know(const char* line, int status) {
    status_.store(status);
    line_.store(line);
  }
  [[nodiscard]] const char* known_line() const { return line_.load(); }
  [[nodiscard]] int known_status() const { return status_.load(); }

 private:
  std::atomic<bool> claimed_{false};
  std::atomic<const char*> line_{nullptr};
  std::atomic<int> status_{0};
};

/// Blocks SIGINT, SIGTERM, SIGXCPU and SIGHUP in this thread and every thread it starts afterwards; a Watchdog then
/// receives them. To be called before any other thread exists.
void block_termination_signals();

/// On a crash (SIGSEGV, SIGABRT, …) or an allocation that fails where nobody can catch it, writes a last verdict line
/// and ends the process: status 4, or 3 if memory had run out. Silent about the verdict once `gate` is claimed.
/// `gate` must outlive the process's work. Does nothing under AddressSanitizer, which reports crashes better.
void install_crash_report(const OutputGate& gate);

/// Runs `work` in a thread with a stack of the given size (syntax trees and terms are traversed recursively), and waits
/// for it. Takes a smaller stack where the system refuses. Rethrows what `work` throws.
void run_with_stack(std::size_t stack_bytes, const std::function<void()>& work);

/// Resident memory of this process in bytes; 0 where the system does not tell.
[[nodiscard]] std::uint64_t resident_bytes();

/// A thread that watches limits and signals. When one of them strikes it requests a stop; if the run has not ended
/// `grace` later (a solver or a parser that does not listen), or a second signal comes, or memory still grows, it calls
/// `overdue`, which writes what is known and ends the process.
class Watchdog {
 public:
  struct Callbacks {
    std::function<void()> tick;              ///< some twenty times a second
    std::function<void(StopCause)> overdue;  ///< at most once; if there is none, signals are not watched either
  };
  Watchdog(const Limits& limits, Clock::time_point start, Callbacks callbacks,
           std::chrono::milliseconds grace = std::chrono::milliseconds{1200});
  /// Ends the watch at once.
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  [[nodiscard]] std::stop_token stop_token() const { return stop_.get_token(); }
  [[nodiscard]] StopCause cause() const { return cause_.load(); }

 private:
  void watch();
  void receive_signal();
  void check_limits();
  void stop(StopCause cause);

  Limits limits_;
  Clock::time_point start_;
  Callbacks callbacks_;
  std::chrono::milliseconds grace_;
  std::stop_source stop_;
  std::atomic<StopCause> cause_{StopCause::none};
  Clock::time_point stopped_at_;
  bool urgent_ = false;
  int signal_fd_ = -1;
  int wake_fd_ = -1;
  std::thread thread_;
};

}  // namespace bireach::checker
