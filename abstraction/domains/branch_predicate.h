// SPDX-License-Identifier: Apache-2.0
/// Conditions of branches by which sets of states are split.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "frontend/program/program.h"

namespace bireach::abstraction {

/// A condition over integers that are no elements of arrays, which is true or false in every state: sums, differences
/// and products are computed where nothing overflows. Where what was written is defined, it says the same.
class BranchPredicate {
 public:
  /// Nothing: it reads no variable, or it reads arrays or floating point, or may be undefined for another reason.
  [[nodiscard]] static std::optional<BranchPredicate> make(const frontend::Program& program,
                                                           const frontend::ExprPtr& written);

  [[nodiscard]] const frontend::ExprPtr& condition() const { return condition_; }
  /// What its truth value is wherever the expression is defined and (not) zero, if it is made from it or its negation.
  [[nodiscard]] std::optional<bool> decided_by(const frontend::Expr& expr, bool holds) const;
  [[nodiscard]] bool reads(frontend::VariableId variable) const;

 private:
  BranchPredicate(frontend::ExprPtr written, frontend::ExprPtr condition);

  frontend::ExprPtr written_, negated_, condition_;
};

}  // namespace bireach::abstraction
