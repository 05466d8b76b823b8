// SPDX-License-Identifier: Apache-2.0
#include "relevance/danger/formula_pool.h"

#include <algorithm>
#include <stdexcept>

#include "logic/elimination/quantifier_elimination.h"
#include "logic/elimination/rule_eliminator.h"
#include "logic/hoare/predicate_simplifier.h"
#include "relevance/danger/disjunction.h"

namespace bireach::relevance {

using automata::Letter;
using logic::Model;
using logic::SatResult;
using logic::Term;
using std::chrono::milliseconds;

namespace {

/// Solvers get this much for one elimination, and a letter this many failures; then choices of a trace are used.
constexpr milliseconds elimination_limit{200};
constexpr unsigned failures_allowed = 2;
constexpr std::size_t choices_kept = 4;
/// Sizes (distinct nodes) of a disjunction of preconditions that is used, and that is tried to be simplified to one.
constexpr std::size_t largest_disjunction = 400;
constexpr std::size_t simplifiable_disjunction = 600;
constexpr std::size_t simplification_queries = 40;
constexpr std::size_t small_disjunction = 100;  ///< not worth the solver's time
/// An evaluator remembers every term that it has seen.
constexpr std::size_t evaluations_kept = 4000;

bool is_superset(const std::vector<Term>& larger, const std::vector<Term>& smaller) {
  return std::includes(larger.begin(), larger.end(), smaller.begin(), smaller.end());
}

}  // namespace

FormulaPool::FormulaPool(logic::TermManager& terms, const Alphabet& alphabet, const GeneralizerConfig& config)
    : terms_(terms), alphabet_(alphabet), config_(config) {
  logic::SolverConfig solver_config;
  solver_config.time_limit = config.query_time_limit;
  solver_config.stop = config.stop;
  solver_config.statistics = config.statistics;
  solver_ = logic::make_solver(logic::SolverKind::z3, terms, solver_config);
  intern(terms.true_term());
  intern(terms.false_term());
}

bool FormulaPool::out_of_time() const {
  return config_.stop.stop_requested() || Clock::now() >= deadline_;
}

FormulaId FormulaPool::intern(Term formula) {
  if (const auto found = by_term_.find(formula); found != by_term_.end()) return found->second;
  if (formula.has_quantifier()) throw std::invalid_argument("a predicate of a danger automaton has a quantifier");
  Record record;
  record.formula = formula;
  std::vector<Term> ranges;
  for (const Term variable : logic::free_variables(formula)) {
    const Term range = alphabet_.range_of ? alphabet_.range_of(variable) : terms_.true_term();
    record.total_models = record.total_models && logic::evaluate_bool(range, Model{});
    ranges.push_back(range);
  }
  record.ranges = terms_.and_(std::move(ranges));
  record.conjuncts = logic::conjuncts(formula);
  std::sort(record.conjuncts.begin(), record.conjuncts.end());
  const auto id = static_cast<FormulaId>(records_.size());
  records_.push_back(std::move(record));
  by_term_.emplace(formula, id);
  return id;
}

// --- preconditions ---

FormulaPool::LetterData& FormulaPool::letter_data(Letter letter) {
  LetterData& data = letters_[letter];
  if (!data.prepared) {
    const auto& updates = alphabet_.transitions.at(letter).updates;
    data.updates.insert(updates.begin(), updates.end());
    data.prepared = true;
  }
  return data;
}

void FormulaPool::learn_choices(Letter letter, const Model& values) {
  if (alphabet_.transitions.at(letter).auxiliaries.empty()) return;
  LetterData& data = letter_data(letter);
  const auto same = [&](const Model& known) { return known.values() == values.values(); };
  if (std::any_of(data.choices.begin(), data.choices.end(), same)) return;
  data.choices.push_back(values);
  for (const FormulaId post : data.inexact) preconditions_.erase({post, letter});
  data.inexact.clear();
}

FormulaId FormulaPool::precondition(FormulaId post, Letter letter) {
  if (post == false_id) return false_id;
  if (const auto found = preconditions_.find({post, letter}); found != preconditions_.end()) return found->second;
  const TimeSpent time(statistics_.precondition_s);
  ++statistics_.preconditions;
  const FormulaId result = intern(compute_precondition(post, letter));
  preconditions_.emplace(std::pair{post, letter}, result);
  return result;
}

/// Over the letter's auxiliaries, which are bound in the precondition.
Term FormulaPool::body_of_precondition(FormulaId post, Letter letter) {
  LetterData& data = letter_data(letter);
  return terms_.and_(alphabet_.transitions.at(letter).guard, terms_.substitute(term(post), data.updates, data.cache));
}

Term FormulaPool::compute_precondition(FormulaId post, Letter letter) {
  const logic::TransitionFormula& transition = alphabet_.transitions.at(letter);
  if (!transition.exact) return terms_.false_term();
  LetterData& data = letter_data(letter);
  const Term body = body_of_precondition(post, letter);
  if (!body.has_quantifier() && transition.auxiliaries.empty()) return body;
  std::vector<Term> left = transition.auxiliaries;
  const Term reduced = logic::eliminate_cheaply(terms_, left, body);
  if (left.empty() && !reduced.has_quantifier()) return reduced;
  if (data.failed_eliminations < failures_allowed && !out_of_time()) {
    logic::EliminationConfig limits;
    limits.time_limit = std::min(elimination_limit, config_.query_time_limit);
    limits.stop = config_.stop;
    limits.statistics = config_.statistics;
    if (const auto eliminated = logic::eliminate_exists(terms_, left, reduced, limits)) return *eliminated;
    ++data.failed_eliminations;
  }
  data.inexact.push_back(post);
  return body.has_quantifier() ? terms_.false_term() : with_choices(data, transition.auxiliaries, body);
}

Term FormulaPool::with_choices(LetterData& data, const std::vector<Term>& variables, Term body) {
  std::vector<Term> disjuncts;
  const std::size_t first = data.choices.size() - std::min(data.choices.size(), choices_kept);
  for (std::size_t i = first; i < data.choices.size(); ++i) {
    logic::Substitution values;
    for (const Term variable : variables)
      values.emplace(variable, terms_.from_value(data.choices[i].get(variable), variable.sort()));
    disjuncts.push_back(terms_.substitute(body, values));
  }
  return terms_.or_(std::move(disjuncts));
}

// --- remembered models ---

bool FormulaPool::holds(FormulaId formula, std::size_t slot) {
  Record& record = records_[formula];
  const std::uint64_t bit = std::uint64_t{1} << slot;
  if ((record.known & bit) == 0) {
    Slot& source = slots_[slot];
    if (++source.evaluated > evaluations_kept) {
      source.evaluator = std::make_unique<logic::Evaluator>(*source.model);
      source.evaluated = 0;
    }
    record.known |= bit;
    record.holds |= source.evaluator->holds(record.formula) ? bit : 0;
  }
  return (record.holds & bit) != 0;
}

std::uint64_t FormulaPool::models(FormulaId formula) {
  for (std::uint64_t unknown = filled_ & ~records_[formula].known; unknown != 0; unknown &= unknown - 1)
    holds(formula, static_cast<std::size_t>(std::countr_zero(unknown)));
  return records_[formula].holds & filled_;
}

std::vector<const Model*> FormulaPool::models_of(FormulaId formula, std::size_t at_most) {
  std::vector<const Model*> result;
  for (std::uint64_t bits = models(formula); bits != 0 && result.size() < at_most; bits &= bits - 1)
    result.push_back(slots_[static_cast<std::size_t>(std::countr_zero(bits))].model.get());
  return result;
}

void FormulaPool::remember(Model model) {
  const std::size_t slot = next_slot_;
  next_slot_ = (next_slot_ + 1) % model_count;
  const std::uint64_t bit = std::uint64_t{1} << slot;
  if ((filled_ & bit) != 0) {
    for (Record& record : records_) {
      record.known &= ~bit;
      record.holds &= ~bit;
    }
  }
  filled_ |= bit;
  Slot& target = slots_[slot];
  target.evaluator.reset();
  target.model = std::make_unique<Model>(std::move(model));
  target.evaluator = std::make_unique<logic::Evaluator>(*target.model);
  target.evaluated = 0;
}

// --- questions ---

bool FormulaPool::syntactically_covered(FormulaId formula, const std::vector<FormulaId>& disjuncts) const {
  const auto covers = [&](FormulaId disjunct) {
    return disjunct == formula || contained_.contains({formula, disjunct}) ||
           is_superset(records_[formula].conjuncts, records_[disjunct].conjuncts);
  };
  return formula == false_id || std::any_of(disjuncts.begin(), disjuncts.end(), covers);
}

bool FormulaPool::refuted_by_model(FormulaId formula, const std::vector<FormulaId>& disjuncts) {
  const auto usable = [&](FormulaId id) { return records_[id].total_models; };
  if (!usable(formula) || !std::all_of(disjuncts.begin(), disjuncts.end(), usable)) return false;
  for (std::uint64_t bits = models(formula); bits != 0; bits &= bits - 1) {
    const auto slot = static_cast<std::size_t>(std::countr_zero(bits));
    if (std::none_of(disjuncts.begin(), disjuncts.end(), [&](FormulaId id) { return holds(id, slot); })) return true;
  }
  return false;
}

void FormulaPool::limit_next_query() {
  const auto left = std::chrono::duration_cast<milliseconds>(deadline_ - Clock::now());
  // A limit of zero means none to a solver.
  solver_->set_time_limit(std::clamp(left, milliseconds{1}, std::max(config_.query_time_limit, milliseconds{1})));
}

SatResult FormulaPool::check() {
  limit_next_query();
  const SatResult result = solver_->check();
  if (result == SatResult::sat) remember(solver_->model());
  return result;
}

bool FormulaPool::ask_covered(FormulaId formula, const std::vector<FormulaId>& disjuncts) {
  solver_->push();
  solver_->add(terms_.and_(ranges(formula), term(formula)));
  for (const FormulaId disjunct : disjuncts) solver_->add(terms_.and_(ranges(disjunct), terms_.not_(term(disjunct))));
  const SatResult result = check();
  solver_->pop();
  switch (result) {
    case SatResult::unsat:
      return true;
    case SatResult::sat:
    case SatResult::unknown:  // no proof, so not covered
      return false;
  }
  return false;
}

bool FormulaPool::known_uncovered(FormulaId formula, const std::vector<FormulaId>& disjuncts) {
  const TimeSpent time(statistics_.coverage_s);
  if (!refuted_by_model(formula, disjuncts)) return false;
  ++statistics_.coverage_queries;
  ++statistics_.coverage_answered;
  return true;
}

bool FormulaPool::covered(FormulaId formula, const std::vector<FormulaId>& disjuncts) {
  const TimeSpent time(statistics_.coverage_s);
  ++statistics_.coverage_queries;
  if (syntactically_covered(formula, disjuncts)) {
    ++statistics_.coverage_answered;
    return true;
  }
  auto key = std::pair{formula, disjuncts};
  std::sort(key.second.begin(), key.second.end());
  if (const auto found = coverage_.find(key); found != coverage_.end()) {
    ++statistics_.coverage_answered;
    return found->second;
  }
  if (refuted_by_model(formula, disjuncts)) {
    ++statistics_.coverage_answered;
    return false;
  }
  if (disjuncts.empty() || out_of_time()) return false;  // and not remembered
  const bool result = ask_covered(formula, disjuncts);
  coverage_.emplace(std::move(key), result);
  return result;
}

bool FormulaPool::is_satisfiable(FormulaId formula) {
  if (formula == true_id || meet_in_model(formula, true_id)) return formula != false_id;
  limit_next_query();
  solver_->push();
  solver_->add(terms_.and_(ranges(formula), term(formula)));
  const SatResult result = solver_->check();
  solver_->pop();
  return result == SatResult::sat;
}

bool FormulaPool::unsatisfiable(Term formula) {
  std::vector<Term> parts{formula};
  for (const Term variable : logic::free_variables(formula))
    parts.push_back(alphabet_.range_of ? alphabet_.range_of(variable) : terms_.true_term());
  limit_next_query();
  solver_->push();
  solver_->add(terms_.and_(std::move(parts)));
  const SatResult result = solver_->check();
  solver_->pop();
  return result == SatResult::unsat;
}

std::optional<FormulaId> FormulaPool::compute_disjunction(const std::vector<FormulaId>& disjuncts) {
  std::vector<Term> members;
  members.reserve(disjuncts.size());
  for (const FormulaId disjunct : disjuncts) members.push_back(term(disjunct));
  Term result = disjoin(terms_, members);
  if (logic::dag_size(result) > simplifiable_disjunction) return std::nullopt;
  if (members.size() > 1 && logic::dag_size(result) > small_disjunction && !out_of_time()) {
    std::vector<Term> background;
    for (const FormulaId disjunct : disjuncts) background.push_back(ranges(disjunct));
    limit_next_query();
    logic::SimplificationOptions options;
    options.max_queries = simplification_queries;
    result = logic::simplify_in_context(terms_, *solver_, result, terms_.and_(std::move(background)), options);
  }
  return logic::dag_size(result) <= largest_disjunction ? std::optional(intern(result)) : std::nullopt;
}

std::optional<FormulaId> FormulaPool::disjunction(const std::vector<FormulaId>& disjuncts) {
  const TimeSpent time(statistics_.coverage_s);
  if (const auto found = disjunctions_.find(disjuncts); found != disjunctions_.end()) return found->second;
  const std::optional<FormulaId> result = compute_disjunction(disjuncts);
  disjunctions_.emplace(disjuncts, result);
  if (result)
    for (const FormulaId disjunct : disjuncts) contained_.emplace(disjunct, *result);
  return result;
}

bool FormulaPool::meet_in_model(FormulaId a, FormulaId b) {
  if (!records_[a].total_models || !records_[b].total_models) return false;
  for (std::uint64_t bits = models(a); bits != 0; bits &= bits - 1)
    if (holds(b, static_cast<std::size_t>(std::countr_zero(bits)))) return true;
  return false;
}

bool FormulaPool::may_step(FormulaId formula, Letter letter, FormulaId post) {
  const FormulaId pre = precondition(post, letter);
  const auto& inexact = letter_data(letter).inexact;
  if (std::find(inexact.begin(), inexact.end(), post) == inexact.end()) return may_intersect(formula, pre);
  const Term body = body_of_precondition(post, letter);
  return body.has_quantifier() || may_intersect(formula, intern(body));
}

bool FormulaPool::ask_intersection(FormulaId a, FormulaId b) {
  solver_->push();
  solver_->add(terms_.and_({ranges(a), ranges(b), term(a), term(b)}));
  const SatResult result = check();
  solver_->pop();
  switch (result) {
    case SatResult::unsat:
      return false;
    case SatResult::sat:
    case SatResult::unknown:  // no proof, so they may meet
      return true;
  }
  return true;
}

bool FormulaPool::may_intersect(FormulaId a, FormulaId b) {
  const TimeSpent time(statistics_.intersection_s);
  ++statistics_.intersection_queries;
  if (a == false_id || b == false_id) {
    ++statistics_.intersection_answered;
    return false;
  }
  const std::pair<FormulaId, FormulaId> key = std::minmax(a, b);
  if (const auto found = intersections_.find(key); found != intersections_.end()) {
    ++statistics_.intersection_answered;
    return found->second;
  }
  if (b != true_id && (contained_.contains({a, b}) || contained_.contains({b, a})))
    return may_intersect(contained_.contains({a, b}) ? a : b, true_id);
  if (meet_in_model(a, b)) {
    ++statistics_.intersection_answered;
    return true;
  }
  if (out_of_time()) return true;  // and not remembered
  const bool result = ask_intersection(a, b);
  if (!out_of_time()) intersections_.emplace(key, result);  // a query that was cut short decides nothing
  return result;
}

}  // namespace bireach::relevance
