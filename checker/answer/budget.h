// SPDX-License-Identifier: Apache-2.0
/// What a piece of work may take.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>

#include "checker/answer/limits.h"

namespace bireach::checker {

struct VerifyStatistics;

/// Copies share the statistics.
struct Budget {
  Clock::time_point start;  ///< of the run
  /// When `stop` will be requested, if that is known: so that work can be planned.
  std::optional<Clock::time_point> deadline;
  /// For what follows once an error is known; `stop` is requested when it is over.
  std::optional<Clock::duration> explanation_limit = std::nullopt;
  std::stop_token stop;
  std::function<StopCause()> cause = [] { return StopCause::none; };  ///< why `stop` was requested; from any thread
  /// What was taken, by the one thread that works; only the counters of solvers may be read by others meanwhile.
  VerifyStatistics* statistics = nullptr;
};

[[nodiscard]] inline double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace bireach::checker
