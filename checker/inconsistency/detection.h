// SPDX-License-Identifier: Apache-2.0
/// Which ways of a function no execution passes that ends well.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/clang/modular/function_program.h"
#include "logic/solvers/solver_statistics.h"

namespace bireach::checker {

/// Schäf, Tiwari, "InconsistencyClass levels of inconsistent code" (ATVA 2015).
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
  bool exact_loops = false;  ///< shown for the loops as they are, not for the acyclic view alone
};

struct Detection {
  std::vector<DeadWay> dead;  ///< only what no other dead way explains: no other one lies before it on all paths
  std::size_t arms = 0;       ///< that were asked about
  std::vector<std::string> undecided;  ///< why some were not decided
};

struct DetectionLimits {
  std::chrono::steady_clock::time_point deadline;
  std::stop_token stop;
  logic::SolverStatistics* statistics = nullptr;
  bool exact_loops = true;  ///< ways that only the acyclic view lets pass are verified with the loops as they are
};

/// Covers ways by models of the path formula; what is left is asked about one by one. Every `dead` was confirmed by
/// both solvers, or by a certified proof for the program with its loops.
[[nodiscard]] Detection detect(const frontend::FunctionProgram& function, const DetectionLimits& limits);

/// Do both solvers say so of the arms of this number, in another reading of the same function? An arm that is not there
/// any more counts as dead.
[[nodiscard]] bool is_dead_too(const frontend::FunctionProgram& function, const frontend::Arm* arm,
                               const DetectionLimits& limits);

/// Do executions from there do nothing but give up (exit, abort, a failed assert)?
[[nodiscard]] bool only_gives_up(const frontend::FunctionProgram& function, const frontend::Arm& arm);

/// Is the function silent about this way: written by a macro's body, a default label, or giving up?
[[nodiscard]] bool is_silent(const frontend::FunctionProgram& function, const frontend::Arm& arm);

}  // namespace bireach::checker
