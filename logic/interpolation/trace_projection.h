// SPDX-License-Identifier: Apache-2.0
/// The part of an infeasible trace that its unsatisfiable core speaks of; the first step of the interpolation engines.
#pragma once

#include <variant>
#include <vector>

#include "logic/interpolation/interpolation.h"

namespace bireach::logic {

/// An over-approximation of a trace that is still infeasible: guards outside of the unsatisfiable core are dropped and
/// assignments outside of it choose any value ("Craig vs. Newton in Software Model Checking", Dietsch, Heizmann, Musa,
/// Nutz, Podelski, FSE 2017). The ranges that the core needs are part of the guards. Assignments to variables that
/// are not live after them are left out.
struct ProjectedTrace {
  std::vector<TransitionFormula> transitions;
  Term precondition;
  std::vector<std::set<Term>> live;  ///< n+1 sets, see live_variables

  [[nodiscard]] std::vector<const TransitionFormula*> pointers() const;
};

/// Failure if the trace is feasible (from the precondition, within ranges), or if the solver does not know.
[[nodiscard]] std::variant<ProjectedTrace, InterpolationFailure> project_to_core(TermManager& terms,
                                                                                 const InterpolationProblem& problem,
                                                                                 const InterpolationConfig& config);

}  // namespace bireach::logic
