// SPDX-License-Identifier: Apache-2.0
/// Int terms as linear combinations of opaque terms and what follows from bounds of those; for the elimination rules.
/// The same content as LinearSum (logic/terms/linear.h), with look-up and arithmetic.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "logic/terms/term_manager.h"

namespace bireach::logic {

/// Sum of coefficient * part, plus constant. Parts are Int terms that are not themselves sums or constant multiples.
struct LinearForm {
  std::map<Term, Integer> coefficients;  ///< no zeros
  Integer constant = 0;

  /// this += factor * other.
  void add(const LinearForm& other, const Integer& factor);
  [[nodiscard]] Integer coefficient(Term part) const;
};

/// Any Int term; what is not linear becomes an opaque part.
[[nodiscard]] LinearForm linear_form(Term term);
[[nodiscard]] Term to_term(TermManager& terms, const LinearForm& form);

enum class LinearRelation { less_equal, equal, distinct };  ///< form <= 0, form = 0, form != 0

struct LinearLiteral {
  LinearForm form;
  LinearRelation relation;
};

/// An Int comparison or equality, possibly negated; nothing for any other term.
[[nodiscard]] std::optional<LinearLiteral> linear_literal(Term literal);
/// form <= 0.
[[nodiscard]] Term at_most_zero(TermManager& terms, const LinearForm& form);

/// Floor and ceiling of a / b for b > 0.
[[nodiscard]] Integer floor_div(const Integer& a, const Integer& b);
[[nodiscard]] Integer ceil_div(const Integer& a, const Integer& b);

/// Constant bounds of Int terms, gathered from literals with one part.
class ConstantBounds {
 public:
  void learn(Term literal);
  /// Bounds of a form; nothing where none is known.
  [[nodiscard]] std::optional<Integer> lower(const LinearForm& form) const;
  [[nodiscard]] std::optional<Integer> upper(const LinearForm& form) const;

 private:
  std::map<Term, Integer> lower_;
  std::map<Term, Integer> upper_;
};

}  // namespace bireach::logic
