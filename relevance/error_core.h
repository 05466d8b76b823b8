// SPDX-License-Identifier: Apache-2.0
/// The part of a trace that the error needs, from unsatisfiable cores, and the error precondition that it needs.
#pragma once

#include <chrono>
#include <memory>
#include <set>
#include <stop_token>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "logic/solver.h"
#include "relevance/error_formula.h"

namespace bireach::relevance {

using Deadline = std::chrono::steady_clock::time_point;

struct ErrorCoreConfig {
  Deadline deadline;          ///< of all; then the core is as it stands, or there is none
  Deadline minimise_until;    ///< of making the core smaller
  Deadline generalise_until;  ///< of making the precondition weaker
  std::stop_token stop;
  logic::SolverStatistics* statistics = nullptr;
};

/// What suffices for the error. In the flow-sensitive case the statements, taken without their guards, make the
/// assertion fail *and* every branch of `branches` go as it did, from every state that the precondition admits.
struct ErrorCore {
  std::set<std::size_t> items;                ///< of the formula
  std::vector<std::size_t> branches;          ///< all that enclose an item of the core, the assertion, or have frames
  std::set<std::size_t> framed;               ///< branches with frame conditions among the items
  std::vector<InputConstraint> precondition;  ///< by input of the trace
};

/// The core of the extended trace formula: found with all inputs fixed, made minimal as far as time allows (one
/// conjunct after the other is dropped), closed under the branches that explain it; then the inputs are freed or
/// widened to intervals, one after the other, as far as the error still follows. Else the reason.
[[nodiscard]] std::variant<ErrorCore, std::string> find_error_core(const ErrorTrace& trace, const ErrorFormula& formula,
                                                                   const ErrorCoreConfig& config);

/// The formula of the core with these constraints and branches in an incremental solver: what follows from it?
/// All queries answer false on a solver's unknown.
class CoreFormula {
 public:
  CoreFormula(const ErrorTrace& trace, const ErrorFormula& formula, const ErrorCore& core, logic::SolverKind solver,
              const ErrorCoreConfig& config);
  /// psi and the statements before the position imply the predicate there (condition (i) of error invariants).
  [[nodiscard]] bool holds_at(logic::Term predicate, std::size_t position);
  /// The predicate and the statements from the position on imply that the assertion fails and the branches of the core
  /// go as they did (condition (ii)).
  [[nodiscard]] bool keeps_error(logic::Term predicate, std::size_t position);
  /// At one position, for all states.
  [[nodiscard]] bool implies(logic::Term premise, logic::Term conclusion);

 private:
  bool refuted(const std::vector<logic::Term>& assumptions);

  const ErrorTrace& trace_;
  const ErrorFormula& formula_;
  const ErrorCore& core_;
  Deadline deadline_;
  std::unique_ptr<logic::Solver> solver_;
  std::vector<logic::Term> initial_;
  /// A literal that stands for what belongs to each position: items, and constraints of inputs.
  std::vector<std::pair<std::size_t, logic::Term>> literals_;
};

}  // namespace bireach::relevance
