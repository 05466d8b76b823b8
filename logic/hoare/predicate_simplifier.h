// SPDX-License-Identifier: Apache-2.0
/// Removes what a formula's context implies.
#pragma once

#include <functional>

#include "logic/solvers/solver.h"

namespace bireach::logic {

struct SimplificationOptions {
  std::size_t max_queries = 200;
  /// A result of before: the parts of its outermost connective that the formula has too are not checked again, which
  /// makes series of formulas that change little cheap.
  Term simplified = {};
  /// The formula is known to be satisfiable with the background: no part of a conjunction contradicts the others.
  bool satisfiable = false;
};

/// An equivalent formula (where `background` holds) without redundant leaves: each leaf of the and-or structure is
/// checked against its siblings (Dillig, Dillig, Aiken, "Small Formulas for Large Programs", SAS 2010). At most two
/// queries a leaf; formulas that are too large, and leaves the solver does not decide, stay as they are.
[[nodiscard]] Term simplify_in_context(TermManager& terms, Solver& solver, Term formula, Term background,
                                       const SimplificationOptions& options = {});

}  // namespace bireach::logic
