// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>

#include "logic/elimination/quantifier_rules.h"
#include "logic/interpolation/horn_clauses.h"
#include "logic/interpolation/spacer_limits.h"
#include "logic/interpolation/z3_spacer.h"
#include "logic/solvers/solver_statistics.h"
#include "logic/solvers/z3_translation.h"

namespace bireach::logic {
namespace {

using Clock = std::chrono::steady_clock;
constexpr int max_divisions = 16;

template <typename Visit>
void for_each_term(HornClause& clause, const Visit& visit) {
  visit(clause.constraint);
  for (HornAtom& atom : clause.body) std::for_each(atom.arguments.begin(), atom.arguments.end(), visit);
  if (clause.head) std::for_each(clause.head->arguments.begin(), clause.head->arguments.end(), visit);
}

std::vector<Term> terms_of(HornClause clause) {
  std::vector<Term> terms;
  for_each_term(clause, [&terms](Term term) { terms.push_back(term); });
  return terms;
}

HornClause without_array_choices(TermManager& terms, HornClause clause) {
  std::vector<Term> parts = terms_of(clause);
  const ArrayChoices choices = replace_array_choices(terms, parts);
  auto next = parts.begin();
  for_each_term(clause, [&next](Term& term) { term = *next++; });
  clause.constraint = terms.and_(clause.constraint, choices.definition);
  return clause;
}

/// Spacer gets stuck on `mod` and `div` by constants: quotients become variables with linear bounds.
HornClause without_divisions(TermManager& terms, HornClause clause) {
  for (int i = 0; i < max_divisions; ++i) {
    const std::optional<Division> division = find_division(terms_of(clause));
    if (!division) break;
    const Term quotient = terms.fresh_variable("quotient", Sort::integer());
    const Term remainder = terms.sub(division->dividend, terms.mul(division->divisor, quotient));
    const Substitution map{{terms.int_mod(division->dividend, division->divisor), remainder},
                           {terms.int_div(division->dividend, division->divisor), quotient}};
    for_each_term(clause, [&](Term& term) { term = terms.substitute(term, map); });
    clause.constraint = terms.and_(
        {clause.constraint, terms.less_equal(terms.integer(0), remainder), terms.less(remainder, division->divisor)});
  }
  return clause;
}

/// One run of Spacer.
class HornRun {
 public:
  HornRun(TermManager& terms, const HornSystem& system)
      : terms_(terms), system_(system), translator_(context_, terms), fixedpoint_(context_) {}

  std::variant<std::vector<Term>, InterpolationFailure> run(const InterpolationConfig& config,
                                                            const SpacerStrategy& strategy) {
    const Clock::time_point deadline = Clock::now() + config.time_limit;
    std::vector<HornClause> clauses;
    std::vector<Term> all;
    for (const HornClause& clause : system_.clauses) {
      clauses.push_back(without_divisions(terms_, without_array_choices(terms_, clause)));
      const std::vector<Term> parts = terms_of(clauses.back());
      all.insert(all.end(), parts.begin(), parts.end());
    }
    if (auto refusal = refusal_by_spacer(all)) return std::move(*refusal);
    if (config.statistics != nullptr) ++config.statistics->z3_queries;
    try {
      z3::params parameters = spacer_parameters(context_);
      parameters.set("spacer.eq_prop", strategy.equal_terms);
      parameters.set("spacer.keep_proxy", strategy.proxies);
      parameters.set("spacer.weak_abs", strategy.weak_abstraction);
      parameters.set("spacer.simplify_pob", strategy.simplified_subgoals);
      fixedpoint_.set(parameters);
      declare();
      for (std::size_t i = 0; i < clauses.size(); ++i) add(clauses[i], i);
      if (auto failure = ask_spacer(fixedpoint_, *error_, "the clauses have no solution", deadline, config.stop))
        return std::move(*failure);
      return read_interpretation();
    } catch (const z3::exception& error) {
      return InterpolationFailure{std::string("Spacer: ") + error.msg()};
    }
  }

