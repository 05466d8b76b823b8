// SPDX-License-Identifier: Apache-2.0
#include "checker/engines/portfolio.h"

#include <deque>
#include <exception>
#include <memory>
#include <utility>
#include <vector>

#include "logic/solvers/deep_thread.h"

namespace bireach::checker {

Portfolio::Portfolio(Schedule& schedule, std::size_t lanes, double alone, Callbacks callbacks)
    : schedule_(schedule), lanes_(lanes), alone_(alone), callbacks_(std::move(callbacks)) {}

std::optional<Schedule::Turn> Portfolio::run(std::stop_source& end) {
  decision_.reset();
  while (!end.stop_requested()) {
    if (lanes_ > 1 && schedule_.seconds() >= alone_) return run_side_by_side(end);
    for (std::size_t lane = 0; lane < lanes_; ++lane) callbacks_.before_turn(lane);
    auto turn = schedule_.take_turn();
    if (!turn) break;
    if (callbacks_.decides(*turn)) return turn;
  }
  return std::nullopt;
}

/// Turns of one lane until somebody decides.
void Portfolio::advance(Schedule& schedule, std::size_t lane, std::stop_source& end) {
  while (!end.stop_requested()) {
    {
      const std::lock_guard lock(mutex_);
      callbacks_.before_turn(lane);
    }
    auto turn = schedule.take_turn();
    if (!turn) return;
    const std::lock_guard lock(mutex_);
    if (decision_) return;  // the turn was cut short by it
    if (!callbacks_.decides(*turn)) continue;
    decision_ = std::move(turn);
    end.request_stop();
  }
}

std::optional<Schedule::Turn> Portfolio::run_side_by_side(std::stop_source& end) {
  std::deque<Schedule> others;
  for (std::size_t lane = 1; lane < lanes_; ++lane) others.push_back(schedule_.take_lane(lane));
  std::exception_ptr failure;
  const auto guarded = [&](Schedule& schedule, std::size_t lane) {
    try {
      advance(schedule, lane, end);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      // What an engine throws that was to end does not matter any more.
      if (!decision_ && !failure) failure = std::current_exception();
      end.request_stop();
    }
  };
  {
    std::vector<std::unique_ptr<logic::DeepThread>> threads;
    std::vector<std::size_t> without_thread{0};
    for (std::size_t lane = 1; lane < lanes_; ++lane) {
      threads.push_back(
          std::make_unique<logic::DeepThread>([&guarded, &others, lane] { guarded(others[lane - 1], lane); }));
      if (!threads.back()->started()) without_thread.push_back(lane);
    }
    for (const std::size_t lane : without_thread) guarded(lane == 0 ? schedule_ : others[lane - 1], lane);
  }
  if (failure && !decision_) std::rethrow_exception(failure);
  return std::move(decision_);
}

}  // namespace bireach::checker
