// SPDX-License-Identifier: Apache-2.0
/// Whose turn it is, told with engines that are made up for it: all that a new engine needs.
#include "checker/engines/schedule.h"

#include <doctest/doctest.h>

#include <string>
#include <utility>

namespace bireach::checker {
namespace {

/// The time, as far as the engines of a test have spent it.
struct TestClock {
  double seconds = 0;
  [[nodiscard]] Schedule::Now now() const {
    return [this] { return seconds; };
  }
};

struct Plan {
  std::string_view name;
  double seconds_a_step = 1.0 / 1024;
  std::uint64_t price_a_step = 0;
  std::size_t steps = 1000;  ///< before `last`
  StepResult last = GaveUp{"no more to plan"};
  std::size_t free_steps = 0;
  const bool* ready = nullptr;  ///< null: it always is
};

class PlannedEngine final : public Engine {
 public:
  PlannedEngine(TestClock& clock, Plan plan) : clock_(clock), plan_(std::move(plan)) {}

  [[nodiscard]] std::string_view name() const override { return plan_.name; }
  [[nodiscard]] bool is_free() const override { return taken_ < plan_.free_steps; }
  [[nodiscard]] bool is_ready() const override { return plan_.ready == nullptr || *plan_.ready; }
  [[nodiscard]] StepResult step() override {
    const auto act = [this]() -> StepResult {
      clock_.seconds += plan_.seconds_a_step;
      queries_.z3_queries += 1;
      terms_ += 7;
      if (taken_++ < plan_.steps) return Progressed{};
      return plan_.last;
    };
    return counted(
        plan_.price_a_step, queries_, [this] { return terms_; }, act);
  }

 private:
  TestClock& clock_;
  Plan plan_;
  std::size_t taken_ = 0;
  std::uint64_t terms_ = 0;
  logic::SolverStatistics queries_;
};

/// What a step costs beside its price.
constexpr std::uint64_t overhead = price::query + 7;

class Bench {
 public:
  Schedule& schedule() { return schedule_; }
  TestClock& clock() { return clock_; }
  void add(Plan plan, std::uint64_t first_turn = 0) {
    schedule_.add([this, plan = std::move(plan)] { return std::make_unique<PlannedEngine>(clock_, plan); }, first_turn);
  }
  /// The first letters of those who had the next turns; "-" where nobody was ready.
  std::string turns(int count) {
    std::string result;
    for (int i = 0; i < count; ++i) {
      const auto turn = schedule_.take_turn();
      result += turn ? turn->engine.front() : '-';
    }
    return result;
  }

