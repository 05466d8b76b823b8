// SPDX-License-Identifier: Apache-2.0
#include "logic/interpolation/spacer_limits.h"

#include <algorithm>

#include "logic/terms/term_manager.h"
#include "logic/terms/term_map.h"

namespace bireach::logic {
namespace {

bool is_array_choice(Term term) {
  return term.kind() == Kind::Ite && term.sort().is_array();
}

/// Each once, inner ones first.
std::vector<Term> array_choices(const std::vector<Term>& terms) {
  std::vector<Term> found;
  TermMap<char> visited;
  for (const Term root : terms) {
    for_each_post_order(
        root, [&](Term t) { return visited.set(t, 1); },
        [&](Term t) {
          if (is_array_choice(t)) found.push_back(t);
        });
  }
  return found;
}

/// ite(condition, a, b) as a store, if one array is the other one, or both are the same, with one element changed.
Term as_store(TermManager& manager, Term condition, Term a, Term b) {
  const bool a_stores = a.kind() == Kind::Store;
  const bool b_stores = b.kind() == Kind::Store;
  if (a_stores && b_stores && a[0] == b[0] && a[1] == b[1])
    return manager.store(a[0], a[1], manager.ite(condition, a[2], b[2]));
  if (a_stores && a[0] == b) return manager.store(b, a[1], manager.ite(condition, a[2], manager.select(b, a[1])));
  if (b_stores && b[0] == a) return manager.store(a, b[1], manager.ite(condition, manager.select(a, b[1]), b[2]));
  return {};
}

bool mix_floating_and_arrays(const std::vector<Term>& terms) {
  const auto has_array = [](Term term) {
    const std::vector<Term> variables = free_variables(term);
    return std::any_of(variables.begin(), variables.end(), [](Term v) { return v.sort().is_array(); });
  };
  return std::any_of(terms.begin(), terms.end(), mentions_floating) &&
         std::any_of(terms.begin(), terms.end(), has_array);
}

}  // namespace

std::optional<InterpolationFailure> refusal_by_spacer(const std::vector<Term>& terms) {
  constexpr bool refused = true;
  if (mix_floating_and_arrays(terms))
    return InterpolationFailure{"Spacer is not asked about floating point in arrays", refused};
  if (!array_choices(terms).empty())
    return InterpolationFailure{"Spacer is not asked about choices between arrays", refused};
  return std::nullopt;
}

ArrayChoices replace_array_choices(TermManager& manager, std::vector<Term>& terms) {
  std::vector<Term> cases;
  ArrayChoices result{manager.true_term(), {}};
  Substitution map;
  for (const Term choice : array_choices(terms)) {
    const Term condition = manager.substitute(choice[0], map);
    const Term a = manager.substitute(choice[1], map);
    const Term b = manager.substitute(choice[2], map);
    Term value = a == b ? a : as_store(manager, condition, a, b);
    if (value.is_null()) {
      value = manager.fresh_variable("chosen", choice.sort());
      result.auxiliaries.push_back(value);
      cases.push_back(manager.or_(manager.not_(condition), manager.equal(value, a)));
      cases.push_back(manager.or_(condition, manager.equal(value, b)));
    }
    map.emplace(choice, value);
  }
  if (!map.empty())
    for (Term& term : terms) term = manager.substitute(term, map);
  result.definition = manager.and_(std::move(cases));
  return result;
}

}  // namespace bireach::logic
