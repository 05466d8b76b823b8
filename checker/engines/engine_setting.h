// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <stop_token>
#include <string>

#include "checker/answer/statistics.h"
#include "checker/blocks/control_flow.h"
#include "checker/engines/verify_options.h"
#include "frontend/program/program.h"

namespace bireach::checker {

/// What the engines of one verification have in common. They keep a reference to it, so it must outlive them, as what
/// it refers to must outlive it.
struct EngineSetting {
  const frontend::Program& program;
  const frontend::Program* wrapping;  ///< the program if its overflow wraps, where that may matter; null: it does not
  const ControlFlow& flow;            ///< of both
  const VerifyOptions& options;
  std::stop_token stop;
  VerifyStatistics& statistics;
  /// The construct that is not modelled and that some execution was found to reach; empty: none. From then on there is
  /// no proof, and such locations are no targets.
  std::string unsupported = {};

  /// Others have threads of their own, and once they have an answer they wait for this engine to end.
  bool is_awaited = false;

  /// For a query to cvc5, which does not listen to `stop`: no answer of others is lost by waiting for it.
  [[nodiscard]] std::chrono::milliseconds certifier_time_limit() const {
    constexpr std::chrono::milliseconds shortest{1};
    constexpr std::chrono::milliseconds longest_awaited{5000};
    std::chrono::milliseconds limit = options.query_time_limit;
    if (!is_awaited) return limit;
    limit = std::min(limit, longest_awaited);
    if (!options.deadline) return limit;
    const auto left = *options.deadline - std::chrono::steady_clock::now();
    return std::clamp(std::chrono::duration_cast<std::chrono::milliseconds>(left), shortest, limit);
  }

  [[nodiscard]] bool unsupported_is_reached() const { return !unsupported.empty(); }
};

}  // namespace bireach::checker
