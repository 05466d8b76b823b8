// SPDX-License-Identifier: Apache-2.0
#include "logic/hoare/hoare.h"

#include <algorithm>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>

namespace bireach::logic {
namespace {

constexpr std::size_t kUnifierModels = 64;  // one bit each
constexpr std::size_t kLetterModels = 32;
constexpr std::size_t kOrderScan = 64;

/// push now, pop at the end of the scope, also when a solver adapter throws.
class SolverScope {
 public:
  explicit SolverScope(Solver& solver) : solver_(solver) { solver_.push(); }
  ~SolverScope() { solver_.pop(); }
  SolverScope(const SolverScope&) = delete;
  SolverScope& operator=(const SolverScope&) = delete;

 private:
  Solver& solver_;
};

/// The model of a satisfiable query. The adapter throws if it cannot produce one that satisfies the query; then there
/// is nothing to remember, and the answer stays "does not hold", which is the safe side for every user.
std::optional<Model> model_of(Solver& solver) {
  try {
    return solver.model();
  } catch (const std::logic_error&) {
    return std::nullopt;
  }
}

Term ranges_of(TermManager& terms, const std::function<Term(Term)>& range_of, Term formula) {
  std::vector<Term> parts;
  for (Term variable : free_variables(formula)) parts.push_back(range_of(variable));
  return terms.and_(std::move(parts));
}

Validity negated(SatResult counterexample) {
  switch (counterexample) {
    case SatResult::unsat:
      return Validity::valid;
    case SatResult::sat:
      return Validity::invalid;
    case SatResult::unknown:
      return Validity::unknown;
  }
  return Validity::unknown;
}

}  // namespace

PredicateUnifier::PredicateUnifier(TermManager& terms, Solver& solver, std::function<Term(Term variable)> range_of)
    : terms_(terms), solver_(solver), range_of_(std::move(range_of)) {
  insert(terms_.true_term(), facts_of(terms_.true_term()));
  insert(terms_.false_term(), facts_of(terms_.false_term()));
}

Term PredicateUnifier::ranges(Term formula) const {
  return ranges_of(terms_, range_of_, formula);
}

PredicateUnifier::Facts PredicateUnifier::facts_of(Term formula) const {
  Facts facts;
  facts.variables = free_variables(formula);
  facts.conjuncts = conjuncts(formula);
  std::sort(facts.conjuncts.begin(), facts.conjuncts.end());
  facts.ranges = ranges(formula);
  facts.quantified = formula.has_quantifier();
  for (std::size_t i = 0; i < models_.size(); ++i) evaluate_under(facts, formula, i);
  return facts;
}

void PredicateUnifier::evaluate_under(Facts& facts, Term formula, std::size_t model) const {
  const std::uint64_t bit = std::uint64_t{1} << model;
  facts.holds &= ~bit;
  facts.in_range &= ~bit;
  // A model says nothing about a quantified formula: as if out of range.
  if (facts.quantified || !evaluate_bool(facts.ranges, models_[model])) return;
  facts.in_range |= bit;
  if (evaluate_bool(formula, models_[model])) facts.holds |= bit;
}

void PredicateUnifier::remember(Model model) {
  const std::size_t slot = next_model_;
  next_model_ = (next_model_ + 1) % kUnifierModels;
  if (slot == models_.size())
    models_.push_back(std::move(model));
  else
    models_[slot] = std::move(model);
  for (std::size_t i = 0; i < predicates_.size(); ++i) evaluate_under(facts_[i], predicates_[i], slot);
}

PredicateId PredicateUnifier::insert(Term formula, Facts facts) {
  const auto id = static_cast<PredicateId>(predicates_.size());
  predicates_.push_back(formula);
  facts_.push_back(std::move(facts));
  by_term_.emplace(formula, id);
  return id;
}

PredicateId PredicateUnifier::unify(Term formula) {
  if (const auto found = by_term_.find(formula); found != by_term_.end()) return found->second;
  Facts facts = facts_of(formula);
  for (PredicateId id = 0; id < predicates_.size(); ++id) {
    if (((facts.holds ^ facts_[id].holds) & facts.in_range & facts_[id].in_range) != 0) continue;
    ++statistics_.solver;
    const SolverScope scope(solver_);
    solver_.add(terms_.and_(facts.ranges, facts_[id].ranges));
    solver_.add(terms_.distinct(formula, predicates_[id]));
    switch (solver_.check()) {
      case SatResult::unsat:
        by_term_.emplace(formula, id);
        return id;
      case SatResult::sat:
        if (std::optional<Model> model = model_of(solver_)) {
          const std::size_t slot = next_model_;
          remember(std::move(*model));
          evaluate_under(facts, formula, slot);
        }
        break;
      case SatResult::unknown:
        ++statistics_.unknown;
        break;
    }
  }
  return insert(formula, std::move(facts));
}

PredicateId PredicateUnifier::conjunction(const std::vector<PredicateId>& members) {
  std::vector<PredicateId> sorted = members;
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  if (const auto found = conjunctions_.find(sorted); found != conjunctions_.end()) return found->second;
  std::vector<PredicateId> kept = sorted;
  for (std::size_t i = 0; i < kept.size();) {
    const bool implied = std::any_of(kept.begin(), kept.end(), [&](PredicateId other) {
      return other != kept[i] && implies(other, kept[i]) == Validity::valid;
    });
    if (implied)
      kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(i));
    else
      ++i;
  }
  std::vector<Term> parts;
  for (PredicateId id : kept) parts.push_back(formula(id));
  const PredicateId result = kept.size() == 1 ? kept.front() : unify(terms_.and_(std::move(parts)));
  conjunctions_.emplace(std::move(sorted), result);
  return result;
}

