// SPDX-License-Identifier: Apache-2.0
/// Danger automata ("Static fault localization for simple bugs", 2017, Definition 4.2): the check of an automaton with
/// its mapping, independent of how it was built.
#pragma once

#include "logic/solvers/solver.h"
#include "relevance/danger/alphabet.h"
#include "relevance/danger/danger_conditions.h"
#include "relevance/danger/error_automaton.h"

namespace bireach::relevance {

/// Decides the two conditions of Definition 4.2 with `solver`: (4) the predicate of some initial state is satisfiable;
/// (5) the predicate of each non-final state is contained in the union of the preconditions along its transitions.
/// Also: initial and final states exist, and there is one predicate a state. Predicates are read within the ranges of
/// the variables' types. Shares no cache with the construction. One query a state, and eliminations for
/// nondeterministic letters. An inexact letter counts as blocked. Where the automaton claims that every word is
/// feasible, the predicate must be contained in each of the preconditions, and every initial predicate be satisfiable.
[[nodiscard]] DangerCheck check_danger_automaton(logic::TermManager& terms, logic::Solver& solver,
                                                 const Alphabet& alphabet, const ErrorAutomaton& automaton);

}  // namespace bireach::relevance
