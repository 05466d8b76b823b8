// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <string>
#include <utility>

#include "relevance/danger/danger_conditions.h"
#include "relevance/danger/nested_danger_check.h"

namespace bireach::relevance {

using automata::ReturnTransition;
using automata::State;
using automata::Transition;
using logic::SatResult;
using logic::Term;

namespace {

class NestedCheck {
 public:
  NestedCheck(logic::TermManager& terms, logic::Solver& solver, const NestedAlphabet& alphabet,
              const NestedErrorAutomaton& automaton)
      : terms_(terms),
        solver_(solver),
        conditions_(terms, solver, alphabet.letters, automaton.guarantee),
        alphabet_(alphabet),
        automaton_(automaton),
        nwa_(automaton.automaton),
        strict_(automaton.guarantee == Guarantee::feasible) {
    for (const auto& [variable, copy] : alphabet.hierarchical) caller_.emplace(copy, variable);
    for (State lin = 0; lin < nwa_.size(); ++lin)
      for (const ReturnTransition& transition : nwa_.returns(lin))
        returns_of_[transition.hierarchical].emplace_back(lin, transition);
  }

  DangerCheck run() {
    if (automaton_.predicates.size() != nwa_.size() || automaton_.goals.size() != nwa_.size())
      return NoDangerAutomaton{"there is not one predicate and one goal for each state"};
    DangerCheck result = initial_states();
    for (State state = 0; state < nwa_.size() && !std::holds_alternative<NoDangerAutomaton>(result); ++state) {
      if (nwa_.is_accepting(state)) continue;
      DangerCheck here = !nwa_.returns(state).empty() ? before_return(state)
                         : strict_                    ? each_transition(state)
                                                      : coverage(state);
      if (!std::holds_alternative<IsDangerAutomaton>(here))
        result = std::move(here);  // a failure outweighs what is not decided
    }
    return result;
  }

 private:
  DangerCheck initial_states() {
    for (const State state : nwa_.initial())
      if (!automaton_.goals[state].is_false()) return NoDangerAutomaton{"an initial state has a goal"};
    return conditions_.initial_states(nwa_.initial(), automaton_.predicates);
  }

  /// Such states have returns only: their predicate is the goal that the caller counts on. A return must be there for
  /// each of them, which the callers' condition (5) asks for.
  DangerCheck before_return(State state) {
    const bool only_returns = nwa_.internals(state).empty() && nwa_.calls(state).empty();
    if (only_returns && automaton_.predicates[state] == automaton_.goals[state]) return IsDangerAutomaton{};
    return NoDangerAutomaton{"state " + std::to_string(state) +
                             " is before returns, and its predicate is not its goal"};
  }

  /// Of a strict automaton: each internal transition and call on its own, and each return with all its callers.
  DangerCheck each_transition(State state) {
    DangerCheck result = IsDangerAutomaton{};
    const std::string where = "a transition of state " + std::to_string(state);
    const auto must_not = [&](std::vector<Term> formulas) {
      switch (conditions_.ask(std::move(formulas))) {
        case SatResult::unsat:
          return true;
        case SatResult::sat:
          result = NoDangerAutomaton{where + ": the predicate is not contained in its precondition"};
          return false;
        case SatResult::unknown:
          result = NotDecided{where + ": " + solver_.reason_unknown().text};
          return true;
      }
      return true;
    };
    const Term here = terms_.and_(automaton_.predicates[state], known_at(state));
    for (const auto* transitions : {&nwa_.internals(state), &nwa_.calls(state)}) {
      for (const Transition& transition : *transitions)
        if (!must_not({here, terms_.not_(precondition(transition))})) return result;
    }
    const auto returns = returns_of_.find(state);
    if (returns == returns_of_.end()) return result;
    for (const auto& [lin, transition] : returns->second) {
      const logic::TransitionFormula& letter = alphabet_.letters.transitions.at(transition.letter);
      const logic::Substitution updates(letter.updates.begin(), letter.updates.end());
      const Term after = terms_.substitute(automaton_.predicates[transition.target], updates);
      const Term caller = terms_.substitute(automaton_.predicates[state], alphabet_.hierarchical);
      if (!letter.exact || !letter.auxiliaries.empty()) return NoDangerAutomaton{where + ": a return is not exact"};
      if (!must_not({automaton_.predicates[lin], caller, letter.guard, terms_.not_(after)})) return result;
    }
    return result;
  }

