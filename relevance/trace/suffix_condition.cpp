// SPDX-License-Identifier: Apache-2.0
#include "relevance/trace/suffix_condition.h"

#include <algorithm>
#include <map>
#include <unordered_set>

namespace bireach::relevance {

using frontend::VariableId;
using logic::Substitution;
using logic::Term;
using logic::TermHash;

TraceDifference::TraceDifference(TraceTransitions& transitions, Valuation& valuation)
    : transitions_(transitions), valuation_(valuation) {
  const auto& variables = transitions.semantics().variables();
  for (std::size_t i = 0; i < variables.size(); ++i) ids_.emplace(variables[i], static_cast<VariableId>(i));
}

bool TraceDifference::is_read_by(const TraceEdge& edge) const {
  return std::any_of(edge.reads.begin(), edge.reads.end(), [this](VariableId v) { return values_.contains(v); });
}

void TraceDifference::keep_original(const TraceEdge& edge) {
  if (edge.target) values_.erase(edge.target->variable);
}

Substitution TraceDifference::read_values(std::size_t k, const TraceEdge& edge) const {
  Substitution map;
  for (const VariableId v : edge.reads) {
    const auto it = values_.find(v);
    map.emplace(transitions_.semantics().variables()[v], it != values_.end() ? it->second : valuation_.instance(k, v));
  }
  return map;
}

void TraceDifference::update(std::size_t k, const logic::TransitionFormula& transition, const Substitution& map) {
  std::vector<std::pair<VariableId, Term>> values;
  for (const auto& [variable, value] : transition.updates)
    values.emplace_back(ids_.at(variable), transitions_.terms().substitute(value, map));
  for (const auto& [variable, value] : values)
    if (value == valuation_.instance(k + 1, variable))
      values_.erase(variable);
    else
      values_[variable] = value;
}

namespace {

/// Executes the suffix symbolically as the difference to the original executions: a statement that reads nothing that
/// differs has the same effect and the same guard, which the original executions satisfy.
class SuffixRun {
 public:
  SuffixRun(TraceTransitions& transitions, Valuation& valuation, const SuffixQuestion& question)
      : transitions_(transitions),
        terms_(transitions.terms()),
        valuation_(valuation),
        question_(question),
        dependence_(transitions.trace()),
        difference_(transitions, valuation) {}

  SuffixCondition run() {
    choose();
    const TraceContext& trace = transitions_.trace();
    for (std::size_t k = question_.position + 1; k < trace.length() && !blocked_; ++k) {
      if (difference_.is_empty() && !question_.fresh_havocs) break;
      if (std::chrono::steady_clock::now() > question_.deadline) throw DeadlineExceeded();
      step(k);
    }
    if (!every_choice_has_original_) result_.original_choice.clear();
    return std::move(result_);
  }

 private:
  /// havoc(x) instead of the statement at the position: the only effect is the chosen value.
  void choose() {
    const std::size_t position = question_.position;
    const TraceEdge& edge = transitions_.trace().at(position);
    const auto& havoc = transitions_.of(edge.havoc.value());
    Substitution map = difference_.read_values(position, edge);
    for (Term auxiliary : havoc.auxiliaries) map.emplace(auxiliary, transitions_.fresh(auxiliary, edge));
    result_.chosen = map.at(havoc.auxiliaries.at(0));
    result_.allowed.push_back(terms_.substitute(havoc.guard, map));
    difference_.update(position, havoc, map);
  }

  void step(std::size_t k) {
    const TraceEdge& edge = transitions_.trace().at(k);
    const bool reads_difference = difference_.is_read_by(edge);
    const bool chooses_anew = edge.is_havoc && question_.fresh_havocs;
    const bool reads_havoc = dependence_.reads_dependent(edge);
    dependence_.step(edge);
    if (!reads_difference && !chooses_anew) return difference_.keep_original(edge);
    const auto& transition = transitions_.of(edge.own);
    Substitution map = difference_.read_values(k, edge);
    for (std::size_t i = 0; i < transition.auxiliaries.size(); ++i)
      map.emplace(transition.auxiliaries[i], auxiliary_value(k, edge, i));
    // A choice outside of its type is none: it neither passes nor blocks.
    if (chooses_anew && !reads_difference)
      add_range(terms_.substitute(transition.guard, map), reads_havoc);
    else
      add_guard(edge, terms_.substitute(transition.guard, map), reads_havoc, map);
    difference_.update(k, transition, map);
  }

