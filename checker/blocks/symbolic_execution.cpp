// SPDX-License-Identifier: Apache-2.0
#include "checker/blocks/symbolic_execution.h"

#include <algorithm>
#include <unordered_set>

namespace bireach::checker {

using frontend::EdgeId;
using frontend::LocationId;
using frontend::VariableId;
using logic::Term;

EdgeSemantics::EdgeSemantics(const frontend::Semantics& semantics, const frontend::Program& program)
    : semantics_(semantics), program_(program), meanings_(program.edge_count()) {
  for (VariableId v = 0; v < program.variables.size(); ++v) variable_of_.emplace(semantics.variable(v), v);
}

const EdgeSemantics::Meaning& EdgeSemantics::of(EdgeId edge) {
  if (meanings_[edge]) return *meanings_[edge];
  const std::vector<EdgeId>& siblings = program_.outgoing(program_.source(edge));
  if (siblings.size() == 2) {
    auto [taken, other] = semantics_.branch(siblings[0]);
    set(siblings[0], std::move(taken));
    set(siblings[1], std::move(other));
  } else {
    set(edge, semantics_.transition(edge));
  }
  return *meanings_[edge];
}

void EdgeSemantics::set(EdgeId edge, logic::TransitionFormula transition) {
  Meaning meaning;
  meaning.transition = std::move(transition);
  std::unordered_set<VariableId> reads;
  const auto collect = [&](Term term) {
    for (const Term variable : logic::free_variables(term))
      if (const auto it = variable_of_.find(variable); it != variable_of_.end()) reads.insert(it->second);
  };
  collect(meaning.transition.guard);
  for (const auto& [variable, value] : meaning.transition.updates) {
    collect(value);
    meaning.updates.emplace_back(variable_of_.at(variable), value);
  }
  meaning.reads.assign(reads.begin(), reads.end());
  std::sort(meaning.reads.begin(), meaning.reads.end());
  meanings_[edge] = std::move(meaning);
}

logic::Substitution EdgeSemantics::substitution(const Meaning& meaning, const std::vector<Term>& values,
                                                const std::vector<Term>& instances) const {
  logic::Substitution map;
  for (const VariableId v : meaning.reads) map.emplace(semantics_.variable(v), values[v]);
  for (std::size_t i = 0; i < instances.size(); ++i) map.emplace(meaning.transition.auxiliaries[i], instances[i]);
  return map;
}

std::optional<SymbolicState> RegionExecutor::step(const SymbolicState& state, EdgeId edge,
                                                  const std::vector<Term>& instances) {
  const EdgeSemantics::Meaning& meaning = edges_.of(edge);
  const logic::TransitionFormula& transition = meaning.transition;
  const logic::Substitution map = edges_.substitution(meaning, state.values, instances);
  const Term guard = terms_.substitute(transition.guard, map);
  all_passed_ = guard.is_true();
  if (guard.is_false()) return std::nullopt;
  SymbolicState next = state;
  next.exact = state.exact && transition.exact;
  for (const Term conjunct : logic::conjuncts(guard)) {
    const Term negated = terms_.not_(conjunct);
    if (std::find(next.path.begin(), next.path.end(), negated) != next.path.end()) return std::nullopt;
    if (std::find(next.path.begin(), next.path.end(), conjunct) == next.path.end()) next.path.push_back(conjunct);
  }
  for (const auto& [variable, value] : meaning.updates) next.values[variable] = terms_.substitute(value, map);
  return next;
}

namespace {

/// The elements of a constant array after stores at constant indices; nothing for any other array.
std::optional<std::map<logic::Integer, Term>> known_elements(Term array) {
  std::map<logic::Integer, Term> elements;
  for (; array.kind() == logic::Kind::Store; array = array[0]) {
    if (!array[1].is_constant()) return std::nullopt;
    elements.try_emplace(array[1].constant(), array[2]);
  }
  if (array.kind() != logic::Kind::ConstArray) return std::nullopt;
  return elements;
}

Term default_element(Term array) {
  while (array.kind() == logic::Kind::Store) array = array[0];
  return array[0];
}

}  // namespace

Term RegionExecutor::merge_values(VariableId variable, Term condition, Term a, Term b) const {
  const std::vector<VariableId>& stack = edges_.program().stack;
  if (!a.sort().is_array() || !std::binary_search(stack.begin(), stack.end(), variable))
    return terms_.ite(condition, a, b);
  const auto of_a = known_elements(a);
  const auto of_b = known_elements(b);
  if (!of_a || !of_b || default_element(a) != default_element(b)) return terms_.ite(condition, a, b);
  const Term otherwise = default_element(a);
  const auto value_in = [&](const std::map<logic::Integer, Term>& elements, const logic::Integer& index) {
    const auto found = elements.find(index);
    return found == elements.end() ? otherwise : found->second;
  };
  std::map<logic::Integer, Term> merged = *of_a;
  merged.insert(of_b->begin(), of_b->end());
  Term result = terms_.const_array(a.sort(), otherwise);
  for (const auto& [index, unused] : merged) {
    const Term value = terms_.ite(condition, value_in(*of_a, index), value_in(*of_b, index));
    if (value != otherwise) result = terms_.store(result, terms_.constant(index, a.sort().index()), value);
  }
  return result;
}

SymbolicState RegionExecutor::merge(SymbolicState a, SymbolicState b, LocationId at) {
  const auto [end_a, end_b] = std::mismatch(a.path.begin(), a.path.end(), b.path.begin(), b.path.end());
  const std::vector<Term> rest_a(end_a, a.path.end());
  const std::vector<Term> rest_b(end_b, b.path.end());
  // One distinguishing condition is enough to choose between the values; the whole rest only where there is none.
  Term condition;
  if (!rest_a.empty() && !rest_b.empty() && rest_a.front() == terms_.not_(rest_b.front()))
    condition = rest_a.front();
  else
    condition = terms_.and_(rest_a);
  const Term either = terms_.or_(terms_.and_(rest_a), terms_.and_(rest_b));
  SymbolicState merged = std::move(a);
  merged.path.resize(static_cast<std::size_t>(merged.path.size() - rest_a.size()));
  if (!either.is_true()) merged.path.push_back(either);
  merged.exact = merged.exact && b.exact;
  const std::vector<bool>& live = flow_.live[at];
  for (VariableId v = 0; v < merged.values.size(); ++v)
    if (live[v] && merged.values[v] != b.values[v])
      merged.values[v] = merge_values(v, condition, merged.values[v], b.values[v]);
  return merged;
}

std::map<LocationId, SymbolicState> RegionExecutor::run(LocationId start, const SymbolicState& state,
                                                        const FreshAuxiliaries& fresh) {
  const frontend::Program& program = edges_.program();
  std::map<LocationId, SymbolicState> reached;
  std::map<std::pair<std::uint32_t, LocationId>, SymbolicState> pending;  // walked in reverse postorder
  const auto leave = [&](LocationId location, const SymbolicState& from) {
    if (program.outgoing(location).empty()) return;
    // One choice of auxiliaries for both ways of a branch: they exclude each other, which merging relies on.
    const EdgeId first = program.outgoing(location).front();
    const std::vector<Term>& auxiliaries = edges_.of(first).transition.auxiliaries;
    const std::vector<Term> instances = auxiliaries.empty() ? auxiliaries : fresh(first, auxiliaries);
    bool followed = false;
    for (const EdgeId edge : program.outgoing(location)) {
      const LocationId target = program.target(edge);
      if (!flow_.reaches_target[target]) continue;
      std::optional<SymbolicState> next = step(from, edge, instances);
      followed = followed || all_passed_;
      if (!next) continue;
      const auto arrive = [&](auto& place, const auto& key) {
        if (auto it = place.find(key); it != place.end())
          it->second = merge(std::move(it->second), std::move(*next), target);
        else
          place.emplace(key, std::move(*next));
      };
      if (flow_.is_cut[target])
        arrive(reached, target);
      else
        arrive(pending, std::pair{flow_.order[target], target});
    }
    for (const EdgeId edge : program.outgoing(location)) {
      if (!followed_all_ || followed || flow_.reaches_target[program.target(edge)]) continue;
      const EdgeSemantics::Meaning& meaning = edges_.of(edge);
      followed = terms_.substitute(meaning.transition.guard, edges_.substitution(meaning, from.values)).is_true();
    }
    followed_all_ = followed_all_ && followed;
  };
  leave(start, state);
  while (!pending.empty()) {
    auto node = pending.extract(pending.begin());
    leave(node.key().second, node.mapped());
  }
  return reached;
}

}  // namespace bireach::checker
