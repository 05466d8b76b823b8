// SPDX-License-Identifier: Apache-2.0
/// What the checks of danger automata over words and over nested words ask alike.
#pragma once

#include <vector>

#include "automata/nfa.h"
#include "logic/solver.h"
#include "logic/term.h"
#include "relevance/danger_automaton.h"

namespace bireach::relevance {

class DangerConditions {
 public:
  /// `strict`: every word is claimed to be feasible.
  DangerConditions(logic::TermManager& terms, logic::Solver& solver, const Alphabet& letters, bool strict)
      : terms_(terms), solver_(solver), letters_(letters), strict_(strict) {}

  /// Is the conjunction satisfiable within the ranges of its variables?
  logic::SatResult ask(std::vector<logic::Term> formulas);
  /// Exact; quantified only where no elimination was found. An inexact letter counts as blocked.
  logic::Term precondition(logic::Term post, automata::Letter letter);

  /// Condition (4): the predicate of some initial state is satisfiable; strict: of each.
  DangerCheck initial_states(const std::vector<automata::State>& initial, const std::vector<logic::Term>& predicates);
  /// Condition (5): nothing satisfies all of `uncovered`, which are the state's predicate and that no transition goes
  /// on from there.
  DangerCheck coverage(automata::State state, std::vector<logic::Term> uncovered);

 private:
  logic::TermManager& terms_;
  logic::Solver& solver_;
  const Alphabet& letters_;
  bool strict_;
};

}  // namespace bireach::relevance
