// SPDX-License-Identifier: Apache-2.0
#include "checker/answer/limits.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <stdexcept>

namespace bireach::checker {
namespace {

constexpr int poll_interval_ms = 50;

struct SignalCause {
  int signal;
  StopCause cause;
  std::string_view text;  ///< as in verdict lines
};
constexpr std::array<SignalCause, 11> named_signals{{{SIGINT, StopCause::interrupt, "interrupted by SIGINT"},
                                                     {SIGTERM, StopCause::terminate, "interrupted by SIGTERM"},
                                                     {SIGXCPU, StopCause::cpu_limit, "interrupted by SIGXCPU"},
                                                     {SIGHUP, StopCause::hangup, "interrupted by SIGHUP"},
                                                     {SIGQUIT, StopCause::quit, "interrupted by SIGQUIT"},
                                                     {SIGPIPE, StopCause::broken_pipe, "interrupted by SIGPIPE"},
                                                     {SIGUSR1, StopCause::user_1, "interrupted by SIGUSR1"},
                                                     {SIGUSR2, StopCause::user_2, "interrupted by SIGUSR2"},
                                                     {SIGALRM, StopCause::alarm, "interrupted by SIGALRM"},
                                                     {SIGVTALRM, StopCause::virtual_alarm, "interrupted by SIGVTALRM"},
                                                     {SIGPROF, StopCause::profiling_alarm, "interrupted by SIGPROF"}}};
/// Beside these, and those for real time.
constexpr std::array other_signals{SIGIO, SIGPWR, SIGSTKFLT, SIGXFSZ};

/// Those that are caught, but for what the process was told to ignore.
sigset_t termination_signals() {
  sigset_t set;
  sigemptyset(&set);
  for (const SignalCause& entry : named_signals) sigaddset(&set, entry.signal);
  for (const int signal : other_signals) sigaddset(&set, signal);
  for (int signal = SIGRTMIN; signal <= SIGRTMAX; ++signal) sigaddset(&set, signal);
  struct sigaction hangup {};
  if (sigaction(SIGHUP, nullptr, &hangup) == 0 && hangup.sa_handler == SIG_IGN) sigdelset(&set, SIGHUP);
  return set;
}

StopCause cause_of(std::uint32_t signal) {
  for (const SignalCause& entry : named_signals)
    if (static_cast<std::uint32_t>(entry.signal) == signal) return entry.cause;
  return StopCause::other_signal;
}

// State of the crash handler: reachable without locks or allocation.
std::atomic<OutputGate*> crash_gate{nullptr};
std::atomic<bool> memory_exhausted{false};
std::atomic<bool> crashed{false};
std::atomic<pthread_t> crashing_thread{};
std::atomic<void (*)()> last_act{nullptr};
std::atomic<WayOut> way_out{nullptr};
// The run is about to end, for a reason that a crash does not change.
std::atomic<bool> is_stopping{false};
// A Watchdog that answers for a crash: its eventfd, or -1; and whether it has crashed as well.
std::atomic<int> answering_fd{-1};
std::atomic<bool> answer_failed{false};

void write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

// Libraries that allocate without exceptions die of a null pointer or abort: then no memory is left for a probe either.
bool memory_ran_out() {
  if (memory_exhausted.load()) return true;
  constexpr std::size_t probe_bytes = std::size_t{64} << 20U;
  void* const probe = mmap(nullptr, probe_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (probe == MAP_FAILED) return true;
  munmap(probe, probe_bytes);
  return false;
}

/// Another thread has the answer in hand: time for it to write that and to end the process.
void wait_for_the_answer(const OutputGate& gate) {
  constexpr int rounds = 150;
  constexpr timespec round{0, 30'000'000};
  for (int i = 0; i < rounds && !gate.is_answered() && !answer_failed.load(); ++i) nanosleep(&round, nullptr);
  // It ends the process next.
  if (gate.is_answered()) nanosleep(&round, nullptr);
}

/// A thread that is sound may still be able to write a whole report.
void let_another_thread_answer(const OutputGate& gate, bool no_memory) {
  const int file = answering_fd.load();
  const std::uint64_t message = no_memory ? 2 : 1;
  if (gate.is_claimed_here()) return;
  if (gate.is_claimed() || (file >= 0 && ::write(file, &message, sizeof message) == sizeof message))
    wait_for_the_answer(gate);
}

/// Ends the process with what is known. Only system calls: write(), mmap(), nanosleep(), _exit(). Of several threads
/// that crash the first one answers, unless a watchdog can; a crash in here ends the process at once. `later`: what is
/// said instead of `what` where the verdict is known.
[[noreturn]] void end_with_verdict(const char* what, const char* later) {
  if (crashed.exchange(true)) {
    if (pthread_equal(crashing_thread.load(), pthread_self()) != 0) _exit(4);
    const OutputGate* const gate = crash_gate.load();
    if (gate != nullptr && gate->is_claimed_here()) answer_failed.store(true);
    for (;;) pause();
  }
  crashing_thread.store(pthread_self());
  OutputGate* const gate = crash_gate.load();
  const bool no_memory = memory_ran_out();
  const auto other_way = way_out.load();
  if (gate != nullptr && !no_memory && !is_stopping.load() && other_way != nullptr) other_way(*gate, last_act.load());
  const bool is_known = gate != nullptr && gate->known_line() != nullptr;
  write_all(STDERR_FILENO, no_memory ? "bireach: out of memory\n" : is_known ? later : what);
  if (gate != nullptr) let_another_thread_answer(*gate, no_memory);
  const bool answered = gate == nullptr || gate->is_answered();
  if (gate != nullptr && gate->known_line() != nullptr) {
    if (!answered) write_all(STDOUT_FILENO, gate->known_line());
    end_process(gate->known_status());
  }
  if (!answered) write_all(STDOUT_FILENO, no_memory ? "UNKNOWN(out of memory)\n" : "UNKNOWN(internal error)\n");
  end_process(no_memory ? 3 : 4);
}

/// Runs with the signal's default action restored, and blocked until it returns.
extern "C" void tell_of_signal(int signal) {
  write_all(STDERR_FILENO, "bireach: ");
  write_all(STDERR_FILENO, to_string(cause_of(static_cast<std::uint32_t>(signal))));
  write_all(STDERR_FILENO, "\n");
  raise(signal);
}

extern "C" void report_crash(int /*signal*/) {
  end_with_verdict(
      "bireach: internal error: the checker crashed; this is a bug, please report it with the command line and the "
      "input files\n",
      "bireach: the verdict stands, but the checker crashed (a bug, please report it) while it looked for more\n");
}

/// exit() was called; by main(), unless a library gave up.
void report_exit() {
  const OutputGate* const gate = crash_gate.load();
  if (gate == nullptr) return;
  end_with_verdict(
      "bireach: internal error: a library ended the process; this is a bug, please report it with the command line "
      "and the input files\n",
      "bireach: the verdict stands, but a library ended the process (a bug, please report it) while it looked for "
      "more\n");
}

void note_exhaustion() {
  memory_exhausted.store(true);
  throw std::bad_alloc();
}

}  // namespace

std::string_view to_string(StopCause cause) {
  switch (cause) {
    case StopCause::none:
      return "stopped";
    case StopCause::timeout:
      return "timeout";
    case StopCause::explanation_timeout:
      return "explanation timeout";
    case StopCause::memory:
      return "memory limit";
    case StopCause::cancelled:
      return "cancelled";
    case StopCause::other_signal:
      return "interrupted by a signal";
    case StopCause::out_of_memory:
      return "out of memory";
    case StopCause::crash:
      return "internal error";
    default:
      break;
  }
  for (const SignalCause& entry : named_signals)
    if (entry.cause == cause) return entry.text;
  return "stopped";
}

std::string happened(StopCause cause) {
  switch (cause) {
    case StopCause::none:
      return "the run was stopped";
    case StopCause::timeout:
      return "the time limit was reached";
    case StopCause::explanation_timeout:
      return "the time limit for the explanation was reached";
    case StopCause::memory:
      return "the memory limit was reached";
    case StopCause::out_of_memory:
      return "memory ran out";
    case StopCause::crash:
      return "the checker crashed";
    default:
      return "the run was " + std::string(to_string(cause));
  }
}

bool is_signal(StopCause cause) {
  return cause >= StopCause::interrupt && cause <= StopCause::other_signal;
}

void block_termination_signals() {
  // A shell without job control lets what it starts in the background ignore these; one that waits to be read would be
  // lost whenever a library sets its own handler and takes it back.
  for (const int signal : {SIGINT, SIGQUIT}) {
    struct sigaction action {};
    if (sigaction(signal, nullptr, &action) != 0 || action.sa_handler != SIG_IGN) continue;
    action.sa_handler = SIG_DFL;
    sigaction(signal, &action, nullptr);
  }
  const sigset_t set = termination_signals();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

void end_by_signals() {
  struct sigaction action {};
  action.sa_handler = tell_of_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  const sigset_t set = termination_signals();
  for (int signal = 1; signal <= SIGRTMAX; ++signal)
    if (sigismember(&set, signal) == 1 && signal != SIGPIPE && signal != SIGXFSZ) sigaction(signal, &action, nullptr);
  // Writing to a closed pipe fails instead, which is reported.
  struct sigaction ignore {};
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &ignore, nullptr);
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

void install_crash_report(OutputGate& gate) {
#if !defined(__SANITIZE_ADDRESS__)
  crash_gate.store(&gate);
  is_stopping.store(false);
  std::set_new_handler(note_exhaustion);
  struct sigaction action {};
  action.sa_handler = report_crash;
  action.sa_flags = SA_ONSTACK;
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS, SIGTRAP})
    sigaction(signal, &action, nullptr);
#else
  static_cast<void>(gate);
#endif
}

void report_exit_as_crash() {
  std::atexit(report_exit);
}

void expect_exit() {
  crash_gate.store(nullptr);
}

void set_way_out(WayOut way) {
  way_out.store(way);
}

void set_last_act(void (*act)()) {
  last_act.store(act);
}

void end_process(int status) {
  if (void (*const act)() = last_act.exchange(nullptr)) act();
  _exit(status);
}

std::uint64_t resident_bytes() {
  std::FILE* file = std::fopen("/proc/self/statm", "r");
  if (file == nullptr) return 0;
  unsigned long long total = 0;
  unsigned long long resident = 0;
  const int fields = std::fscanf(file, "%llu %llu", &total, &resident);
  std::fclose(file);
  return fields == 2 ? resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) : 0;
}

