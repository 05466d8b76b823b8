// SPDX-License-Identifier: Apache-2.0
#include "checker/certification/universal.h"

#include "logic/terms/term_map.h"

namespace bireach::checker {

using logic::Kind;
using logic::Substitution;
using logic::Term;

namespace {

constexpr std::size_t max_instances_of_proof = 512;

std::span<const Term> bound_variables(Term quantified) {
  return quantified.children().first(quantified.children().size() - 1);
}

}  // namespace

Term at_new_constants(logic::TermManager& terms, Term conclusion, std::set<Term>& indices) {
  if (conclusion.kind() != Kind::Forall) return conclusion;
  Substitution map;
  for (const Term variable : bound_variables(conclusion)) {
    const Term constant = terms.fresh_variable(variable.name() + "!", variable.sort());
    map.emplace(variable, constant);
    indices.insert(constant);
  }
  return terms.substitute(conclusion.children().back(), map);
}

void add_indices(Term term, std::set<Term>& indices) {
  logic::TermMap<char> seen;
  logic::for_each_post_order(
      term, [&seen](Term t) { return !t.has_quantifier() && seen.set(t, 1); },
      [&indices](Term t) {
        if (t.kind() == Kind::Select || t.kind() == Kind::Store) indices.insert(t[1]);
      });
}

std::vector<Term> instances(logic::TermManager& terms, Term premise, const std::set<Term>& indices) {
  if (premise.kind() != Kind::Forall) return {premise};
  std::vector<Substitution> maps(1);
  for (const Term variable : bound_variables(premise)) {
    std::vector<Substitution> longer;
    for (const Substitution& map : maps)
      for (const Term index : indices) {
        if (index.sort() != variable.sort() || longer.size() == max_instances_of_proof) continue;
        longer.push_back(map);
        longer.back().emplace(variable, index);
      }
    maps = std::move(longer);
  }
  std::vector<Term> result;
  for (const Substitution& map : maps) result.push_back(terms.substitute(premise.children().back(), map));
  return result;
}

}  // namespace bireach::checker
