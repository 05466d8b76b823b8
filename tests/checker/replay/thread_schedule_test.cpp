// SPDX-License-Identifier: Apache-2.0
#include "checker/replay/thread_schedule.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>

#include "checker/replay/harness_threads.h"
#include "checker/replay/step_dependences.h"
#include "frontend/clang/reading/source_editor.h"
#include "tests/support/parse_fixture.h"

using namespace bireach;
using namespace bireach::checker;
using Kind = WaitingPlace::Kind;

namespace {

const std::string head =
    "extern void reach_error(void);\n"
    "typedef unsigned long pthread_t;\n"
    "extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);\n"
    "extern int pthread_join(pthread_t, void **);\n"
    "int x, y;\n";
const std::string two_workers =
    "int main(void) {\n"
    "  pthread_t a, b;\n"
    "  pthread_create(&a, 0, worker, 0);\n"
    "  pthread_create(&b, 0, worker, 0);\n"
    "  pthread_join(a, 0);\n"
    "  pthread_join(b, 0);\n"
    "  if (x != 2) reach_error();\n"
    "  return 0;\n"
    "}\n";

/// An execution that reaches the error, by chance.
frontend::Execution erroneous(const frontend::Program& program, unsigned seed) {
  std::mt19937 random(seed);
  for (int attempt = 0; attempt < 2000; ++attempt) {
    // The first thread waits for the others most of the time: chosen then, it ends the execution.
    const frontend::HavocOracle oracle = [&](frontend::EdgeId, std::size_t) -> logic::Value {
      const auto pick = random() % 64;
      return logic::Integer(pick == 0 ? 0 : 1 + pick % 2);
    };
    frontend::RunResult result = frontend::run(program, oracle, 2000);
    if (result.end == frontend::RunEnd::Error) return std::move(result.execution);
  }
  FAIL("the error is not reached");
  return {};
}

struct Scheduled {
  explicit Scheduled(const std::string& text, unsigned seed = 1)
      : file(text),
        program(frontend::parse_c_files({file.path()}, {})),
        points(frontend::read_source_points({file.path()}, {})),
        execution(erroneous(program, seed)),
        schedule(thread_schedule(program, execution, points)) {}

  [[nodiscard]] std::string edited() const { return scheduled_texts(schedule, points, {file.path()}).front(); }
  [[nodiscard]] bool has_place(Kind kind) const {
    return std::any_of(schedule.places.begin(), schedule.places.end(),
                       [kind](const WaitingPlace& place) { return place.kind == kind; });
  }

  frontend::test::TemporaryFile file;
  frontend::Program program;
  frontend::SourcePoints points;
  frontend::Execution execution;
  ThreadSchedule schedule;
};

}  // namespace

TEST_CASE("Threads switch between statements where that is enough") {
  const std::string worker = "void *worker(void *unused) {\n  int old = x;\n  x = old + 1;\n  return 0;\n}\n";
  for (unsigned seed = 0; seed < 10; ++seed) {
    const Scheduled scheduled(head + worker + two_workers, seed);
    CHECK(scheduled.schedule.not_set.empty());
    CHECK(!scheduled.has_place(Kind::access));
    // The first thread, a worker's read, the other worker (up to its write), the rest of the first, and the end.
    CHECK(scheduled.schedule.turns.size() >= 5);
    CHECK(scheduled.schedule.turns.size() <= 6);
    CHECK(scheduled.schedule.turns.front() == 0);
    CHECK(scheduled.schedule.turns.back() == 0);
    CHECK(scheduled.schedule.plans[0].created == std::vector<std::uint32_t>{1, 2});
  }
}

TEST_CASE("Threads switch within a statement where they have to") {
  for (const std::string statement : {"x = x + 1;", "x++;", "++x;", "x += 1;"}) {
    CAPTURE(statement);
    const std::string worker = "void *worker(void *unused) {\n  " + statement + "\n  return 0;\n}\n";
    const Scheduled scheduled(head + worker + two_workers);
    CHECK(scheduled.schedule.not_set.empty());
    CHECK(scheduled.has_place(Kind::access));
    CHECK(scheduled.edited().find("bireach_point(") != std::string::npos);
    // It is still C.
    frontend::SourceEditor editor({scheduled.file.path()});
    frontend::ParseOptions options;
    options.texts[scheduled.file.path()] = scheduled.edited();
    CHECK_NOTHROW(static_cast<void>(frontend::read_source_points({scheduled.file.path()}, options)));
  }
}

TEST_CASE("What cannot be set is said") {
  const std::string worker =
      "#define INCREMENT(v) v = v + 1\nvoid *worker(void *unused) {\n  INCREMENT(x);\n  return 0;\n}\n";
  const Scheduled scheduled(head + worker + two_workers);
  REQUIRE(scheduled.schedule.not_set.size() == 1);
  CHECK(scheduled.schedule.not_set.front().find("line 8") != std::string::npos);
}

TEST_CASE("Steps that the error does not depend on are not scheduled") {
  const std::string text = head +
                           "void *idle(void *unused) {\n  y = y + 1;\n  y = y + 2;\n  return 0;\n}\n"
                           "void *worker(void *unused) {\n  x = 1;\n  return 0;\n}\n"
                           "int main(void) {\n  pthread_t a, b;\n  pthread_create(&a, 0, idle, 0);\n"
                           "  pthread_create(&b, 0, worker, 0);\n  if (x) reach_error();\n  return 0;\n}\n";
  for (unsigned seed = 0; seed < 10; ++seed) {
    const Scheduled scheduled(text, seed);
    CHECK(scheduled.schedule.turns == std::vector<std::uint32_t>{0, 2, 0});
    CHECK(!scheduled.schedule.plans[1].first_turn);
  }
}

TEST_CASE("Turns keep the order of all steps that depend on each other") {
  const std::string worker =
      "void *worker(void *unused) {\n  for (int i = 0; i < 2; i++) {\n    int old = x;\n    y = old;\n"
      "    x = y + 1;\n  }\n  return 0;\n}\n";
  const std::string text = head + worker + two_workers;
  for (unsigned seed = 0; seed < 10; ++seed) {
    const Scheduled scheduled(text, seed);
    const ThreadSchedule& schedule = scheduled.schedule;
    CHECK(schedule.not_set.empty());
    // Each turn but a thread's first one is that of a stop, and stops are in the order of their turns.
    std::set<std::size_t> turns;
    for (const ThreadPlan& plan : schedule.plans) {
      if (plan.first_turn) turns.insert(*plan.first_turn);
      std::optional<std::size_t> last = plan.first_turn;
      for (const ThreadStop& stop : plan.stops) {
        if (!stop.turn) continue;
        CHECK(*last < *stop.turn);
        last = stop.turn;
        turns.insert(*stop.turn);
      }
    }
    CHECK(turns.size() == schedule.turns.size());
  }
}
