// SPDX-License-Identifier: Apache-2.0
/// Programs whose letters are single edges, and the enumeration of their states: a reference for danger automata.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "automata/operations.h"
#include "frontend/program/semantics.h"
#include "relevance/danger/danger_check.h"
#include "relevance/danger/error_generalizer.h"
#include "tests/support/random_program.h"

namespace bireach::test {

/// The automaton of a program's error traces: letters are edges, accepting states are error locations.
inline automata::Nfa program_automaton(const frontend::Program& program) {
  automata::Nfa result;
  for (frontend::LocationId l = 0; l < program.location_count(); ++l)
    result.add_state(program.location(l).kind == frontend::LocationKind::Error);
  result.add_initial(program.initial);
  for (frontend::EdgeId e = 0; e < program.edge_count(); ++e)
    result.add_transition(program.source(e), e, program.target(e));
  return automata::trim(result);
}

/// A program with its letters.
struct Letters {
  Letters(const frontend::Program& p, frontend::Arithmetic arithmetic) : program(p), semantics(terms, p, arithmetic) {
    for (frontend::EdgeId e = 0; e < p.edge_count(); ++e) {
      alphabet.transitions.push_back(semantics.transition(e));
      alphabet.sources.push_back(p.source(e));
    }
    alphabet.range_of = [this](logic::Term v) { return semantics.range_of(v); };
  }

  [[nodiscard]] relevance::DangerCheck check(const relevance::ErrorAutomaton& automaton,
                                             logic::SolverKind kind = logic::SolverKind::cvc5) {
    const auto solver = logic::make_solver(kind, terms, {});
    return relevance::check_danger_automaton(terms, *solver, alphabet, automaton);
  }

  const frontend::Program& program;
  logic::TermManager terms;
  frontend::Semantics semantics;
  relevance::Alphabet alphabet;
};

/// All values of the program's variables, and the pairs of an automaton's states with them.
class Enumeration {
 public:
  explicit Enumeration(const frontend::Program& program) : program_(program) {
    frontend::ConcreteState state = frontend::initial_state(program);
    fill(state, 0);
  }

  [[nodiscard]] const std::vector<frontend::ConcreteState>& states() const { return states_; }

  /// Numbers of the states after an edge, with what its havoc chooses.
  const std::vector<std::pair<std::size_t, logic::Value>>& successors(frontend::EdgeId edge, std::size_t state) {
    const auto entry = successors_.try_emplace({edge, state});
    auto& found = entry.first->second;  // no structured binding: clang 14 captures none
    if (entry.second) {
      testing::for_each_successor(program_, edge, states_[state],
                                  [&](const frontend::ConcreteState& after, const logic::Value& chosen) {
                                    found.emplace_back(numbers_.at(key(after)), chosen);
                                  });
    }
    return found;
  }

  /// A shortest feasible word from any state, with its run and choices; nothing if no word is feasible.
  std::optional<relevance::FeasibleTrace> feasible_trace(const automata::Nfa& nfa, const Letters& letters) {
    struct Node {
      automata::State state;
      std::size_t values;
      std::size_t parent;
      automata::Letter letter;
      logic::Value chosen;
    };
    std::vector<Node> nodes;
    std::set<std::pair<automata::State, std::size_t>> seen;
    const auto visit = [&](Node node) {
      if (seen.emplace(node.state, node.values).second) nodes.push_back(std::move(node));
    };
    for (const automata::State q : nfa.initial())
      for (std::size_t s = 0; s < states_.size(); ++s) visit({q, s, 0, 0, {}});
    const std::size_t roots = nodes.size();
    for (std::size_t next = 0; next < nodes.size(); ++next) {
      const Node node = nodes[next];
      if (nfa.is_accepting(node.state)) {
        relevance::FeasibleTrace result;
        result.run.states = {node.state};
        for (std::size_t n = next; n >= roots; n = nodes[n].parent) {
          result.run.word.insert(result.run.word.begin(), nodes[n].letter);
          result.run.states.insert(result.run.states.begin(), nodes[nodes[n].parent].state);
          logic::Model choice;
          const auto& statement = program_.edge(nodes[n].letter).statement;
          if (const auto* havoc = std::get_if<frontend::Havoc>(&statement)) {
            choice.set(letters.alphabet.transitions[nodes[n].letter].auxiliaries.at(0),
                       letters.semantics.to_model_value(nodes[n].chosen, program_.variables[havoc->target.variable]));
          }
          result.choices.insert(result.choices.begin(), choice);
        }
        return result;
      }
      for (const automata::Transition& t : nfa.transitions(node.state))
        for (const auto& [after, chosen] : successors(t.letter, node.values))
          visit({t.target, after, next, t.letter, chosen});
    }
    return std::nullopt;
  }