 private:
  void declare() {
    for (const HornPredicate& predicate : system_.predicates) {
      z3::sort_vector domain(context_);
      for (const Term parameter : predicate.parameters) domain.push_back(translator_.to_z3(parameter.sort()));
      relations_.push_back(context_.function(predicate.name.c_str(), domain, context_.bool_sort()));
      fixedpoint_.register_relation(relations_.back());
    }
    // The error as a relation of its own without arguments, so that the query has no free variables.
    error_ =
        std::make_unique<z3::func_decl>(context_.function("error", z3::sort_vector(context_), context_.bool_sort()));
    fixedpoint_.register_relation(*error_);
  }

  z3::expr apply(const HornAtom& atom) {
    z3::expr_vector arguments(context_);
    for (const Term argument : atom.arguments) arguments.push_back(translator_.to_z3(argument));
    return relations_[atom.predicate](arguments);
  }

  void add(const HornClause& clause, std::size_t number) {
    std::vector<Term> variables = free_variables(clause.constraint);
    z3::expr body = translator_.to_z3(clause.constraint);
    const auto note = [&variables](const HornAtom& atom) {
      for (const Term argument : atom.arguments) {
        const std::vector<Term> inner = free_variables(argument);
        variables.insert(variables.end(), inner.begin(), inner.end());
      }
    };
    for (const HornAtom& atom : clause.body) {
      body = body && apply(atom);
      note(atom);
    }
    if (clause.head) note(*clause.head);
    std::sort(variables.begin(), variables.end());
    variables.erase(std::unique(variables.begin(), variables.end()), variables.end());
    z3::expr_vector bound(context_);
    for (const Term variable : variables) bound.push_back(translator_.to_z3(variable));
    z3::expr rule = z3::implies(body, clause.head ? apply(*clause.head) : (*error_)());
    if (!bound.empty()) rule = z3::forall(bound, rule);
    fixedpoint_.add_rule(rule, context_.str_symbol(("clause" + std::to_string(number)).c_str()));
  }

  /// Predicates without a way from a clause without body; Spacer gives no formula to them.
  [[nodiscard]] std::vector<bool> derivable() const {
    std::vector<bool> result(system_.predicates.size(), false);
    for (bool changed = true; changed;) {
      changed = false;
      for (const HornClause& clause : system_.clauses) {
        if (!clause.head || result[clause.head->predicate] || clause.constraint.is_false()) continue;
        const bool from_known = std::all_of(clause.body.begin(), clause.body.end(),
                                            [&](const HornAtom& atom) { return result[atom.predicate]; });
        if (from_known) result[clause.head->predicate] = changed = true;
      }
    }
    return result;
  }

  std::variant<std::vector<Term>, InterpolationFailure> read_interpretation() {
    std::vector<Term> result;
    const std::vector<bool> is_derivable = derivable();
    for (std::size_t i = 0; i < relations_.size(); ++i) {
      if (!is_derivable[i]) {
        result.push_back(terms_.false_term());
        continue;
      }
      const z3::expr cover = fixedpoint_.get_cover_delta(-1, relations_[i]);
      const std::optional<Term> formula = translator_.from_z3(cover, system_.predicates[i].parameters);
      if (!formula) return InterpolationFailure{"Spacer: a formula that is no term of ours: " + cover.to_string()};
      result.push_back(*formula);
    }
    return result;
  }

  TermManager& terms_;
  const HornSystem& system_;
  z3::context context_;
  Z3Translator translator_;
  z3::fixedpoint fixedpoint_;
  std::vector<z3::func_decl> relations_;
  std::unique_ptr<z3::func_decl> error_;
};

}  // namespace

std::variant<std::vector<Term>, InterpolationFailure> solve_horn_clauses(TermManager& terms, const HornSystem& system,
                                                                         const InterpolationConfig& config,
                                                                         const SpacerStrategy& strategy) {
  return HornRun(terms, system).run(config, strategy);
}

}  // namespace bireach::logic
