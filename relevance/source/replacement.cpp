// SPDX-License-Identifier: Apache-2.0
#include "relevance/source/replacement.h"

#include <algorithm>
#include <utility>

namespace bireach::relevance {

using frontend::EdgeId;
using frontend::VariableId;
using logic::Substitution;
using logic::Term;
using logic::Value;

VariableId replaced_variable(const TraceContext& trace, const Replacement& replacement) {
  return replacement.before ? *replacement.before : trace.at(replacement.position).target.value().variable;
}

bool replaces_array(const TraceContext& trace, const Replacement& replacement) {
  return !replacement.before && trace.assigns_whole_array(replacement.position);
}

Value original_value(const TraceContext& trace, const Replacement& replacement) {
  if (replacement.before) return trace.execution().states[replacement.position][*replacement.before];
  return trace.assigned_value(replacement.position);
}

namespace {

/// The state along the trace, as the difference to the given execution.
class ConcreteReplacement {
 public:
  ConcreteReplacement(const TraceContext& trace, const std::vector<Replacement>& replacements,
                      const std::vector<Value>& values)
      : trace_(trace),
        replacements_(replacements),
        values_(values),
        state_(trace.program().variables.size()),
        differs_(trace.program().variables.size(), false) {}

  ReplacedEnd run() {
    if (replacements_.empty()) return {};
    for (std::size_t k = replacements_.front().position; k < trace_.length(); ++k) {
      if (count_ == 0 && next_ == replacements_.size()) break;
      const SuffixEnd end = step(k);
      if (end != SuffixEnd::passes) return {end, k};
    }
    return {};
  }

 private:
  SuffixEnd step(std::size_t k) {
    const Value* instead = nullptr;
    for (; next_ < replacements_.size() && replacements_[next_].position == k; ++next_)
      if (const auto variable = replacements_[next_].before)
        update(k, *variable, values_[next_]);
      else
        instead = &values_[next_];
    const TraceEdge& edge = trace_.at(k);
    const auto reads_difference = [&](VariableId v) { return differs_[v]; };
    if (instead != nullptr || std::any_of(edge.reads.begin(), edge.reads.end(), reads_difference))
      return execute(k, instead);
    if (edge.target && differs_[edge.target->variable]) {
      differs_[edge.target->variable] = false;
      --count_;
    }
    return SuffixEnd::passes;
  }

  SuffixEnd execute(std::size_t k, const Value* instead) {
    const TraceEdge& edge = trace_.at(k);
    const frontend::ConcreteState& original = trace_.execution().states[k];
    for (const VariableId v : edge.reads)
      if (!differs_[v]) state_[v] = original[v];
    const auto oracle = [&](EdgeId, std::size_t) { return instead != nullptr ? *instead : trace_.assigned_value(k); };
    std::vector<frontend::UndefinedEvent> events;
    const EdgeId statement = instead != nullptr ? edge.havoc.value() : edge.own;
    const auto result = frontend::execute_edge(trace_.helper(), statement, state_, oracle, k, events);
    if (!events.empty()) return SuffixEnd::undefined;
    if (result == frontend::StepResult::blocked) return SuffixEnd::assumption;
    if (edge.target) update(k + 1, edge.target->variable, std::move(state_[edge.target->variable]));
    return SuffixEnd::passes;
  }

  /// The variable's value in the state before position k.
  void update(std::size_t k, VariableId variable, Value value) {
    const bool differs = value != trace_.execution().states[k][variable];
    if (differs != differs_[variable]) {
      differs ? ++count_ : --count_;
      differs_[variable] = differs;
    }
    state_[variable] = std::move(value);
  }

  const TraceContext& trace_;
  const std::vector<Replacement>& replacements_;
  const std::vector<Value>& values_;
  frontend::ConcreteState state_;  // valid where differs_
  std::vector<bool> differs_;
  std::size_t count_ = 0;
  std::size_t next_ = 0;
};

/// The same with terms.
class SymbolicReplacement {
 public:
  SymbolicReplacement(TraceTransitions& transitions, Valuation& valuation, const std::vector<Replacement>& replacements,
                      Deadline deadline)
      : transitions_(transitions),
        terms_(transitions.terms()),
        valuation_(valuation),
        replacements_(replacements),
        deadline_(deadline),
        difference_(transitions, valuation) {}

