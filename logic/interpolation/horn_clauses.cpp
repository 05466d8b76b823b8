// SPDX-License-Identifier: Apache-2.0
#include "logic/interpolation/horn_clauses.h"

namespace bireach::logic {
namespace {

Term instance(TermManager& terms, const HornSystem& system, const std::vector<Term>& interpretation,
              const HornAtom& atom) {
  const std::vector<Term>& parameters = system.predicates[atom.predicate].parameters;
  Substitution map;
  for (std::size_t i = 0; i < parameters.size(); ++i) map.emplace(parameters[i], atom.arguments[i]);
  return terms.substitute(interpretation[atom.predicate], map);
}

}  // namespace

std::optional<std::string> check_horn_interpretation(TermManager& terms, Solver& solver, const HornSystem& system,
                                                     const std::vector<Term>& interpretation) {
  for (std::size_t i = 0; i < system.clauses.size(); ++i) {
    const HornClause& clause = system.clauses[i];
    std::vector<Term> negated{clause.constraint};
    for (const HornAtom& atom : clause.body) negated.push_back(instance(terms, system, interpretation, atom));
    if (clause.head) negated.push_back(terms.not_(instance(terms, system, interpretation, *clause.head)));
    switch (solver.check(negated)) {
      case SatResult::unsat:
        break;
      case SatResult::sat:
        return "clause " + std::to_string(i) + " does not hold";
      case SatResult::unknown:
        return "clause " + std::to_string(i) + " was not decided: " + solver.reason_unknown().text;
    }
  }
  return std::nullopt;
}

}  // namespace bireach::logic
