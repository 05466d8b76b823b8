// SPDX-License-Identifier: Apache-2.0
/// Engines side by side, told with engines that are made up for it.
#include "checker/engines/portfolio.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace bireach::checker {
namespace {

/// The seconds that engines say they have taken.
using Clock = std::atomic<double>;

struct Plan {
  std::string_view name;
  std::size_t steps = 0;  ///< before `last`
  StepResult last = GaveUp{"no more to plan"};
  bool waits = false;   ///< a step after the first ends when the run does
  bool throws = false;  ///< instead of `last`
};

/// A quarter of a second for a step.
class PlannedEngine final : public Engine {
 public:
  PlannedEngine(Plan plan, Clock& clock, std::stop_token end, std::set<std::thread::id>& threads)
      : plan_(std::move(plan)), clock_(clock), end_(std::move(end)), threads_(threads) {}

  [[nodiscard]] std::string_view name() const override { return plan_.name; }
  [[nodiscard]] StepResult step() override {
    threads_.insert(std::this_thread::get_id());
    clock_ = clock_ + 0.25;
    while (plan_.waits && taken_ > 0 && !end_.stop_requested()) std::this_thread::yield();
    if (taken_++ < plan_.steps) return Progressed{};
    if (plan_.throws) throw std::runtime_error("thrown by an engine");
    return plan_.last;
  }

 private:
  Plan plan_;
  Clock& clock_;
  std::stop_token end_;
  std::set<std::thread::id>& threads_;  ///< in which it had its turns
  std::size_t taken_ = 0;
};

class Bench {
 public:
  void add(std::size_t lane, Plan plan) {
    if (lane >= threads_.size()) threads_.resize(lane + 1);
    schedule_.add(
        [this, lane, plan = std::move(plan)] {
          return std::make_unique<PlannedEngine>(plan, clock_, end_.get_token(), threads_[lane]);
        },
        0, lane);
  }
  /// The name of the engine that decides; "" if none does.
  std::string winner(double alone, std::size_t jobs = 8) {
    Portfolio portfolio(schedule_, {threads_.size(), jobs, alone, std::chrono::milliseconds(20)},
                        {[this](std::size_t lane, bool /*side_by_side*/) { prepared_.insert(lane); },
                         [this](std::size_t /*lane*/, Schedule::Turn& turn) {
                           order_ += turn.engine.front();
                           return std::holds_alternative<Proved>(turn.result);
                         }});
    const auto turn = portfolio.run(end_);
    return turn ? std::string(turn->engine) : "";
  }
  [[nodiscard]] const std::set<std::thread::id>& threads(std::size_t lane) const { return threads_[lane]; }
  /// First letters of the names, a letter for each turn that ended.
  [[nodiscard]] const std::string& order() const { return order_; }
  [[nodiscard]] const std::set<std::size_t>& prepared() const { return prepared_; }
  std::stop_source& end() { return end_; }
  Schedule& schedule() { return schedule_; }

 private:
  std::stop_source end_;
  Clock clock_{0};
  std::vector<std::set<std::thread::id>> threads_ = std::vector<std::set<std::thread::id>>(1);
  std::set<std::size_t> prepared_;
  std::string order_;
  Schedule schedule_{[this] { return clock_.load(); }};
};

Proved proof() {
  return Proved{{Unrolling{1}, {}}, Proved::Overflow::covered};
}

}  // namespace

TEST_CASE("a short run has one turn at a time, in the order of the schedule") {
  Bench bench;
  bench.schedule().begin_group(Schedule::Measure::time);
  bench.add(0, {.name = "search", .steps = 100});
  bench.schedule().begin_group(Schedule::Measure::time);
  bench.add(1, {.name = "clauses", .steps = 3, .last = proof()});
  CHECK(bench.winner(1000) == "clauses");
  CHECK(bench.order() == "cscscsc");
  CHECK(bench.threads(0) == std::set{std::this_thread::get_id()});
  CHECK(bench.prepared() == std::set<std::size_t>{0, 1});
  CHECK_FALSE(bench.end().stop_requested());  // the one engine's turn was the last anyway
}

TEST_CASE("with one job it goes on so, for as long as no turn is long") {
  Bench bench;
  bench.schedule().begin_group(Schedule::Measure::time);
  bench.add(0, {.name = "search", .steps = 100});
  bench.add(1, {.name = "clauses", .steps = 100});
  bench.add(2, {.name = "testing", .steps = 40, .last = proof()});
  CHECK(bench.winner(0.5, 1) == "testing");
  CHECK(bench.order().substr(0, 9) == "sctsctsct");
  CHECK_FALSE(bench.end().stop_requested());
}

