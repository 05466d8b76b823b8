// SPDX-License-Identifier: Apache-2.0
/// Drives the elimination rules; used by quantifier_elimination.cpp only.
#pragma once

#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "logic/elimination/quantifier_rules.h"

namespace bireach::logic {

/// Eliminates existential quantifiers by miniscoping, the rules of quantifier_rules.h and case splits within a budget.
/// What no rule eliminates is given to `last_resort` in the smallest scope that is left, and otherwise kept.
class RuleEliminator {
 public:
  using LastResort = std::function<std::optional<Term>(const std::vector<Term>& variables, Term body)>;
  RuleEliminator(TermManager& terms, LastResort last_resort) : terms_(terms), last_resort_(std::move(last_resort)) {}

  /// Equivalent to exists variables. body, if `kept()` is quantified existentially around it.
  Term run(const std::vector<Term>& variables, Term body);
  /// Variables (given or introduced) that are still in the results of run().
  [[nodiscard]] const std::vector<Term>& kept() const { return kept_; }

 private:
  using Terms = std::vector<Term>;

  Term run_component(const Terms& variables, const Terms& conjuncts);
  Term keep(const Terms& variables, Term body);
  std::optional<Term> by_single_variable(const Terms& variables, const Terms& conjuncts);
  std::optional<Term> by_rule(const Terms& variables, Term variable, const Terms& touched, const Terms& others);
  std::optional<Term> by_bounds(const Terms& variables, Term variable, const Terms& touched, const Terms& others);
  std::optional<Term> by_rewriting(const Terms& variables, const Terms& conjuncts);
  std::optional<Term> by_values(const Terms& variables, const Terms& conjuncts);
  std::optional<Term> by_cases(const Terms& variables, const Terms& conjuncts);
  std::optional<Term> by_ite(const Terms& variables, const Terms& conjuncts);
  [[nodiscard]] ConstantBounds bounds_without(Term variable, const Terms& conjuncts);
  [[nodiscard]] bool is_spent() const;
  [[nodiscard]] const Terms& free_in(Term term);
  [[nodiscard]] Terms occurring(const Terms& variables, Term body);
  [[nodiscard]] bool occurs_in(Term variable, Term term);
  [[nodiscard]] Term find_ite(const Terms& variables, Term literal);
  [[nodiscard]] std::vector<std::pair<Terms, Terms>> components(const Terms& variables, const Terms& active);

  TermManager& terms_;
  LastResort last_resort_;
  Terms kept_;
  Terms known_;                                     // conjuncts around the current scope
  std::unordered_map<Term, Terms, TermHash> free_;  // sorted
  std::size_t work_ = 0;                            // sizes of the terms met
  std::size_t steps_ = 0;
  std::size_t cases_ = 0;
  std::size_t divisions_ = 0;
};

/// Own rules only: an equivalent term in which `variables` that could be eliminated cheaply are gone; the others are
/// left in `variables`. Never calls a solver.
[[nodiscard]] Term eliminate_cheaply(TermManager& terms, std::vector<Term>& variables, Term body);

}  // namespace bireach::logic
