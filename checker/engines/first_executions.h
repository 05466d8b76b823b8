// SPDX-License-Identifier: Apache-2.0
/// Programs are executed before any engine asks a solver: what a few executions show need not be looked for.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <variant>

#include "checker/engines/engine.h"
#include "checker/engines/engine_setting.h"
#include "frontend/program/interpreter.h"

namespace bireach::checker {

struct FirstExecutionLimits {
  // Of a program without inputs:
  std::uint64_t one_edges = 30000000;  ///< of its execution
  std::uint64_t least_proof = 20000;   ///< edges; of shorter executions invariants say more
  std::size_t one_inputs = 1000000;    ///< arbitrary values that it meets and does not need
  std::chrono::milliseconds one_time{3000};
  // Of a program with inputs, where some values are tried:
  std::uint64_t random_executions = 500;
  std::uint64_t random_edges = 400000;  ///< of all of them
  std::size_t random_errors = 8;        ///< the shortest of which is kept
  std::chrono::milliseconds random_time{500};
  /// Both take at most this share of the time that is left.
  double share_of_time = 0.1;
};

/// The one execution of a program without inputs reaches no error.
struct OneExecution {
  Proved proof;
};
/// The one execution of a program without inputs reaches an error: there is no other way to one.
struct OneError {
  frontend::RunResult run;
};
/// An execution with some values of the inputs reaches an error. Others may do so on a shorter way.
struct FallbackError {
  frontend::RunResult run;
};
/// std::monostate: nothing is known.
using FirstAnswer = std::variant<std::monostate, OneExecution, OneError, FallbackError>;

/// Executes the program, with inputs if `VerifyOptions::random_executions_first` says so. Errors are replayed, and free
/// of undefined behaviour, as `EnumerationEngine` and `RandomTesting` have them. The values tried are the same in each
/// run.
[[nodiscard]] FirstAnswer execute_first(const EngineSetting& setting, const FirstExecutionLimits& limits = {});

/// How long others may look for a better error than one of so many steps: longer for longer ones, and a fourth of the
/// time that is left at most.
[[nodiscard]] std::chrono::milliseconds patience(std::size_t steps,
                                                 std::optional<std::chrono::steady_clock::duration> left);

}  // namespace bireach::checker
