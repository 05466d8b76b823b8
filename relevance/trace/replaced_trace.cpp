// SPDX-License-Identifier: Apache-2.0
#include "relevance/trace/replaced_trace.h"

#include <algorithm>
#include <utility>

#include "logic/elimination/rule_eliminator.h"
#include "relevance/trace/term_size.h"

namespace bireach::relevance {

using frontend::VariableId;
using logic::Integer;
using logic::Substitution;
using logic::Term;
using logic::Value;

namespace {

void check_time(Deadline deadline) {
  if (std::chrono::steady_clock::now() > deadline) throw DeadlineExceeded();
}

}  // namespace

ReplacedTrace::ReplacedTrace(const TraceContext& trace, TraceTransitions& transitions, std::vector<bool> replaced,
                             Term constant, Deadline deadline)
    : trace_(trace), transitions_(transitions), replaced_(std::move(replaced)), constant_(constant) {
  const auto& variables = transitions.semantics().variables();
  for (std::size_t i = 0; i < variables.size(); ++i) ids_.emplace(variables[i], static_cast<VariableId>(i));
  current_.resize(variables.size());
  initial_.resize(variables.size());
  choices_.resize(trace.length());
  name_depends_.emplace(constant, true);
  for (std::size_t k = 0; k < trace.length(); ++k) {
    check_time(deadline);
    step(k);
  }
  for (const Item& item : items_)
    if (!item.depends)
      fixed_.push_back(item.name.is_null() ? item.formula : transitions_.terms().equal(item.name, item.formula));
  const auto ranges = transitions_.element_ranges(fixed_);
  fixed_.insert(fixed_.end(), ranges.begin(), ranges.end());
}

void ReplacedTrace::add(Item item) {
  for (const Term part : {item.formula, item.complement}) {
    if (part.is_null() || item.depends) continue;
    const auto variables = logic::free_variables(part);
    item.depends = std::any_of(variables.begin(), variables.end(), [&](Term v) { return name_depends_.contains(v); });
  }
  if (item.depends && !item.name.is_null()) name_depends_.emplace(item.name, true);
  items_.push_back(item);
}

Term ReplacedTrace::current(VariableId variable) {
  if (current_[variable].is_null()) {
    const Term initial = transitions_.semantics().variables()[variable];
    current_[variable] = initial;
    initial_[variable] = initial;
    const Term range = transitions_.semantics().range_of(initial);
    if (!range.is_true()) add({{}, range, transitions_.terms().false_term(), false});
  }
  return current_[variable];
}

void ReplacedTrace::assign(VariableId variable, Term value) {
  if (value.has_variable() && is_large(value)) {
    const Term name = transitions_.terms().fresh_variable("value", value.sort());
    const auto& declared = trace_.helper().variables[variable];
    if (declared.array) transitions_.declare_array(name, declared.type);
    add({name, value, {}, false});
    value = name;
  }
  current_[variable] = value;
}

void ReplacedTrace::step(std::size_t k) {
  const TraceEdge& edge = trace_.at(k);
  auto& terms = transitions_.terms();
  const auto& transition = transitions_.of(replaced_[k] ? edge.havoc.value() : edge.own);
  Substitution map;
  // The constant does not read what the statement's own value read.
  for (VariableId v : edge.reads) map.emplace(transitions_.semantics().variables()[v], current(v));
  for (Term auxiliary : transition.auxiliaries) map.emplace(auxiliary, transitions_.fresh(auxiliary, edge));
  if (replaced_[k])
    map.insert_or_assign(transition.auxiliaries.at(0), constant_);
  else if (edge.is_havoc)
    choices_[k] = map.at(transition.auxiliaries.at(0));
  const Term guard = terms.substitute(transition.guard, map);
  if (!guard.is_true()) {
    // Only without auxiliaries do a condition and its complement speak of the same execution.
    const bool has_complement = edge.is_assume && transition.auxiliaries.empty();
    add({{},
         guard,
         has_complement ? terms.substitute(transitions_.of(edge.negated.value()).guard, map) : terms.false_term(),
         false});
  }
  std::vector<std::pair<VariableId, Term>> values;
  for (const auto& [variable, update] : transition.updates)
    values.emplace_back(ids_.at(variable), terms.substitute(update, map));
  for (const auto& [variable, value] : values) assign(variable, value);
}

std::optional<std::vector<Term>> ReplacedTrace::with_constant(const Integer& value, Deadline deadline) const {
  auto& terms = transitions_.terms();
  Substitution map{{constant_, transitions_.constant(value, constant_.sort())}};
  // Stays valid while the map grows: no term that was visited contains a name that is defined later.
  Substitution cache;
  std::vector<Term> left;
  for (const Item& item : items_) {
    if (!item.depends) continue;
    check_time(deadline);
    const Term formula = terms.substitute(item.formula, map, cache);
    if (item.name.is_null()) {
      if (formula.is_false()) return std::nullopt;
      if (!formula.is_true()) left.push_back(formula);
    } else if (formula.has_variable() && is_large(formula)) {
      left.push_back(terms.equal(item.name, formula));
    } else {
      map.emplace(item.name, formula);
    }
  }
  const auto ranges = transitions_.element_ranges(left);
  left.insert(left.end(), ranges.begin(), ranges.end());
  return left;
}

std::vector<Term> ReplacedTrace::unblocked(const Integer& value, Deadline deadline) const {
  auto& terms = transitions_.terms();
  Substitution map{{constant_, transitions_.constant(value, constant_.sort())}};
  Substitution cache;
  std::vector<Term> result;
  SuffixCondition guards;
  for (const Item& item : items_) {
    if (!item.depends) continue;
    check_time(deadline);
    const Term formula = terms.substitute(item.formula, map, cache);
    if (!item.name.is_null()) {
      if (formula.has_variable() && is_large(formula))
        result.push_back(terms.equal(item.name, formula));
      else
        map.emplace(item.name, formula);
    } else if (!formula.is_true()) {
      guards.guards.push_back(formula);
      guards.complements.push_back(terms.substitute(item.complement, map, cache));
      if (formula.is_false()) break;
    }
  }
  result.push_back(terms.not_(blocked_by_assumption(terms, guards)));
  const auto ranges = transitions_.element_ranges(result);
  result.insert(result.end(), ranges.begin(), ranges.end());
  return result;
}

ReplacedTrace::Condition ReplacedTrace::with_inputs(const TraceInputs& inputs, Deadline deadline) const {
  auto& terms = transitions_.terms();
  const auto& semantics = transitions_.semantics();
  Substitution map;
  for (std::size_t v = 0; v < initial_.size(); ++v) {
    if (!initial_[v].is_null()) {
      const auto& declared = trace_.helper().variables[v];
      map.emplace(initial_[v],
                  terms.from_value(semantics.to_model_value(inputs.initial[v], declared), initial_[v].sort()));
    }
  }
  for (std::size_t k = 0; k < choices_.size(); ++k) {
    if (!choices_[k].is_null()) {
      map.emplace(choices_[k], terms.from_value(semantics.to_model_value(inputs.choices[k], trace_.target_variable(k)),
                                                choices_[k].sort()));
    }
  }
  Condition result;
  SuffixCondition guards;
  Substitution cache;
  for (const Item& item : items_) {
    check_time(deadline);
    const Term formula = terms.substitute(item.formula, map, cache);
    if (!item.name.is_null()) {
      if (formula.has_variable() && is_large(formula)) {
        const Term name = terms.fresh_variable("value", formula.sort());
        result.definitions.push_back(terms.equal(name, formula));
        map.emplace(item.name, name);
      } else {
        map.emplace(item.name, formula);
      }
    } else if (!formula.is_true()) {
      guards.guards.push_back(formula);
      guards.complements.push_back(terms.substitute(item.complement, map, cache));
      if (formula.is_false()) break;
    }
  }
  result.executable = terms.and_(guards.guards);
  result.blocked_by_assumption = blocked_by_assumption(terms, guards);
  return result;
}

std::optional<Term> ReplacedTrace::executable(const logic::EliminationConfig& config) const {
  // Own rules know no time limit and may take quadratic time.
  constexpr std::size_t at_most = 400;
  if (items_.size() > at_most) return std::nullopt;
  auto& terms = transitions_.terms();
  std::vector<Term> all;
  for (const Item& item : items_)
    all.push_back(item.name.is_null() ? item.formula : terms.equal(item.name, item.formula));
  const auto ranges = transitions_.element_ranges(all);
  all.insert(all.end(), ranges.begin(), ranges.end());
  Term body = terms.and_(all);
  std::vector<Term> bound = logic::free_variables(body);
  std::erase(bound, constant_);
  body = logic::eliminate_cheaply(terms, bound, body);
  return bound.empty() ? body : logic::eliminate_exists(terms, bound, body, config);
}

TraceInputs ReplacedTrace::original_inputs() const {
  TraceInputs inputs;
  inputs.initial = trace_.execution().states.front();
  for (std::size_t k = 0; k < trace_.length(); ++k) {
    const bool chooses = trace_.at(k).is_havoc && !replaced_[k];
    inputs.choices.push_back(chooses ? trace_.assigned_value(k) : Value{Integer{0}});
  }
  return inputs;
}

TraceInputs ReplacedTrace::inputs_of(const logic::Model& model) const {
  const auto& semantics = transitions_.semantics();
  const auto value_of = [&](Term term, const frontend::Variable& declared) {
    return semantics.to_c_value(transitions_.within_type(model.get(term), term), declared);
  };
  TraceInputs inputs;
  inputs.initial = trace_.execution().states.front();
  for (std::size_t v = 0; v < initial_.size(); ++v)
    if (!initial_[v].is_null()) inputs.initial[v] = value_of(initial_[v], trace_.helper().variables[v]);
  for (std::size_t k = 0; k < trace_.length(); ++k) {
    const bool chooses = !choices_[k].is_null();
    inputs.choices.push_back(chooses ? value_of(choices_[k], trace_.target_variable(k)) : Value{Integer{0}});
  }
  return inputs;
}

SuffixEnd ReplacedTrace::replay(const Integer& value, const TraceInputs& inputs) const {
  frontend::ConcreteState state = inputs.initial;
  const auto oracle = [&](frontend::EdgeId, std::size_t k) { return replaced_[k] ? Value{value} : inputs.choices[k]; };
  std::vector<frontend::UndefinedEvent> events;
  for (std::size_t k = 0; k < trace_.length(); ++k) {
    const TraceEdge& edge = trace_.at(k);
    const auto end =
        frontend::execute_edge(trace_.helper(), replaced_[k] ? edge.havoc.value() : edge.own, state, oracle, k, events);
    if (!events.empty()) return SuffixEnd::undefined;
    if (end == frontend::StepResult::blocked) return SuffixEnd::assumption;
  }
  return SuffixEnd::passes;
}

}  // namespace bireach::relevance
