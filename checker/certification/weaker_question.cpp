// SPDX-License-Identifier: Apache-2.0
#include "checker/certification/weaker_question.h"

#include <algorithm>
#include <set>

#include "logic/terms/term_map.h"

namespace bireach::checker {

using logic::Kind;
using logic::Term;

namespace {

bool is_read(Term term) {
  return term.kind() == Kind::Select || (term.kind() == Kind::Equal && term[0].sort().is_array());
}

/// Numbers compared, not something made of truth values.
bool is_comparison(Term term) {
  if (!term.sort().is_bool() || term.children().empty()) return false;
  return std::none_of(term.children().begin(), term.children().end(),
                      [](Term child) { return child.sort().is_bool(); });
}

/// The nodes below the terms for which this holds, without what is below these.
template <typename Holds>
std::vector<Term> topmost(const std::vector<Term>& terms, Holds holds) {
  std::vector<Term> found;
  logic::TermMap<char> seen;
  for (const Term term : terms)
    logic::for_each_post_order(
        term,
        [&](Term t) {
          if (!seen.set(t, 1)) return false;
          if (!holds(t)) return true;
          found.push_back(t);
          return false;
        },
        [](Term) {});
  return found;
}

/// What the questions' variables are equal to, in several steps.
std::set<Term> dependences(const std::vector<std::vector<Term>>& questions, const std::vector<Term>& comparisons) {
  std::set<Term> found;
  for (const auto& question : questions)
    for (const Term term : question)
      for (const Term variable : logic::free_variables(term)) found.insert(variable);
  std::vector<Term> equations;
  std::copy_if(comparisons.begin(), comparisons.end(), std::back_inserter(equations), [](Term term) {
    return term.kind() == Kind::Equal && (term[0].is_variable() || term[1].is_variable());
  });
  for (bool changed = true; changed;) {
    changed = false;
    for (Term& equation : equations) {
      if (equation.is_null()) continue;
      if (!found.contains(equation[0]) && !found.contains(equation[1])) continue;
      for (const Term variable : logic::free_variables(equation)) changed = found.insert(variable).second || changed;
      equation = Term();
    }
  }
  return found;
}

}  // namespace

WeakerQuestion::WeakerQuestion(logic::TermManager& terms, const std::vector<Term>& constraints,
                               const std::vector<std::vector<Term>>& questions)
    : constraints_(constraints), questions_(questions) {
  std::vector<Term> all = constraints;
  for (const auto& question : questions) all.insert(all.end(), question.begin(), question.end());
  if (std::any_of(all.begin(), all.end(), [](Term term) { return term.has_quantifier(); })) return;

  logic::Substitution opened;
  logic::Substitution cache;
  for (const Term read : topmost(all, is_read)) opened.emplace(read, terms.fresh_variable("read", read.sort()));
  for (Term& constraint : constraints_) constraint = terms.substitute(constraint, opened, cache);
  for (auto& question : questions_)
    for (Term& term : question) term = terms.substitute(term, opened, cache);

  const std::vector<Term> comparisons = topmost(constraints_, is_comparison);
  const std::set<Term> needed = dependences(questions_, comparisons);
  logic::Substitution left_out;
  for (const Term comparison : comparisons) {
    const std::vector<Term> variables = logic::free_variables(comparison);
    if (!std::all_of(variables.begin(), variables.end(), [&](Term variable) { return needed.contains(variable); }))
      left_out.emplace(comparison, terms.fresh_variable("holds", logic::Sort::boolean()));
  }
  logic::Substitution cache_of_constraints;
  for (Term& constraint : constraints_) constraint = terms.substitute(constraint, left_out, cache_of_constraints);
  is_weaker_ = !opened.empty() || !left_out.empty();
}

}  // namespace bireach::checker
