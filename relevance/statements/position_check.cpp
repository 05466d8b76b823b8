// SPDX-License-Identifier: Apache-2.0
#include "relevance/statements/position_check.h"

#include <algorithm>
#include <exception>
#include <unordered_set>

#include "relevance/statements/constant_claims.h"

namespace bireach::relevance {

using logic::Integer;
using logic::SatResult;
using logic::Term;

struct PositionChecker::Question {
  std::size_t position;
  Deadline deadline;
  bool integer_target;                    // not a whole array
  frontend::ScalarType type;              // of the target
  std::vector<ConcreteOutcome> outcomes;  // of candidate constants, best first
  SuffixCondition condition;              // of all executions
  bool relevant = false;
  std::optional<Integer> value;  // blocks some execution (proved)
  bool value_avoids_undefined = false;
  logic::UnknownReason reason;  // why undecided
};

PositionChecker::PositionChecker(const TraceContext& trace, frontend::Arithmetic arithmetic,
                                 const RelevanceConfig& config)
    : trace_(trace),
      transitions_(trace, terms_, arithmetic),
      symbolic_(transitions_),
      concrete_(transitions_),
      executions_(terms_, symbolic_.constraints(), config.stop, config.statistics),
      plain_(terms_, {}, config.stop, config.statistics) {
  limits_.stop = config.stop;
  limits_.statistics = config.statistics;
}

StatementRelevance PositionChecker::check(std::size_t position, std::chrono::milliseconds time_limit) {
  Question question{};
  question.position = position;
  question.deadline = std::chrono::steady_clock::now() + time_limit;
  question.integer_target = !trace_.assigns_whole_array(position);
  question.type = trace_.target_variable(position).type;
  try {
    return decide(question);
  } catch (const std::exception& error) {
    StatementRelevance result{position, Relevance::unknown, std::nullopt, error.what()};
    if (question.relevant) {
      result = {position, Relevance::relevant, std::nullopt, {}};
      if (question.value) result.fix = Fix{*question.value, Fix::Blocks::unknown, false};
    }
    return result;
  }
}

/// The constants that people would try first, in the given execution.
void PositionChecker::run_candidates(Question& question) {
  if (!question.integer_target) return;
  const Integer original = std::get<Integer>(trace_.assigned_value(question.position));
  const std::vector<Integer> wanted{0, 1, -1, original + 1, original - 1, question.type.max(), question.type.min()};
  std::vector<Integer> tried;
  for (const Integer& value : wanted) {
    const bool repeated = std::find(tried.begin(), tried.end(), value) != tried.end();
    if (repeated || value == original || !question.type.contains(value)) continue;
    tried.push_back(value);
    const ConcreteOutcome outcome = run_with_constant(trace_, question.position, value);
    if (outcome.end != SuffixEnd::passes) question.outcomes.push_back(outcome);
  }
}

StatementRelevance PositionChecker::decide(Question& question) {
  const std::size_t position = question.position;
  run_candidates(question);
  const auto certain = std::find_if(question.outcomes.begin(), question.outcomes.end(),
                                    [](const ConcreteOutcome& outcome) { return outcome.certain; });
  question.condition = suffix_condition(transitions_, symbolic_, {.position = position, .deadline = question.deadline});
  if (question.condition.depends_on_havocs || !question.condition.bound.empty()) {
    question.condition = suffix_condition(transitions_, symbolic_,
                                          {.position = position, .fresh_havocs = true, .deadline = question.deadline});
    question.condition.depends_on_havocs = true;
  }
  keep_connected(question.condition);
  if (question.condition.guards.empty()) {
    if (certain != question.outcomes.end()) {
      return {position, Relevance::unknown, std::nullopt,
              "the formula and the interpreter disagree on the constant " + certain->value.str()};
    }
    return {position, Relevance::irrelevant, std::nullopt, {}};
  }
  if (certain != question.outcomes.end()) {
    question.relevant = true;
    question.value = certain->value;
  }
  auto with_assumption = with_fix(question, SuffixEnd::assumption);
  if (with_assumption.relevance == Relevance::relevant) return with_assumption;
  // A value that ends the given execution by an assumption, whatever is chosen later, shows relevance as well.
  const bool ends_it = question.integer_target && question.condition.depends_on_havocs &&
                       prefer_assumption_always(question, concrete_, plain_, share_of(question.deadline, 30));
  if (ends_it) {
    question.relevant = true;
    question.value_avoids_undefined = true;
  } else if (!find_in(question, concrete_, plain_, share_of(question.deadline, 40)) ||
             (question.integer_target && !question.value_avoids_undefined)) {
    const bool found = find_in(question, symbolic_, executions_, question.deadline);
    if (!found && question.reason.empty()) {
      if (question.relevant) {
        question.relevant = false;
        return {position, Relevance::unknown, std::nullopt,
                "a value leaves this execution, but with other inputs it may not"};
      }
      return {position, Relevance::irrelevant, std::nullopt, {}};
    }
  }
  auto result = with_fix(question, SuffixEnd::undefined);
  if (result.relevance != Relevance::relevant) result.reason = question.reason;
  return result;
}

/// The values to try for a fix, best first; `proved` is one known to block some execution.
std::vector<Integer> PositionChecker::fix_candidates(const Question& question, SuffixEnd preferred,
                                                     std::optional<Integer>& proved) {
  constexpr std::size_t at_most = 7;
  const bool last_resort = preferred == SuffixEnd::undefined;
  std::vector<Integer> values;
  if (last_resort && question.value) {
    proved = question.value;
    if (question.value_avoids_undefined) return {*question.value};
  }
  for (const ConcreteOutcome& outcome : question.outcomes) {
    if (outcome.end == preferred && (values.size() < at_most || outcome.certain)) {
      values.push_back(outcome.value);
      if (outcome.certain && !proved) proved = outcome.value;
    }
  }
  if (proved && std::find(values.begin(), values.end(), *proved) == values.end()) values.push_back(*proved);
  return values;
}

/// A fixing value among the candidates that end the suffix as preferred, or the one found by a solver: the first of
/// which most can be proved.
StatementRelevance PositionChecker::with_fix(Question& question, SuffixEnd preferred) {
  StatementRelevance result{question.position, Relevance::unknown, std::nullopt, {}};
  std::optional<Integer> proved;
  const std::vector<Integer> values = fix_candidates(question, preferred, proved);
  std::optional<Fix> fix;
  ConstantClaims claims(transitions_, symbolic_, {executions_, plain_}, question.position, question.condition,
                        question.deadline);
  for (const Integer& value : values) {
    const Fix found = claims.judge(value, fix ? fix->strength() : 0);
    const bool better = fix ? found.strength() > fix->strength() : found.strength() > 0 || proved == value;
    if (better) fix = found;
    if (found.blocks_every_input()) break;
  }
  if (fix || (preferred == SuffixEnd::undefined && question.relevant)) {
    question.relevant = true;
    result.relevance = Relevance::relevant;
    result.fix = fix;
  }
  return result;
}

/// Arrays of which all elements are the same: what most tables would have to be for an execution to end.
std::vector<logic::Substitution> PositionChecker::uniform_arrays(Term chosen, const frontend::ScalarType& type) {
  std::vector<logic::Substitution> result;
  std::vector<Integer> tried;
  for (const Integer& value : {Integer(0), Integer(1), type.max(), type.min()}) {
    if (!type.contains(value) || std::find(tried.begin(), tried.end(), value) != tried.end()) continue;
    tried.push_back(value);
    result.push_back(
        {{chosen, terms_.const_array(chosen.sort(), transitions_.constant(value, chosen.sort().element()))}});
  }
  return result;
}

/// Looks for a value with a solver; true if relevance is proved. Otherwise `reason` is empty iff these executions have
/// no blocking value.
bool PositionChecker::find_in(Question& question, Valuation& valuation, QuerySolver& known, Deadline deadline) {
  const bool all_executions = &valuation == &symbolic_;
  const bool havocs_matter = question.condition.depends_on_havocs;
  SuffixCondition condition = all_executions && havocs_matter ? question.condition
                                                              : suffix_condition(transitions_, valuation,
                                                                                 {.position = question.position,
                                                                                  .fresh_havocs = havocs_matter,
                                                                                  .complements = !havocs_matter,
                                                                                  .deadline = deadline});
  const Term blocked = havocs_matter ? terms_.false_term() : blocked_by_assumption(terms_, condition);
  keep_connected(condition);
  question.reason = {};
  if (condition.guards.empty()) return false;
  BlockingQuestion blocking{condition.allowed, condition.guards, condition.bound, condition.original_choice};
  if (!question.integer_target) blocking.candidates = uniform_arrays(condition.chosen, question.type);
  const BlockingAnswer found = find_blocking(transitions_, known, plain_, blocking, limits_, deadline);
  switch (found.answer.result) {
    case SatResult::unsat:
      return false;
    case SatResult::unknown:
      question.reason = reason_of(found.answer);
      return false;
    case SatResult::sat:
      break;
  }
  question.relevant = true;
  if (question.integer_target) {
    question.value = transitions_.c_value(found.answer.model.get(condition.chosen), question.type);
    const bool improved = !havocs_matter && prefer_assumption(question, condition, blocked, known, deadline);
    if (!improved && !found.quantifier_free.empty())
      choose_small(question, found.quantifier_free, known, condition.chosen, deadline);
    question.value_avoids_undefined =
        improved || run_with_constant(trace_, question.position, *question.value).end == SuffixEnd::assumption ||
        (havocs_matter && all_executions && prefer_assumption_always(question, valuation, known, deadline));
  }
  return true;
}

bool PositionChecker::prefer_assumption(Question& question, const SuffixCondition& condition, Term blocked,
                                        QuerySolver& known, Deadline deadline) {
  std::vector<Term> formulas = condition.allowed;
  formulas.push_back(blocked);
  const auto ranges = transitions_.element_ranges(formulas);
  formulas.insert(formulas.end(), ranges.begin(), ranges.end());
  const Answer answer = known.check(formulas, share_of(deadline, 50));
  if (answer.result != SatResult::sat) return false;
  question.value = transitions_.c_value(answer.model.get(condition.chosen), question.type);
  choose_small(question, formulas, known, condition.chosen, deadline);
  return true;
}

/// The guards up to the first one that depends on a choice of the suffix, without the ranges of choices.
SuffixCondition PositionChecker::before_choices(SuffixCondition condition) {
  const std::unordered_set<Term, logic::TermHash> bound(condition.bound.begin(), condition.bound.end());
  std::vector<Term> guards;
  std::vector<Term> complements;
  for (std::size_t i = 0; i < condition.guards.size(); ++i) {
    const std::vector<Term> read = logic::free_variables(condition.guards[i]);
    const auto is_bound = [&](Term v) { return bound.contains(v); };
    const bool is_range = condition.complements[i] == terms_.not_(condition.guards[i]);
    if (is_range && std::all_of(read.begin(), read.end(), is_bound)) continue;
    if (std::any_of(read.begin(), read.end(), is_bound)) break;
    guards.push_back(condition.guards[i]);
    complements.push_back(condition.complements[i]);
  }
  condition.guards = std::move(guards);
  condition.complements = std::move(complements);
  return condition;
}

/// The same where havocs of the suffix matter: a value with which an assumption ends each execution, whatever they
/// choose.
bool PositionChecker::prefer_assumption_always(Question& question, Valuation& valuation, QuerySolver& known,
                                               Deadline deadline) {
  const SuffixCondition condition = suffix_condition(
      transitions_, valuation,
      {.position = question.position, .fresh_havocs = true, .complements = true, .deadline = deadline});
  // Mostly an assumption ends it before anything depends on them; then nothing is quantified.
  if (prefer_assumption(question, condition, blocked_by_assumption(terms_, before_choices(condition)), known, deadline))
    return true;
  const Term otherwise = terms_.not_(blocked_by_assumption(terms_, condition));
  const BlockingQuestion blocking{condition.allowed, {otherwise}, condition.bound, condition.original_choice};
  const Deadline share = share_of(deadline, 50);
  const BlockingAnswer found = find_blocking(transitions_, known, plain_, blocking, limits_, share);
  if (found.answer.result != SatResult::sat) return false;
  question.value = transitions_.c_value(found.answer.model.get(condition.chosen), question.type);
  if (!found.quantifier_free.empty()) choose_small(question, found.quantifier_free, known, condition.chosen, share);
  return true;
}

/// Any answer but `sat` leaves the value as it is: this only makes it nicer to read.
void PositionChecker::choose_small(Question& question, const std::vector<Term>& formulas, QuerySolver& known,
                                   Term chosen, Deadline deadline) {
  for (const int bound : {1, 2, 10, 100, 10000}) {
    if (question.value && boost::multiprecision::abs(*question.value) <= bound) return;
    std::vector<Term> bounded = formulas;
    bounded.push_back(transitions_.at_most(chosen, question.type, bound));
    const Answer answer = known.check(bounded, share_of(deadline, 10));
    if (answer.result == SatResult::sat) {
      question.value = transitions_.c_value(answer.model.get(chosen), question.type);
      return;
    }
  }
}

}  // namespace bireach::relevance
