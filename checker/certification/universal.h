// SPDX-License-Identifier: Apache-2.0
/// Conjuncts `forall indices. body` of an annotation, for solvers that are asked no quantified question: a conclusion
/// is refuted at new constants, a premise is used at the indices that the question speaks of (Bradley, Manna, Sipma,
/// "What's Decidable About Arrays?", VMCAI 2006: for the array property fragment these are enough). Both are sound for
/// all formulas, since a premise becomes weaker.
#pragma once

#include <set>
#include <vector>

#include "logic/terms/term_manager.h"

namespace bireach::checker {

/// The body with a new constant for each variable that is bound; other terms as they are. Constants are added to
/// `indices`.
[[nodiscard]] logic::Term at_new_constants(logic::TermManager& terms, logic::Term conclusion,
                                           std::set<logic::Term>& indices);

/// Adds the indices at which arrays are read and written. Linear in the DAG.
void add_indices(logic::Term term, std::set<logic::Term>& indices);

/// The body at all combinations of indices, as far as the limit allows; other terms as they are.
[[nodiscard]] std::vector<logic::Term> instances(logic::TermManager& terms, logic::Term premise,
                                                 const std::set<logic::Term>& indices);

}  // namespace bireach::checker
