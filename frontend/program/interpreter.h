// SPDX-License-Identifier: Apache-2.0
/// Concrete execution of programs with C's semantics; detects undefined behaviour; uses no solver.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "frontend/program/program.h"
#include "frontend/program/undefined_behaviour.h"

namespace bireach::frontend {

[[nodiscard]] std::string_view to_string(UndefinedBehaviour kind);

struct UndefinedEvent {
  UndefinedBehaviour kind;
  EdgeId edge;
  SourceRange place;
};

/// Values of all variables (logic::Integer, or ArrayValue for arrays), as C values (signed ones may be negative).
using ConcreteState = std::vector<logic::Value>;

/// All variables zero: the state before the first edge; what C leaves arbitrary is havocked by edges of the program.
[[nodiscard]] ConcreteState initial_state(const Program& program);

/// Value of an expression; undefined behaviour is appended to `events` (signed overflow only where the program takes it
/// for undefined) and evaluation goes on as gcc -fwrapv would: overflow wraps, x/0 is 0 and x%0 is x, shift amounts are
/// taken modulo the width, an index out of bounds reads 0.
[[nodiscard]] logic::Integer evaluate(const Program& program, const Expr& expr, const ConcreteState& state, EdgeId edge,
                                      std::vector<UndefinedEvent>& events);

/// Gives the value for a Havoc edge (already converted to the target's type by the caller of it); `position` counts
/// edges executed so far.
using HavocOracle = std::function<logic::Value(EdgeId edge, std::size_t position)>;

/// A trace and the states along it: states.size() == trace.size() + 1. Deterministic given the values of its havocs.
struct Execution {
  Trace trace;
  std::vector<ConcreteState> states;
  std::vector<UndefinedEvent> undefined;
};

/// The signed overflows along an execution that keeps its states, whatever the program takes them for.
[[nodiscard]] std::vector<UndefinedEvent> signed_overflows(const Program& program, const Execution& execution);

enum class StepResult { done, blocked };
/// Executes one edge in place.
StepResult execute_edge(const Program& program, EdgeId edge, ConcreteState& state, const HavocOracle& oracle,
                        std::size_t position, std::vector<UndefinedEvent>& events);

enum class RunEnd { Error, Exit, Unsupported, Blocked, StepLimit, Stopped };
struct RunResult {
  RunEnd end;
  Execution execution;
};
enum class KeptStates { all, first_and_last };
/// Runs the program from its initial location: at each location the enabled edge is taken.
[[nodiscard]] RunResult run(const Program& program, const HavocOracle& oracle, std::size_t step_limit,
                            std::stop_token stop = {}, KeptStates kept = KeptStates::all);
/// Executes exactly this trace; end is Blocked if an edge does not let the execution pass (execution.trace is then the
/// prefix executed), else the kind of the last location (Exit for Normal).
[[nodiscard]] RunResult run_trace(const Program& program, const Trace& trace, const HavocOracle& oracle);

}  // namespace bireach::frontend
