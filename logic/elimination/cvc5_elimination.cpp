// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include "logic/elimination/solver_elimination.h"
#include "logic/solvers/cvc5_translation.h"
#include "logic/solvers/solver_statistics.h"

namespace bireach::logic {

std::optional<Term> eliminate_with_cvc5(TermManager& terms, const std::vector<Term>& variables, Term body,
                                        const EliminationConfig& config) {
  if (mentions_bit_vectors(body) || mentions_floating(body)) return std::nullopt;
  if (config.statistics != nullptr) ++config.statistics->cvc5_queries;
  try {
    cvc5::Solver solver;
    solver.setOption("tlimit-per", std::to_string(std::max<long long>(config.time_limit.count(), 1)));
    solver.setLogic("ALL");
    Cvc5Translator translator(solver, terms);
    const cvc5::Term result = solver.getQuantifierElimination(translator.to_cvc5(terms.exists(variables, body)));
    const std::optional<Term> eliminated = translator.from_cvc5(result);
    if (!eliminated) return std::nullopt;
    const std::vector<Term> allowed = free_variables(body);
    for (Term variable : free_variables(*eliminated))
      if (!std::binary_search(allowed.begin(), allowed.end(), variable) ||
          std::find(variables.begin(), variables.end(), variable) != variables.end())
        return std::nullopt;
    return eliminated;
  } catch (const cvc5::CVC5ApiException&) {  // time limit, or a theory without elimination
    return std::nullopt;
  }
}

}  // namespace bireach::logic