 private:
  TestClock clock_;
  Schedule schedule_{clock_.now()};
};

constexpr auto by_work = Schedule::Measure::work_then_time;
constexpr auto by_time = Schedule::Measure::time;

}  // namespace

TEST_CASE("A schedule without engines has no turns") {
  Schedule schedule;
  CHECK_FALSE(schedule.take_turn());
  schedule.begin_group(by_work);
  CHECK_FALSE(schedule.take_turn());
}

TEST_CASE("Engines count their price, their terms and their queries") {
  TestClock clock;
  PlannedEngine engine(clock, {.name = "a", .price_a_step = 100});
  CHECK(engine.work() == 0);
  static_cast<void>(engine.step());
  CHECK(engine.work() == 100 + overhead);
  static_cast<void>(engine.step());
  CHECK(engine.work() == 2 * (100 + overhead));
}

TEST_CASE("Who has done least goes on, and the first one where both have done the same") {
  Bench bench;
  bench.schedule().begin_group(by_work);
  bench.add({.name = "cheap", .price_a_step = 1000 - overhead});
  bench.add({.name = "dear", .price_a_step = 3000 - overhead});
  // c, d; then three times c for each d, and c where they are even.
  CHECK(bench.turns(10) == "cdcccdcccd");
}

TEST_CASE("A first turn that is dear comes after as much work of others") {
  Bench bench;
  bench.schedule().begin_group(by_work);
  bench.add({.name = "cheap", .price_a_step = 1000 - overhead});
  bench.add({.name = "dear", .price_a_step = 1000 - overhead}, 3000);
  bench.schedule().begin_group(by_time, 4500);
  bench.add({.name = "late"});
  // What is not done yet is no work: the later group waits for 4,500 that are.
  CHECK(bench.turns(6) == "ccccdl");
}

TEST_CASE("After two seconds time decides, not work") {
  Bench bench;
  bench.schedule().begin_group(by_work);
  bench.add({.name = "slow", .seconds_a_step = 0.875});
  bench.add({.name = "quick", .seconds_a_step = 0.125});
  // By work they alternate until both have spent two seconds; then the quick one makes up for its time.
  CHECK(bench.turns(4) == "sqsq");
  CHECK(bench.turns(13) == "qqqqqqqqqqqqs");
}

TEST_CASE("Groups by time never ask for work") {
  Bench bench;
  bench.schedule().begin_group(by_time);
  bench.add({.name = "a", .seconds_a_step = 0.25, .price_a_step = 1});
  bench.add({.name = "b", .seconds_a_step = 0.125, .price_a_step = 1000000});
  CHECK(bench.turns(7) == "abbabba");
}

TEST_CASE("A free step is taken whatever it costs") {
  Bench bench;
  bench.schedule().begin_group(by_work);
  bench.add({.name = "free", .price_a_step = 100000, .free_steps = 5});
  bench.add({.name = "other"});
  CHECK(bench.turns(8) == "fffffooo");
}

TEST_CASE("A later group joins after some work and then has half of the time") {
  Bench bench;
  bench.schedule().begin_group(by_work);
  bench.add({.name = "first", .seconds_a_step = 0.25, .price_a_step = 1000 - overhead});
  bench.schedule().begin_group(by_time, 3000);
  bench.add({.name = "second", .seconds_a_step = 0.5});
  CHECK(bench.turns(3) == "fff");     // 3000 units in 0.75 s
  CHECK(bench.turns(2) == "ss");      // 1 s now
  CHECK(bench.turns(6) == "fsffsf");  // whenever it has had no more than the first group
}

TEST_CASE("A later group does not wait until hard queries come to some work") {
  Bench bench;
  bench.schedule().begin_group(by_work);
  bench.add({.name = "hard", .seconds_a_step = 1.5});
  bench.schedule().begin_group(by_time, 1000000);
  bench.add({.name = "late", .seconds_a_step = 1.5});
  CHECK(bench.turns(7) == "hhhllll");  // 4.5 s
}

TEST_CASE("A later group does not wait for groups that have left or are not ready") {
  Bench bench;
  bool ready = true;
  bench.schedule().begin_group(by_work);
  bench.add({.name = "ending", .steps = 1, .last = Exhausted{}});
  bench.add({.name = "resting", .steps = 100, .ready = &ready});
  bench.schedule().begin_group(by_time, 1000000);
  bench.add({.name = "late"});
  CHECK(bench.turns(4) == "erer");
  ready = false;
  CHECK(bench.turns(2) == "ll");
  ready = true;
  CHECK(bench.turns(5) == "lllrl");  // half of the time, from where both stand
}

TEST_CASE("Who gives up leaves; proofs and errors are handed over with their evidence") {
  Bench bench;
  bench.schedule().begin_group(by_work);
  bench.add({.name = "quits", .steps = 0});
  bench.add({.name = "proves", .steps = 1, .last = Proved{{Unrolling{7}, {"an assumption"}}}});
  const auto quits = bench.schedule().take_turn();
  REQUIRE(quits);
  CHECK(std::get<GaveUp>(quits->result).reason == "no more to plan");
  const auto goes_on = bench.schedule().take_turn();
  REQUIRE(goes_on);
  CHECK(std::holds_alternative<Progressed>(goes_on->result));
  const auto proves = bench.schedule().take_turn();
  REQUIRE(proves);
  const auto& proof = std::get<Proved>(proves->result).proof;
  CHECK(std::get<Unrolling>(proof.evidence).depth == 7);
  CHECK(proof.assumptions.size() == 1);
  CHECK(annotation_of(proof.evidence) == nullptr);
}

TEST_CASE("Engines are made at their first turn, and that is on nobody's account") {
  TestClock clock;
  Schedule schedule(clock.now());
  int made = 0;
  const auto make = [&](std::string_view name) {
    return [&clock, &made, name] {
      ++made;
      clock.seconds += 100;
      return std::make_unique<PlannedEngine>(clock, Plan{.name = name, .seconds_a_step = 0.1});
    };
  };
  schedule.begin_group(by_work);
  schedule.add(make("a"));
  schedule.add(make("b"));
  CHECK(made == 0);
  std::string order;
  for (int i = 0; i < 6; ++i) {
    order += schedule.take_turn()->engine;
    CHECK(made == (i == 0 ? 1 : 2));
  }
  CHECK(order == "ababab");
}

}  // namespace bireach::checker
