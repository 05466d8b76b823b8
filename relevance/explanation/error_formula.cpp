// SPDX-License-Identifier: Apache-2.0
#include "relevance/explanation/error_formula.h"

#include <algorithm>

namespace bireach::relevance {

using logic::Substitution;
using logic::Term;
using logic::TransitionFormula;

ErrorFormula::ErrorFormula(const ErrorTrace& trace, ExplanationKind kind, const HazardSensitivity& hazards)
    : trace_(trace),
      kind_(kind),
      terms_(trace.terms()),
      slice_(trace.length(), false),
      wanted_(trace.length(), false),
      chosen_(trace.inputs().size()),
      chosen_guards_(trace.inputs().size(), terms_.true_term()),
      guards_writers_(hazards.in_scope) {
  find_reads(hazards);
  if (kind == ExplanationKind::plain) {
    slice_.assign(trace.length(), true);
    for (const auto& read : reads_) want_writers(read.position);
  }
  // What the writes of other threads depend on belongs to the slice as well, and such a write may come after the read.
  for (std::size_t known = writers_.size() + 1; kind == ExplanationKind::flow_sensitive && known != writers_.size();) {
    known = writers_.size();
    slice_backwards();
  }
  build();
}

void ErrorFormula::find_reads(const HazardSensitivity& hazards) {
  if (!hazards.any()) return;
  // Later reads of a trace in which threads access the same variables all the time yield their values in any case.
  constexpr std::size_t most_pairs = 20'000;
  std::size_t pairs = 0;
  const TraceAccesses& accesses = trace_.accesses();
  const std::size_t end = std::min(trace_.length() + 1, accesses.length());
  for (std::size_t position = 0; position < end && pairs < most_pairs; ++position) {
    const std::size_t first = reads_.size();
    for (ReadConflicts& conflicts : accesses.conflicts(position, trace_.length())) {
      const auto forced = [&](std::size_t earlier, std::size_t later) {
        return !hazards.also_forced && accesses.is_forced(earlier, later);
      };
      std::erase_if(conflicts.earlier,
                    [&](std::size_t m) { return !hazards.waw || forced(m, *conflicts.last_writer); });
      std::erase_if(conflicts.later, [&](std::size_t m) { return !hazards.war || forced(position, m); });
      pairs += conflicts.earlier.size() + conflicts.later.size();
      const bool flows = hazards.also_forced && conflicts.last_writer;
      if (flows || !conflicts.earlier.empty() || !conflicts.later.empty())
        reads_.push_back({position, std::move(conflicts)});
    }
    if (first < reads_.size()) reads_at_.emplace(position, std::pair(first, reads_.size()));
  }
}

void ErrorFormula::want_writers(std::size_t position) {
  const auto found = reads_at_.find(position);
  if (found == reads_at_.end()) return;
  for (std::size_t i = found->second.first; i < found->second.second; ++i) {
    writers_.insert(reads_[i].conflicts.earlier.begin(), reads_[i].conflicts.earlier.end());
    writers_.insert(reads_[i].conflicts.later.begin(), reads_[i].conflicts.later.end());
    if (reads_[i].conflicts.last_writer) writers_.insert(*reads_[i].conflicts.last_writer);
  }
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
  frames_.clear();
  reframes_.clear();
  needed_.clear();
  need(trace_.holds());
  want_scope(trace_.length());
  want_writers(trace_.length());
  for (std::size_t position = trace_.length(); position-- > 0;) {
    const TransitionFormula& transition = trace_.meaning(position).transition;
    if (writers_.contains(position)) want_scope(position);
    if (!trace_.is_branch(position)) {
      if (transition.updates.empty()) continue;
      const auto& [target, value] = *transition.updates.begin();
      if (!needed_.contains(target)) continue;
      slice_[position] = true;
      want_writers(position);
      for (const std::size_t branch : trace_.reframed(position)) {
        reframes_[position].emplace_back(branch, target);
        wanted_[branch] = true;
      }
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
    want_writers(position);
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

void ErrorFormula::add(Role role, std::size_t position, Term target, Term formula, Term guard,
                       std::optional<std::size_t> branch) {
  if (!formula.is_true()) items_.push_back({role, position, target, formula, guard, branch.value_or(position)});
}

Term ErrorFormula::written(std::size_t position) {
  const auto [entry, is_new] = written_.try_emplace(position);
  if (is_new) entry->second = terms_.fresh_variable("written@", logic::Sort::boolean());
  return entry->second;
}

/// The instances that the position reads of shared variables.
Substitution ErrorFormula::build_reads(std::size_t position) {
  Substitution result;
  const auto found = reads_at_.find(position);
  if (found == reads_at_.end()) return result;
  for (std::size_t i = found->second.first; i < found->second.second; ++i) {
    const ReadConflicts& conflicts = reads_[i].conflicts;
    const Term variable = trace_.semantics().variable(conflicts.variable);
    std::vector<Term> writes;
    for (const std::size_t writer : conflicts.earlier) writes.push_back(written(writer));
    for (const std::size_t writer : conflicts.later) writes.push_back(written(writer));
    if (conflicts.last_writer) writes.push_back(written(*conflicts.last_writer));
    const auto now = current_.find(variable);
    const Term read = terms_.fresh_variable(variable.name() + "@", variable.sort());
    const Term same = terms_.equal(read, now == current_.end() ? variable : now->second);
    definitions_.push_back(terms_.implies(terms_.and_(std::move(writes)), same));
    result.emplace(variable, read);
  }
  return result;
}

/// The variable keeps its value if the branch went as it did.
void ErrorFormula::build_frame(std::size_t position, std::size_t branch, Term variable) {
  const auto now = current_.find(variable);
  const Term old = now == current_.end() ? variable : now->second;
  const Term kept = new_instance(variable, position + 1);
  add(Role::frame, position, variable, terms_.equal(kept, old), reached_.at(branch), branch);
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
    build_reframed(position);
    if (writers_.contains(position))
      add(Role::hazard, position, {}, written(position), guards_writers_ ? guard_at(position) : terms_.true_term());
  }
  Substitution at_end = build_reads(trace_.length());
  at_end.insert(current_.begin(), current_.end());
  goal_ = terms_.substitute(trace_.holds(), at_end);
  guarded_goal_ = terms_.implies(guard_at(trace_.length()), goal_);
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

/// One thread's branch is open while another one writes what the other way might have assigned later.
void ErrorFormula::build_reframed(std::size_t position) {
  const auto found = reframes_.find(position);
  if (found == reframes_.end()) return;
  for (const auto& [branch, variable] : found->second) build_frame(position, branch, variable);
}

void ErrorFormula::build_statement(std::size_t position, const Substitution& auxiliaries) {
  const TransitionFormula& transition = trace_.meaning(position).transition;
  Substitution before = slice_[position] ? build_reads(position) : Substitution();
  before.insert(current_.begin(), current_.end());
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
  Substitution before = build_reads(position);
  before.insert(current_.begin(), current_.end());
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
  for (const Term variable : frames(position)) build_frame(position, position, variable);
}

}  // namespace bireach::relevance
