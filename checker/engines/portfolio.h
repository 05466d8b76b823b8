// SPDX-License-Identifier: Apache-2.0
/// The engines of one verification, in turns at first and then side by side.
#pragma once

#include <sys/types.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
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
/// side until one engine decides: with as many turns at a time as there are jobs, the last of which the later lanes
/// share. A long turn holds nobody up: those that share a job with it go on beside it, with threads that give way to
/// others from then on where there are too few cores (but not that of lane 0). There is one more turn than jobs then,
/// and no more.
class Portfolio {
 public:
  struct Callbacks {
    /// Before each turn in that lane. Do other lanes go on meanwhile?
    std::function<void(std::size_t lane, bool side_by_side)> before_turn;
    /// Is the question settled by this turn of the lane? Not asked once one was.
    std::function<bool(std::size_t lane, Schedule::Turn&)> decides;
  };
  struct Rules {
    /// From 0 to `lanes` - 1. Engines of lane 0 have their turns in the thread that calls `run`.
    std::size_t lanes = 1;
    std::size_t jobs = 1;
    double alone = 2;  ///< what a short run takes, in seconds
    std::chrono::duration<double> long_turn{5};
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
    std::optional<Clock::time_point> begun;  ///< its turn, while there is one
    bool is_long = false;                    ///< that turn, as far as anybody has looked
    bool gives_way = false;                  ///< its thread, since a turn of its job was long
  };
  /// Engines that take turns.
  struct Track {
    std::size_t job;  ///< that it has, alone or with those that were set aside from it
    std::size_t lanes;
    Schedule schedule;
    double before;                       ///< seconds of the schedule when the track began
    std::optional<std::size_t> running;  ///< the lane that has the turn
    bool is_over = false;                ///< none of its engines is ready
  };

  void advance(std::size_t thread, std::stop_source& end);
  Schedule::Seat* wait_for_turn(std::size_t thread, std::unique_lock<std::mutex>& lock, const std::stop_token& stop);
  Schedule::Seat* next_of(std::size_t thread);
  void take_turn(Schedule::Seat& seat, std::unique_lock<std::mutex>& lock, std::stop_source& end);
  void end_turn(std::size_t lane);
  void note_change();
  void divide_jobs();
  void find_long_turns();
  void set_aside(std::size_t lane);
  [[nodiscard]] double elapsed() const;
  [[nodiscard]] std::size_t job_of(std::size_t lane) const { return std::min(lane, jobs_ - 1); }
  void give_way(std::size_t job);
  [[nodiscard]] bool has_place(std::size_t job) const;
  [[nodiscard]] Track* next_track(std::size_t job);
  [[nodiscard]] bool is_busy(std::size_t thread) const;

  Schedule& schedule_;
  Rules rules_;
  Callbacks callbacks_;
  std::mutex mutex_;  ///< of the callbacks and what follows
  std::condition_variable_any changed_;
  std::uint64_t changes_ = 0;
  std::vector<Lane> lanes_;
  std::vector<pid_t> threads_;  ///< Linux's numbers of the lanes' threads; 0: of a lane without one
  std::deque<Track> tracks_;
  std::size_t jobs_ = 1;  ///< that are divided
  bool is_over_ = false;  ///< no turn begins any more
  std::optional<Schedule::Turn> decision_;
  std::exception_ptr failure_;
};

}  // namespace bireach::checker
