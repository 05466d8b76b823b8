// SPDX-License-Identifier: Apache-2.0
#include "logic/interpolation/horn_candidates.h"

#include <algorithm>

#include "logic/terms/term_map.h"

namespace bireach::logic {
namespace {

constexpr std::size_t max_constants = 16;
constexpr std::size_t max_values = 4;
constexpr std::size_t max_summands = 8;

bool is_constant_integer(Term term) {
  return term.is_constant() && term.sort() == Sort::integer();
}

/// Of a type of 8, 16, 32 or 64 bits: says nothing about the program where it bounds something.
bool is_type_limit(const Integer& value) {
  for (const unsigned bits : {7U, 8U, 15U, 16U, 31U, 32U, 63U, 64U})
    if (const Integer power = Integer(1) << bits; value == -power || value == power || value == power - 1) return true;
  return false;
}

/// The constants that the term may be; false: it may be something else than these and `itself`.
bool add_values(Term term, Term itself, std::set<Integer>& values) {
  if (term == itself) return true;
  if (term.kind() == Kind::Ite) return add_values(term[1], itself, values) && add_values(term[2], itself, values);
  if (!is_constant_integer(term)) return false;
  values.insert(term.constant());
  return true;
}

std::set<Term> arguments_of_body(const HornClause& clause) {
  std::set<Term> result;
  for (const HornAtom& atom : clause.body) result.insert(atom.arguments.begin(), atom.arguments.end());
  return result;
}

}  // namespace

HornCandidates::HornCandidates(TermManager& terms, const HornSystem& system) : terms_(terms), system_(system) {
  collect_constants();
  collect_values();
}

/// Those next to zero, if there are many.
void HornCandidates::collect_constants() {
  std::set<Integer> found{0};
  TermMap<char> seen;
  const auto visit = [&](Term t) {
    const bool bounds = t.kind() == Kind::LessEqual || t.kind() == Kind::Less;
    if (!bounds && t.kind() != Kind::Equal) return;
    for (const Term operand : t.children())
      if (is_constant_integer(operand) && !(bounds && is_type_limit(operand.constant())))
        found.insert(operand.constant());
  };
  for (const HornClause& clause : system_.clauses)
    for_each_post_order(
        clause.constraint, [&](Term t) { return seen.set(t, 1); }, visit);
  for (const HornClause& clause : system_.clauses)
    if (clause.head)
      for (const Term argument : clause.head->arguments)
        if (is_constant_integer(argument)) found.insert(argument.constant());
  constants_.assign(found.begin(), found.end());
  std::stable_sort(constants_.begin(), constants_.end(),
                   [](const Integer& a, const Integer& b) { return abs(a) < abs(b); });
  if (constants_.size() > max_constants) constants_.resize(max_constants);
  std::sort(constants_.begin(), constants_.end());
}

/// A parameter is the same variable in all predicates that have it. It keeps its value where the body knows it, too.
void HornCandidates::collect_values() {
  std::set<Term> open;
  for (const HornClause& clause : system_.clauses) {
    if (!clause.head) continue;
    const std::vector<Term>& parameters = system_.predicates[clause.head->predicate].parameters;
    const std::set<Term> known = arguments_of_body(clause);
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      if (parameters[i].sort() != Sort::integer() || open.contains(parameters[i])) continue;
      std::set<Integer>& values = few_values_[parameters[i]];
      const Term itself = known.contains(parameters[i]) ? parameters[i] : Term();
      if (!add_values(clause.head->arguments[i], itself, values) || values.size() > max_values)
        open.insert(parameters[i]);
    }
  }
  for (const Term parameter : open) few_values_.erase(parameter);
}

std::vector<Term> HornCandidates::literals(std::size_t predicate) const {
  std::vector<Term> result;
  const std::vector<Term>& parameters = system_.predicates[predicate].parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const Term a = parameters[i];
    if (a.sort() == Sort::boolean()) result.insert(result.end(), {a, terms_.not_(a)});
    if (a.sort() != Sort::integer()) continue;
    const auto few = few_values_.find(a);
    const std::vector<Integer> compared =
        few == few_values_.end() ? constants_ : std::vector<Integer>(few->second.begin(), few->second.end());
    for (const Integer& value : compared) {
      const Term c = terms_.integer(value);
      result.insert(result.end(),
                    {terms_.equal(a, c), terms_.distinct(a, c), terms_.less_equal(a, c), terms_.less_equal(c, a)});
    }
    for (std::size_t j = i + 1; j < parameters.size() && few == few_values_.end(); ++j) {
      const Term b = parameters[j];
      if (b.sort() != Sort::integer() || few_values_.contains(b)) continue;
      result.insert(result.end(), {terms_.equal(a, b), terms_.distinct(a, b), terms_.less_equal(a, b),
                                   terms_.less_equal(b, a), terms_.less(a, b), terms_.less(b, a)});
    }
  }
  return result;
}

std::vector<Term> HornCandidates::sums(std::size_t predicate) const {
  std::vector<Term> integers;
  for (const Term parameter : system_.predicates[predicate].parameters)
    if (parameter.sort() == Sort::integer() && !few_values_.contains(parameter)) integers.push_back(parameter);
  std::vector<Term> result;
  if (integers.size() > max_summands) return result;
  for (const Term sum : integers)
    for (std::size_t i = 0; i < integers.size(); ++i)
      for (std::size_t j = i + 1; j < integers.size(); ++j)
        if (sum != integers[i] && sum != integers[j])
          result.push_back(terms_.equal(sum, terms_.add(integers[i], integers[j])));
  return result;
}

std::vector<Term> HornCandidates::guards(std::size_t predicate) const {
  std::vector<Term> result;
  for (const Term parameter : system_.predicates[predicate].parameters) {
    if (parameter.sort() == Sort::boolean()) result.insert(result.end(), {parameter, terms_.not_(parameter)});
    const auto few = few_values_.find(parameter);
    if (few == few_values_.end()) continue;
    for (const Integer& value : few->second) {
      const Term is_it = terms_.equal(parameter, terms_.integer(value));
      result.push_back(is_it);
      if (few->second.size() > 2) result.push_back(terms_.not_(is_it));
    }
  }
  return result;
}

}  // namespace bireach::logic
