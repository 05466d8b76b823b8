// SPDX-License-Identifier: Apache-2.0
/// Linear sums over Int terms: the normal form behind Add, LessEqual and Int equality.
#pragma once

#include <utility>
#include <vector>

#include "logic/terms/term_manager.h"

namespace bireach::logic {

/// sum of coefficient * base, plus constant. Bases are distinct non-linear Int terms (variables, ite, select, products,
/// div, mod), sorted by id; no coefficient is 0.
struct LinearSum {
  std::vector<std::pair<Term, Integer>> monomials;
  Integer constant = 0;
};

/// Decomposes an Int term; linear in its number of summands. Throws std::invalid_argument for another sort.
[[nodiscard]] LinearSum linear_sum(Term term);
/// left - right of an Int equality or comparison, so that the atom says `result = 0` or `result <= 0`.
[[nodiscard]] LinearSum linear_difference(Term left, Term right);
/// The term of a sum.
[[nodiscard]] Term from_linear_sum(TermManager& terms, const LinearSum& sum);

}  // namespace bireach::logic
