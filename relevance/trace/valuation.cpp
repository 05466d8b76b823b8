// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <variant>

#include "relevance/trace/suffix_condition.h"
#include "relevance/trace/term_size.h"

namespace bireach::relevance {

using frontend::VariableId;
using logic::Substitution;
using logic::Term;

SymbolicValuation::SymbolicValuation(TraceTransitions& transitions) : transitions_(transitions) {
  const auto& variables = transitions.semantics().variables();
  history_.resize(variables.size());
  for (std::size_t i = 0; i < variables.size(); ++i) ids_.emplace(variables[i], static_cast<VariableId>(i));
  const std::size_t length = transitions.trace().length();
  havocs_.resize(length);
  for (std::size_t k = 0; k < length; ++k) step(k);
  const auto ranges = transitions_.element_ranges(constraints_);
  constraints_.insert(constraints_.end(), ranges.begin(), ranges.end());
}

Term SymbolicValuation::current(VariableId variable) {
  auto& history = history_[variable];
  if (history.empty()) {
    const Term initial = transitions_.semantics().variables()[variable];
    history.emplace_back(0, initial);
    const Term range = transitions_.semantics().range_of(initial);
    if (!range.is_true()) constraints_.push_back(range);
  }
  return history.back().second;
}

void SymbolicValuation::assign(std::size_t k, VariableId variable, Term value) {
  current(variable);
  if (is_large(value)) {
    auto& terms = transitions_.terms();
    const Term name = terms.fresh_variable("value", value.sort());
    const auto& declared = transitions_.trace().helper().variables[variable];
    if (declared.array) transitions_.declare_array(name, declared.type);
    constraints_.push_back(terms.equal(name, value));
    value = name;
  }
  history_[variable].emplace_back(k + 1, value);
}

void SymbolicValuation::step(std::size_t k) {
  const TraceEdge& edge = transitions_.trace().at(k);
  const auto& transition = transitions_.of(edge.own);
  auto& terms = transitions_.terms();
  Substitution map;
  for (VariableId v : edge.reads) map.emplace(transitions_.semantics().variables()[v], current(v));
  for (Term auxiliary : transition.auxiliaries) map.emplace(auxiliary, transitions_.fresh(auxiliary, edge));
  if (edge.is_havoc) havocs_[k] = map.at(transition.auxiliaries.at(0));
  const Term guard = terms.substitute(transition.guard, map);
  if (!guard.is_true()) constraints_.push_back(guard);
  std::vector<std::pair<VariableId, Term>> values;
  for (const auto& [variable, update] : transition.updates)
    values.emplace_back(ids_.at(variable), terms.substitute(update, map));
  for (const auto& [variable, value] : values) assign(k, variable, value);
}

Term SymbolicValuation::instance(std::size_t k, VariableId variable) {
  current(variable);
  const auto& history = history_[variable];
  const auto after = std::upper_bound(history.begin(), history.end(), k,
                                      [](std::size_t position, const auto& entry) { return position < entry.first; });
  return std::prev(after)->second;
}

Term ConcreteValuation::instance(std::size_t k, VariableId variable) {
  const auto& trace = transitions_.trace();
  const auto& semantics = transitions_.semantics();
  const auto& declared = trace.helper().variables[variable];
  return transitions_.terms().from_value(semantics.to_model_value(trace.execution().states[k][variable], declared),
                                         semantics.sort_of(declared));
}

Term ConcreteValuation::havoc_value(std::size_t k) {
  const auto& trace = transitions_.trace();
  const auto& declared = trace.target_variable(k);
  const auto& semantics = transitions_.semantics();
  if (trace.assigns_whole_array(k)) {
    return transitions_.terms().from_value(semantics.to_model_value(trace.assigned_value(k), declared),
                                           semantics.sort_of(declared));
  }
  const auto& transition = transitions_.of(trace.at(k).own);
  return transitions_.constant(std::get<logic::Integer>(trace.assigned_value(k)), transition.auxiliaries.at(0).sort());
}

}  // namespace bireach::relevance
