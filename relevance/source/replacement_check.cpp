// SPDX-License-Identifier: Apache-2.0
#include "relevance/source/replacement_check.h"

#include <algorithm>
#include <exception>

namespace bireach::relevance {

using logic::Integer;
using logic::SatResult;
using logic::Term;
using logic::Value;

namespace {

frontend::Arithmetic arithmetic_for(const TraceContext& trace, frontend::Arithmetic wanted) {
  const bool inexact = wanted == frontend::Arithmetic::integer && !trace.integer_is_exact();
  return inexact ? frontend::Arithmetic::bitvector : wanted;
}

BlockingValues blocking(const std::vector<Replacement>& replacements, std::vector<Value> values, SuffixEnd end) {
  BlockingValues result;
  for (const Replacement& replacement : replacements) result.positions.push_back(replacement.position);
  result.values = std::move(values);
  result.end = end;
  return result;
}

/// The values that people would try first at one place.
std::vector<Integer> candidates_at(const TraceContext& trace, const Replacement& replacement) {
  if (replaces_array(trace, replacement)) return {};
  const auto original = std::get<Integer>(original_value(trace, replacement));
  const frontend::ScalarType type = trace.program().variables[replaced_variable(trace, replacement)].type;
  std::vector<Integer> result;
  for (const Integer& value :
       {Integer(0), Integer(1), Integer(-1), Integer(original + 1), Integer(original - 1), type.max(), type.min()})
    result.push_back(type.contains(value) ? value : original);
  return result;
}

}  // namespace

ReplacementChecker::ReplacementChecker(const TraceContext& trace, const SourceConfig& config, Deadline deadline)
    : trace_(trace),
      config_(config),
      deadline_(deadline),
      transitions_(trace, terms_, arithmetic_for(trace, config.arithmetic)),
      concrete_(transitions_) {
  std::vector<Term> known;
  if (config.inputs == InputsAsked::any) {
    symbolic_ = std::make_unique<SymbolicValuation>(transitions_);
    known = symbolic_->constraints();
  }
  solver_ = std::make_unique<QuerySolver>(terms_, std::move(known), config.stop, config.statistics);
}

Valuation& ReplacementChecker::valuation() {
  if (symbolic_) return *symbolic_;
  return concrete_;
}

ReplacementAnswer ReplacementChecker::check(const std::vector<Replacement>& replacements) {
  ReplacementAnswer result;
  const Deadline now = std::chrono::steady_clock::now();
  if (config_.stop.stop_requested() || now >= deadline_) {
    result.reason = logic::no_time_left(config_.stop);
    return result;
  }
  std::optional<BlockingValues> found;
  try {
    found = run_candidates(replacements);
    if (!found || found->end != SuffixEnd::assumption)
      result = ask(replacements, std::min(deadline_, now + config_.time_limit_per_question));
  } catch (const DeadlineExceeded&) {
    result.reason = logic::no_time_left(config_.stop);
  } catch (const std::exception& error) {
    result.reason = error.what();
  }
  if (!found || result.relevance == Relevance::relevant) return result;
  // What the interpreter has seen is so, whatever a solver knows of it.
  if (result.relevance == Relevance::irrelevant)
    return {Relevance::unknown, std::nullopt, "the formula and the interpreter disagree on a value"};
  return {Relevance::relevant, std::move(found), {}};
}

/// In the given execution: one value at all places, then at one of them. An assumption that fails is preferred.
std::optional<BlockingValues> ReplacementChecker::run_candidates(const std::vector<Replacement>& replacements) {
  constexpr std::size_t places = 32;
  std::vector<Value> original;
  std::vector<std::vector<Integer>> candidates;
  for (const Replacement& replacement : replacements) {
    original.push_back(original_value(trace_, replacement));
    candidates.push_back(candidates_at(trace_, replacement));
    if (candidates.back().empty()) return std::nullopt;
  }
  std::optional<BlockingValues> undefined;
  const auto blocks = [&](const std::vector<Value>& values) {
    if (values == original) return std::optional<BlockingValues>();
    const ReplacedEnd end = run_with_values(trace_, replacements, values);
    if (end.end == SuffixEnd::passes) return std::optional<BlockingValues>();
    BlockingValues result = blocking(replacements, values, end.end);
    result.blocked_at = end.position;
    if (end.end == SuffixEnd::assumption) return std::optional(std::move(result));
    if (!undefined) undefined = std::move(result);
    return std::optional<BlockingValues>();
  };
  for (std::size_t c = 0; c < candidates.front().size(); ++c) {
    std::vector<Value> values;
    for (const std::vector<Integer>& at : candidates) values.emplace_back(at[c]);
    if (auto found = blocks(values)) return found;
  }
  for (std::size_t i = 0; i < std::min(replacements.size(), places) && replacements.size() > 1; ++i) {
    for (const Integer& value : candidates[i]) {
      std::vector<Value> values = original;
      values[i] = value;
      if (auto found = blocks(values)) return found;
    }
  }
  return undefined;
}

Answer ReplacementChecker::query(const ReplacedCondition& condition, Term blocked, Deadline deadline) {
  std::vector<Term> formulas = condition.allowed;
  formulas.push_back(blocked);
  const auto ranges = transitions_.element_ranges(formulas);
  formulas.insert(formulas.end(), ranges.begin(), ranges.end());
  return solver_->check(formulas, deadline);
}

ReplacementAnswer ReplacementChecker::ask(const std::vector<Replacement>& replacements, Deadline deadline) {
  const ReplacedCondition condition = replaced_condition(transitions_, valuation(), replacements, deadline);
  if (condition.guards.empty()) return {Relevance::irrelevant, std::nullopt, {}};
  if (!condition.exact) return {Relevance::unknown, std::nullopt, "bit operations are not exact"};
  SuffixCondition order;
  order.guards = condition.guards;
  order.complements = condition.complements;
  const Answer assumption = query(condition, blocked_by_assumption(terms_, order), share_of(deadline, 60));
  if (assumption.result == SatResult::sat)
    return from_model(replacements, condition, assumption.model, SuffixEnd::assumption);
  const Answer any = query(condition, terms_.not_(terms_.and_(condition.guards)), deadline);
  switch (any.result) {
    case SatResult::sat:
      return from_model(replacements, condition, any.model, SuffixEnd::undefined);
    case SatResult::unsat:
      return {Relevance::irrelevant, std::nullopt, {}};
    case SatResult::unknown:
      break;
  }
  return {Relevance::unknown, std::nullopt, reason_of(any)};
}

ReplacementAnswer ReplacementChecker::from_model(const std::vector<Replacement>& replacements,
                                                 const ReplacedCondition& condition, const logic::Model& model,
                                                 SuffixEnd end) {
  std::vector<Value> values;
  for (std::size_t i = 0; i < replacements.size(); ++i) {
    const Term chosen = condition.chosen[i];
    const frontend::Variable& variable = trace_.program().variables[replaced_variable(trace_, replacements[i])];
    const Value* value = model.find(chosen);
    if (value == nullptr)
      values.push_back(original_value(trace_, replacements[i]));
    else if (replaces_array(trace_, replacements[i]))
      values.push_back(transitions_.semantics().to_c_value(transitions_.within_type(*value, chosen), variable));
    else
      values.emplace_back(transitions_.c_value(*value, variable.type));
  }
  ReplacementAnswer result{Relevance::relevant, blocking(replacements, values, end), {}};
  const ReplacedEnd concrete = run_with_values(trace_, replacements, values);
  if (concrete.end != SuffixEnd::passes) {
    result.witness->blocked_at = concrete.position;
    result.witness->end = concrete.end;
  } else if (config_.inputs == InputsAsked::harvested) {
    return {Relevance::unknown, std::nullopt, "the formula and the interpreter disagree on a value"};
  }
  return result;
}

}  // namespace bireach::relevance
