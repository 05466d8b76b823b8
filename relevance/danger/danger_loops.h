// SPDX-License-Identifier: Apache-2.0
/// Danger automata that cover loops of any length: the greatest fixpoint at loop heads.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "relevance/danger/danger_construction.h"

namespace bireach::relevance {

/// Candidates for a loop head from the predicates that it has over the unwindings: `true`; the affine hull of their
/// union; what all of them imply; both; each of them and weakened ones. E.g. x = 0 /\ y = n and x = 1 /\ y = n - 1 give
/// x + y = n.
[[nodiscard]] std::vector<FormulaId> loop_candidates(FormulaPool& pool, const std::vector<FormulaId>& predicates);

/// Starts from `least`, an annotation that satisfies condition (5), and all candidates at the heads; computes what the
/// other states have by the least fixpoint, and removes candidates that are not covered until none is.
/// The result satisfies condition (5); with Prop. 4.4's guarantee, feasible or nonterminating. Nothing if no candidate
/// stays, or time is up before it is known which do.
[[nodiscard]] std::optional<Annotation> greatest_fixpoint(
    FormulaPool& pool, const automata::Nfa& automaton, const Annotation& least,
    const std::function<std::vector<FormulaId>(automata::State)>& candidates_of_head, const Candidates& others);

}  // namespace bireach::relevance
