// SPDX-License-Identifier: Apache-2.0
#include "checker/blocks/symbolic_constants.h"

#include <algorithm>
#include <set>
#include <string>

#include "logic/terms/term_map.h"

namespace bireach::checker {

using logic::HornAtom;
using logic::HornClause;
using logic::Integer;
using logic::Kind;
using logic::Term;

namespace {

const Integer smallest = 16;
const Integer near = 4;
const Integer max_factor = 4;
const Integer type_bound = (Integer(1) << 31U) - near;

template <typename Visit>
void for_each_term(HornClause& clause, const Visit& visit) {
  visit(clause.constraint);
  for (HornAtom& atom : clause.body)
    for (Term& argument : atom.arguments) visit(argument);
  if (clause.head)
    for (Term& argument : clause.head->arguments) visit(argument);
}

bool is_large(Term t) {
  return t.is_constant() && t.sort().is_int() && abs(t.constant()) > smallest && abs(t.constant()) < type_bound;
}

/// The large constants, without those that some product or division has.
std::set<Term> large_constants(logic::HornSystem system) {
  logic::TermMap<char> seen;
  std::set<Term> found;
  std::set<Term> excluded;
  const auto note = [&](Term t) {
    for (const Term child : t.children())
      if (is_large(child))
        (t.kind() == Kind::Mul || t.kind() == Kind::IntDiv || t.kind() == Kind::IntMod ? excluded : found)
            .insert(child);
  };
  for (HornClause& clause : system.clauses)
    for_each_term(clause, [&](Term& term) {
      if (is_large(term)) found.insert(term);
      logic::for_each_post_order(
          term, [&seen](Term t) { return seen.set(t, 1); }, note);
    });
  for (const Term constant : excluded) found.erase(constant);
  return found;
}

std::vector<Term> by_size(const std::set<Term>& constants) {
  std::vector<Term> result(constants.begin(), constants.end());
  std::stable_sort(result.begin(), result.end(), [](Term a, Term b) { return abs(a.constant()) < abs(b.constant()); });
  return result;
}

/// The number in terms of the parameter, which has that smaller value, if it is nearly a small multiple of it.
Term close_multiple(logic::TermManager& terms, const Integer& number, const Integer& value, Term parameter) {
  for (Integer factor = 1; factor <= max_factor; ++factor)
    if (const Integer rest = number - factor * value; abs(rest) <= near)
      return terms.add(terms.mul(terms.integer(factor), parameter), terms.integer(rest));
  return {};
}

}  // namespace

SymbolicConstants with_symbolic_constants(logic::TermManager& terms, const logic::HornSystem& system) {
  SymbolicConstants result{system, {}};
  std::vector<std::pair<Integer, Term>> parameters;  // their values
  logic::Substitution map;
  for (const Term constant : by_size(large_constants(system))) {
    const Integer size = abs(constant.constant());
    Term symbolic;
    for (const auto& [value, parameter] : parameters)
      if (symbolic.is_null()) symbolic = close_multiple(terms, size, value, parameter);
    if (symbolic.is_null()) {
      symbolic = terms.fresh_variable("N", logic::Sort::integer());
      parameters.emplace_back(size, symbolic);
      result.constants.emplace(symbolic, terms.integer(size));
    }
    map.emplace(constant, constant.constant() < 0 ? terms.neg(symbolic) : symbolic);
  }
  std::vector<Term> positive;
  for (const auto& [value, parameter] : parameters) positive.push_back(terms.less(terms.integer(near), parameter));
  for (auto& predicate : result.system.predicates)
    for (const auto& [value, parameter] : parameters) predicate.parameters.push_back(parameter);
  for (HornClause& clause : result.system.clauses) {
    for_each_term(clause, [&](Term& term) { term = terms.substitute(term, map); });
    const auto extend = [&](HornAtom& atom) {
      for (const auto& [value, parameter] : parameters) atom.arguments.push_back(parameter);
    };
    for (HornAtom& atom : clause.body) extend(atom);
    if (clause.head) extend(*clause.head);
    if (clause.body.empty()) clause.constraint = terms.and_(clause.constraint, terms.and_(positive));
  }
  return result;
}

}  // namespace bireach::checker
