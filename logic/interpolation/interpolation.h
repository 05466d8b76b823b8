// SPDX-License-Identifier: Apache-2.0
/// Inductive sequences of interpolants for infeasible traces, and the interface of the engines that find them
/// (interpolation_engines.h lists those).
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "logic/hoare/transition_formula.h"
#include "logic/solvers/solver.h"

namespace bireach::logic {

/// n+1 predicates of a trace of n transitions: first implied by the precondition, {I_i} t_i {I_{i+1}} valid for all i,
/// last = false, and I_i speaks only of variables live at i (read after i and written, or initial, before).
struct TracePredicates {
  std::vector<Term> predicates;
  std::string engine;
};

struct InterpolationFailure {
  std::string reason;
  bool refused = false;   ///< the question is not one that is asked: more time would change nothing
  bool definite = false;  ///< there is no answer: the error is derivable
};
using InterpolationResult = std::variant<TracePredicates, InterpolationFailure>;

struct InterpolationProblem {
  std::span<const TransitionFormula* const> trace;  ///< infeasible from `precondition`
  Term precondition;                                ///< over program variables
  std::function<Term(Term variable)> range_of;      ///< type range of a program variable (true if none)
  /// Infeasible without ranges, and nothing is to be left out: engines look for no smaller core. Some state satisfies
  /// each predicate but the last.
  bool is_core = false;
};

struct InterpolationConfig {
  std::chrono::milliseconds time_limit{10000};
  std::stop_token stop;
  SolverStatistics* statistics = nullptr;
};

class InterpolationEngine {
 public:
  virtual ~InterpolationEngine() = default;
  virtual InterpolationResult interpolate(const InterpolationProblem& problem) = 0;
  [[nodiscard]] virtual std::string_view name() const = 0;
};

/// The variables whose value before the transition matters for its guard or for `live_after`.
[[nodiscard]] std::set<Term> live_before(const TransitionFormula& transition, const std::set<Term>& live_after);
/// n+1 sets for a trace of n transitions: the variables that are read later before they are written. No variable is
/// live at the end.
[[nodiscard]] std::vector<std::set<Term>> live_variables(std::span<const TransitionFormula* const> trace);

/// The four obligations: first, inductive steps, last, shared symbols. Empty: all hold; else what fails (an `unknown`
/// of the solver is reported as such).
[[nodiscard]] std::optional<std::string> check_interpolants(TermManager& terms, Solver& solver,
                                                            const InterpolationProblem& problem,
                                                            const TracePredicates& result);

/// A system of linear constrained Horn clauses: P_source(v) /\ transition -> P_target(v'); for Spacer on a path
/// program.
struct HornEdge {
  std::uint32_t source;
  const TransitionFormula* transition;
  std::uint32_t target;
};
struct HornProblem {
  std::uint32_t nodes = 0;
  std::uint32_t initial = 0;  ///< holds `precondition`
  std::uint32_t error = 0;    ///< must be unreachable
  std::vector<HornEdge> edges;
  Term precondition;
  std::function<Term(Term variable)> range_of;
};
/// One predicate a node, inductive over all edges, false at `error`; by Z3's Spacer (Komuravelli, Gurfinkel, Chaki,
/// CAV 2014). Predicates range over the variables live at their node. Failure when reachable, unknown or out of time;
/// the caller must not read a failure as either.
[[nodiscard]] std::variant<std::vector<Term>, InterpolationFailure> solve_horn(TermManager& terms,
                                                                               const HornProblem& problem,
                                                                               const InterpolationConfig& config);

}  // namespace bireach::logic
