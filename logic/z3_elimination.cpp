// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "logic/solver_elimination.h"
#include "logic/solver_statistics.h"
#include "logic/z3_translation.h"

namespace bireach::logic {

std::optional<Term> eliminate_with_z3(TermManager& terms, const std::vector<Term>& variables, Term body,
                                      const EliminationConfig& config) {
  if (mentions_floating(body)) {
    return std::nullopt;  // no elimination is known
  }
  if (config.statistics != nullptr) {
    ++config.statistics->z3_queries;
  }
  try {
    z3::context context;
    Z3Translator translator(context, terms);
    const std::stop_callback interrupt(config.stop, [&] { context.interrupt(); });
    z3::goal goal(context);
    goal.add(translator.to_z3(terms.exists(variables, body)));
    const auto limit = static_cast<unsigned>(std::clamp<long long>(config.time_limit.count(), 1, 3600000));
    const z3::tactic strategy = z3::try_for(
        z3::tactic(context, "simplify") & z3::tactic(context, "qe") & z3::tactic(context, "simplify"), limit);
    const z3::apply_result result = strategy(goal);
    std::vector<Term> disjuncts;
    for (int i = 0; i < static_cast<int>(result.size()); ++i) {
      const std::optional<Term> part = translator.from_z3(result[i].as_expr());
      if (!part) {
        return std::nullopt;
      }
      disjuncts.push_back(*part);
    }
    const Term eliminated = terms.or_(std::move(disjuncts));
    // The tactic may leave auxiliary constants of its own behind; such a result is not equivalent.
    const std::vector<Term> allowed = free_variables(body);
    for (Term variable : free_variables(eliminated)) {
      if (!std::binary_search(allowed.begin(), allowed.end(), variable) ||
          std::find(variables.begin(), variables.end(), variable) != variables.end()) {
        return std::nullopt;
      }
    }
    return eliminated;
  } catch (const z3::exception&) {  // time limit, interruption, or a theory without elimination
    return std::nullopt;
  }
}

}  // namespace bireach::logic
