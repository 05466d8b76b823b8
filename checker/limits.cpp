// SPDX-License-Identifier: Apache-2.0
#include "checker/limits.h"

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
#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>

namespace bireach::checker {
namespace {

constexpr int poll_interval_ms = 50;

sigset_t termination_signals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGINT, SIGTERM, SIGXCPU, SIGHUP}) sigaddset(&set, signal);
  return set;
}

StopCause cause_of(std::uint32_t signal) {
  switch (signal) {
    case SIGINT:
      return StopCause::interrupt;
    case SIGXCPU:
      return StopCause::cpu_limit;
    case SIGHUP:
      return StopCause::hangup;
    default:
      return StopCause::terminate;
  }
}

// State of the crash handler: reachable without locks or allocation.
std::atomic<const OutputGate*> crash_gate{nullptr};
std::atomic<bool> memory_exhausted{false};
alignas(16) std::array<char, 65536> alternate_stack;

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

// Only system calls: write(), mmap(), _exit().
extern "C" void report_crash(int /*signal*/) {
  const OutputGate* gate = crash_gate.load();
  const bool answered = gate != nullptr && gate->is_claimed();
  const char* const known = gate != nullptr && !answered ? gate->known_line() : nullptr;
  if (memory_ran_out()) {
    write_all(STDERR_FILENO, "bireach: out of memory\n");
    if (known != nullptr) {
      write_all(STDOUT_FILENO, known);
      _exit(gate->known_status());
    }
    if (!answered) write_all(STDOUT_FILENO, "UNKNOWN(out of memory)\n");
    _exit(3);
  }
  write_all(
      STDERR_FILENO,
      "bireach: internal error: the checker crashed; this is a bug, please report it with the command line and the "
      "input files\n");
  if (known != nullptr) {
    write_all(STDOUT_FILENO, known);
    _exit(gate->known_status());
  }
  if (!answered) write_all(STDOUT_FILENO, "UNKNOWN(internal error)\n");
  _exit(4);
}

void note_exhaustion() {
  memory_exhausted.store(true);
  throw std::bad_alloc();
}

void use_alternate_stack() {
  stack_t stack{};
  stack.ss_sp = alternate_stack.data();
  stack.ss_size = alternate_stack.size();
  sigaltstack(&stack, nullptr);
}

struct StackTask {
  const std::function<void()>* work;
  std::exception_ptr failure;
};

extern "C" void* run_stack_task(void* argument) {
  auto* task = static_cast<StackTask*>(argument);
  if (crash_gate.load() != nullptr) use_alternate_stack();
  try {
    (*task->work)();
  } catch (...) {
    task->failure = std::current_exception();
  }
  return nullptr;
}

}  // namespace

std::string_view to_string(StopCause cause) {
  switch (cause) {
    case StopCause::none:
      return "stopped";
    case StopCause::timeout:
      return "timeout";
    case StopCause::memory:
      return "memory limit";
    case StopCause::interrupt:
      return "interrupted by SIGINT";
    case StopCause::terminate:
      return "interrupted by SIGTERM";
    case StopCause::cpu_limit:
      return "interrupted by SIGXCPU";
    case StopCause::hangup:
      return "interrupted by SIGHUP";
    case StopCause::cancelled:
      return "cancelled";
  }
  return "stopped";
}

void block_termination_signals() {
  const sigset_t set = termination_signals();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

void install_crash_report(const OutputGate& gate) {
#if !defined(__SANITIZE_ADDRESS__)
  crash_gate.store(&gate);
  std::set_new_handler(note_exhaustion);
  struct sigaction action {};
  action.sa_handler = report_crash;
  action.sa_flags = static_cast<int>(SA_ONSTACK | SA_RESETHAND);
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) sigaction(signal, &action, nullptr);
#else
  static_cast<void>(gate);
#endif
}

void run_with_stack(std::size_t stack_bytes, const std::function<void()>& work) {
  constexpr std::size_t smallest = std::size_t{1} << 20;
  StackTask task{&work, nullptr};
  for (std::size_t bytes = stack_bytes;; bytes /= 2) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, bytes);
    pthread_t thread{};
    const int error = pthread_create(&thread, &attributes, run_stack_task, &task);
    pthread_attr_destroy(&attributes);
    if (error == 0) {
      pthread_join(thread, nullptr);
      break;
    }
    if (bytes <= smallest) throw std::runtime_error(std::string("cannot start a thread: ") + std::strerror(error));
  }
  if (task.failure) std::rethrow_exception(task.failure);
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
  if (signal_fd_ < 0 || wake_fd_ < 0) throw std::runtime_error("cannot watch signals");
  thread_ = std::thread([this] { watch(); });
}

Watchdog::~Watchdog() {
  const std::uint64_t one = 1;
  static_cast<void>(!::write(wake_fd_, &one, sizeof one));
  thread_.join();
  ::close(signal_fd_);
  ::close(wake_fd_);
}

void Watchdog::watch() {
  bool reported = false;
  for (;;) {
    std::array<pollfd, 2> files{pollfd{signal_fd_, POLLIN, 0}, pollfd{wake_fd_, POLLIN, 0}};
    ::poll(files.data(), files.size(), poll_interval_ms);
    if ((files[1].revents & POLLIN) != 0) return;
    if ((files[0].revents & POLLIN) != 0) receive_signal();
    check_limits();
    if (callbacks_.tick) callbacks_.tick();
    const bool late = cause() != StopCause::none && (urgent_ || Clock::now() >= stopped_at_ + grace_);
    if (late && !reported) {
      reported = true;
      if (callbacks_.overdue) callbacks_.overdue(cause());
    }
  }
}

void Watchdog::receive_signal() {
  signalfd_siginfo info{};
  while (::read(signal_fd_, &info, sizeof info) == static_cast<ssize_t>(sizeof info)) {
    if (cause() != StopCause::none) urgent_ = true;
    stop(cause_of(info.ssi_signo));
  }
}

void Watchdog::check_limits() {
  if (limits_.cancel.stop_requested()) stop(StopCause::cancelled);
  if (limits_.timeout && Clock::now() - start_ >= *limits_.timeout) stop(StopCause::timeout);
  if (limits_.memory_mib) {
    const std::uint64_t limit = *limits_.memory_mib << 20;
    const std::uint64_t resident = resident_bytes();
    if (resident > limit) stop(StopCause::memory);
    // Still growing: do not wait until the machine suffers.
    if (resident > limit + limit / 8 + (std::uint64_t{64} << 20)) urgent_ = true;
  }
}

void Watchdog::stop(StopCause cause) {
  StopCause expected = StopCause::none;
  if (!cause_.compare_exchange_strong(expected, cause)) return;
  stopped_at_ = Clock::now();
  stop_.request_stop();
}

}  // namespace bireach::checker
