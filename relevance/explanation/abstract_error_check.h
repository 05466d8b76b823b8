// SPDX-License-Identifier: Apache-2.0
/// What an explanation of an error trace claims, checked as the definitions read: by queries about whole prefixes and
/// suffixes of the plain trace formula. Nothing here is shared with what finds explanations.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "frontend/program/interpreter.h"
#include "frontend/program/semantics.h"
#include "logic/solvers/solver.h"
#include "relevance/explanation/error_invariants.h"
#include "relevance/trace/control_dependence.h"

namespace bireach::relevance {

/// The plain trace formula of an error (psi, pi, phi) without phi. A constraint of psi on an arbitrary value that pi
/// chooses belongs to the statement that chooses it, one on the initial state to no statement. Executions with
/// undefined behaviour are left out.
class PlainTraceFormula {
 public:
  /// pi is the trace's prefix of this length. The program and the semantics must outlive this.
  PlainTraceFormula(const frontend::Program& program, const frontend::Semantics& semantics,
                    const frontend::Trace& trace, std::size_t length, std::span<const InputConstraint> precondition);

  [[nodiscard]] std::size_t length() const { return transitions_.size(); }
  [[nodiscard]] const std::vector<logic::TransitionFormula>& transitions() const { return transitions_; }
  /// psi as far as it constrains the initial state.
  [[nodiscard]] logic::Term initial() const { return initial_; }
  /// Is there an execution of pi[from, to) from a state of `before` to a state of `after` (program variables both)?
  /// `from` <= `to` <= length(). Linear in to - from.
  [[nodiscard]] logic::SatResult execution(logic::Solver& solver, std::size_t from, std::size_t to, logic::Term before,
                                           logic::Term after) const;

 private:
  [[nodiscard]] logic::Term constraint(const InputConstraint& input, logic::Term chosen) const;

  const frontend::Program& program_;
  const frontend::Semantics& semantics_;
  std::vector<logic::TransitionFormula> transitions_;
  logic::TraceFormula ssa_;
  logic::Term initial_;
};

/// What an explanation is about; all references must outlive the checks.
struct ExplainedTrace {
  const frontend::Program& program;
  const frontend::Semantics& semantics;  ///< in the explanation's arithmetic, over its terms
  const frontend::Execution& execution;
  const ErrorExplanation& explanation;  ///< found
};

/// The checks return nothing if all is well, else what fails; an `unknown` of the solver is reported as such.

/// Each invariant I of a position i is an error invariant: (i) it follows from psi and TF(pi[0, i]); (ii) it
/// contradicts TF(pi[i, n]) and phi together. 2(n+1) queries.
[[nodiscard]] std::optional<std::string> check_error_invariants(const ExplainedTrace& trace, logic::Solver& solver);

/// Definition 2 of "Flow-sensitive Fault Localization": between two kept statements one formula stands at all
/// positions and is an error invariant for the first and the last of them; also: the inputs have the values of the
/// execution, which the precondition admits, and psi /\ TF(pi) is satisfiable (Definition 1).
[[nodiscard]] std::optional<std::string> check_abstract_error_trace(const ExplainedTrace& trace, logic::Solver& solver);

/// Definition 4, so understood: for each kept statement and for the assertion, the invariants before the branches of
/// its scope imply that these go as they did. So a prefix of the abstract error trace explains why the statement is
/// reached. Branches so explained are listed as needed.
[[nodiscard]] std::optional<std::string> check_flow_sensitive(const ExplainedTrace& trace, logic::Solver& solver);

}  // namespace bireach::relevance