TEST_CASE("a long turn holds nobody up") {
  for (const std::size_t lane : {std::size_t{0}, std::size_t{1}}) {
    Bench bench;
    bench.schedule().begin_group(Schedule::Measure::time);
    bench.add(lane, {.name = "hard", .steps = 1, .waits = true});
    bench.schedule().begin_group(Schedule::Measure::time);
    bench.add(1 - lane, {.name = "clauses", .steps = 20});
    bench.add(2, {.name = "testing", .steps = 30, .last = proof()});
    CHECK(bench.winner(1000, 1) == "testing");
    CHECK(bench.end().stop_requested());
    CHECK(std::count(bench.order().begin(), bench.order().end(), 'c') == 21);  // one more for both of them
  }
}

TEST_CASE("what had a long turn waits until the others have had theirs") {
  Bench bench;
  bench.schedule().begin_group(Schedule::Measure::time);
  bench.add(0, {.name = "search", .steps = 1000});
  bench.add(1, {.name = "hard", .steps = 1, .waits = true});
  bench.add(2, {.name = "clauses", .steps = 1000});
  bench.add(3, {.name = "testing", .steps = 40, .last = proof()});
  CHECK(bench.winner(1000, 1) == "testing");
  CHECK(bench.end().stop_requested());
  const auto turns_of = [&bench](char name) { return std::count(bench.order().begin(), bench.order().end(), name); };
  CHECK(std::abs(turns_of('c') - turns_of('t')) <= 2);
  CHECK(std::abs(turns_of('s') - turns_of('t')) <= 2);
}

TEST_CASE("the later lanes share the last job, and go on beside a long turn there") {
  Bench bench;
  bench.schedule().begin_group(Schedule::Measure::time);
  bench.add(0, {.name = "search", .steps = 100000000});
  bench.add(1, {.name = "hard", .steps = 1, .waits = true});
  bench.add(2, {.name = "clauses", .steps = 30});
  bench.add(3, {.name = "testing", .steps = 40, .last = proof()});
  CHECK(bench.winner(0.5, 2) == "testing");
  CHECK(std::count(bench.order().begin(), bench.order().end(), 'c') == 31);
}

TEST_CASE("a long one goes on side by side, and the first that decides ends it") {
  Bench bench;
  bench.schedule().begin_group(Schedule::Measure::time);
  bench.add(0, {.name = "search", .steps = 1, .last = proof(), .waits = true});
  bench.schedule().begin_group(Schedule::Measure::time);
  bench.add(1, {.name = "clauses", .steps = 200, .last = proof()});
  bench.add(2, {.name = "testing", .steps = 5});
  CHECK(bench.winner(0.5) == "clauses");  // although the search, cut short, says that it has a proof, too
  CHECK(bench.end().stop_requested());
  CHECK(bench.threads(0) == std::set{std::this_thread::get_id()});
  CHECK(bench.threads(1) != bench.threads(0));
  CHECK(bench.threads(2) != bench.threads(1));
}

TEST_CASE("engines keep what they have done when they go on side by side") {
  Bench bench;
  bench.schedule().begin_group(Schedule::Measure::time);
  bench.add(0, {.name = "search", .steps = 7});
  bench.add(1, {.name = "clauses", .steps = 7});
  CHECK(bench.winner(2).empty());
  CHECK(bench.order().size() == 16);
  CHECK(bench.threads(1).size() == 1);
}

TEST_CASE("what an engine throws ends the others and comes out") {
  for (const std::size_t lane : {std::size_t{0}, std::size_t{1}}) {
    Bench bench;
    bench.schedule().begin_group(Schedule::Measure::time);
    bench.add(lane, {.name = "search", .steps = 4, .throws = true});
    bench.add(1 - lane, {.name = "clauses", .steps = 1, .waits = true});
    CHECK_THROWS_WITH_AS(bench.winner(0.5), "thrown by an engine", std::runtime_error);
  }
}

TEST_CASE("what an engine throws once another one has decided does not matter") {
  Bench bench;
  bench.schedule().begin_group(Schedule::Measure::time);
  bench.add(0, {.name = "search", .steps = 1, .waits = true, .throws = true});
  bench.add(1, {.name = "clauses", .steps = 40, .last = proof()});
  CHECK(bench.winner(0.5) == "clauses");
}

TEST_CASE("a run that is stopped decides nothing") {
  Bench bench;
  bench.schedule().begin_group(Schedule::Measure::time);
  bench.add(0, {.name = "search", .steps = 1, .waits = true});
  bench.add(1, {.name = "clauses", .steps = 1, .waits = true});
  std::thread stopper([&bench] {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    bench.end().request_stop();
  });
  CHECK(bench.winner(0.5).empty());
  stopper.join();
}

}  // namespace bireach::checker