  Term auxiliary_value(std::size_t k, const TraceEdge& edge, std::size_t i) {
    const bool is_choice = edge.is_havoc && i == 0;
    if (is_choice && !question_.fresh_havocs) return valuation_.havoc_value(k);
    const Term fresh = transitions_.fresh(transitions_.of(edge.own).auxiliaries[i], edge);
    result_.bound.push_back(fresh);
    if (is_choice)
      result_.original_choice.emplace(fresh, valuation_.havoc_value(k));
    else
      every_choice_has_original_ = false;
    return fresh;
  }

  void add_guard(const TraceEdge& edge, Term guard, bool reads_havoc, const Substitution& map) {
    if (guard.is_true()) return;
    result_.depends_on_havocs |= reads_havoc;
    if (question_.complements) {
      result_.complements.push_back(edge.is_assume ? terms_.substitute(transitions_.of(edge.negated.value()).guard, map)
                                                   : terms_.false_term());
    }
    result_.guards.push_back(guard);
    blocked_ = guard.is_false();
  }

  void add_range(Term range, bool reads_havoc) {
    if (range.is_true()) return;
    result_.depends_on_havocs |= reads_havoc;
    if (question_.complements) result_.complements.push_back(terms_.not_(range));
    result_.guards.push_back(range);
    blocked_ = range.is_false();
  }

  TraceTransitions& transitions_;
  logic::TermManager& terms_;
  Valuation& valuation_;
  const SuffixQuestion& question_;
  HavocDependence dependence_;
  TraceDifference difference_;
  SuffixCondition result_;
  bool blocked_ = false;
  bool every_choice_has_original_ = true;
};

}  // namespace

SuffixCondition suffix_condition(TraceTransitions& transitions, Valuation& valuation, const SuffixQuestion& question) {
  return SuffixRun(transitions, valuation, question).run();
}

Term blocked_by_assumption(logic::TermManager& terms, const SuffixCondition& condition) {
  Term result = terms.false_term();
  for (std::size_t i = condition.guards.size(); i-- > 0;)
    result = terms.or_(condition.complements[i], terms.and_(condition.guards[i], result));
  return result;
}

namespace {

/// The bound variables (and `chosen`) of each conjunct.
std::vector<std::vector<Term>> links_of(const std::vector<Term>& conjuncts, const SuffixCondition& condition) {
  std::unordered_set<Term, TermHash> linking(condition.bound.begin(), condition.bound.end());
  linking.insert(condition.chosen);
  std::vector<std::vector<Term>> links;
  for (Term conjunct : conjuncts) {
    auto variables = logic::free_variables(conjunct);
    std::erase_if(variables, [&](Term v) { return !linking.contains(v); });
    links.push_back(std::move(variables));
  }
  return links;
}

}  // namespace

void keep_connected(SuffixCondition& condition) {
  std::vector<Term> conjuncts;
  for (Term guard : condition.guards) {
    const auto parts = logic::conjuncts(guard);
    conjuncts.insert(conjuncts.end(), parts.begin(), parts.end());
  }
  const auto links = links_of(conjuncts, condition);
  std::unordered_map<Term, std::vector<std::size_t>, TermHash> uses;
  for (std::size_t i = 0; i < links.size(); ++i)
    for (Term link : links[i]) uses[link].push_back(i);
  std::unordered_set<Term, TermHash> reached{condition.chosen};
  std::vector<Term> pending{condition.chosen};
  std::vector<bool> kept(conjuncts.size(), false);
  while (!pending.empty()) {
    const Term link = pending.back();
    pending.pop_back();
    for (std::size_t i : uses[link]) {
      kept[i] = true;
      for (Term next : links[i])
        if (reached.insert(next).second) pending.push_back(next);
    }
  }
  condition.guards.clear();
  condition.complements.clear();
  for (std::size_t i = 0; i < conjuncts.size(); ++i)
    if (kept[i] || conjuncts[i].is_false()) condition.guards.push_back(conjuncts[i]);
  std::erase_if(condition.bound, [&](Term v) { return !reached.contains(v); });
}

}  // namespace bireach::relevance
