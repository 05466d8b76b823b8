// SPDX-License-Identifier: Apache-2.0
/// The strongest linear equations that hold for all integer solutions of a formula (Karr, "Affine relationships among
/// variables of a program", Acta Informatica 1976), found from sample points: each solution outside the hull of those
/// before adds a dimension (Reps, Sagiv, Yorsh, "Symbolic implementation of the best transformer", VMCAI 2004).
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "logic/solvers/solver.h"
#include "logic/terms/linear_form.h"

namespace bireach::relevance {

/// Equations form = 0 with coprime integer coefficients, a basis of all that hold; none if every point is in the hull.
/// Nothing if the solver does not decide the formula or `give_up` says so, or the formula is unsatisfiable.
/// At most one query more than there are variables; `formula` says the ranges of types where they matter.
/// Precondition: the variables are Int.
[[nodiscard]] std::optional<std::vector<logic::LinearForm>> affine_hull(logic::TermManager& terms,
                                                                        logic::Solver& solver, logic::Term formula,
                                                                        const std::vector<logic::Term>& variables,
                                                                        const std::function<bool()>& give_up = {});

}  // namespace bireach::relevance
