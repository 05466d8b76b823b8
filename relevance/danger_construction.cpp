// SPDX-License-Identifier: Apache-2.0
#include "relevance/danger_construction.h"

#include <algorithm>
#include <map>

namespace bireach::relevance {

using automata::Nfa;
using automata::State;
using automata::Transition;

DangerFixpoint::DangerFixpoint(FormulaPool& pool, const Nfa& automaton)
    : pool_(pool), automaton_(automaton), annotation_(automaton.size()), predecessors_(automaton.size()) {
  for (State state = 0; state < automaton.size(); ++state) {
    for (const Transition& transition : automaton.transitions(state)) {
      if (predecessors_[transition.target].empty() || predecessors_[transition.target].back() != state) {
        predecessors_[transition.target].push_back(state);
      }
    }
  }
  order_states();
  for (State state = 0; state < automaton.size(); ++state) {
    if (automaton.is_accepting(state)) {
      annotation_[state] = {FormulaPool::true_id};
      touch_predecessors(state);
    }
  }
}

/// Depth-first post-order: without cycles each state is visited once, after its successors.
void DangerFixpoint::order_states() {
  order_.assign(automaton_.size(), automaton_.size());
  std::vector<bool> seen(automaton_.size(), false);
  std::size_t next = 0;
  std::vector<std::pair<State, std::size_t>> path;
  for (const State initial : automaton_.initial()) {
    if (!seen[initial]) {
      seen[initial] = true;
      path.emplace_back(initial, 0);
    }
    while (!path.empty()) {
      auto& [state, position] = path.back();
      if (position == automaton_.transitions(state).size()) {
        order_[state] = next++;
        path.pop_back();
        continue;
      }
      const State target = automaton_.transitions(state)[position++].target;
      if (!seen[target]) {
        seen[target] = true;
        path.emplace_back(target, 0);
      }
    }
  }
}

void DangerFixpoint::touch_predecessors(State state) {
  for (const State predecessor : predecessors_[state]) {
    if (!automaton_.is_accepting(predecessor)) {
      pending_.emplace(order_[predecessor], predecessor);
    }
  }
}

void DangerFixpoint::add(State state, FormulaId predicate) {
  if (predicate == FormulaPool::false_id || automaton_.is_accepting(state) || known_here(state, predicate)) {
    return;
  }
  auto& here = annotation_[state];
  std::erase_if(here, [&](FormulaId other) { return pool_.implies(other, predicate); });
  here.push_back(predicate);
  touch_predecessors(state);
}

bool DangerFixpoint::known_here(State state, FormulaId predicate) {
  const auto& here = annotation_[state];
  return std::any_of(here.begin(), here.end(), [&](FormulaId other) { return pool_.implies(predicate, other); });
}

std::vector<FormulaId> DangerFixpoint::successors(State state) {
  std::vector<FormulaId> result;
  for (const Transition& transition : automaton_.transitions(state)) {
    for (const FormulaId post : annotation_[transition.target]) {
      const FormulaId pre = pool_.precondition(post, transition.letter);
      if (pre != FormulaPool::false_id) {
        result.push_back(pre);
      }
    }
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

void DangerFixpoint::run(const std::function<const std::vector<FormulaId>&(State)>& candidates) {
  while (!pending_.empty() && !pool_.out_of_time()) {
    const State state = pending_.begin()->second;
    pending_.erase(pending_.begin());
    if (visit(state, candidates(state))) {
      touch_predecessors(state);
    }
  }
}

bool DangerFixpoint::visit(State state, const std::vector<FormulaId>& candidates) {
  const std::vector<FormulaId> disjuncts = successors(state);
  if (disjuncts.empty()) {
    return false;
  }
  bool changed = false;
  auto& here = annotation_[state];
  for (const FormulaId candidate : candidates) {
    if (candidate == FormulaPool::false_id || known_here(state, candidate) || !pool_.covered(candidate, disjuncts)) {
      continue;
    }
    std::erase_if(here, [&](FormulaId other) { return pool_.implies(other, candidate); });
    here.push_back(candidate);
    changed = true;
  }
  return changed;
}

namespace {

/// The part of the product of states and predicates that is reachable from annotated initial states.
class Product {
 public:
  Product(FormulaPool& pool, const Nfa& automaton, const Annotation& annotation)
      : pool_(pool), automaton_(automaton), annotation_(annotation) {}

  ErrorAutomaton run() {
    for (const State state : automaton_.initial()) {
      for (const FormulaId predicate : annotation_[state]) {
        result_.automaton.add_initial(number_of(state, predicate));
      }
    }
    for (std::size_t next = 0; next < members_.size(); ++next) {
      expand(static_cast<State>(next));
    }
    std::vector<State> origin;
    ErrorAutomaton trimmed;
    trimmed.automaton = automata::trim(result_.automaton, &origin);
    for (const State old : origin) {
      trimmed.predicates.push_back(pool_.term(members_[old].second));
    }
    return trimmed;
  }

 private:
  State number_of(State state, FormulaId predicate) {
    const auto [found, inserted] = numbers_.try_emplace({state, predicate}, static_cast<State>(members_.size()));
    if (inserted) {
      members_.emplace_back(state, predicate);
      result_.automaton.add_state(automaton_.is_accepting(state));
    }
    return found->second;
  }

  void expand(State number) {
    const auto [state, predicate] = members_[number];
    for (const Transition& transition : automaton_.transitions(state)) {
      for (const FormulaId post : annotation_[transition.target]) {
        if (pool_.may_intersect(predicate, pool_.precondition(post, transition.letter))) {
          result_.automaton.add_transition(number, transition.letter, number_of(transition.target, post));
        }
      }
    }
  }

  FormulaPool& pool_;
  const Nfa& automaton_;
  const Annotation& annotation_;
  ErrorAutomaton result_;
  std::map<std::pair<State, FormulaId>, State> numbers_;
  std::vector<std::pair<State, FormulaId>> members_;
};

}  // namespace

ErrorAutomaton make_automaton(FormulaPool& pool, const Nfa& automaton, const Annotation& annotation) {
  return Product(pool, automaton, annotation).run();
}

}  // namespace bireach::relevance
