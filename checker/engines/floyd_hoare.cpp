// SPDX-License-Identifier: Apache-2.0
#include "checker/engines/floyd_hoare.h"

#include <algorithm>

namespace bireach::checker {

using logic::PredicateId;
using logic::PredicateUnifier;
using logic::Validity;

FloydHoareAutomaton::FloydHoareAutomaton(PredicateUnifier& unifier, logic::HoareTripleChecker& triples,
                                         const BlockProgram& blocks, const ControlFlow& flow,
                                         const frontend::Semantics& semantics, PredicateId initial,
                                         const std::vector<PredicateId>& predicates)
    : unifier_(unifier), initial_(initial), triples_(triples), blocks_(blocks) {
  std::map<logic::Term, frontend::VariableId> variable_of;
  for (frontend::VariableId v = 0; v < semantics.variables().size(); ++v) variable_of.emplace(semantics.variable(v), v);
  std::set<PredicateId> distinct(predicates.begin(), predicates.end());
  distinct.erase(PredicateUnifier::true_id);
  distinct.erase(PredicateUnifier::false_id);
  for (const Block& block : blocks.blocks()) {
    const auto [it, fresh] = offered_.try_emplace(block.target);
    if (!fresh) continue;
    const std::vector<bool>& live = flow.live[block.target];
    for (const PredicateId p : distinct) {
      const auto is_live = [&](logic::Term variable) {
        const auto known = variable_of.find(variable);
        return known != variable_of.end() && live[known->second];
      };
      const std::vector<logic::Term> used = logic::free_variables(unifier.formula(p));
      if (std::all_of(used.begin(), used.end(), is_live)) it->second.push_back(p);
    }
  }
}

FloydHoareAutomaton::Subset FloydHoareAutomaton::subset_successors(const Subset& subset, automata::Letter letter) {
  if (std::any_of(subset.begin(), subset.end(), [&](automata::State s) { return is_accepting(s); }))
    return {PredicateUnifier::false_id};
  const auto key = std::pair{subset, letter};
  if (const auto it = memo_.find(key); it != memo_.end()) return it->second;
  const PredicateId pre = subset.size() == 1 ? subset.front() : unifier_.conjunction(subset);
  Subset result;
  if (triples_.check(pre, letter, PredicateUnifier::false_id) == Validity::valid) {
    result = {PredicateUnifier::false_id};
  } else {
    const std::vector<PredicateId>& posts = offered_[blocks_.blocks()[letter].target];
    const std::vector<Validity> answers = triples_.check_all(pre, letter, posts);
    for (std::size_t i = 0; i < posts.size(); ++i)
      if (answers[i] == Validity::valid) result.push_back(posts[i]);
    if (result.empty()) result = {PredicateUnifier::true_id};
  }
  memo_.emplace(key, result);
  return result;
}

}  // namespace bireach::checker
