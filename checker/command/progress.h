// SPDX-License-Identifier: Apache-2.0
/// The progress line on a terminal.
#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <string_view>

#include "checker/answer/limits.h"
#include "checker/answer/statistics.h"

namespace bireach::checker {

/// "[ 12.3 s] refining: 17 iterations, 15 traces refuted, 230 states left, depth 12, 3 error traces found"
[[nodiscard]] std::string format_progress(std::string_view phase, const Progress& progress, double elapsed_seconds);

/// One line of standard error, rewritten in place at most ten times a second; nothing at all if not enabled.
/// Thread-safe.
class ProgressLine {
 public:
  ProgressLine(bool enabled, Clock::time_point start) : enabled_(enabled), start_(start) {}
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void set_phase(std::string_view phase);
  void update(const Progress& progress);
  /// Redraws, so that the elapsed time moves on.
  void tick();
  /// Writes something else to the terminal, without the line, which comes back with the next tick.
  void without_line(const std::function<void()>& write);
  /// Removes the line for good.
  void clear();

 private:
  void erase();

  bool enabled_;
  Clock::time_point start_;
  std::mutex mutex_;
  std::string phase_;
  Progress progress_{};
  Clock::time_point drawn_at_{};
  bool visible_ = false;
};

}  // namespace bireach::checker
