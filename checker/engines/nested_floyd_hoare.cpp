// SPDX-License-Identifier: Apache-2.0
#include "checker/engines/nested_floyd_hoare.h"

#include <algorithm>
#include <set>

namespace bireach::checker {

using automata::Letter;
using automata::State;
using logic::PredicateId;
using logic::PredicateUnifier;
using logic::Validity;

NestedFloydHoareAutomaton::NestedFloydHoareAutomaton(PredicateUnifier& unifier, logic::HoareTripleChecker& triples,
                                                     const NestedProgram& program, const Predicates& predicates)
    : unifier_(unifier), triples_(triples), program_(program) {
  std::set<PredicateId> distinct(predicates.begin(), predicates.end());
  distinct.erase(PredicateUnifier::true_id);
  distinct.erase(PredicateUnifier::false_id);
  for (const NestedLetter& letter : program.letters()) {
    const auto [place, fresh] = offered_.try_emplace(letter.target);
    if (!fresh) continue;
    const std::vector<logic::Term>& vocabulary = program.vocabulary(letter.target);
    for (const PredicateId p : distinct) {
      const std::vector<logic::Term>& used = unifier.variables(p);
      if (std::includes(vocabulary.begin(), vocabulary.end(), used.begin(), used.end())) place->second.push_back(p);
    }
  }
}

bool NestedFloydHoareAutomaton::is_false(State state) const {
  return !states_[state]->empty() && states_[state]->front() == PredicateUnifier::false_id;
}

State NestedFloydHoareAutomaton::intern(Predicates predicates) {
  const auto [entry, fresh] = numbers_.try_emplace(std::move(predicates), static_cast<State>(states_.size()));
  if (fresh) states_.push_back(&entry->first);
  return entry->second;
}

State NestedFloydHoareAutomaton::initial() {
  const PredicateId condition = unifier_.unify(program_.initial_condition());
  return intern(condition == PredicateUnifier::true_id ? Predicates{} : Predicates{condition});
}

PredicateId NestedFloydHoareAutomaton::conjunction(State state) {
  const Predicates& members = *states_[state];
  if (members.empty()) return PredicateUnifier::true_id;
  return members.size() == 1 ? members.front() : unifier_.conjunction(members);
}

State NestedFloydHoareAutomaton::establish(PredicateId pre, Letter letter) {
  if (triples_.check(pre, letter, PredicateUnifier::false_id) == Validity::valid)
    return intern({PredicateUnifier::false_id});
  const Predicates& posts = offered_[program_.letters()[letter].target];
  const std::vector<Validity> answers = triples_.check_all(pre, letter, posts);
  Predicates result;
  for (std::size_t i = 0; i < posts.size(); ++i)
    if (answers[i] == Validity::valid) result.push_back(posts[i]);
  return intern(std::move(result));
}

State NestedFloydHoareAutomaton::after_internal(State state, Letter letter) {
  if (is_false(state)) return state;
  if (const auto known = steps_.find({state, letter}); known != steps_.end()) return known->second;
  const State next = establish(conjunction(state), letter);
  steps_.emplace(std::pair{state, letter}, next);
  return next;
}

State NestedFloydHoareAutomaton::after_return(State state, State hierarchical, Letter letter) {
  if (is_false(state)) return state;
  if (is_false(hierarchical)) return hierarchical;
  const std::tuple key{state, hierarchical, letter};
  if (const auto known = returns_.find(key); known != returns_.end()) return known->second;
  const logic::Term caller = program_.hierarchical(unifier_.formula(conjunction(hierarchical)));
  const logic::Term both = unifier_.terms().and_(unifier_.formula(conjunction(state)), caller);
  const State next = establish(unifier_.unify(both), letter);
  returns_.emplace(key, next);
  return next;
}

}  // namespace bireach::checker
