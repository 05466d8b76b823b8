// SPDX-License-Identifier: Apache-2.0
#include "logic/interpolation/interpolation.h"

#include "logic/hoare/hoare.h"

namespace bireach::logic {
namespace {

std::optional<std::string> obligation(Validity validity, const std::string& what) {
  switch (validity) {
    case Validity::valid:
      return std::nullopt;
    case Validity::invalid:
      return what + " does not hold";
    case Validity::unknown:
      return what + ": the solver does not know";
  }
  return what;
}

}  // namespace

std::set<Term> live_before(const TransitionFormula& transition, const std::set<Term>& live_after) {
  std::set<Term> live;
  const auto read = [&](Term term) {
    const std::vector<Term> free = free_variables(term);
    live.insert(free.begin(), free.end());
  };
  read(transition.guard);
  for (Term variable : live_after) {
    const auto found = transition.updates.find(variable);
    if (found == transition.updates.end())
      live.insert(variable);
    else
      read(found->second);
  }
  for (Term auxiliary : transition.auxiliaries) live.erase(auxiliary);
  return live;
}

std::vector<std::set<Term>> live_variables(std::span<const TransitionFormula* const> trace) {
  std::vector<std::set<Term>> live(trace.size() + 1);
  for (std::size_t i = trace.size(); i-- > 0;) live[i] = live_before(*trace[i], live[i + 1]);
  return live;
}

std::optional<std::string> check_interpolants(TermManager& terms, Solver& solver, const InterpolationProblem& problem,
                                              const TracePredicates& result) {
  const std::size_t length = problem.trace.size();
  const std::vector<Term>& predicates = result.predicates;
  if (predicates.size() != length + 1) return "wrong number of predicates";
  const TransitionFormula identity = identity_transition(terms);
  const auto triple = [&](Term pre, const TransitionFormula& transition, Term post) {
    return check_hoare_triple(terms, solver, pre, transition, post, problem.range_of);
  };
  if (auto failure = obligation(triple(problem.precondition, identity, predicates.front()), "first")) return failure;
  for (std::size_t i = 0; i < length; ++i) {
    const std::string what =
        "step " + std::to_string(i) + ": {" + to_smtlib(predicates[i]) + "} {" + to_smtlib(predicates[i + 1]) + "}";
    if (auto failure = obligation(triple(predicates[i], *problem.trace[i], predicates[i + 1]), what)) return failure;
  }
  if (auto failure = obligation(triple(predicates.back(), identity, terms.false_term()), "last")) return failure;
  const std::vector<std::set<Term>> live = live_variables(problem.trace);
  for (std::size_t i = 0; i <= length; ++i) {
    for (Term variable : free_variables(predicates[i]))
      if (!live[i].contains(variable))
        return "predicate " + std::to_string(i) + " speaks of " + variable.name() + ", which is not live";
  }
  return std::nullopt;
}

}  // namespace bireach::logic
