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

  /// For a query to cvc5, which does not listen to `stop`.
  [[nodiscard]] std::chrono::milliseconds certifier_time_limit() const {
    return is_awaited ? std::min(options.query_time_limit, longest_wait) : options.query_time_limit;
  }
  static constexpr std::chrono::milliseconds longest_wait{5000};

  [[nodiscard]] bool unsupported_is_reached() const { return !unsupported.empty(); }
};

}  // namespace bireach::checker
