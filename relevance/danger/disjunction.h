// SPDX-License-Identifier: Apache-2.0
/// Disjunctions of preconditions, which are mostly conjunctions with much in common.
#pragma once

#include <vector>

#include "logic/terms/term_manager.h"

namespace bireach::relevance {

/// A formula equivalent to the disjunction: disjuncts that contain all conjuncts of another one are dropped, two that
/// differ in the sign of one conjunct become one, and common conjuncts stand once. Quadratic in their number, each step
/// linear in their conjuncts; no solver.
[[nodiscard]] logic::Term disjoin(logic::TermManager& terms, const std::vector<logic::Term>& disjuncts);

}  // namespace bireach::relevance
