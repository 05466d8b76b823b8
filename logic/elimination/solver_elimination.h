// SPDX-License-Identifier: Apache-2.0
/// Quantifier elimination by solvers; used by quantifier_elimination.cpp only.
#pragma once

#include <optional>
#include <vector>

#include "logic/elimination/elimination_config.h"
#include "logic/terms/term_manager.h"

namespace bireach::logic {

/// A term equivalent to exists variables. body; nothing if the solver fails, its result is no term of ours, or time is
/// out. The result may still have quantifiers.
[[nodiscard]] std::optional<Term> eliminate_by_models(TermManager& terms, const std::vector<Term>& variables, Term body,
                                                      const EliminationConfig& config);
[[nodiscard]] std::optional<Term> eliminate_with_cvc5(TermManager& terms, const std::vector<Term>& variables, Term body,
                                                      const EliminationConfig& config);

}  // namespace bireach::logic
