// SPDX-License-Identifier: Apache-2.0
#include "relevance/danger/danger_candidates.h"

#include <algorithm>
#include <utility>

namespace bireach::relevance {

using logic::Kind;
using logic::Term;

namespace {

/// Of the predicates of one location, so many are kept as they are; the rest of the capacity is for weakened ones.
constexpr std::size_t originals_kept = 12;
constexpr std::size_t weakenings_of_one = 8;

/// variable = constant, if the literal is that.
std::pair<Term, Term> constant_value(Term literal) {
  if (literal.kind() != Kind::Equal) return {};
  for (const std::size_t i : {0U, 1U})
    if (literal[i].is_variable() && literal[1 - i].is_constant()) return {literal[i], literal[1 - i]};
  return {};
}

Term without(logic::TermManager& terms, const std::vector<Term>& parts, std::size_t position, Term instead) {
  std::vector<Term> rest = parts;
  rest[position] = instead;
  return terms.and_(std::move(rest));
}

}  // namespace

std::vector<Term> weakenings(logic::TermManager& terms, Term predicate, std::size_t at_most) {
  const std::vector<Term> parts = logic::conjuncts(predicate);
  std::vector<Term> result;
  const auto add = [&](Term weaker) {
    if (result.size() < at_most && !weaker.is_true() && weaker != predicate &&
        std::find(result.begin(), result.end(), weaker) == result.end())
      result.push_back(weaker);
  };
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto [first, value] = constant_value(parts[i]);
    for (std::size_t j = i + 1; j < parts.size() && !first.is_null(); ++j) {
      const auto [second, other] = constant_value(parts[j]);
      if (!second.is_null() && value == other) {
        std::vector<Term> rest = parts;
        rest[i] = terms.equal(first, second);
        rest[j] = terms.true_term();
        add(terms.and_(std::move(rest)));
      }
    }
  }
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].kind() == Kind::Equal && parts[i][0].sort().is_int()) {
      add(without(terms, parts, i, terms.less_equal(parts[i][0], parts[i][1])));
      add(without(terms, parts, i, terms.less_equal(parts[i][1], parts[i][0])));
    }
  }
  for (std::size_t i = 0; i < parts.size() && parts.size() > 1; ++i) add(without(terms, parts, i, terms.true_term()));
  return result;
}

void CandidateStore::learn(std::uint32_t location, FormulaId predicate) {
  if (predicate == FormulaPool::true_id || predicate == FormulaPool::false_id) return;
  Location& here = locations_[location];
  std::erase(here.originals, predicate);
  here.originals.insert(here.originals.begin(), predicate);
  if (here.originals.size() > originals_kept) here.originals.pop_back();
  rebuild(here);
}

void CandidateStore::rebuild(Location& location) {
  location.ordered = location.originals;
  for (const FormulaId original : location.originals) {
    for (const Term weaker : weakenings(pool_.terms(), pool_.term(original), weakenings_of_one)) {
      const FormulaId id = pool_.intern(weaker);
      if (location.ordered.size() < capacity &&
          std::find(location.ordered.begin(), location.ordered.end(), id) == location.ordered.end())
        location.ordered.push_back(id);
    }
  }
  std::stable_sort(location.ordered.begin(), location.ordered.end(),
                   [&](FormulaId a, FormulaId b) { return pool_.conjuncts(a).size() < pool_.conjuncts(b).size(); });
}

const std::vector<FormulaId>& CandidateStore::of(std::uint32_t location) const {
  static const std::vector<FormulaId> none;
  const auto found = locations_.find(location);
  return found == locations_.end() ? none : found->second.ordered;
}

const std::vector<FormulaId>& CandidateStore::originals(std::uint32_t location) const {
  static const std::vector<FormulaId> none;
  const auto found = locations_.find(location);
  return found == locations_.end() ? none : found->second.originals;
}

}  // namespace bireach::relevance
