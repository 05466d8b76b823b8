// SPDX-License-Identifier: Apache-2.0
/// The engines of one verification, in turns at first and then side by side.
#pragma once

#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>

#include "checker/engines/schedule.h"

namespace bireach::checker {

/// A short run has one thread, so that its outcome depends on the input alone and costs nothing twice. What is not
/// settled by then goes on with a thread for each lane, until one engine decides.
class Portfolio {
 public:
  struct Callbacks {
    /// Before each turn in that lane; while there is one thread, before any turn for each lane.
    std::function<void(std::size_t lane)> before_turn;
    /// Is the question settled by this turn?
    std::function<bool(Schedule::Turn&)> decides;
  };

  /// Lanes are those from 0 to `lanes` - 1; engines of lane 0 stay in the thread that calls `run`. `alone`: what a
  /// short run takes, in seconds.
  Portfolio(Schedule& schedule, std::size_t lanes, double alone, Callbacks callbacks);

  /// The turn that decides; nothing: no engine is left, or `end` was requested. The engines' stop tokens have to be of
  /// `end`, which is requested when one has decided, so that the others end soon. Callbacks are called by one thread at
  /// a time. Throws what an engine throws.
  std::optional<Schedule::Turn> run(std::stop_source& end);

 private:
  void advance(Schedule& schedule, std::size_t lane, std::stop_source& end);
  std::optional<Schedule::Turn> run_side_by_side(std::stop_source& end);

  Schedule& schedule_;
  std::size_t lanes_;
  double alone_;
  Callbacks callbacks_;
  std::mutex mutex_;  ///< of the callbacks and what follows
  std::optional<Schedule::Turn> decision_;
};

}  // namespace bireach::checker
