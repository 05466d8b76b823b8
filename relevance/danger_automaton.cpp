// SPDX-License-Identifier: Apache-2.0
#include "relevance/danger_automaton.h"

#include <optional>
#include <vector>

#include "logic/quantifier_elimination.h"

namespace bireach::relevance {

using automata::State;
using automata::Transition;
using logic::SatResult;
using logic::Term;

namespace {

class Check {
 public:
  Check(logic::TermManager& terms, logic::Solver& solver, const Alphabet& alphabet, const ErrorAutomaton& automaton)
      : terms_(terms),
        solver_(solver),
        alphabet_(alphabet),
        nfa_(automaton.automaton),
        of_(automaton.predicates),
        strict_(automaton.guarantee == Guarantee::feasible) {}

  DangerCheck run() {
    if (of_.size() != nfa_.size()) {
      return NoDangerAutomaton{std::to_string(of_.size()) + " predicates for " + std::to_string(nfa_.size()) +
                               " states"};
    }
    if (nfa_.initial().empty()) {
      return NoDangerAutomaton{"no state is initial"};
    }
    bool some_final = false;
    for (State state = 0; state < nfa_.size(); ++state) {
      some_final = some_final || nfa_.is_accepting(state);
    }
    if (!some_final) {
      return NoDangerAutomaton{"no state is final"};
    }
    DangerCheck result = condition_four();
    for (State state = 0; state < nfa_.size() && !std::holds_alternative<NoDangerAutomaton>(result); ++state) {
      if (nfa_.is_accepting(state)) {
        continue;
      }
      DangerCheck here = strict_ ? each_transition(state) : condition_five(state);
      if (!std::holds_alternative<IsDangerAutomaton>(here)) {
        result = std::move(here);  // a failure outweighs what is not decided
      }
    }
    return result;
  }

 private:
  DangerCheck condition_four() {
    DangerCheck result = NoDangerAutomaton{"condition (4): no initial state has a satisfiable predicate"};
    for (const State state : nfa_.initial()) {
      switch (ask({of_[state]})) {
        case SatResult::sat:
          if (!strict_) {
            return IsDangerAutomaton{};
          }
          if (!std::holds_alternative<NotDecided>(result)) {
            result = IsDangerAutomaton{};
          }
          break;
        case SatResult::unsat:
          if (strict_) {
            return NoDangerAutomaton{"condition (4): an initial state's predicate is unsatisfiable"};
          }
          break;
        case SatResult::unknown:
          result = NotDecided{"condition (4), state " + std::to_string(state) + ": " + solver_.reason_unknown()};
          break;
      }
    }
    return result;
  }

  /// Each of the transitions instead of their union.
  DangerCheck each_transition(State state) {
    DangerCheck result = IsDangerAutomaton{};
    for (const Transition& transition : nfa_.transitions(state)) {
      const std::string where = "a transition of state " + std::to_string(state);
      if (!alphabet_.transitions.at(transition.letter).exact) {
        return NoDangerAutomaton{where + " is not exact"};
      }
      switch (ask({of_[state], terms_.not_(precondition(of_[transition.target], transition.letter))})) {
        case SatResult::unsat:
          break;
        case SatResult::sat:
          return NoDangerAutomaton{where + ": the predicate is not contained in its precondition"};
        case SatResult::unknown:
          result = NotDecided{where + ": " + solver_.reason_unknown()};
          break;
      }
    }
    return result;
  }

  DangerCheck condition_five(State state) {
    std::vector<Term> uncovered{of_[state]};
    for (const Transition& transition : nfa_.transitions(state)) {
      if (alphabet_.transitions.at(transition.letter).exact) {
        uncovered.push_back(terms_.not_(precondition(of_[transition.target], transition.letter)));
      }
    }
    const std::string where = "condition (5), state " + std::to_string(state);
    switch (ask(uncovered)) {
      case SatResult::unsat:
        return IsDangerAutomaton{};
      case SatResult::sat:
        return NoDangerAutomaton{where + ": its predicate is not contained in the preconditions along its transitions"};
      case SatResult::unknown:
        return NotDecided{where + ": " + solver_.reason_unknown()};
    }
    return NotDecided{where};
  }

  /// Exact; quantified only where no elimination was found.
  Term precondition(Term post, automata::Letter letter) {
    const Term result = logic::precondition(terms_, alphabet_.transitions.at(letter), post);
    return logic::eliminate_quantifiers(terms_, result, {}).value_or(result);
  }

  SatResult ask(std::vector<Term> formulas) {
    const Term formula = terms_.and_(std::move(formulas));
    std::vector<Term> all{formula};
    if (alphabet_.range_of) {
      for (const Term variable : logic::free_variables(formula)) {
        all.push_back(alphabet_.range_of(variable));
      }
    }
    solver_.push();
    solver_.add(terms_.and_(std::move(all)));
    const SatResult result = solver_.check();
    solver_.pop();
    return result;
  }

  logic::TermManager& terms_;
  logic::Solver& solver_;
  const Alphabet& alphabet_;
  const automata::Nfa& nfa_;
  const std::vector<Term>& of_;
  bool strict_;  ///< every word is claimed to be feasible
};

}  // namespace

DangerCheck check_danger_automaton(logic::TermManager& terms, logic::Solver& solver, const Alphabet& alphabet,
                                   const ErrorAutomaton& automaton) {
  return Check(terms, solver, alphabet, automaton).run();
}

}  // namespace bireach::relevance
