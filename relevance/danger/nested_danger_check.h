// SPDX-License-Identifier: Apache-2.0
/// The check of danger automata over nested words, independent of how they were built.
#pragma once

#include "logic/solvers/solver.h"
#include "relevance/danger/danger_conditions.h"
#include "relevance/danger/nested_error_automaton.h"

namespace bireach::relevance {

/// Decides with `solver` whether some initial state has a satisfiable predicate and no goal, whether condition (5)
/// holds in each state (or what strict automata need, if the guarantee is that every word is feasible), and whether
/// states before returns have their goal as predicate. Shares nothing with the
/// construction. Callees' exits are skolemised, so only choices of letters are quantified.
[[nodiscard]] DangerCheck check_nested_danger_automaton(logic::TermManager& terms, logic::Solver& solver,
                                                        const NestedAlphabet& alphabet,
                                                        const NestedErrorAutomaton& automaton);

}  // namespace bireach::relevance
