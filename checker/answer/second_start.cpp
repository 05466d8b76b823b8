// SPDX-License-Identifier: Apache-2.0
#include "checker/answer/second_start.h"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "logic/solvers/spacer_call.h"

namespace bireach::checker {
namespace {

/// In the environment of a second start: when the first one began, on the steady clock, which all processes share.
constexpr std::string_view begin_name = "BIREACH_STARTED_WITH_SPACER_AT";

// Made in advance: a crash handler may not allocate.
struct SecondStart {
  const char* program = nullptr;  ///< null: there is none
  char** arguments = nullptr;
  std::vector<char*> environment;
  std::string begin;
};

SecondStart& second_start() {
  static SecondStart& made = *new SecondStart;  // also there when exit() has destroyed what is static
  return made;
}

/// Replaces the process if a crash in this thread was Spacer's and nobody has begun to answer; else returns.
void start_again(OutputGate& gate, void (*last_act)()) {
  const SecondStart& made = second_start();
  if (made.program == nullptr || !logic::SpacerCall::is_active_here() || gate.known_line() != nullptr) return;
  if (!gate.claim() || gate.known_line() != nullptr) return;
  constexpr std::string_view text = "bireach: Z3's Spacer crashed; starting again without it\n";
  static_cast<void>(!::write(STDERR_FILENO, text.data(), text.size()));
  if (last_act != nullptr) last_act();
  // A handler's signal is blocked, and would be in what comes.
  sigset_t crashes;
  sigemptyset(&crashes);
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS, SIGTRAP}) sigaddset(&crashes, signal);
  pthread_sigmask(SIG_UNBLOCK, &crashes, nullptr);
  ::execve(made.program, made.arguments, made.environment.data());
  constexpr std::string_view verdict = "UNKNOWN(internal error)\n";
  static_cast<void>(!::write(STDOUT_FILENO, verdict.data(), verdict.size()));
  _exit(4);
}

}  // namespace

Clock::time_point prepare_second_start(const char* program, char** arguments) {
  const Clock::time_point now = Clock::now();
  if (const char* const given = std::getenv(std::string(begin_name).c_str())) {
    logic::SpacerCall::avoid();
    Clock::rep ticks = 0;
    const std::string_view text = given;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), ticks);
    unsetenv(std::string(begin_name).c_str());  // it is about this process, not about its children
    const bool is_number = error == std::errc() && end == text.data() + text.size();
    const Clock::time_point begin{Clock::duration(ticks)};
    return is_number && begin <= now ? begin : now;
  }
  if (::access(program, X_OK) != 0) return now;
  SecondStart& made = second_start();
  made.begin = fmt::format("{}={}", begin_name, now.time_since_epoch().count());
  for (char** entry = environ; *entry != nullptr; ++entry) made.environment.push_back(*entry);
  made.environment.push_back(made.begin.data());
  made.environment.push_back(nullptr);
  made.arguments = arguments;
  made.program = program;
  set_way_out(start_again);
  return now;
}

}  // namespace bireach::checker
