// SPDX-License-Identifier: Apache-2.0
/// Most steps of a proof say little of what the program does: the rest of it may be anything.
#pragma once

#include <vector>

#include "logic/terms/term_manager.h"

namespace bireach::checker {

/// Constraints and the questions that are asked under them, with new variables in the place of what is read of arrays,
/// of comparisons of arrays, and of comparisons of numbers that no question depends on through equations. Where a
/// result has no model, the original has none; the converse does not hold. Linear in the DAG of the constraints and the
/// variables of each comparison, times the length of the longest chain of equations.
class WeakerQuestion {
 public:
  WeakerQuestion(logic::TermManager& terms, const std::vector<logic::Term>& constraints,
                 const std::vector<std::vector<logic::Term>>& questions);

  /// Is less said in them?
  [[nodiscard]] bool is_weaker() const { return is_weaker_; }
  [[nodiscard]] const std::vector<logic::Term>& constraints() const { return constraints_; }
  [[nodiscard]] const std::vector<logic::Term>& question(std::size_t number) const { return questions_[number]; }

 private:
  bool is_weaker_ = false;
  std::vector<logic::Term> constraints_;
  std::vector<std::vector<logic::Term>> questions_;
};

}  // namespace bireach::checker