Watchdog::Watchdog(const Limits& limits, Clock::time_point start, Callbacks callbacks, std::chrono::milliseconds grace)
    : limits_(limits), start_(start), callbacks_(std::move(callbacks)), grace_(grace) {
  sigset_t set = termination_signals();
  if (!callbacks_.overdue) sigemptyset(&set);
  signal_fd_ = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
  wake_fd_ = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  crash_fd_ = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  if (signal_fd_ < 0 || wake_fd_ < 0 || crash_fd_ < 0) throw std::runtime_error("cannot watch signals");
  if (callbacks_.overdue) answering_fd.store(crash_fd_);
  thread_ = std::thread([this] { watch(); });
}

Watchdog::~Watchdog() {
  const std::uint64_t one = 1;
  static_cast<void>(!::write(wake_fd_, &one, sizeof one));
  thread_.join();
  int own = crash_fd_;
  answering_fd.compare_exchange_strong(own, -1);
  ::close(signal_fd_);
  ::close(wake_fd_);
  ::close(crash_fd_);
}

void Watchdog::watch() {
  bool reported = false;
  for (;;) {
    std::array<pollfd, 3> files{pollfd{signal_fd_, POLLIN, 0}, pollfd{wake_fd_, POLLIN, 0},
                                pollfd{crash_fd_, POLLIN, 0}};
    ::poll(files.data(), files.size(), poll_interval_ms);
    if ((files[1].revents & POLLIN) != 0) return;
    if ((files[2].revents & POLLIN) != 0) receive_crash();
    if ((files[0].revents & POLLIN) != 0) receive_signal();
    check_limits();
    if (callbacks_.tick) callbacks_.tick();
    if (is_overdue() && !reported) {
      reported = true;
      if (callbacks_.overdue) callbacks_.overdue(cause());
    }
  }
}

