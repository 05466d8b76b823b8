// SPDX-License-Identifier: Apache-2.0
#include "relevance/danger/danger_check.h"

#include <optional>
#include <utility>
#include <vector>

#include "relevance/danger/danger_conditions.h"

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
        conditions_(terms, solver, alphabet, automaton.guarantee),
        alphabet_(alphabet),
        nfa_(automaton.automaton),
        of_(automaton.predicates),
        strict_(automaton.guarantee == Guarantee::feasible) {}

  DangerCheck run() {
    if (of_.size() != nfa_.size()) {
      return NoDangerAutomaton{std::to_string(of_.size()) + " predicates for " + std::to_string(nfa_.size()) +
                               " states"};
    }
    if (nfa_.initial().empty()) return NoDangerAutomaton{"no state is initial"};
    bool some_final = false;
    for (State state = 0; state < nfa_.size(); ++state) some_final = some_final || nfa_.is_accepting(state);
    if (!some_final) return NoDangerAutomaton{"no state is final"};
    DangerCheck result = conditions_.initial_states(nfa_.initial(), of_);
    for (State state = 0; state < nfa_.size() && !std::holds_alternative<NoDangerAutomaton>(result); ++state) {
      if (nfa_.is_accepting(state)) continue;
      DangerCheck here = strict_ ? each_transition(state) : condition_five(state);
      if (!std::holds_alternative<IsDangerAutomaton>(here))
        result = std::move(here);  // a failure outweighs what is not decided
    }
    return result;
  }

 private:
  /// Each of the transitions instead of their union.
  DangerCheck each_transition(State state) {
    DangerCheck result = IsDangerAutomaton{};
    for (const Transition& transition : nfa_.transitions(state)) {
      const std::string where = "a transition of state " + std::to_string(state);
      if (!alphabet_.transitions.at(transition.letter).exact) return NoDangerAutomaton{where + " is not exact"};
      switch (conditions_.ask({of_[state], not_before(transition)})) {
        case SatResult::unsat:
          break;
        case SatResult::sat:
          return NoDangerAutomaton{where + ": the predicate is not contained in its precondition"};
        case SatResult::unknown:
          result = NotDecided{where + ": " + solver_.reason_unknown().text};
          break;
      }
    }
    return result;
  }

  DangerCheck condition_five(State state) {
    std::vector<Term> uncovered{of_[state]};
    for (const Transition& transition : nfa_.transitions(state)) uncovered.push_back(not_before(transition));
    return conditions_.coverage(state, std::move(uncovered));
  }

  Term not_before(const Transition& transition) {
    return terms_.not_(conditions_.precondition(of_[transition.target], transition.letter));
  }

  logic::TermManager& terms_;
  logic::Solver& solver_;
  DangerConditions conditions_;
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
