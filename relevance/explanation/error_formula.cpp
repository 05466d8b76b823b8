// SPDX-License-Identifier: Apache-2.0
#include "relevance/explanation/error_formula.h"

#include <algorithm>

namespace bireach::relevance {

using logic::Substitution;
using logic::Term;
using logic::TransitionFormula;

ErrorFormula::ErrorFormula(const ErrorTrace& trace, ExplanationKind kind)
    : trace_(trace),
      kind_(kind),
      terms_(trace.terms()),
      slice_(trace.length(), false),
      wanted_(trace.length(), false),
      chosen_(trace.inputs().size()),
      chosen_guards_(trace.inputs().size(), terms_.true_term()) {
  if (kind == ExplanationKind::flow_sensitive)
    slice_backwards();
  else
    slice_.assign(trace.length(), true);
  build();
}

const std::vector<Term>& ErrorFormula::frames(std::size_t position) const {
  static const std::vector<Term> none;
  const auto found = frames_.find(position);
  return found == frames_.end() ? none : found->second;
}

void ErrorFormula::need(Term term) {
  for (const Term variable : logic::free_variables(term)) needed_.insert(variable);
}

void ErrorFormula::want_scope(std::size_t position) {
  if (const auto branch = trace_.scopes().enclosing[position]) wanted_[*branch] = true;
}

void ErrorFormula::slice_backwards() {
  need(trace_.holds());
  want_scope(trace_.length());
  for (std::size_t position = trace_.length(); position-- > 0;) {
    const TransitionFormula& transition = trace_.meaning(position).transition;
    if (!trace_.is_branch(position)) {
      if (transition.updates.empty()) continue;
      const auto& [target, value] = *transition.updates.begin();
      if (!needed_.contains(target)) continue;
      slice_[position] = true;
      needed_.erase(target);
      need(value);
      for (const Term auxiliary : transition.auxiliaries) needed_.erase(auxiliary);
      want_scope(position);
      continue;
    }
    for (const frontend::VariableId id : trace_.framed(position)) {
      const Term variable = trace_.semantics().variable(id);
      if (needed_.contains(variable)) frames_[position].push_back(variable);
    }
    if (frames_.contains(position)) wanted_[position] = true;
    if (!wanted_[position]) continue;
    slice_[position] = true;
    need(transition.guard);
    want_scope(position);
  }
}

Term ErrorFormula::at(Term formula, std::size_t position) const {
  Substitution map;
  for (const Term variable : logic::free_variables(formula)) {
    const auto found = instances_.find(variable);
    if (found == instances_.end()) continue;
    const auto& versions = found->second;
    const auto next = std::upper_bound(versions.begin(), versions.end(), position,
                                       [](std::size_t wanted, const auto& version) { return wanted < version.first; });
    if (next != versions.begin()) map.emplace(variable, std::prev(next)->second);
  }
  return map.empty() ? formula : terms_.substitute(formula, map);
}

Term ErrorFormula::new_instance(Term variable, std::size_t from) {
  const Term instance = terms_.fresh_variable(variable.name() + "@", variable.sort());
  current_.insert_or_assign(variable, instance);
  instances_[variable].emplace_back(from, instance);
  return instance;
}

Term ErrorFormula::guard_at(std::size_t position) const {
  const auto branch = trace_.scopes().enclosing[position];
  return kind_ == ExplanationKind::flow_sensitive && branch ? reached_.at(*branch) : terms_.true_term();
}

void ErrorFormula::add(Role role, std::size_t position, Term target, Term formula, Term guard) {
  if (!formula.is_true()) items_.push_back({role, position, target, formula, guard});
}

void ErrorFormula::build() {
  build_inputs(initially, {});
  for (std::size_t position = 0; position < trace_.length(); ++position) {
    Substitution auxiliaries;
    for (const Term auxiliary : trace_.meaning(position).transition.auxiliaries)
      auxiliaries.emplace(auxiliary, terms_.fresh_variable(auxiliary.name() + "@", auxiliary.sort()));
    if (trace_.is_branch(position))
      build_branch(position, auxiliaries);
    else
      build_statement(position, auxiliaries);
  }
  const Term goal = terms_.substitute(trace_.holds(), current_);
  guarded_goal_ = terms_.implies(guard_at(trace_.length()), goal);
}

void ErrorFormula::build_inputs(std::optional<std::size_t> position, const Substitution& auxiliaries) {
  const auto& inputs = trace_.inputs();
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const InputConstraint& constraint = inputs[i].constraint;
    if (constraint.position != position || (position && !slice_[*position])) continue;
    chosen_[i] = terms_.substitute(inputs[i].chosen, auxiliaries);
    chosen_guards_[i] = guard_at(position.value_or(0));
    InputConstraint any = constraint;
    any.lower.reset();
    any.upper.reset();
    definitions_.push_back(terms_.substitute(trace_.admits(inputs[i], any), auxiliaries));
  }
}

void ErrorFormula::build_statement(std::size_t position, const Substitution& auxiliaries) {
  const TransitionFormula& transition = trace_.meaning(position).transition;
  Substitution before = current_;
  before.insert(auxiliaries.begin(), auxiliaries.end());
  const Term guard = slice_[position] ? guard_at(position) : Term();
  if (slice_[position]) {
    build_inputs(position, auxiliaries);
    add(Role::fact, position, {}, terms_.substitute(transition.guard, before), guard);
  }
  for (const auto& [target, value] : transition.updates) {
    const Term after = new_instance(target, position + 1);
    if (slice_[position])
      add(Role::statement, position, target, terms_.equal(after, terms_.substitute(value, before)), guard);
  }
}

void ErrorFormula::build_branch(std::size_t position, const Substitution& auxiliaries) {
  if (!slice_[position]) return;
  const EdgeMeanings::Meaning& meaning = trace_.meaning(position);
  Substitution before = current_;
  before.insert(auxiliaries.begin(), auxiliaries.end());
  const Term condition = terms_.substitute(meaning.transition.guard, before);
  const Term guard = guard_at(position);
  if (kind_ == ExplanationKind::plain) {
    add(Role::condition, position, {}, condition, guard);
    return;
  }
  if (meaning.complement != terms_.not_(meaning.transition.guard))
    add(Role::fact, position, {}, terms_.or_(condition, terms_.substitute(meaning.complement, before)), guard);
  const Term goes_on = terms_.substitute(meaning.condition, before);
  conditions_.emplace(position, goes_on);
  const Term reached = terms_.fresh_variable("reached@", logic::Sort::boolean());
  definitions_.push_back(terms_.equal(reached, terms_.and_(guard, goes_on)));
  reached_.emplace(position, reached);
  for (const Term variable : frames(position)) {
    const auto now = current_.find(variable);
    const Term old = now == current_.end() ? variable : now->second;
    const Term kept = new_instance(variable, position + 1);
    add(Role::frame, position, variable, terms_.equal(kept, old), reached);
  }
}

}  // namespace bireach::relevance
