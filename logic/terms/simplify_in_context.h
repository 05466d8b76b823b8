// SPDX-License-Identifier: Apache-2.0
/// What is known of the bounds of numbers where a part of a formula matters, used to simplify that part: arithmetic
/// that wraps around only beyond those bounds becomes linear.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

#include "logic/terms/linear_form.h"
#include "logic/terms/term_manager.h"

namespace bireach::logic {

/// Simplifies formulas and Int terms under conditions. A part is looked at once for each place where it stands, up to a
/// limit in all, behind which terms stay as they are.
class ContextSimplifier {
 public:
  explicit ContextSimplifier(TermManager& terms, std::size_t most_visits = 50000)
      : terms_(terms), visits_left_(most_visits) {}

  /// The conditions hold from now on; nothing but bounds that follow from single linear literals is known of them.
  /// Gives conditions that are equivalent to them, all together.
  std::vector<Term> assume(const std::vector<Term>& conditions);
  /// An equivalent of the term under what is assumed.
  [[nodiscard]] Term simplify(Term term);

 private:
  struct Bound {
    std::optional<Integer> lower;
    std::optional<Integer> upper;
  };
  struct Change {
    Term part;
    Bound before;
  };

  /// The same of an assumption: it does not follow from itself, but may from closer bounds.
  [[nodiscard]] Term simplify_assumption(Term literal);
  void learn_from(const std::vector<Term>& literals);
  void learn(Term literal);
  void learn_at_most_zero(const LinearForm& form);
  void learn_part(Term part, const std::optional<Integer>& lower, const std::optional<Integer>& upper);
  void learn_all(Term condition, bool holds);
  void restore(std::size_t changes);
  [[nodiscard]] Bound bound(Term part, std::size_t depth);
  [[nodiscard]] std::optional<Integer> lower(const LinearForm& form, std::size_t depth);
  [[nodiscard]] std::optional<Integer> upper(const LinearForm& form, std::size_t depth);
  [[nodiscard]] std::optional<bool> decided(Term atom);
  [[nodiscard]] Term simplify_children(Term term);
  [[nodiscard]] Term simplify_connective(Term term);
  [[nodiscard]] Term simplify_choice(Term term);
  [[nodiscard]] Term simplify_division(Term term);

  TermManager& terms_;
  std::size_t visits_left_;
  std::map<Term, Bound> known_;
  ConstantBounds stated_;  ///< by assumptions of one variable
  std::vector<Change> changes_;
};

}  // namespace bireach::logic
