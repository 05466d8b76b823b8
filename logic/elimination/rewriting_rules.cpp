// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <unordered_set>

#include "logic/elimination/quantifier_rules.h"

namespace bireach::logic {
namespace {

/// All distinct subterms outside quantifiers (which are among them), children before parents.
std::vector<Term> subterms(Term body) {
  std::vector<Term> order;
  std::unordered_set<Term, TermHash> seen;
  std::vector<std::pair<Term, bool>> work{{body, false}};
  while (!work.empty()) {
    const auto [term, expanded] = work.back();
    work.pop_back();
    if (expanded) {
      order.push_back(term);
      continue;
    }
    if (!seen.insert(term).second) continue;
    if (term.kind() == Kind::Forall || term.kind() == Kind::Exists) {
      order.push_back(term);
      continue;
    }
    work.emplace_back(term, true);
    for (Term child : term.children()) work.emplace_back(child, false);
  }
  return order;
}

bool below_quantifier(Term variable, Term body) {
  if (!body.has_quantifier()) return false;
  const std::vector<Term> all = subterms(body);
  return std::any_of(all.begin(), all.end(), [&](Term term) {
    return (term.kind() == Kind::Forall || term.kind() == Kind::Exists) && occurs(variable, term);
  });
}

bool has_child(Term term, Term child) {
  const auto children = term.children();
  return std::find(children.begin(), children.end(), child) != children.end();
}

/// Does the operand `variable` reach every value of the term's sort, whatever the other operands are?
bool is_onto(Term variable, Term parent) {
  switch (parent.kind()) {
    case Kind::BvNot:
    case Kind::BvNeg:
    case Kind::Extract:
      return true;
    case Kind::BvAdd:
    case Kind::BvXor:
      return (parent[0] == variable) != (parent[1] == variable) &&
             !occurs(variable, parent[0] == variable ? parent[1] : parent[0]);
    case Kind::BvMul:
      return parent[1] == variable && parent[0].is_constant() && parent[0].constant() % 2 == 1;
    case Kind::Add: {
      const LinearForm form = linear_form(parent);
      return form.coefficient(variable) == 1 &&
             std::all_of(form.coefficients.begin(), form.coefficients.end(),
                         [&](const auto& entry) { return entry.first == variable || !occurs(variable, entry.first); });
    }
    default:
      return false;
  }
}

}  // namespace

std::optional<Rewriting> widen_unconstrained(TermManager& terms, Term variable, Term body) {
  if (below_quantifier(variable, body)) return std::nullopt;
  Term parent;
  for (Term term : subterms(body)) {
    if (!has_child(term, variable)) continue;
    if (!parent.is_null()) return std::nullopt;
    parent = term;
  }
  if (parent.is_null() || !is_onto(variable, parent)) return std::nullopt;
  const Term fresh = terms.fresh_variable(variable.name() + "_any", parent.sort());
  const Term result = terms.substitute(body, Substitution{{parent, fresh}});
  if (occurs(variable, result)) return std::nullopt;
  return Rewriting{result, {fresh}};
}

std::optional<Rewriting> replace_selects(TermManager& terms, Term array, Term body, std::size_t limit) {
  if (below_quantifier(array, body)) return std::nullopt;
  std::vector<Term> selects;
  for (Term term : subterms(body)) {
    if (!has_child(term, array)) continue;
    // An index that reads the array again waits until the inner read is replaced.
    if (term.kind() != Kind::Select || occurs(array, term[1]) || selects.size() == limit) return std::nullopt;
    selects.push_back(term);
  }
  Substitution elements;
  std::vector<Term> parts;
  Rewriting rewriting;
  for (Term select : selects) {
    const Term element = terms.fresh_variable(array.name() + "_element", select.sort());
    for (const auto& [other, other_element] : elements)
      parts.push_back(terms.implies(terms.equal(select[1], other[1]), terms.equal(element, other_element)));
    elements.emplace(select, element);
    rewriting.introduced.push_back(element);
  }
  std::sort(parts.begin(), parts.end());
  parts.push_back(terms.substitute(body, elements));
  rewriting.result = terms.and_(std::move(parts));
  return rewriting;
}

std::optional<Division> find_division(const std::vector<Term>& roots, Term variable) {
  for (Term root : roots) {
    for (Term term : subterms(root))
      if ((term.kind() == Kind::IntMod || term.kind() == Kind::IntDiv) && term[1].is_constant() &&
          term[1].constant() > 0 && (variable.is_null() || occurs(variable, term[0])))
        return Division{term[0], term[1]};
  }
  return std::nullopt;
}

std::optional<Rewriting> replace_division(TermManager& terms, Term variable, Term body) {
  const std::optional<Division> division = find_division({body}, variable);
  if (!division || below_quantifier(variable, body)) return std::nullopt;
  const auto [dividend, divisor] = *division;
  const Term quotient = terms.fresh_variable(variable.name() + "_quotient", Sort::integer());
  const Term remainder = terms.sub(dividend, terms.mul(divisor, quotient));
  const Substitution map{{terms.int_mod(dividend, divisor), remainder}, {terms.int_div(dividend, divisor), quotient}};
  return Rewriting{terms.and_({terms.substitute(body, map), terms.less_equal(terms.integer(0), remainder),
                               terms.less(remainder, divisor)}),
                   {quotient}};
}

}  // namespace bireach::logic
