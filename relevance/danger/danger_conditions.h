// SPDX-License-Identifier: Apache-2.0
/// What the checks of danger automata over words and over nested words ask and answer alike.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "automata/nfa.h"
#include "logic/solvers/solver.h"
#include "logic/terms/term_manager.h"
#include "relevance/danger/alphabet.h"
#include "relevance/danger/error_automaton.h"

namespace bireach::relevance {

struct IsDangerAutomaton {};
struct NoDangerAutomaton {
  std::string why;  ///< which condition fails, and at which state
};
struct NotDecided {
  std::string why;
};
using DangerCheck = std::variant<IsDangerAutomaton, NoDangerAutomaton, NotDecided>;

class DangerConditions {
 public:
  DangerConditions(logic::TermManager& terms, logic::Solver& solver, const Alphabet& letters, Guarantee guarantee)
      : terms_(terms), solver_(solver), letters_(letters), strict_(guarantee == Guarantee::feasible) {}

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
  bool strict_;  ///< every word is claimed to be feasible
};

}  // namespace bireach::relevance
