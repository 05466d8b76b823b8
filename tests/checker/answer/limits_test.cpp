// SPDX-License-Identifier: Apache-2.0
#include "checker/answer/limits.h"

#include <doctest/doctest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "checker/answer/second_start.h"
#include "checker/command/progress.h"
#include "logic/solvers/spacer_call.h"

namespace {

using namespace bireach::checker;
using namespace std::chrono_literals;

/// Waits for a stop as a worker does that listens.
bool stops_within(const Watchdog& watchdog, std::chrono::milliseconds time) {
  const auto end = Clock::now() + time;
  while (Clock::now() < end) {
    if (watchdog.stop_token().stop_requested()) return true;
    std::this_thread::sleep_for(5ms);
  }
  return false;
}

TEST_CASE("only the first one answers") {
  OutputGate gate;
  CHECK(!gate.is_claimed());
  std::atomic<int> winners{0};
  std::array<std::thread, 4> threads;
  for (auto& thread : threads) {
    thread = std::thread([&] {
      if (gate.claim()) ++winners;
    });
  }
  for (auto& thread : threads) thread.join();
  CHECK(winners == 1);
  CHECK(gate.is_claimed());
}

TEST_CASE("the time limit counts from the start of the process") {
  Limits limits;
  limits.timeout = 0.3s;
  const Watchdog late(limits, Clock::now() - 10s, {});
  CHECK(stops_within(late, 5s));
  CHECK(late.cause() == StopCause::timeout);
  limits.timeout = 1000s;
  const Watchdog early(limits, Clock::now(), {});
  CHECK(!stops_within(early, 200ms));
  CHECK(early.cause() == StopCause::none);
}

TEST_CASE("a worker that does not come back is answered for, once, after the grace") {
  Limits limits;
  limits.timeout = 0.05s;
  std::atomic<int> calls{0};
  std::atomic<int> ticks{0};
  std::atomic<StopCause> seen{StopCause::none};
  {
    const Watchdog watchdog(limits, Clock::now(),
                            {[&] { ++ticks; },
                             [&](StopCause cause) {
                               seen = cause;
                               ++calls;
                             }},
                            200ms);
    CHECK(stops_within(watchdog, 5s));
    CHECK(calls == 0);
    std::this_thread::sleep_for(1s);
  }
  CHECK(calls == 1);
  CHECK(seen == StopCause::timeout);
  CHECK(ticks > 2);
}

TEST_CASE("the time for an explanation counts from its beginning") {
  Limits limits;
  limits.explanation_timeout = 0.1s;
  std::atomic<int> calls{0};
  Watchdog watchdog(limits, Clock::now() - 10s, {{}, [&](StopCause) { ++calls; }}, 100ms);
  CHECK(!stops_within(watchdog, 300ms));
  watchdog.begin_explanation();
  CHECK(stops_within(watchdog, 5s));
  CHECK(watchdog.cause() == StopCause::explanation_timeout);
  // Who comes back before the grace is over may take longer for what follows.
  watchdog.end_explanation();
  std::this_thread::sleep_for(400ms);
  CHECK(calls == 0);
  Watchdog patient(limits, Clock::now(), {});
  patient.begin_explanation();
  patient.end_explanation();
  CHECK(!stops_within(patient, 300ms));
}

TEST_CASE("an explanation that does not end is answered for, and other causes come before its time") {
  Limits limits;
  limits.explanation_timeout = 0.05s;
  limits.timeout = 1s;
  std::atomic<int> calls{0};
  Watchdog watchdog(limits, Clock::now(), {{}, [&](StopCause) { ++calls; }}, 100ms);
  watchdog.begin_explanation();
  CHECK(stops_within(watchdog, 5s));
  CHECK(watchdog.cause() == StopCause::explanation_timeout);
  for (int i = 0; i < 100 && calls == 0; ++i) std::this_thread::sleep_for(5ms);
  CHECK(calls == 1);
  for (int i = 0; i < 500 && watchdog.cause() == StopCause::explanation_timeout; ++i) std::this_thread::sleep_for(10ms);
  CHECK(watchdog.cause() == StopCause::timeout);
  CHECK(to_string(StopCause::explanation_timeout) == "explanation timeout");
  CHECK(happened(StopCause::explanation_timeout) == "the time limit for the explanation was reached");
  CHECK(!is_signal(StopCause::explanation_timeout));
}

TEST_CASE("memory") {
  CHECK(resident_bytes() > 100'000);
  Limits limits;
  limits.memory_mib = 1;  // less than the process has already
  const Watchdog watchdog(limits, Clock::now(), {});
  CHECK(stops_within(watchdog, 5s));
  CHECK(watchdog.cause() == StopCause::memory);
}

/// In a process of its own, which has no other threads that a signal could reach: 0 if all is as it should be.
int receive_two_signals() {
  block_termination_signals();
  std::atomic<int> calls{0};
  const Watchdog watchdog({}, Clock::now(), {{}, [&](StopCause) { ++calls; }}, 1h);
  kill(getpid(), SIGTERM);
  if (!stops_within(watchdog, 5s)) return 1;
  if (watchdog.cause() != StopCause::terminate || calls != 0) return 2;
  kill(getpid(), SIGINT);
  for (int i = 0; i < 500 && calls == 0; ++i) std::this_thread::sleep_for(10ms);
  if (calls != 1) return 3;
  return watchdog.cause() == StopCause::terminate ? 0 : 4;
}

TEST_CASE("signals stop a run; the second one does not wait") {
  const pid_t child = fork();
  if (child == 0) _exit(receive_two_signals());
  int status = -1;
  waitpid(child, &status, 0);
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
}

struct Ending {
  int status = -1;
  std::string output;
};

/// What a process with a crash report says on standard output, and its exit status; -1 if a signal ended it.
[[maybe_unused]] Ending end_of(const std::function<void(OutputGate&)>& work) {
  std::array<int, 2> pipe_ends{};
  REQUIRE(pipe(pipe_ends.data()) == 0);
  std::cout.flush();  // else what is buffered is written by both
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    dup2(pipe_ends[1], STDOUT_FILENO);
    close(STDERR_FILENO);
    static OutputGate gate;
    install_crash_report(gate);
    report_exit_as_crash();
    run_with_stack(1U << 20, [&] { work(gate); });
    _exit(0);
  }
  close(pipe_ends[1]);
  std::array<char, 200> text{};
  const ssize_t length = read(pipe_ends[0], text.data(), text.size());
  close(pipe_ends[0]);
  int status = -1;
  waitpid(child, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, std::string(text.data(), static_cast<std::size_t>(length))};
}

std::size_t recurse(std::size_t depth) {
  std::array<char, 1024> frame{};
  volatile char* const cell = &frame[depth % frame.size()];  // keeps the frame alive
  *cell = 1;
  return depth == 0 ? 0 : recurse(depth - 1) + static_cast<std::size_t>(*cell);
}

#if !defined(__SANITIZE_ADDRESS__)
TEST_CASE("whatever ends the process, there is a verdict line") {
  const std::vector<std::function<void(OutputGate&)>> ends{
      [](OutputGate&) { std::abort(); },
      [](OutputGate&) { std::exit(114); },  // as Z3 does where it meets what it does not expect
      [](OutputGate&) { std::terminate(); },
      [](OutputGate&) { std::thread([] { std::exit(0); }).join(); },
      [](OutputGate&) { kill(getpid(), SIGSEGV); },
      [](OutputGate&) { static_cast<void>(recurse(1'000'000'000)); },
      [](OutputGate& gate) {  // another thread was about to answer
        std::thread([&gate] { static_cast<void>(gate.claim()); }).join();
        raise(SIGBUS);
      },
  };
  for (std::size_t i = 0; i < ends.size(); ++i) {
    CAPTURE(i);
    const Ending ending = end_of(ends[i]);
    CHECK(ending.status == 4);
    CHECK(ending.output == "UNKNOWN(internal error)\n");
  }
}

TEST_CASE("a crash of Spacer is the end of a process, but not of the run") {
  std::string name = "sh";
  std::string option = "-c";
  std::string script = "n=$(env | grep -c ^BIREACH_STARTED_WITH_SPACER_AT=); echo again $n";
  const std::array<char*, 4> arguments{name.data(), option.data(), script.data(), nullptr};
  for (const bool in_spacer : {true, false}) {
    for (const bool is_known : {false, true}) {
      CAPTURE(in_spacer);
      CAPTURE(is_known);
      const Ending ending = end_of([&](OutputGate& gate) {
        static_cast<void>(prepare_second_start("/bin/sh", const_cast<char**>(arguments.data())));
        if (is_known) gate.know("TRUE\n", 0);
        std::optional<bireach::logic::SpacerCall> call;
        if (in_spacer) call.emplace();
        std::exit(114);
      });
      if (in_spacer && !is_known)
        CHECK(ending.output == "again 1\n");
      else
        CHECK(ending.output == (is_known ? "TRUE\n" : "UNKNOWN(internal error)\n"));
    }
  }
}

TEST_CASE("a second start has the first one's beginning, and no third one") {
  const auto first = Clock::now() - std::chrono::seconds(7);
  const Ending ending = end_of([&](OutputGate&) {
    setenv("BIREACH_STARTED_WITH_SPACER_AT", std::to_string(first.time_since_epoch().count()).c_str(), 1);
    std::string name = "sh";
    std::array<char*, 2> arguments{name.data(), nullptr};
    const bool begins_there = prepare_second_start("/bin/sh", arguments.data()) == first;
    if (!begins_there || !bireach::logic::SpacerCall::is_avoided()) return;
    const bireach::logic::SpacerCall call;
    std::exit(114);
  });
  CHECK(ending.output == "UNKNOWN(internal error)\n");
}

TEST_CASE("a verdict that is known survives, and is not said twice") {
  const Ending known = end_of([](OutputGate& gate) {
    gate.know("FALSE(unreach-call)\n", 1);
    std::exit(114);
  });
  CHECK(known.status == 1);
  CHECK(known.output == "FALSE(unreach-call)\n");
  const Ending answering = end_of([](OutputGate& gate) {
    static_cast<void>(gate.claim());
    gate.know("TRUE\n", 0);
    std::abort();
  });
  CHECK(answering.status == 0);
  CHECK(answering.output == "TRUE\n");
  const Ending said = end_of([](OutputGate& gate) {
    gate.know("TRUE\n", 0);
    gate.answered();
    std::abort();
  });
  CHECK(said.status == 0);
  CHECK(said.output == "");
  const Ending expected = end_of([](OutputGate&) {
    expect_exit();
    std::exit(3);
  });
  CHECK(expected.status == 3);
  CHECK(expected.output == "");
}

TEST_CASE("of a crash a thread that is sound may tell more") {
  const Ending told = end_of([](OutputGate& gate) {
    const Watchdog watchdog({}, Clock::now(), {{}, [&gate](StopCause cause) {
                                                 if (!gate.claim()) return;
                                                 std::puts(std::string(to_string(cause)).c_str());
                                                 std::fflush(stdout);
                                                 gate.answered();
                                                 end_process(1);
                                               }});
    std::abort();
  });
  CHECK(told.status == 1);
  CHECK(told.output == "internal error\n");
  const Ending both = end_of([](OutputGate& gate) {  // which then crashes as well
    gate.know("FALSE(unreach-call)\n", 1);
    const Watchdog watchdog({}, Clock::now(), {{}, [&gate](StopCause) {
                                                 if (gate.claim()) std::abort();
                                               }});
    std::abort();
  });
  CHECK(both.status == 1);
  CHECK(both.output == "FALSE(unreach-call)\n");
}
#endif

TEST_CASE("what has to be done before the end is done") {
  const Ending ending = end_of([](OutputGate&) {
    set_last_act([] { static_cast<void>(!::write(STDOUT_FILENO, "done\n", 5)); });
    end_process(7);
  });
  CHECK(ending.status == 7);
  CHECK(ending.output == "done\n");
}

TEST_CASE("the watch ends at once") {
  const auto before = Clock::now();
  { const Watchdog watchdog({}, Clock::now(), {}); }
  CHECK(Clock::now() - before < 40ms);
}

TEST_CASE("deep recursion finds room; what is thrown arrives") {
  std::size_t result = 0;
  run_with_stack(std::size_t{256} << 20, [&] { result = recurse(100'000); });  // a hundred megabytes
  CHECK(result == 100'000);
  CHECK_THROWS_WITH_AS(run_with_stack(1U << 20, [] { throw std::invalid_argument("thrown"); }), "thrown",
                       std::invalid_argument);
}

TEST_CASE("reasons as the verdict line gives them") {
  CHECK(to_string(StopCause::timeout) == "timeout");
  CHECK(to_string(StopCause::memory) == "memory limit");
  CHECK(to_string(StopCause::interrupt) == "interrupted by SIGINT");
  CHECK(happened(StopCause::memory) == "the memory limit was reached");
  CHECK(happened(StopCause::quit) == "the run was interrupted by SIGQUIT");
  CHECK(is_signal(StopCause::other_signal));
  CHECK(!is_signal(StopCause::crash));
  CHECK(!is_signal(StopCause::cancelled));
}

TEST_CASE("the progress line") {
  CHECK(format_progress("reading", {}, 0.04) == "[  0.0 s] reading");
  CHECK(format_progress("verifying", {17, 15, 230, 12}, 12.34) ==
        "[ 12.3 s] verifying: 17 iterations, 15 traces refuted, 230 states left, depth 12");
  CHECK(
      format_progress("harvesting error traces", {17, 15, 230, 12, 3}, 12.34) ==
      "[ 12.3 s] harvesting error traces: 17 iterations, 15 traces refuted, 230 states left, depth 12, 3 error traces "
      "found");
  CHECK(format_progress("verifying", {1, 0, 0, 0, 1}, 0) ==
        "[  0.0 s] verifying: 1 iterations, 0 traces refuted, 0 states left, depth 0, 1 error trace found");
}

}  // namespace