void Watchdog::receive_signal() {
  signalfd_siginfo info{};
  while (::read(signal_fd_, &info, sizeof info) == static_cast<ssize_t>(sizeof info)) {
    if (cause() != StopCause::none && cause() != StopCause::explanation_timeout) urgent_ = true;
    stop(cause_of(info.ssi_signo));
  }
}

void Watchdog::receive_crash() {
  std::uint64_t message = 0;
  if (::read(crash_fd_, &message, sizeof message) != static_cast<ssize_t>(sizeof message)) return;
  urgent_ = true;
  stop(message == 2 ? StopCause::out_of_memory : StopCause::crash);
}

void Watchdog::check_limits() {
  if (limits_.cancel.stop_requested()) stop(StopCause::cancelled);
  if (limits_.timeout && Clock::now() - start_ >= *limits_.timeout) stop(StopCause::timeout);
  if (const auto begin = explanation_begin_.load();
      limits_.explanation_timeout && begin != 0 && !explanation_has_ended_)
    if (Clock::now() - Clock::time_point(Clock::duration(begin)) >= *limits_.explanation_timeout)
      stop(StopCause::explanation_timeout);
  if (limits_.memory_mib) {
    const std::uint64_t limit = *limits_.memory_mib << 20;
    const std::uint64_t resident = resident_bytes();
    if (resident > limit) stop(StopCause::memory);
    // Still growing: do not wait until the machine suffers.
    if (resident > limit + limit / 8 + (std::uint64_t{64} << 20)) urgent_ = true;
  }
}

void Watchdog::begin_explanation() {
  Clock::rep expected = 0;
  explanation_begin_.compare_exchange_strong(expected, Clock::now().time_since_epoch().count());
}

bool Watchdog::is_overdue() const {
  const StopCause why = cause();
  if (why == StopCause::none || (why == StopCause::explanation_timeout && explanation_has_ended_)) return false;
  return urgent_ || Clock::now() >= stopped_at_ + grace_;
}

void Watchdog::stop(StopCause cause) {
  StopCause expected = StopCause::none;
  if (!cause_.compare_exchange_strong(expected, cause) &&
      (expected != StopCause::explanation_timeout || cause == expected ||
       !cause_.compare_exchange_strong(expected, cause)))
    return;
  if (cause != StopCause::crash) is_stopping.store(true);
  stopped_at_ = Clock::now();
  stop_.request_stop();
}

}  // namespace bireach::checker
