// SPDX-License-Identifier: Apache-2.0
#include "relevance/explanation/error_program.h"

#include <algorithm>

#include "logic/hoare/hoare.h"

namespace bireach::relevance {

using logic::Term;
using logic::TransitionFormula;
using Role = ErrorFormula::Role;

namespace {

/// What the precondition says of the inputs chosen at the position, or initially.
Term constraints_at(const ErrorTrace& trace, const std::vector<InputConstraint>& precondition,
                    std::optional<std::size_t> position) {
  std::vector<Term> parts;
  for (std::size_t i = 0; i < precondition.size(); ++i) {
    const InputConstraint& constraint = precondition[i];
    if (constraint.position != position) continue;
    if (constraint.lower || constraint.upper) parts.push_back(trace.admits(trace.inputs()[i], constraint));
  }
  return trace.terms().and_(std::move(parts));
}

}  // namespace

ErrorProgram::ErrorProgram(const ErrorTrace& trace, const ErrorFormula& formula, const ErrorCore& core)
    : trace_(trace),
      formula_(formula),
      core_(core),
      terms_(trace.terms()),
      other_way_(terms_.fresh_variable("other_way@", logic::Sort::boolean())),
      statements_(trace.length(), false),
      facts_(statements_),
      conditions_(statements_),
      branches_(statements_),
      in_core_(statements_),
      kept_frames_(trace.length()) {
  const auto mention = [this](Term term) {
    for (const Term variable : logic::free_variables(term)) variables_.insert(variable);
  };
  for (const std::size_t i : core.items) {
    const ErrorFormula::Item& item = formula.items()[i];
    const TransitionFormula& transition = trace.meaning(item.position).transition;
    if (item.role == Role::hazard) continue;  // the statements of the trace are all there, with their order
    if (item.role == Role::frame && item.branch != item.position) continue;
    in_core_[item.position] = true;
    if (item.role == Role::frame) {
      kept_frames_[item.position].push_back(item.target);
      variables_.insert(item.target);
      continue;
    }
    auto& flags = item.role == Role::statement ? statements_ : item.role == Role::fact ? facts_ : conditions_;
    flags[item.position] = true;
    mention(transition.guard);
    for (const auto& [target, value] : transition.updates) {
      variables_.insert(target);
      mention(value);
    }
  }
  for (const std::size_t branch : core.branches) {
    branches_[branch] = in_core_[branch] = true;
    mention(trace.meaning(branch).condition);
  }
  mention(trace.holds());
  precondition_ = terms_.and_(terms_.not_(other_way_), constraints_at(trace, core.precondition, initially));
  for (std::size_t position = 0; position < trace.length(); ++position) build(position);
  transitions_.push_back({terms_.or_(other_way_, trace.holds()), {}, {}, true});
  for (const TransitionFormula& transition : transitions_) pointers_.push_back(&transition);
}

void ErrorProgram::build(std::size_t position) {
  const EdgeMeanings::Meaning& meaning = trace_.meaning(position);
  TransitionFormula result{terms_.true_term(), {}, {}, true};
  const auto forget = [&](Term variable) {
    const Term any = terms_.fresh_variable(variable.name() + "_any", variable.sort());
    result.updates.emplace(variable, any);
    result.auxiliaries.push_back(any);
  };
  const bool statement = statements_[position];
  if (conditions_[position]) result.guard = meaning.transition.guard;
  if (facts_[position]) {
    result.guard = trace_.is_branch(position) ? terms_.or_(meaning.transition.guard, meaning.complement)
                                              : meaning.transition.guard;
  }
  if (branches_[position]) result.updates.emplace(other_way_, terms_.or_(other_way_, terms_.not_(meaning.condition)));
  for (const Term variable : formula_.frames(position)) {
    const auto& kept = kept_frames_[position];
    const bool is_kept = std::find(kept.begin(), kept.end(), variable) != kept.end();
    if (!is_kept && variables_.contains(variable)) forget(variable);
  }
  if (statement) {
    if (!meaning.transition.auxiliaries.empty()) result.guard = meaning.transition.guard;  // its type's range
    result.guard = terms_.and_(result.guard, constraints_at(trace_, core_.precondition, position));
    for (const auto& [target, value] : meaning.transition.updates) result.updates.emplace(target, value);
  } else {
    for (const auto& [target, value] : meaning.transition.updates)
      if (variables_.contains(target)) forget(target);
  }
  if (statement || facts_[position] || conditions_[position]) {
    const auto& auxiliaries = meaning.transition.auxiliaries;
    result.auxiliaries.insert(result.auxiliaries.end(), auxiliaries.begin(), auxiliaries.end());
  }
  if (result.guard.is_true() && result.updates.empty()) return;
  transitions_.push_back(std::move(result));
  positions_.push_back(position);
}

logic::InterpolationProblem ErrorProgram::problem() const {
  return {pointers_, precondition_, [this](Term variable) { return trace_.semantics().range_of(variable); }, true};
}

std::vector<Term> ErrorProgram::invariants(const std::vector<Term>& interpolants) const {
  std::vector<Term> result;
  std::size_t next = 0;
  Term current = interpolants.front();
  for (std::size_t position = 0; position <= trace_.length(); ++position) {
    result.push_back(terms_.substitute(current, {{other_way_, terms_.false_term()}}));
    if (next == positions_.size() || positions_[next] != position) continue;
    ++next;
    // A statement outside of the core gives a variable any value. What held before does not speak of that variable and
    // implies what holds afterwards, so it can go on to hold: such a statement never changes the invariant.
    if (in_core_[position]) current = interpolants[next];
  }
  return result;
}

Term ErrorProgram::value_at(Term variable, std::size_t position) const {
  const logic::Value value = trace_.value_in_execution(variable, position);
  if (!variable.sort().is_array()) return terms_.equal(variable, terms_.from_value(value, variable.sort()));
  std::vector<Term> elements;
  for (const logic::Integer& index : trace_.touched_elements(variable)) {
    const Term element = terms_.select(variable, terms_.constant(index, variable.sort().index()));
    elements.push_back(terms_.equal(
        element, terms_.constant(std::get<logic::ArrayValue>(value).at(index), variable.sort().element())));
  }
  return terms_.and_(std::move(elements));
}

std::vector<Term> ErrorProgram::values() const {
  const std::vector<std::set<Term>> live = logic::live_variables(pointers_);
  std::set<Term> known;  // their values follow from the core
  for (const Term variable : logic::free_variables(precondition_)) known.insert(variable);
  std::vector<Term> result;
  std::size_t next = 0;
  for (std::size_t position = 0; position <= trace_.length(); ++position) {
    std::vector<Term> parts;
    for (const Term variable : live[next])
      if (variable != other_way_ && known.contains(variable)) parts.push_back(value_at(variable, position));
    result.push_back(terms_.and_(std::move(parts)));
    if (next == positions_.size() || positions_[next] != position) continue;
    for (const auto& [target, value] : transitions_[next].updates)
      if (statements_[position])
        known.insert(target);
      else if (target != other_way_)
        known.erase(target);
    ++next;
  }
  return result;
}

bool InvariantSteps::triple(Term pre, const TransitionFormula& transition, Term post) {
  const auto range_of = [this](Term variable) { return trace_.semantics().range_of(variable); };
  return logic::check_hoare_triple(trace_.terms(), solver_(), pre, transition, post, range_of) ==
         logic::Validity::valid;
}

bool InvariantSteps::implies(Term premise, Term conclusion) {
  return premise == conclusion || conclusion.is_true() ||
         triple(premise, logic::identity_transition(trace_.terms()), conclusion);
}

bool InvariantSteps::first(Term invariant) {
  return implies(constraints_at(trace_, precondition_, initially), invariant);
}

bool InvariantSteps::last(Term invariant) {
  return implies(invariant, trace_.terms().not_(trace_.holds()));
}

bool InvariantSteps::step(std::size_t position, Term before, Term after) {
  logic::TermManager& terms = trace_.terms();
  const EdgeMeanings::Meaning& meaning = trace_.meaning(position);
  TransitionFormula transition = meaning.transition;
  if (trace_.is_branch(position) && kind_ == ExplanationKind::flow_sensitive) {
    transition.guard = terms.or_(meaning.transition.guard, meaning.complement);
    const bool explained = std::binary_search(branches_.begin(), branches_.end(), position);
    const Term goal = terms.and_(explained ? meaning.transition.guard : terms.true_term(),
                                 before == after ? terms.true_term() : after);
    return goal.is_true() || triple(before, transition, goal);
  }
  const std::vector<Term> variables = logic::free_variables(after);
  const bool untouched = std::none_of(variables.begin(), variables.end(),
                                      [&](Term variable) { return transition.updates.contains(variable); });
  if (before == after && untouched) return true;
  transition.guard = terms.and_(transition.guard, constraints_at(trace_, precondition_, position));
  return triple(before, transition, after);
}

logic::UnknownReason check_error_invariants(const ErrorTrace& trace, InvariantSteps& steps,
                                            const std::vector<Term>& invariants, const ErrorCoreConfig& config) {
  const auto late = [&] { return std::chrono::steady_clock::now() > config.deadline || config.stop.stop_requested(); };
  if (!steps.first(invariants.front())) return "the precondition does not imply the first one";
  for (std::size_t position = 0; position < trace.length(); ++position) {
    if (late()) return logic::no_time_left(config.stop);
    if (!steps.step(position, invariants[position], invariants[position + 1]))
      return std::string("step " + std::to_string(position) + " does not lead to the next one");
  }
  return steps.last(invariants.back()) ? "" : "the last one does not contradict the assertion";
}

}  // namespace bireach::relevance
