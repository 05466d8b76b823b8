// SPDX-License-Identifier: Apache-2.0
#include "relevance/danger/danger_conditions.h"

#include <string>
#include <utility>

#include "logic/elimination/quantifier_elimination.h"

namespace bireach::relevance {

using automata::State;
using logic::SatResult;
using logic::Term;

SatResult DangerConditions::ask(std::vector<Term> formulas) {
  const Term formula = terms_.and_(std::move(formulas));
  std::vector<Term> all{formula};
  if (letters_.range_of)
    for (const Term variable : logic::free_variables(formula)) all.push_back(letters_.range_of(variable));
  solver_.push();
  solver_.add(terms_.and_(std::move(all)));
  const SatResult result = solver_.check();
  solver_.pop();
  return result;
}

Term DangerConditions::precondition(Term post, automata::Letter letter) {
  const logic::TransitionFormula& transition = letters_.transitions.at(letter);
  if (!transition.exact) return terms_.false_term();
  const Term result = logic::precondition(terms_, transition, post);
  return logic::eliminate_quantifiers(terms_, result, {}).value_or(result);
}

DangerCheck DangerConditions::initial_states(const std::vector<State>& initial, const std::vector<Term>& predicates) {
  DangerCheck result = NoDangerAutomaton{"condition (4): no initial state has a satisfiable predicate"};
  for (const State state : initial) {
    switch (ask({predicates[state]})) {
      case SatResult::sat:
        if (!strict_) return IsDangerAutomaton{};
        if (!std::holds_alternative<NotDecided>(result)) result = IsDangerAutomaton{};
        break;
      case SatResult::unsat:
        if (strict_) return NoDangerAutomaton{"condition (4): an initial state's predicate is unsatisfiable"};
        break;
      case SatResult::unknown:
        result = NotDecided{"condition (4), state " + std::to_string(state) + ": " + solver_.reason_unknown().text};
        break;
    }
  }
  return result;
}

DangerCheck DangerConditions::coverage(State state, std::vector<Term> uncovered) {
  const std::string where = "condition (5), state " + std::to_string(state);
  switch (ask(std::move(uncovered))) {
    case SatResult::unsat:
      return IsDangerAutomaton{};
    case SatResult::sat:
      return NoDangerAutomaton{where + ": its predicate is not contained in the preconditions along its transitions"};
    case SatResult::unknown:
      break;
  }
  return NotDecided{where + ": " + solver_.reason_unknown().text};
}

}  // namespace bireach::relevance