  /// By state of the automaton: which of all values satisfy its predicate.
  std::vector<std::vector<bool>> extension(const relevance::ErrorAutomaton& automaton, const Letters& letters) const {
    std::vector<std::vector<bool>> result(automaton.automaton.size(), std::vector<bool>(states_.size()));
    for (std::size_t s = 0; s < states_.size(); ++s) {
      logic::Model model;
      for (std::size_t v = 0; v < program_.variables.size(); ++v) {
        model.set(letters.semantics.variables()[v],
                  letters.semantics.to_model_value(states_[s][v], program_.variables[v]));
      }
      logic::Evaluator evaluate(model);
      for (std::size_t q = 0; q < automaton.predicates.size(); ++q)
        result[q][s] = evaluate.holds(automaton.predicates[q]);
    }
    return result;
  }

  /// Conditions (4) and (5), which are Proposition 4.3 too, by definition.
  bool is_danger_automaton(const automata::Nfa& nfa, const std::vector<std::vector<bool>>& extension) {
    bool some_initial = false;
    for (const automata::State q : nfa.initial())
      some_initial = some_initial || std::find(extension[q].begin(), extension[q].end(), true) != extension[q].end();
    if (!some_initial) return false;
    for (automata::State q = 0; q < nfa.size(); ++q) {
      for (std::size_t s = 0; s < states_.size(); ++s)
        if (!nfa.is_accepting(q) && extension[q][s] && !has_successor(nfa, extension, q, s)) return false;
    }
    return true;
  }

  /// Does each value of each state's predicate have an execution to an accepting state?
  bool all_reach_the_end(const automata::Nfa& nfa, const std::vector<std::vector<bool>>& extension) {
    std::vector<std::vector<bool>> reaching(nfa.size(), std::vector<bool>(states_.size()));
    bool changed = true;
    while (changed) {
      changed = false;
      for (automata::State q = 0; q < nfa.size(); ++q) {
        for (std::size_t s = 0; s < states_.size(); ++s)
          if (!reaching[q][s] && (nfa.is_accepting(q) || has_successor(nfa, reaching, q, s)))
            reaching[q][s] = changed = true;
      }
    }
    for (automata::State q = 0; q < nfa.size(); ++q) {
      for (std::size_t s = 0; s < states_.size(); ++s)
        if (extension[q][s] && !reaching[q][s]) return false;
    }
    return true;
  }

 private:
  bool has_successor(const automata::Nfa& nfa, const std::vector<std::vector<bool>>& sets, automata::State q,
                     std::size_t s) {
    for (const automata::Transition& t : nfa.transitions(q)) {
      for (const auto& next : successors(t.letter, s))
        if (sets[t.target][next.first]) return true;
    }
    return false;
  }

  static std::string key(const frontend::ConcreteState& state) {
    std::string result;
    for (const logic::Value& value : state) result += logic::to_string(value) + ' ';
    return result;
  }

  void fill(frontend::ConcreteState& state, std::size_t variable) {
    if (variable == program_.variables.size()) {
      numbers_.emplace(key(state), states_.size());
      states_.push_back(state);
      return;
    }
    const frontend::ScalarType type = program_.variables[variable].type;
    for (logic::Integer value = type.min(); value <= type.max(); ++value) {
      state[variable] = value;
      fill(state, variable + 1);
    }
  }

  const frontend::Program& program_;
  std::vector<frontend::ConcreteState> states_;
  std::map<std::string, std::size_t> numbers_;
  std::map<std::pair<frontend::EdgeId, std::size_t>, std::vector<std::pair<std::size_t, logic::Value>>> successors_;
};

/// Does `large` simulate `small`: from each initial state the same moves, and accepting where `small` is? Implies
/// inclusion of the finite and of the infinite words, so that `small` is inferior to `large` (section 4.4).
inline bool is_simulated(const automata::Nfa& small, const automata::Nfa& large) {
  std::vector<std::vector<bool>> related(small.size(), std::vector<bool>(large.size(), true));
  const auto matches = [&](automata::State p, automata::State q) {
    if (small.is_accepting(p) && !large.is_accepting(q)) return false;
    for (const automata::Transition& t : small.transitions(p)) {
      bool found = false;
      for (const automata::Transition& u : large.transitions(q))
        found = found || (u.letter == t.letter && related[t.target][u.target]);
      if (!found) return false;
    }
    return true;
  };
  bool changed = true;
  while (changed) {
    changed = false;
    for (automata::State p = 0; p < small.size(); ++p) {
      for (automata::State q = 0; q < large.size(); ++q) {
        if (related[p][q] && !matches(p, q)) {
          related[p][q] = false;
          changed = true;
        }
      }
    }
  }
  for (const automata::State p : small.initial()) {
    bool found = false;
    for (const automata::State q : large.initial()) found = found || related[p][q];
    if (!found) return false;
  }
  return true;
}

}  // namespace bireach::test
