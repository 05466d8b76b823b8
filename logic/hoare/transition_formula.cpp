// SPDX-License-Identifier: Apache-2.0
#include "logic/hoare/transition_formula.h"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>

#include "logic/elimination/rule_eliminator.h"

namespace bireach::logic {
namespace {

Substitution as_substitution(const std::map<Term, Term>& updates) {
  return Substitution(updates.begin(), updates.end());
}

/// exists variables. body, after the cheap rules; the quantifier stays only for what these cannot eliminate.
Term exists_cheaply(TermManager& terms, std::vector<Term> variables, Term body) {
  Term result = eliminate_cheaply(terms, variables, body);
  return variables.empty() ? result : terms.exists(variables, result);
}

/// The auxiliaries of `second` must not be known to `first`, else two different choices would be forced equal.
void check_disjoint_auxiliaries(const TransitionFormula& first, const TransitionFormula& second) {
  const std::set<Term> known(first.auxiliaries.begin(), first.auxiliaries.end());
  for (Term auxiliary : second.auxiliaries)
    if (known.contains(auxiliary))
      throw std::invalid_argument("compose: auxiliary variable " + auxiliary.name() + " occurs in both transitions");
}

/// Instances of everything a trace mentions, before its first transition: the variables themselves.
Substitution initial_instances(std::span<const TransitionFormula* const> trace) {
  Substitution instances;
  for (const TransitionFormula* transition : trace) {
    const std::set<Term> auxiliaries(transition->auxiliaries.begin(), transition->auxiliaries.end());
    const auto note = [&](Term term) {
      for (Term variable : free_variables(term))
        if (!auxiliaries.contains(variable)) instances.emplace(variable, variable);
    };
    note(transition->guard);
    for (const auto& [variable, value] : transition->updates) {
      instances.emplace(variable, variable);
      note(value);
    }
  }
  return instances;
}

}  // namespace

TransitionFormula identity_transition(TermManager& terms) {
  return TransitionFormula{.guard = terms.true_term(), .updates = {}, .auxiliaries = {}, .exact = true};
}

TransitionFormula compose(TermManager& terms, const TransitionFormula& first, const TransitionFormula& second) {
  check_disjoint_auxiliaries(first, second);
  const Substitution after_first = as_substitution(first.updates);
  Substitution cache;
  TransitionFormula result;
  result.guard = terms.and_(first.guard, terms.substitute(second.guard, after_first, cache));
  result.updates = first.updates;
  for (const auto& [variable, value] : second.updates)
    result.updates.insert_or_assign(variable, terms.substitute(value, after_first, cache));
  std::erase_if(result.updates, [](const auto& update) { return update.first == update.second; });
  result.auxiliaries = first.auxiliaries;
  result.auxiliaries.insert(result.auxiliaries.end(), second.auxiliaries.begin(), second.auxiliaries.end());
  result.exact = first.exact && second.exact;
  return result;
}

TransitionFormula with_fresh_auxiliaries(TermManager& terms, const TransitionFormula& transition) {
  Substitution renaming;
  TransitionFormula result;
  result.exact = transition.exact;
  for (Term auxiliary : transition.auxiliaries) {
    const Term fresh = terms.fresh_variable(auxiliary.name(), auxiliary.sort());
    renaming.emplace(auxiliary, fresh);
    result.auxiliaries.push_back(fresh);
  }
  Substitution cache;
  result.guard = terms.substitute(transition.guard, renaming, cache);
  for (const auto& [variable, value] : transition.updates)
    result.updates.emplace(variable, terms.substitute(value, renaming, cache));
  return result;
}

Term primed(TermManager& terms, Term variable) {
  return terms.variable(variable.name() + "'", variable.sort());
}

Term as_relation(TermManager& terms, const TransitionFormula& transition, std::span<const Term> frame) {
  std::vector<Term> parts{transition.guard};
  for (const auto& [variable, value] : transition.updates) parts.push_back(terms.equal(primed(terms, variable), value));
  for (Term variable : frame)
    if (!transition.updates.contains(variable)) parts.push_back(terms.equal(primed(terms, variable), variable));
  return terms.and_(std::move(parts));
}

Term weakest_precondition(TermManager& terms, const TransitionFormula& transition, Term post) {
  return terms.not_(precondition(terms, transition, terms.not_(post)));
}

Term precondition(TermManager& terms, const TransitionFormula& transition, Term post) {
  const Term after = terms.substitute(post, as_substitution(transition.updates));
  return exists_cheaply(terms, transition.auxiliaries, terms.and_(transition.guard, after));
}

Term strongest_postcondition(TermManager& terms, const TransitionFormula& transition, Term pre) {
  std::vector<Term> bound = transition.auxiliaries;
  Substitution old;
  for (const auto& [variable, value] : transition.updates) {
    const Term before = terms.fresh_variable(variable.name() + "_old", variable.sort());
    old.emplace(variable, before);
    bound.push_back(before);
  }
  Substitution cache;
  std::vector<Term> parts{terms.substitute(pre, old, cache), terms.substitute(transition.guard, old, cache)};
  for (const auto& [variable, value] : transition.updates)
    parts.push_back(terms.equal(variable, terms.substitute(value, old, cache)));
  return exists_cheaply(terms, bound, terms.and_(std::move(parts)));
}

TraceFormula trace_formula(TermManager& terms, std::span<const TransitionFormula* const> trace) {
  TraceFormula result;
  result.instances.push_back(initial_instances(trace));
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const TransitionFormula& transition = *trace[i];
    const std::string suffix = "@" + std::to_string(i + 1);
    Substitution auxiliaries;
    Substitution before = result.instances.back();
    for (Term auxiliary : transition.auxiliaries) {
      const Term instance = terms.variable(auxiliary.name() + suffix, auxiliary.sort());
      auxiliaries.emplace(auxiliary, instance);
      before.insert_or_assign(auxiliary, instance);
    }
    Substitution cache;
    Substitution after = result.instances.back();
    std::vector<Term> parts{terms.substitute(transition.guard, before, cache)};
    for (const auto& [variable, value] : transition.updates) {
      const Term instance = terms.variable(variable.name() + suffix, variable.sort());
      after.insert_or_assign(variable, instance);
      parts.push_back(terms.equal(instance, terms.substitute(value, before, cache)));
    }
    result.conjuncts.push_back(terms.and_(std::move(parts)));
    result.instances.push_back(std::move(after));
    result.auxiliaries.push_back(std::move(auxiliaries));
  }
  return result;
}

}  // namespace bireach::logic
