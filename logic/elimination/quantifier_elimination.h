// SPDX-License-Identifier: Apache-2.0
/// Quantifier elimination: own rules first (unused variables, equalities, monotone bounds, unconstrained), then
/// solvers.
#pragma once

#include <optional>
#include <vector>

#include "logic/elimination/elimination_config.h"
#include "logic/terms/term_manager.h"

namespace bireach::logic {

/// A quantifier-free term equivalent to exists variables. body, or nothing if none was found in time.
[[nodiscard]] std::optional<Term> eliminate_exists(TermManager& terms, const std::vector<Term>& variables, Term body,
                                                   const EliminationConfig& config);
/// An equivalent quantifier-free term of any term, innermost quantifiers first; nothing if none was found in time.
[[nodiscard]] std::optional<Term> eliminate_quantifiers(TermManager& terms, Term term, const EliminationConfig& config);
}  // namespace bireach::logic
