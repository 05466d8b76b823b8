// SPDX-License-Identifier: Apache-2.0
/// Do executions within a danger automaton end?
#pragma once

#include "relevance/danger/error_automaton.h"
#include "relevance/danger/formula_pool.h"

namespace bireach::relevance {

/// Is there no infinite execution of the automaton that satisfies the predicates along its way? Proved by a
/// lexicographic linear ranking function for each strongly connected component: a linear term that no transition of it
/// increases and some decrease, down to a bound; without those the search goes on. Terms tried: variables and sides of
/// comparisons of the component's letters, and their negations (Podelski and Rybalchenko, "A complete method for the
/// synthesis of linear ranking functions", VMCAI 2004, finds all linear ones of one loop). `false`: not known.
[[nodiscard]] bool proves_termination(FormulaPool& pool, const ErrorAutomaton& automaton);

}  // namespace bireach::relevance
