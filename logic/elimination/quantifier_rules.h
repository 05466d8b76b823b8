// SPDX-License-Identifier: Apache-2.0
/// The rules behind quantifier elimination, one function each.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "logic/terms/linear_form.h"
#include "logic/terms/term_manager.h"

namespace bireach::logic {

/// Does the variable (or other term) occur free in the term? Linear in the DAG.
[[nodiscard]] bool occurs(Term variable, Term term);

/// An equality solved for a variable: body[variable := value] /\ side is equivalent to exists variable. equality
/// /\ body.
struct Solution {
  Term variable;
  Term value;
  Term side;                     ///< what must hold for a value to exist
  std::vector<Term> introduced;  ///< fresh variables in `value`, to be eliminated too
};
/// Solves a conjunct for the variable: Boolean literals, linear Int equalities with coefficient +-1, and equalities
/// through invertible operators of bit-vectors (addition, xor, not, negation, odd constant factors, extension,
/// concatenation) and stores.
[[nodiscard]] std::optional<Solution> solve_for(TermManager& terms, Term variable, Term conjunct);

/// A replacement of conjuncts by equivalent ones under a quantifier that is gone or replaced.
struct Rewriting {
  Term result;
  std::vector<Term> introduced;  ///< fresh variables that are quantified now
};

/// exists variable. conjuncts, for an Int variable that occurs in linear literals only: Fourier-Motzkin elimination,
/// exact over the integers because bounds with a coefficient are rounded (by `div`) unless their partner has
/// coefficient
/// 1. Disequalities are dropped where there is room for them and tried out otherwise. `known`: holds besides;
/// `avoid_division(bound)`: true where a rounded bound would be useless. Nothing if more than `max_pairs` pairs.
[[nodiscard]] std::optional<Term> eliminate_by_bounds(TermManager& terms, Term variable,
                                                      const std::vector<Term>& conjuncts, const ConstantBounds& known,
                                                      std::size_t max_pairs,
                                                      const std::function<bool(Term)>& avoid_division);
/// The same for a bit-vector variable compared directly, all signed or all unsigned; or with disequalities only.
[[nodiscard]] std::optional<Term> eliminate_bit_vector_bounds(TermManager& terms, Term variable,
                                                              const std::vector<Term>& conjuncts,
                                                              std::size_t max_pairs);
/// All values of an Int variable if linear bounds leave at most `limit` of them.
[[nodiscard]] std::optional<std::vector<Integer>> few_values(Term variable, const std::vector<Term>& conjuncts,
                                                             const ConstantBounds& known, unsigned limit);
/// If the variable occurs only below one invertible operator, that whole operand is as arbitrary as the variable.
[[nodiscard]] std::optional<Rewriting> widen_unconstrained(TermManager& terms, Term variable, Term body);
/// An array that is only read: its elements become variables, equal where indices are (Ackermann).
[[nodiscard]] std::optional<Rewriting> replace_selects(TermManager& terms, Term array, Term body, std::size_t limit);
/// An Int `mod` or `div` by a positive constant.
struct Division {
  Term dividend;
  Term divisor;
};
/// The first one below the terms (outside quantifiers) whose dividend has none itself; only those whose dividend
/// contains `variable`, unless that is null.
[[nodiscard]] std::optional<Division> find_division(const std::vector<Term>& roots, Term variable = {});
/// Replaces one `mod` or `div` by a constant over the variable with a fresh quotient and its bounds.
[[nodiscard]] std::optional<Rewriting> replace_division(TermManager& terms, Term variable, Term body);

}  // namespace bireach::logic
