// SPDX-License-Identifier: Apache-2.0
#include "logic/elimination/rule_eliminator.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <unordered_set>

namespace bireach::logic {
namespace {

constexpr std::size_t kMaxSteps = 600;
constexpr std::size_t kMaxWork = 2000000;  // some tenths of a second
constexpr std::size_t kMaxCases = 64;
constexpr std::size_t kMaxDivisions = 6;
constexpr std::size_t kMaxPairs = 12;
constexpr std::size_t kMaxSize = 3000;
constexpr std::size_t kMaxSelects = 4;
constexpr unsigned kFewValues = 4;

using Terms = std::vector<Term>;

Terms without(const Terms& variables, Term variable) {
  Terms result = variables;
  std::erase(result, variable);
  return result;
}

/// The disjuncts of a formula that is a disjunction in disguise: Or, not And, a Boolean ite or (in)equation.
Terms disjuncts(TermManager& terms, Term formula) {
  const bool negated = formula.kind() == Kind::Not;
  const Term inner = negated ? formula[0] : formula;
  const auto children = inner.children();
  Terms result;
  if (inner.kind() == (negated ? Kind::And : Kind::Or)) {
    for (Term child : children) result.push_back(negated ? terms.not_(child) : child);
  } else if (inner.kind() == Kind::Ite && inner.sort().is_bool()) {
    result.push_back(terms.and_(inner[0], negated ? terms.not_(inner[1]) : inner[1]));
    result.push_back(terms.and_(terms.not_(inner[0]), negated ? terms.not_(inner[2]) : inner[2]));
  } else if (inner.kind() == Kind::Equal && inner[0].sort().is_bool()) {
    result.push_back(terms.and_(inner[0], negated ? terms.not_(inner[1]) : inner[1]));
    result.push_back(terms.and_(terms.not_(inner[0]), negated ? inner[1] : terms.not_(inner[1])));
  }
  return result;
}

/// Conjuncts, also below `not Or`.
void flatten(TermManager& terms, Term formula, Terms& result) {
  for (Term part : conjuncts(formula)) {
    if (part.kind() == Kind::Not && part[0].kind() == Kind::Or)
      for (Term child : part[0].children()) flatten(terms, terms.not_(child), result);
    else
      result.push_back(part);
  }
}

}  // namespace

const RuleEliminator::Terms& RuleEliminator::free_in(Term term) {
  const auto [known, fresh] = free_.try_emplace(term);
  if (fresh) {
    known->second = free_variables(term);
    work_ += dag_size(term);
  }
  return known->second;
}

RuleEliminator::Terms RuleEliminator::occurring(const Terms& variables, Term body) {
  Terms result;
  for (Term variable : variables)
    if (occurs_in(variable, body) && std::find(result.begin(), result.end(), variable) == result.end())
      result.push_back(variable);
  return result;
}

bool RuleEliminator::occurs_in(Term variable, Term term) {
  const Terms& free = free_in(term);
  return std::binary_search(free.begin(), free.end(), variable);
}

/// An ite (not of sort Bool) below the literal that contains one of the variables; null if none.
Term RuleEliminator::find_ite(const Terms& variables, Term literal) {
  Terms work{literal};
  std::unordered_set<Term, TermHash> seen;
  while (!work.empty()) {
    const Term term = work.back();
    work.pop_back();
    if (!seen.insert(term).second || term.has_quantifier()) continue;
    if (term.kind() == Kind::Ite && !occurring(variables, term).empty()) return term;
    for (Term child : term.children()) work.push_back(child);
  }
  return {};
}

/// Groups conjuncts that share variables; variables without a conjunct do not occur.
std::vector<std::pair<RuleEliminator::Terms, RuleEliminator::Terms>> RuleEliminator::components(const Terms& variables,
                                                                                                const Terms& active) {
  std::vector<std::size_t> parent(active.size());
  std::iota(parent.begin(), parent.end(), std::size_t{0});
  const auto root = [&](std::size_t i) {
    while (parent[i] != i) i = parent[i];
    return i;
  };
  std::vector<std::size_t> owner(variables.size(), active.size());
  for (std::size_t i = 0; i < active.size(); ++i) {
    const Terms& free = free_in(active[i]);
    for (std::size_t v = 0; v < variables.size(); ++v) {
      if (!std::binary_search(free.begin(), free.end(), variables[v])) continue;
      if (owner[v] == active.size())
        owner[v] = i;
      else
        parent[std::max(root(i), root(owner[v]))] = std::min(root(i), root(owner[v]));
    }
  }
  std::vector<std::pair<Terms, Terms>> result;
  for (std::size_t i = 0; i < active.size(); ++i) {
    if (root(i) != i) continue;
    result.emplace_back();
    for (std::size_t v = 0; v < variables.size(); ++v)
      if (owner[v] != active.size() && root(owner[v]) == i) result.back().first.push_back(variables[v]);
    for (std::size_t j = i; j < active.size(); ++j)
      if (root(j) == i) result.back().second.push_back(active[j]);
  }
  return result;
}

Term RuleEliminator::run(const Terms& all_variables, Term body) {
  Terms variables = occurring(all_variables, body);
  Terms inactive;
  Terms active;
  for (bool progress = true; progress && !variables.empty();) {
    progress = false;
    Terms parts;
    flatten(terms_, body, parts);
    inactive.clear();
    active.clear();
    for (Term part : parts) (occurring(variables, part).empty() ? inactive : active).push_back(part);
    ++steps_;
    if (is_spent()) break;
    for (Term part : active) {
      for (Term variable : occurring(variables, part)) {
        const std::optional<Solution> solution = solve_for(terms_, variable, part);
        if (!solution) continue;
        Terms others = parts;  // the equation itself becomes the side condition
        std::erase(others, part);
        const Term next = terms_.substitute(terms_.and_(std::move(others)), Substitution{{variable, solution->value}});
        if (dag_size(next) > kMaxSize) continue;
        variables = without(variables, variable);
        variables.insert(variables.end(), solution->introduced.begin(), solution->introduced.end());
        body = terms_.and_(next, solution->side);
        variables = occurring(variables, body);
        progress = true;
        break;
      }
      if (progress) break;
    }
  }
  if (variables.empty()) return body;
  if (is_spent() || dag_size(body) > kMaxSize) return keep(variables, body);
  const std::size_t known_before = known_.size();
  known_.insert(known_.end(), inactive.begin(), inactive.end());
  Terms results = inactive;
  for (const auto& [component_variables, component_conjuncts] : components(variables, active))
    results.push_back(run_component(component_variables, component_conjuncts));
  known_.resize(known_before);
  return terms_.and_(std::move(results));
}

bool RuleEliminator::is_spent() const {
  return steps_ > kMaxSteps || work_ > kMaxWork;
}

Term RuleEliminator::keep(const Terms& variables, Term body) {
  if (last_resort_) {
    if (const std::optional<Term> result = last_resort_(variables, body)) return *result;
  }
  for (Term variable : variables)
    if (std::find(kept_.begin(), kept_.end(), variable) == kept_.end()) kept_.push_back(variable);
  return body;
}

Term RuleEliminator::run_component(const Terms& variables, const Terms& conjuncts) {
  if (conjuncts.size() == 1) {  // exists distributes over a disjunction: no cost
    const Terms parts = disjuncts(terms_, conjuncts.front());
    if (!parts.empty()) {
      Terms results;
      for (Term part : parts) results.push_back(run(variables, part));
      return terms_.or_(std::move(results));
    }
  }
  for (const auto rule : {&RuleEliminator::by_single_variable, &RuleEliminator::by_rewriting,
                          &RuleEliminator::by_values, &RuleEliminator::by_cases, &RuleEliminator::by_ite})
    if (const std::optional<Term> result = (this->*rule)(variables, conjuncts)) return *result;
  return keep(variables, terms_.and_(conjuncts));
}

ConstantBounds RuleEliminator::bounds_without(Term variable, const Terms& conjuncts) {
  ConstantBounds bounds;
  for (Term term : known_) bounds.learn(term);
  for (Term term : conjuncts)
    if (!occurs_in(variable, term)) bounds.learn(term);
  return bounds;
}

std::optional<Term> RuleEliminator::by_single_variable(const Terms& variables, const Terms& conjuncts) {
  for (Term variable : variables) {
    Terms touched;
    Terms others;
    for (Term part : conjuncts) (occurs_in(variable, part) ? touched : others).push_back(part);
    if (const std::optional<Term> result = by_rule(variables, variable, touched, others)) return result;
  }
  return std::nullopt;
}

std::optional<Term> RuleEliminator::by_rule(const Terms& variables, Term variable, const Terms& touched,
                                            const Terms& others) {
  const Terms rest = without(variables, variable);
  if (variable.sort().is_bool()) {
    if (cases_ + 2 > kMaxCases) return std::nullopt;
    cases_ += 2;
    const Term body = terms_.and_(touched);
    const Term either = terms_.or_(terms_.substitute(body, Substitution{{variable, terms_.true_term()}}),
                                   terms_.substitute(body, Substitution{{variable, terms_.false_term()}}));
    return run(rest, terms_.and_(either, terms_.and_(others)));
  }
  if (variable.sort().is_int()) return by_bounds(variables, variable, touched, others);
  if (variable.sort().is_bit_vector()) {
    if (const std::optional<Term> result = eliminate_bit_vector_bounds(terms_, variable, touched, kMaxPairs))
      return run(rest, terms_.and_(*result, terms_.and_(others)));
  }
  return std::nullopt;
}

std::optional<Term> RuleEliminator::by_bounds(const Terms& variables, Term variable, const Terms& touched,
                                              const Terms& others) {
  const auto has_variable = [&](Term bound) { return !occurring(variables, bound).empty(); };
  const std::optional<Term> result =
      eliminate_by_bounds(terms_, variable, touched, bounds_without(variable, others), kMaxPairs, has_variable);
  if (!result) return std::nullopt;
  return run(without(variables, variable), terms_.and_(*result, terms_.and_(others)));
}

std::optional<Term> RuleEliminator::by_rewriting(const Terms& variables, const Terms& conjuncts) {
  const Term body = terms_.and_(conjuncts);
  for (Term variable : variables) {
    std::optional<Rewriting> rewriting;
    if (variable.sort().is_array())
      rewriting = replace_selects(terms_, variable, body, kMaxSelects);
    else if (!variable.sort().is_bool())
      rewriting = widen_unconstrained(terms_, variable, body);
    if (rewriting) {
      Terms next = without(variables, variable);
      next.insert(next.end(), rewriting->introduced.begin(), rewriting->introduced.end());
      return run(next, rewriting->result);
    }
  }
  for (Term variable : variables) {
    if (!variable.sort().is_int() || divisions_ >= kMaxDivisions) continue;
    if (const std::optional<Rewriting> rewriting = replace_division(terms_, variable, body)) {
      ++divisions_;
      Terms next = variables;
      next.insert(next.end(), rewriting->introduced.begin(), rewriting->introduced.end());
      return run(next, rewriting->result);
    }
  }
  return std::nullopt;
}

std::optional<Term> RuleEliminator::by_values(const Terms& variables, const Terms& conjuncts) {
  for (Term variable : variables) {
    if (!variable.sort().is_int()) continue;
    const std::optional<std::vector<Integer>> values =
        few_values(variable, conjuncts, bounds_without(variable, conjuncts), kFewValues);
    if (!values || cases_ + values->size() > kMaxCases) continue;
    cases_ += values->size();
    const Term body = terms_.and_(conjuncts);
    Terms results;
    for (const Integer& value : *values) {
      results.push_back(
          run(without(variables, variable), terms_.substitute(body, Substitution{{variable, terms_.integer(value)}})));
    }
    return terms_.or_(std::move(results));
  }
  return std::nullopt;
}

std::optional<Term> RuleEliminator::by_cases(const Terms& variables, const Terms& conjuncts) {
  std::size_t best = conjuncts.size();
  Terms best_parts;
  for (std::size_t i = 0; i < conjuncts.size(); ++i) {
    Terms parts = disjuncts(terms_, conjuncts[i]);
    if (!parts.empty() && (best == conjuncts.size() || parts.size() < best_parts.size())) {
      best = i;
      best_parts = std::move(parts);
    }
  }
  if (best == conjuncts.size() || cases_ + best_parts.size() > kMaxCases) return std::nullopt;
  cases_ += best_parts.size();
  Terms results;
  for (Term part : best_parts) {
    Terms cube = conjuncts;
    cube[best] = part;
    results.push_back(run(variables, terms_.and_(std::move(cube))));
  }
  return terms_.or_(std::move(results));
}

std::optional<Term> RuleEliminator::by_ite(const Terms& variables, const Terms& conjuncts) {
  for (std::size_t i = 0; i < conjuncts.size(); ++i) {
    const Term ite = find_ite(variables, conjuncts[i]);
    if (ite.is_null() || cases_ + 2 > kMaxCases) continue;
    cases_ += 2;
    Terms results;
    for (std::size_t branch = 1; branch <= 2; ++branch) {
      const Term condition = branch == 1 ? ite[0] : terms_.not_(ite[0]);
      const Term body = terms_.substitute(terms_.and_(conjuncts), Substitution{{ite, ite[branch]}});
      results.push_back(run(variables, terms_.and_(condition, body)));
    }
    return terms_.or_(std::move(results));
  }
  return std::nullopt;
}

Term eliminate_cheaply(TermManager& terms, std::vector<Term>& variables, Term body) {
  RuleEliminator eliminator(terms, nullptr);
  const Term result = eliminator.run(variables, body);
  variables = eliminator.kept();
  return result;
}

}  // namespace bireach::logic