  ReplacedCondition run() {
    const std::size_t first = replacements_.empty() ? 0 : replacements_.front().position;
    for (std::size_t k = first; k < transitions_.trace().length(); ++k) {
      if (difference_.is_empty() && next_ == replacements_.size()) break;
      if (std::chrono::steady_clock::now() > deadline_) throw DeadlineExceeded();
      step(k);
    }
    return std::move(result_);
  }

 private:
  void step(std::size_t k) {
    bool instead = false;
    for (; next_ < replacements_.size() && replacements_[next_].position == k; ++next_)
      if (const auto variable = replacements_[next_].before)
        choose_before(*variable);
      else
        instead = true;
    const TraceEdge& edge = transitions_.trace().at(k);
    if (instead) return choose_instead(k, edge);
    if (difference_.is_read_by(edge)) return execute(k, edge);
    difference_.keep_original(edge);
  }

  void choose_before(VariableId variable) {
    const auto& declared = transitions_.trace().helper().variables[variable];
    const Term value = terms_.fresh_variable("choice", transitions_.semantics().sort_of(declared));
    result_.chosen.push_back(value);
    result_.allowed.push_back(transitions_.semantics().in_range(value, declared.type));
    difference_.set(variable, value);
  }

  void choose_instead(std::size_t k, const TraceEdge& edge) {
    const auto& havoc = transitions_.of(edge.havoc.value());
    Substitution map = difference_.read_values(k, edge);
    const Term auxiliary = havoc.auxiliaries.at(0);
    const Term value = transitions_.fresh(auxiliary, edge);
    map.emplace(auxiliary, value);
    result_.chosen.push_back(value);
    const auto& declared = transitions_.trace().target_variable(k);
    if (!value.sort().is_array()) result_.allowed.push_back(transitions_.semantics().in_range(value, declared.type));
    bind_rest(havoc, 1, edge, map);
    add_guard(terms_.substitute(havoc.guard, map), terms_.false_term());
    difference_.update(k, havoc, map);
  }

  void execute(std::size_t k, const TraceEdge& edge) {
    const auto& transition = transitions_.of(edge.own);
    Substitution map = difference_.read_values(k, edge);
    if (edge.is_havoc) map.emplace(transition.auxiliaries.at(0), valuation_.havoc_value(k));
    bind_rest(transition, edge.is_havoc ? 1 : 0, edge, map);
    const Term complement =
        edge.is_assume ? terms_.substitute(transitions_.of(edge.negated.value()).guard, map) : terms_.false_term();
    add_guard(terms_.substitute(transition.guard, map), complement);
    difference_.update(k, transition, map);
  }

  void bind_rest(const logic::TransitionFormula& transition, std::size_t from, const TraceEdge& edge,
                 Substitution& map) {
    for (std::size_t i = from; i < transition.auxiliaries.size(); ++i) {
      map.emplace(transition.auxiliaries[i], transitions_.fresh(transition.auxiliaries[i], edge));
      result_.exact = false;
    }
  }

  void add_guard(Term guard, Term complement) {
    if (guard.is_true()) return;
    result_.guards.push_back(guard);
    result_.complements.push_back(complement);
  }

  TraceTransitions& transitions_;
  logic::TermManager& terms_;
  Valuation& valuation_;
  const std::vector<Replacement>& replacements_;
  Deadline deadline_;
  TraceDifference difference_;
  std::size_t next_ = 0;
  ReplacedCondition result_;
};

}  // namespace

ReplacedEnd run_with_values(const TraceContext& trace, const std::vector<Replacement>& replacements,
                            const std::vector<Value>& values) {
  return ConcreteReplacement(trace, replacements, values).run();
}

ReplacedCondition replaced_condition(TraceTransitions& transitions, Valuation& valuation,
                                     const std::vector<Replacement>& replacements, Deadline deadline) {
  return SymbolicReplacement(transitions, valuation, replacements, deadline).run();
}

}  // namespace bireach::relevance