  DangerCheck coverage(State state) {
    std::vector<Term> uncovered{automaton_.predicates[state], known_at(state)};
    for (const Transition& transition : nwa_.internals(state)) {
      if (automaton_.goals[transition.target] != automaton_.goals[state] && !nwa_.is_accepting(transition.target))
        return NoDangerAutomaton{"a goal changes within an activation, state " + std::to_string(state)};
      uncovered.push_back(terms_.not_(precondition(transition)));
    }
    for (const Transition& transition : nwa_.calls(state)) {
      const auto failing = failing_exit(state, transition);
      if (!failing) return NoDangerAutomaton{"a goal changes over a call, state " + std::to_string(state)};
      uncovered.push_back(terms_.or_({terms_.not_(precondition(transition)), *failing}));
    }
    return conditions_.coverage(state, std::move(uncovered));
  }

  /// Some exit of the callee with its goal from which no return transition to a state whose predicate holds goes back
  /// to this caller; its variables are fresh. Nothing if a return leads to another goal than the caller's.
  std::optional<Term> failing_exit(State caller, const Transition& call) {
    const Term goal = automaton_.goals[call.target];
    if (goal.is_false()) return terms_.false_term();
    const logic::TransitionFormula* letter = nullptr;
    for (automata::Letter l = 0; l < alphabet_.shapes.size(); ++l) {
      const NestedAlphabet::Shape& shape = alphabet_.shapes[l];
      if (shape.kind == automata::SymbolKind::return_ && shape.call == alphabet_.shapes[call.letter].source)
        letter = &alphabet_.letters.transitions[l];
    }
    if (letter == nullptr || !letter->exact || !letter->auxiliaries.empty()) return terms_.true_term();
    std::vector<Term> parts{goal, letter->guard};
    const auto returns = returns_of_.find(caller);
    if (returns != returns_of_.end()) {
      for (const auto& [lin, transition] : returns->second) {
        if (automaton_.goals[lin] != goal) continue;
        if (automaton_.goals[transition.target] != automaton_.goals[caller] && !nwa_.is_accepting(transition.target))
          return std::nullopt;
        const logic::Substitution updates(letter->updates.begin(), letter->updates.end());
        parts.push_back(terms_.not_(terms_.substitute(automaton_.predicates[transition.target], updates)));
      }
    }
    const Term body = terms_.and_(std::move(parts));
    logic::Substitution renaming;
    std::vector<Term> ranges;
    for (const Term variable : logic::free_variables(body)) {
      if (const auto copy = caller_.find(variable); copy != caller_.end()) {
        renaming.emplace(variable, copy->second);
        continue;
      }
      const Term fresh = terms_.fresh_variable("exit::" + variable.name(), variable.sort());
      renaming.emplace(variable, fresh);
      if (alphabet_.letters.range_of)
        ranges.push_back(terms_.substitute(alphabet_.letters.range_of(variable), {{variable, fresh}}));
    }
    ranges.push_back(terms_.substitute(body, renaming));
    return terms_.and_(std::move(ranges));
  }

  /// At the entry of a procedure variables are what they were at the entry.
  Term known_at(State state) {
    std::vector<Term> known;
    for (const NestedAlphabet::Procedure& procedure : alphabet_.procedures) {
      if (starts_at(state, procedure.entry))
        for (const auto& [variable, at_entry] : procedure.entry_values)
          known.push_back(terms_.equal(variable, at_entry));
    }
    return terms_.and_(std::move(known));
  }

  [[nodiscard]] bool starts_at(State state, std::uint32_t location) const {
    const auto is_there = [&](const auto& transitions) {
      return !transitions.empty() && alphabet_.shapes[transitions.front().letter].source == location;
    };
    return is_there(nwa_.internals(state)) || is_there(nwa_.calls(state));
  }

  Term precondition(const Transition& transition) {
    return conditions_.precondition(automaton_.predicates[transition.target], transition.letter);
  }

  logic::TermManager& terms_;
  logic::Solver& solver_;
  DangerConditions conditions_;
  const NestedAlphabet& alphabet_;
  const NestedErrorAutomaton& automaton_;
  const automata::NestedWordAutomaton& nwa_;
  bool strict_;                 ///< every word is claimed to be feasible
  logic::Substitution caller_;  ///< copies to the caller's variables
  std::map<State, std::vector<std::pair<State, ReturnTransition>>> returns_of_;  ///< by hierarchical predecessor
};

}  // namespace

DangerCheck check_nested_danger_automaton(logic::TermManager& terms, logic::Solver& solver,
                                          const NestedAlphabet& alphabet, const NestedErrorAutomaton& automaton) {
  return NestedCheck(terms, solver, alphabet, automaton).run();
}

}  // namespace bireach::relevance
