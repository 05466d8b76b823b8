// SPDX-License-Identifier: Apache-2.0
/// FSEI, the recursive computation of flow-sensitive error invariants (Christ, Ermis, Schäf, Wies, "Flow-sensitive
/// Fault Localization", VMCAI 2013, Algorithm 1 and `Localize`), as it reads. The reference that explanations are
/// compared with; slow.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "frontend/program/semantics.h"
#include "logic/interpolation/interpolation.h"
#include "logic/solvers/solver.h"
#include "relevance/explanation/error_invariants.h"
#include "relevance/trace/control_dependence.h"

namespace bireach::relevance {

struct FlowSensitiveReference {
  std::string failure;  ///< why there is no result; then nothing below holds
  [[nodiscard]] bool found() const { return failure.empty(); }

  /// n+1 error invariants; the one chosen for an interval stands at all its positions.
  std::vector<logic::Term> invariants;
  std::vector<std::size_t> kept;      ///< positions of the statements between the intervals, in order
  std::vector<std::size_t> branches;  ///< whose conditions the recursion explained, in order
};

/// What is asked of FSEI. All references must outlive the call.
struct ReferenceProblem {
  const frontend::Program& program;
  const frontend::Semantics& semantics;
  const frontend::Trace& trace;
  const TraceScopes& scopes;
  /// psi. It has to determine the branches, as all inputs with fixed values do.
  std::span<const InputConstraint> precondition;
  std::size_t assertion = 0;  ///< n: pi is the trace's prefix of this length
  logic::Term holds;          ///< phi
};

/// Scope(i) for a changed position i: that of the statement before it and, if this is a branch, the branch itself;
/// the scope of the assertion is explained too, for its label is a statement of pi. A formula is an error invariant of
/// all errors that the recursion meets, so that `Localize` keeps the result flow-sensitive. Quadratic in the length of
/// the trace, in queries over the whole trace.
[[nodiscard]] FlowSensitiveReference flow_sensitive_reference(const ReferenceProblem& problem,
                                                              logic::InterpolationEngine& engine,
                                                              logic::Solver& solver);

}  // namespace bireach::relevance
