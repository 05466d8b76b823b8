// SPDX-License-Identifier: Apache-2.0
/// Quantifier elimination: own rules first (unused variables, equalities, monotone bounds, unconstrained), then
/// solvers.
#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include "logic/solver.h"
#include "logic/term.h"

namespace bireach::logic {

struct EliminationConfig {
  std::chrono::milliseconds time_limit{2000};  ///< for all solver calls of one elimination together
  std::stop_token stop;
  SolverStatistics* statistics = nullptr;
};

/// A quantifier-free term equivalent to exists variables. body, or nothing if none was found in time.
[[nodiscard]] std::optional<Term> eliminate_exists(TermManager& terms, const std::vector<Term>& variables, Term body,
                                                   const EliminationConfig& config);
/// An equivalent quantifier-free term of any term, innermost quantifiers first; nothing if none was found in time.
[[nodiscard]] std::optional<Term> eliminate_quantifiers(TermManager& terms, Term term, const EliminationConfig& config);
/// Own rules only: an equivalent term in which `variables` that could be eliminated cheaply are gone; the others are
/// left in `variables`. Never calls a solver.
[[nodiscard]] Term eliminate_cheaply(TermManager& terms, std::vector<Term>& variables, Term body);

}  // namespace bireach::logic
