// SPDX-License-Identifier: Apache-2.0
/// A way through a function that no execution passes well, and what may be spent on finding it.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string_view>

#include "logic/solvers/solver.h"

namespace bireach::checker {

/// Schäf, Tiwari, "Severity levels of inconsistent code" (ATVA 2015).
enum class InconsistencyClass : std::uint8_t {
  error,        ///< executions come there, and all that do fail
  after_error,  ///< none comes there, since an earlier operation would have failed
  unreachable   ///< none comes there, whatever operations do
};
/// "error", "after-error", "unreachable"
[[nodiscard]] constexpr std::string_view to_string(InconsistencyClass severity) {
  switch (severity) {
    case InconsistencyClass::error:
      return "error";
    case InconsistencyClass::after_error:
      return "after-error";
    case InconsistencyClass::unreachable:
      return "unreachable";
  }
  return "?";
}

/// A way on no execution that ends well.
struct DeadWay {
  std::optional<std::size_t> arm;  ///< into FunctionProgram::arms; nothing: the whole function
  bool both = false;               ///< so is the other way of the condition: whoever comes there fails
  InconsistencyClass severity = InconsistencyClass::unreachable;
  bool exact_loops = false;  ///< it, or its class, was shown for the loops as they are, not by the acyclic view alone
};

struct DetectionLimits {
  std::chrono::steady_clock::time_point deadline;
  std::stop_token stop;
  logic::SolverStatistics* statistics = nullptr;
  std::chrono::milliseconds question_time{3000};  ///< for one question to a solver, or to the verifier

  [[nodiscard]] bool is_over() const { return stop.stop_requested() || std::chrono::steady_clock::now() >= deadline; }
  /// For questions about one path formula.
  [[nodiscard]] logic::SolverConfig solver_config() const {
    logic::SolverConfig config;
    config.time_limit = question_time;
    config.stop = stop;
    config.statistics = statistics;
    return config;
  }
};

}  // namespace bireach::checker
