// SPDX-License-Identifier: Apache-2.0
#include "relevance/danger/danger_loops.h"

#include <algorithm>
#include <map>

#include "relevance/danger/affine_hull.h"
#include "relevance/danger/danger_candidates.h"

namespace bireach::relevance {

using automata::State;
using logic::Term;

namespace {

constexpr std::size_t variables_of_a_hull = 40;
constexpr std::size_t candidates_of_a_head = 30;
constexpr std::size_t weakenings_of_loop = 6;

std::vector<Term> integers(Term formula) {
  std::vector<Term> result = logic::free_variables(formula);
  std::erase_if(result, [](Term variable) { return !variable.sort().is_int(); });
  return result;
}

/// The equations that hold in the union of the predicates; `small`: where all variables have small values. Those are
/// the better guess, since the predicates also hold where arithmetic wraps around.
Term hull_of(FormulaPool& pool, const std::vector<FormulaId>& predicates, bool small) {
  constexpr int small_value = 100;
  auto& terms = pool.terms();
  std::vector<Term> parts;
  std::vector<Term> ranges;
  for (const FormulaId predicate : predicates) {
    parts.push_back(pool.term(predicate));
    ranges.push_back(pool.ranges(predicate));
  }
  const Term either = terms.or_(std::move(parts));
  const std::vector<Term> variables = integers(either);
  ranges.push_back(either);
  for (std::size_t i = 0; small && i < variables.size(); ++i) {
    ranges.push_back(terms.less_equal(terms.integer(-small_value), variables[i]));
    ranges.push_back(terms.less_equal(variables[i], terms.integer(small_value)));
  }
  const Term all = terms.and_(std::move(ranges));
  std::vector<Term> result;
  if (!variables.empty() && variables.size() <= variables_of_a_hull) {
    pool.limit_next_query();
    const auto equations = affine_hull(terms, pool.solver(), all, variables, [&] { return pool.out_of_time(); });
    for (const logic::LinearForm& form : equations.value_or(std::vector<logic::LinearForm>{}))
      result.push_back(terms.equal(logic::to_term(terms, form), terms.integer(0)));
  }
  return terms.and_(std::move(result));
}

/// The literals of a formula's and-or structure.
void collect_literals(Term formula, std::vector<Term>& literals) {
  if (formula.kind() == logic::Kind::And || formula.kind() == logic::Kind::Or)
    for (const Term child : formula.children()) collect_literals(child, literals);
  else if (std::find(literals.begin(), literals.end(), formula) == literals.end())
    literals.push_back(formula);
}

/// Conjunction of the literals of the first that all of them imply.
Term common_part(FormulaPool& pool, const std::vector<FormulaId>& predicates) {
  constexpr std::size_t literals_tried = 30;
  std::vector<Term> literals;
  collect_literals(pool.term(predicates.front()), literals);
  std::vector<Term> result;
  for (std::size_t i = 0; i < std::min(literals.size(), literals_tried); ++i) {
    const FormulaId literal = pool.intern(literals[i]);
    if (std::all_of(predicates.begin(), predicates.end(), [&](FormulaId p) { return pool.implies(p, literal); }))
      result.push_back(literals[i]);
  }
  return pool.terms().and_(std::move(result));
}

}  // namespace

std::vector<FormulaId> loop_candidates(FormulaPool& pool, const std::vector<FormulaId>& predicates) {
  std::vector<FormulaId> result;
  const auto add = [&](Term candidate) {
    const FormulaId id = pool.intern(candidate);
    if (id != FormulaPool::false_id && result.size() < candidates_of_a_head &&
        std::find(result.begin(), result.end(), id) == result.end())
      result.push_back(id);
  };
  add(pool.terms().true_term());
  if (predicates.empty()) return result;
  const Term common = common_part(pool, predicates);
  add(common);
  for (const bool small : {false, true}) {
    const Term hull = hull_of(pool, predicates, small);
    add(hull);
    add(pool.terms().and_(hull, common));
  }
  for (const FormulaId predicate : predicates) {
    for (const Term weaker : weakenings(pool.terms(), pool.term(predicate), weakenings_of_loop)) add(weaker);
    add(pool.term(predicate));
  }
  return result;
}

namespace {

class GreatestFixpoint {
 public:
  GreatestFixpoint(FormulaPool& pool, const automata::Nfa& automaton, const Annotation& least, const Candidates& others)
      : pool_(pool), automaton_(automaton), least_(least), others_(others) {}

  void assume(State head, std::vector<FormulaId> candidates) {
    std::erase_if(candidates, [&](FormulaId candidate) {
      return std::any_of(least_[head].begin(), least_[head].end(),
                         [&](FormulaId known) { return pool_.implies(candidate, known); });
    });
    if (!candidates.empty()) assumed_.emplace(head, std::move(candidates));
  }

  std::optional<Annotation> run() {
    while (!assumed_.empty() && !pool_.out_of_time()) {
      DangerFixpoint round(pool_, automaton_);
      start(round);
      round.run(others_);
      if (!remove_uncovered(round)) return pool_.out_of_time() ? std::nullopt : std::optional(round.annotation());
    }
    return std::nullopt;
  }

 private:
  void start(DangerFixpoint& round) {
    for (State state = 0; state < automaton_.size(); ++state)
      for (const FormulaId predicate : least_[state]) round.add(state, predicate);
    for (const auto& [head, candidates] : assumed_) {
      for (const FormulaId candidate : candidates) round.add(head, candidate);
      round.freeze(head);
    }
  }

  /// Whether there were any.
  bool remove_uncovered(DangerFixpoint& round) {
    bool removed = false;
    for (auto entry = assumed_.begin(); entry != assumed_.end();) {
      const std::vector<FormulaId> disjuncts = round.successors(entry->first);
      const std::size_t count =
          std::erase_if(entry->second, [&](FormulaId candidate) { return !pool_.covered(candidate, disjuncts); });
      removed = removed || count > 0;
      entry = entry->second.empty() ? assumed_.erase(entry) : std::next(entry);
    }
    return removed;
  }

  FormulaPool& pool_;
  const automata::Nfa& automaton_;
  const Annotation& least_;
  const Candidates& others_;
  std::map<State, std::vector<FormulaId>> assumed_;
};

}  // namespace

std::optional<Annotation> greatest_fixpoint(FormulaPool& pool, const automata::Nfa& automaton, const Annotation& least,
                                            const std::function<std::vector<FormulaId>(State)>& candidates_of_head,
                                            const Candidates& others) {
  GreatestFixpoint fixpoint(pool, automaton, least, others);
  for (const State head : depth_first_order(automaton).heads)
    if (!automaton.is_accepting(head)) fixpoint.assume(head, candidates_of_head(head));
  return fixpoint.run();
}

}  // namespace bireach::relevance
