// SPDX-License-Identifier: Apache-2.0
/// The engines of one verification, in turns at first and then side by side.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <vector>

#include "checker/engines/schedule.h"

namespace bireach::checker {

/// Each lane has a thread for its engines' turns. In a short run there is one turn at a time, in the schedule's order,
/// so that its outcome depends on the input alone and nothing costs twice. What is not settled by then goes on side by
/// side, lane by lane, until one engine decides: as many turns at a time as there are jobs, and one more while one of
/// them is long, so that a hard query holds nobody up.
class Portfolio {
 public:
  struct Callbacks {
    /// Before each turn in that lane. Do other lanes go on meanwhile?
    std::function<void(std::size_t lane, bool side_by_side)> before_turn;
    /// Is the question settled by this turn of the lane? Not asked once one was.
    std::function<bool(std::size_t lane, Schedule::Turn&)> decides;
  };
  struct Rules {
    /// From 0 to `lanes` - 1. Engines of lane 0 have their turns in the thread that calls `run`, and side by side as
    /// much time as those of all other lanes together.
    std::size_t lanes = 1;
    std::size_t jobs = 1;
    double alone = 2;  ///< what a short run takes, in seconds; with one job it goes on like that until a turn is long
    std::chrono::duration<double> long_turn{3};
  };

  Portfolio(Schedule& schedule, Rules rules, Callbacks callbacks);

  /// The turn that decides; nothing: no engine is left, or `end` was requested. The engines' stop tokens have to be of
  /// `end`, which is requested when one has decided, so that the others end soon. Callbacks are called by one thread at
  /// a time. Throws what an engine throws. Once only.
  std::optional<Schedule::Turn> run(std::stop_source& end);

 private:
  using Clock = std::chrono::steady_clock;
  struct Lane {
    std::size_t thread = 0;                  ///< the lane that its thread is named after
    std::optional<Schedule> schedule;        ///< side by side
    std::optional<Clock::time_point> begun;  ///< its turn, while there is one
    bool is_over = false;                    ///< side by side: none of its engines is ready
  };

  void advance(std::size_t thread, std::stop_source& end);
  Schedule::Seat* wait_for_turn(std::size_t thread, std::unique_lock<std::mutex>& lock, const std::stop_token& stop);
  Schedule::Seat* next_of(std::size_t thread);
  void take_turn(Schedule::Seat& seat, std::unique_lock<std::mutex>& lock, std::stop_source& end);
  void go_side_by_side();
  void note_change();
  [[nodiscard]] bool has_long_turn() const;
  [[nodiscard]] bool has_place() const;
  [[nodiscard]] bool waits(const Lane& lane) const;
  [[nodiscard]] double spent(const Lane& lane) const;

  Schedule& schedule_;
  Rules rules_;
  Callbacks callbacks_;
  std::mutex mutex_;  ///< of the callbacks and what follows
  std::condition_variable_any changed_;
  std::uint64_t changes_ = 0;
  std::vector<Lane> lanes_;
  bool side_by_side_ = false;
  bool is_over_ = false;  ///< no turn begins any more
  std::optional<Schedule::Turn> decision_;
  std::exception_ptr failure_;
};

}  // namespace bireach::checker
