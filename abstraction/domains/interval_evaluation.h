// SPDX-License-Identifier: Apache-2.0
/// What an expression may evaluate to where each variable has a value of its interval.
#pragma once

#include <vector>

#include "abstraction/domains/interval_map.h"

namespace bireach::abstraction {

/// An expression with intervals at each of its nodes. Refers to the expression.
struct EvaluatedExpr {
  const frontend::Expr* expr = nullptr;
  MaybeInterval value;  ///< nothing: no evaluation is defined
  /// Of the operators whose result is converted (+, -, *, <<, ~): before that.
  MaybeInterval exact;
  std::vector<EvaluatedExpr> operands;  ///< of a logical or conditional operator also those not evaluated
};

/// The values of all defined evaluations, and perhaps more; within the expression's type. What is read outside of an
/// array's bounds is arbitrary. A whole array has no value: its interval is given as for one element.
[[nodiscard]] EvaluatedExpr evaluate(const IntervalMap& intervals, const frontend::Expr& expr);

/// What a condition may be; neither: it is never defined.
struct Truth {
  bool may_fail = false;
  bool may_hold = false;
};
[[nodiscard]] Truth truth(const MaybeInterval& value);
/// 2^k - 1 for some k >= 1: what it masks is a residue; else nothing. Gives k.
[[nodiscard]] std::optional<unsigned> low_mask(const Interval& interval);

}  // namespace bireach::abstraction