Validity PredicateUnifier::implies_cheaply(PredicateId a, PredicateId b) {
  if (a == b || a == false_id || b == true_id) return Validity::valid;
  const Facts& left = facts_[a];
  const Facts& right = facts_[b];
  if ((left.holds & ~right.holds & left.in_range & right.in_range) != 0) return Validity::invalid;
  if (const auto found = implications_.find({a, b}); found != implications_.end()) return found->second;
  if (std::includes(left.conjuncts.begin(), left.conjuncts.end(), right.conjuncts.begin(), right.conjuncts.end()))
    return Validity::valid;
  return Validity::unknown;
}

Validity PredicateUnifier::implies(PredicateId a, PredicateId b) {
  ++statistics_.asked;
  const Validity cheap = implies_cheaply(a, b);
  if (cheap != Validity::unknown || implications_.contains({a, b})) {
    ++statistics_.answered_cheaply;
    return cheap;
  }
  ++statistics_.solver;
  const SolverScope scope(solver_);
  solver_.add(terms_.and_(facts_[a].ranges, facts_[b].ranges));
  solver_.add(predicates_[a]);
  solver_.add(terms_.not_(predicates_[b]));
  const Validity result = negated(solver_.check());
  if (result == Validity::invalid) {
    if (std::optional<Model> model = model_of(solver_)) remember(std::move(*model));
  }
  statistics_.unknown += result == Validity::unknown ? 1 : 0;
  implications_.emplace(std::pair{a, b}, result);
  return result;
}

/// What is kept for one letter: its transition in the form the checks need, answers, and models.
struct HoareTripleChecker::LetterState {
  /// States before and after an execution of the transition, and what is known of the predicates in them:
  /// -1 not evaluated, 0 does not hold (or cannot be evaluated), 1 holds; for `after` 1 means refuted.
  struct Remembered {
    Model before;
    Model after;
    std::vector<std::int8_t> holds_before;
    std::vector<std::int8_t> fails_after;
  };

