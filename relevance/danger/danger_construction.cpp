// SPDX-License-Identifier: Apache-2.0
#include "relevance/danger/danger_construction.h"

#include <algorithm>
#include <cstdint>
#include <map>

#include "automata/operations.h"

namespace bireach::relevance {

using automata::Nfa;
using automata::State;
using automata::Transition;

namespace {

/// How often a state's exact predicate may change: once for each round of a loop that it then covers.
constexpr unsigned exact_changes_allowed = 4;
/// Where their union is too large.
constexpr std::size_t single_preconditions_allowed = 8;

}  // namespace

DepthFirstOrder depth_first_order(const Nfa& automaton) {
  enum class Mark : std::uint8_t { unseen, on_path, done };
  DepthFirstOrder result;
  result.position.assign(automaton.size(), automaton.size());
  std::vector<Mark> marks(automaton.size(), Mark::unseen);
  std::size_t next = 0;
  std::vector<std::pair<State, std::size_t>> path;
  const auto enter = [&](State state) {
    if (marks[state] == Mark::on_path) {
      result.heads.push_back(state);
    } else if (marks[state] == Mark::unseen) {
      marks[state] = Mark::on_path;
      path.emplace_back(state, 0);
    }
  };
  for (const State initial : automaton.initial()) {
    enter(initial);
    while (!path.empty()) {
      auto& [state, position] = path.back();
      if (position < automaton.transitions(state).size()) {
        enter(automaton.transitions(state)[position++].target);
      } else {
        marks[state] = Mark::done;
        result.position[state] = next++;
        path.pop_back();
      }
    }
  }
  std::sort(result.heads.begin(), result.heads.end());
  result.heads.erase(std::unique(result.heads.begin(), result.heads.end()), result.heads.end());
  return result;
}

DangerFixpoint::DangerFixpoint(FormulaPool& pool, const Nfa& automaton)
    : pool_(pool),
      automaton_(automaton),
      annotation_(automaton.size()),
      frozen_(automaton.size(), false),
      exact_changes_(automaton.size(), 0),
      predecessors_(automaton.size()),
      order_(depth_first_order(automaton).position) {
  for (State state = 0; state < automaton.size(); ++state) {
    for (const Transition& transition : automaton.transitions(state))
      if (predecessors_[transition.target].empty() || predecessors_[transition.target].back() != state)
        predecessors_[transition.target].push_back(state);
  }
  for (State state = 0; state < automaton.size(); ++state) {
    if (automaton.is_accepting(state)) {
      annotation_[state] = {FormulaPool::true_id};
      frozen_[state] = true;
      touch_predecessors(state);
    }
  }
}

void DangerFixpoint::touch_predecessors(State state) {
  for (const State predecessor : predecessors_[state])
    if (!frozen_[predecessor]) pending_.emplace(order_[predecessor], predecessor);
}

void DangerFixpoint::add(State state, FormulaId predicate) {
  if (predicate != FormulaPool::false_id && !frozen_[state] && !known_here(state, predicate)) {
    put(state, predicate);
    touch_predecessors(state);
  }
}

bool DangerFixpoint::known_here(State state, FormulaId predicate) {
  const auto& here = annotation_[state];
  return std::any_of(here.begin(), here.end(), [&](FormulaId other) { return pool_.implies(predicate, other); });
}

/// Only maximal predicates stay.
void DangerFixpoint::put(State state, FormulaId predicate) {
  auto& here = annotation_[state];
  std::erase_if(here, [&](FormulaId other) { return pool_.implies(other, predicate); });
  here.push_back(predicate);
}

std::vector<FormulaId> DangerFixpoint::successors(State state) {
  std::vector<FormulaId> result;
  for (const Transition& transition : automaton_.transitions(state)) {
    for (const FormulaId post : annotation_[transition.target]) {
      const FormulaId pre = pool_.precondition(post, transition.letter);
      if (pre != FormulaPool::false_id) result.push_back(pre);
    }
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

void DangerFixpoint::run(const Candidates& candidates) {
  while (!pending_.empty() && !pool_.out_of_time()) {
    const State state = pending_.begin()->second;
    pending_.erase(pending_.begin());
    if (!frozen_[state] && visit(state, candidates)) touch_predecessors(state);
  }
}

bool DangerFixpoint::visit(State state, const Candidates& candidates) {
  const std::vector<FormulaId> disjuncts = successors(state);
  if (disjuncts.empty()) return false;
  bool exact = false;
  if (candidates.exact && exact_changes_[state] < exact_changes_allowed) {
    ++exact_changes_[state];
    if (const auto weakest = pool_.disjunction(disjuncts)) {
      if (*weakest == FormulaPool::false_id || known_here(state, *weakest)) return false;
      put(state, *weakest);  // contains all that was there, unless a precondition is one for known choices only
      return true;
    }
    exact = disjuncts.size() <= single_preconditions_allowed;
  }
  const auto known = [&](FormulaId candidate) { return known_here(state, candidate); };
  const auto put_here = [&](FormulaId candidate) { put(state, candidate); };
  const bool changed = exact && pool_.offer(disjuncts, disjuncts, known, put_here);
  return pool_.offer(candidates.of(state), disjuncts, known, put_here) || changed;
}

namespace {

/// The part of the product of states and predicates that is reachable from annotated initial states.
class Product {
 public:
  Product(FormulaPool& pool, const Nfa& automaton, const Annotation& annotation, Steps steps)
      : pool_(pool), automaton_(automaton), annotation_(annotation), steps_(steps) {}

  ErrorAutomaton run(DeadEnds dead_ends) {
    for (const State state : automaton_.initial()) {
      for (const FormulaId predicate : annotation_[state])
        if (steps_ == Steps::may || pool_.is_satisfiable(predicate))
          result_.automaton.add_initial(number_of(state, predicate));
    }
    for (std::size_t next = 0; next < members_.size(); ++next) expand(static_cast<State>(next));
    if (dead_ends == DeadEnds::kept) {
      for (const auto& [state, predicate] : members_) result_.predicates.push_back(pool_.term(predicate));
      return std::move(result_);
    }
    std::vector<State> origin;
    ErrorAutomaton trimmed;
    trimmed.automaton = automata::trim(result_.automaton, &origin);
    for (const State old : origin) trimmed.predicates.push_back(pool_.term(members_[old].second));
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
        const bool is_step = steps_ == Steps::may
                                 ? pool_.may_step(predicate, transition.letter, post)
                                 : pool_.implies(predicate, pool_.precondition(post, transition.letter));
        if (is_step) result_.automaton.add_transition(number, transition.letter, number_of(transition.target, post));
      }
    }
  }

  FormulaPool& pool_;
  const Nfa& automaton_;
  const Annotation& annotation_;
  Steps steps_;
  ErrorAutomaton result_;
  std::map<std::pair<State, FormulaId>, State> numbers_;
  std::vector<std::pair<State, FormulaId>> members_;
};

}  // namespace

ErrorAutomaton make_automaton(FormulaPool& pool, const Nfa& automaton, const Annotation& annotation, DeadEnds dead_ends,
                              Steps steps) {
  return Product(pool, automaton, annotation, steps).run(dead_ends);
}

}  // namespace bireach::relevance
