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

#include "logic/solvers/solver.h"
#include "relevance/explanation/error_formula.h"

namespace bireach::relevance {

using Deadline = std::chrono::steady_clock::time_point;

struct ErrorCoreConfig {
  Deadline deadline;          ///< of all; then the core is as it stands, or there is none
  Deadline minimise_until;    ///< of making the core smaller
  Deadline generalise_until;  ///< of making the precondition weaker
  std::stop_token stop;
  logic::SolverStatistics* statistics = nullptr;
  /// What gives the variables by which elements of arrays are chosen their values belongs to the core. Without it an
  /// error that holds for every element has invariants over arrays with quantifiers only.
  bool keep_indices = false;
};

/// Z3 with the whole formula, each part behind a literal; found core and later queries share it.
struct ErrorEncoding;

/// What suffices for the error. In the flow-sensitive case the statements, taken without their guards, make the
/// assertion fail *and* every branch of `branches` go as it did, from every state that the precondition admits.
struct ErrorCore {
  std::set<std::size_t> items;        ///< of the formula
  std::vector<std::size_t> branches;  ///< all that enclose an item of the core, the assertion, or have frames
  std::set<std::size_t> framed;       ///< branches with frame conditions among the items
  std::vector<Hazard> hazards;        ///< orders of accesses that the items rest on, by `from`
  /// Positions that no interval of one invariant covers: those framed, and those of hazards. They are part of why the
  /// invariants hold even where these do not change.
  std::set<std::size_t> kept;
  std::vector<InputConstraint> precondition;  ///< by input of the trace
  std::shared_ptr<ErrorEncoding> encoding;    ///< that it was found with
};

/// Sets all but the precondition from the items.
void close_scopes(const ErrorTrace& trace, const ErrorFormula& formula, ErrorCore& core);

/// The core of the extended trace formula: found with all inputs fixed, made minimal as far as time allows (one
/// conjunct after the other is dropped), closed under the branches that explain it; then the inputs are freed or
/// widened to intervals, one after the other, as far as the error still follows. Else the reason.
[[nodiscard]] std::variant<ErrorCore, logic::UnknownReason> find_error_core(const ErrorTrace& trace,
                                                                            const ErrorFormula& formula,
                                                                            const ErrorCoreConfig& config);

/// What follows from the formula of a core. All queries answer false on a solver's unknown, and after the deadline.
class CoreFormula {
 public:
  virtual ~CoreFormula() = default;
  /// psi and the statements before the position imply the predicate there (condition (i) of error invariants).
  [[nodiscard]] virtual bool holds_at(logic::Term predicate, std::size_t position) = 0;
  /// The predicate and the statements from the position on imply that the assertion fails and the branches of the core
  /// go as they did (condition (ii)).
  [[nodiscard]] virtual bool keeps_error(logic::Term predicate, std::size_t position) = 0;
};

/// By the solver that found the core, or by cvc5 from the formula alone. The references must outlive the result.
[[nodiscard]] std::unique_ptr<CoreFormula> make_core_formula(const ErrorTrace& trace, const ErrorFormula& formula,
                                                             const ErrorCore& core, logic::SolverKind solver,
                                                             const ErrorCoreConfig& config);

}  // namespace bireach::relevance