  Term guard;
  Term ranges;
  Substitution updates;
  Substitution substitution_cache;
  std::set<Term> written;
  std::vector<Remembered> models;
  std::size_t next_model = 0;
  std::map<Key, Validity> answers;
  std::vector<Key> valid;
};

HoareTripleChecker::HoareTripleChecker(PredicateUnifier& predicates, Solver& solver,
                                       const std::vector<TransitionFormula>& transitions)
    : predicates_(predicates), solver_(solver), transitions_(transitions) {}

HoareTripleChecker::~HoareTripleChecker() = default;

HoareTripleChecker::LetterState& HoareTripleChecker::letter_state(std::uint32_t letter) {
  if (letter >= letters_.size()) letters_.resize(std::max<std::size_t>(letter + 1, transitions_.size()));
  std::unique_ptr<LetterState>& state = letters_[letter];
  if (!state) {
    const TransitionFormula& transition = transitions_.at(letter);
    state = std::make_unique<LetterState>();
    state->guard = transition.guard;
    state->updates = Substitution(transition.updates.begin(), transition.updates.end());
    std::vector<Term> ranges{predicates_.ranges(transition.guard)};
    for (const auto& [variable, value] : transition.updates) {
      state->written.insert(variable);
      ranges.push_back(predicates_.ranges(value));
    }
    state->ranges = predicates_.terms().and_(std::move(ranges));
  }
  return *state;
}

void HoareTripleChecker::remember(LetterState& letter, const Model& model) {
  // Variables the query did not mention have their default, so the transition's own conditions are checked again.
  if (letter.guard.has_quantifier() || !evaluate_bool(letter.ranges, model) || !evaluate_bool(letter.guard, model))
    return;
  LetterState::Remembered remembered{model, model, {}, {}};
  for (const auto& [variable, value] : letter.updates) remembered.after.set(variable, evaluate(value, model));
  if (letter.models.size() < kLetterModels) {
    letter.models.push_back(std::move(remembered));
  } else {
    letter.models[letter.next_model] = std::move(remembered);
    letter.next_model = (letter.next_model + 1) % kLetterModels;
  }
}

bool HoareTripleChecker::refuted(PredicateId pre, LetterState& letter, PredicateId post) {
  const Term pre_formula = predicates_.formula(pre);
  const Term post_formula = predicates_.formula(post);
  if (pre_formula.has_quantifier() || post_formula.has_quantifier()) return false;
  for (LetterState::Remembered& remembered : letter.models) {
    if (remembered.holds_before.size() < predicates_.size()) {
      remembered.holds_before.resize(predicates_.size(), -1);
      remembered.fails_after.resize(predicates_.size(), -1);
    }
    std::int8_t& before = remembered.holds_before[pre];
    if (before < 0) {
      before = evaluate_bool(predicates_.ranges(pre_formula), remembered.before) &&
               evaluate_bool(pre_formula, remembered.before);
    }
    if (before == 0) continue;
    std::int8_t& after = remembered.fails_after[post];
    if (after < 0) {
      after = evaluate_bool(predicates_.ranges(post_formula), remembered.before) &&
              !evaluate_bool(post_formula, remembered.after);
    }
    if (after == 1) return true;
  }
  return false;
}

Validity HoareTripleChecker::known_by_order(PredicateId pre, LetterState& letter, PredicateId post) {
  const std::size_t count = std::min(letter.valid.size(), kOrderScan);
  for (std::size_t i = 0; i < count; ++i) {
    const Key& key = letter.valid[letter.valid.size() - 1 - i];
    if (predicates_.implies_cheaply(pre, key.pre) == Validity::valid &&
        predicates_.implies_cheaply(key.post, post) == Validity::valid)
      return Validity::valid;
  }
  return Validity::unknown;
}

Validity HoareTripleChecker::known(PredicateId pre, LetterState& letter, PredicateId post) {
  if (pre == PredicateUnifier::false_id || post == PredicateUnifier::true_id || letter.guard.is_false())
    return Validity::valid;
  if (const auto found = letter.answers.find({pre, post}); found != letter.answers.end()) return found->second;
  if (refuted(pre, letter, post)) return Validity::invalid;
  return known_by_order(pre, letter, post);
}

