// SPDX-License-Identifier: Apache-2.0
#include "checker/engines/first_executions.h"

#include <algorithm>
#include <utility>

#include "checker/engines/enumeration.h"
#include "checker/engines/random_testing.h"

namespace bireach::checker {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

namespace {

/// Executed between two looks at the clock.
constexpr std::uint64_t one_turn = 200000;
constexpr std::uint64_t random_turn = 1000;

constexpr milliseconds least_patience{1500};
constexpr milliseconds most_patience{3000};
constexpr int microseconds_a_step = 2000;
constexpr int share_of_patience = 4;

steady_clock::time_point end_of(milliseconds limit, double share, const VerifyOptions& options) {
  const auto now = steady_clock::now();
  steady_clock::duration time = limit;
  if (options.deadline) {
    const auto left = std::max(*options.deadline - now, steady_clock::duration::zero());
    time = std::min(time, std::chrono::duration_cast<steady_clock::duration>(share * left));
  }
  return now + time;
}

/// The first execution; `has_inputs` is set if it needs the value of one.
FirstAnswer execute_the_one(const EngineSetting& setting, const FirstExecutionLimits& limits, bool& has_inputs) {
  EnumerationLimits one;
  one.turn_edges = one_turn;
  one.max_steps = limits.one_edges;
  one.inputs = EnumerationLimits::Inputs::refused;
  EnumerationEngine engine(setting, one);
  const auto end = end_of(limits.one_time, limits.share_of_time, setting.options);
  while (!setting.stop.stop_requested() && engine.inputs_met() <= limits.one_inputs) {
    StepResult result = engine.step();
    if (auto* found = std::get_if<Found>(&result)) {
      if (found->run.end == frontend::RunEnd::Error) return OneError{std::move(found->run)};
      return {};
    }
    if (auto* proved = std::get_if<Proved>(&result)) {
      if (engine.edges() >= limits.least_proof) return OneExecution{std::move(*proved)};
      return {};
    }
    has_inputs = engine.has_refused_input();
    if (!std::holds_alternative<Progressed>(result) || steady_clock::now() >= end) return {};
  }
  return {};
}

/// The shortest of the errors found.
FirstAnswer execute_some(const EngineSetting& setting, const FirstExecutionLimits& limits) {
  RandomTestingLimits some;
  some.turn_edges = std::min(random_turn, limits.random_edges);
  some.all_edges = limits.random_edges;
  some.all_executions = limits.random_executions;
  RandomTesting engine(setting, some);
  const auto end = end_of(limits.random_time, limits.share_of_time, setting.options);
  std::optional<frontend::RunResult> shortest;
  for (std::size_t errors = 0; errors < limits.random_errors && !setting.stop.stop_requested();) {
    StepResult result = engine.step();
    if (auto* found = std::get_if<Found>(&result)) {
      ++errors;
      if (!shortest || found->run.execution.trace.size() < shortest->execution.trace.size())
        shortest = std::move(found->run);
    } else if (!std::holds_alternative<Progressed>(result)) {
      break;
    }
    if (steady_clock::now() >= end) break;
  }
  if (!shortest) return {};
  return FallbackError{std::move(*shortest)};
}

}  // namespace

FirstAnswer execute_first(const EngineSetting& setting, const FirstExecutionLimits& limits) {
  bool has_inputs = false;
  FirstAnswer answer = execute_the_one(setting, limits, has_inputs);
  if (has_inputs && setting.options.random_executions_first) return execute_some(setting, limits);
  return answer;
}

milliseconds patience(std::size_t steps, std::optional<steady_clock::duration> left) {
  const auto most_steps = static_cast<std::size_t>(most_patience / std::chrono::microseconds(microseconds_a_step));
  const auto for_steps = std::chrono::microseconds(microseconds_a_step) * std::min(steps, most_steps);
  auto result = std::min(most_patience, least_patience + std::chrono::duration_cast<milliseconds>(for_steps));
  if (left) result = std::min(result, std::chrono::duration_cast<milliseconds>(*left) / share_of_patience);
  return std::max(result, milliseconds::zero());
}

}  // namespace bireach::checker