Validity HoareTripleChecker::check_cheaply(PredicateId pre, std::uint32_t letter, PredicateId post) {
  return known(pre, letter_state(letter), post);
}

void HoareTripleChecker::assume(PredicateId pre, LetterState& letter) {
  const Term formula = predicates_.formula(pre);
  solver_.add(predicates_.terms().and_(predicates_.ranges(formula), letter.ranges));
  solver_.add(formula);
  solver_.add(letter.guard);
}

Validity HoareTripleChecker::ask(LetterState& letter, PredicateId post) {
  TermManager& terms = predicates_.terms();
  const Term after = terms.substitute(predicates_.formula(post), letter.updates, letter.substitution_cache);
  ++statistics_.solver;
  const SolverScope scope(solver_);
  solver_.add(terms.and_(predicates_.ranges(after), terms.not_(after)));
  const Validity result = negated(solver_.check());
  if (result == Validity::invalid) {
    if (const std::optional<Model> model = model_of(solver_)) remember(letter, *model);
  }
  statistics_.unknown += result == Validity::unknown ? 1 : 0;
  return result;
}

std::vector<Validity> HoareTripleChecker::check_all(PredicateId pre, std::uint32_t letter,
                                                    std::span<const PredicateId> posts) {
  LetterState& state = letter_state(letter);
  std::vector<Validity> results(posts.size(), Validity::unknown);
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < posts.size(); ++i) {
    ++statistics_.asked;
    results[i] = known(pre, state, posts[i]);
    if (results[i] == Validity::unknown && !state.answers.contains({pre, posts[i]})) {
      const std::vector<Term>& variables = predicates_.variables(posts[i]);
      const bool untouched = std::none_of(variables.begin(), variables.end(),
                                          [&](Term variable) { return state.written.contains(variable); });
      // Asked before the scope below opens: the unifier may use the same solver.
      if (untouched && !is_late() && predicates_.implies(pre, posts[i]) == Validity::valid) {
        results[i] = Validity::valid;
      } else {
        open.push_back(i);
        continue;
      }
    }
    ++statistics_.answered_cheaply;
  }
  if (open.empty() || is_late()) return results;
  const SolverScope scope(solver_);
  assume(pre, state);
  for (std::size_t i : open) {
    const Key key{pre, posts[i]};
    results[i] = known(pre, state, posts[i]);  // a model found for an earlier post may refute this one too
    if (results[i] == Validity::unknown && !state.answers.contains(key)) {
      if (is_late()) break;
      results[i] = ask(state, posts[i]);
      if (results[i] == Validity::valid) state.valid.push_back(key);
    }
    state.answers.emplace(key, results[i]);
  }
  return results;
}

Validity HoareTripleChecker::check(PredicateId pre, std::uint32_t letter, PredicateId post) {
  return check_all(pre, letter, std::span(&post, 1)).front();
}

Validity HoareTripleChecker::check_conjunction(const std::vector<PredicateId>& pres, std::uint32_t letter,
                                               PredicateId post) {
  for (PredicateId pre : pres)
    if (check_cheaply(pre, letter, post) == Validity::valid) return Validity::valid;
  return check(predicates_.conjunction(pres), letter, post);
}

Validity check_hoare_triple(TermManager& terms, Solver& solver, Term pre, const TransitionFormula& transition,
                            Term post, const std::function<Term(Term)>& range_of) {
  const Substitution updates(transition.updates.begin(), transition.updates.end());
  const Term after = terms.substitute(post, updates);
  const Term query = terms.and_({pre, transition.guard, terms.not_(after)});
  const SolverScope scope(solver);
  solver.add(ranges_of(terms, range_of, query));
  solver.add(query);
  return negated(solver.check());
}

}  // namespace bireach::logic
