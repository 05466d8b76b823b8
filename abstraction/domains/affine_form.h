// SPDX-License-Identifier: Apache-2.0
/// Linear expressions over the integer variables of a program, and which C expressions are such.
#pragma once

#include <map>
#include <optional>

#include "abstraction/domains/interval_evaluation.h"

namespace bireach::abstraction {

/// The sum of coefficient * variable, and a constant.
struct AffineForm {
  std::map<frontend::VariableId, logic::Integer> coefficients;  ///< none is zero
  logic::Integer constant;

  bool operator==(const AffineForm&) const = default;
};

/// a * x + b * y
[[nodiscard]] AffineForm combine(const logic::Integer& a, const AffineForm& x, const logic::Integer& b,
                                 const AffineForm& y);
/// The values of the form where the variables have values of these intervals.
[[nodiscard]] Interval range(const AffineForm& form, const IntervalMap& intervals);
/// What the form says of the variable, in which it occurs, if its value is zero. Nothing: that cannot be.
[[nodiscard]] MaybeInterval solved_for(frontend::VariableId variable, const AffineForm& zero, const Interval& range,
                                       const Interval& known);
/// A form with the expression's value in every state of the intervals in which it is defined; nothing if there is none,
/// or the value may wrap in several ways. Only integers that are no elements of arrays occur.
[[nodiscard]] std::optional<AffineForm> affine_form(const EvaluatedExpr& expr, const IntervalMap& intervals);
/// The same for the value converted to a type.
[[nodiscard]] std::optional<AffineForm> affine_form(const EvaluatedExpr& expr, const IntervalMap& intervals,
                                                    const frontend::ScalarType& type);

}  // namespace bireach::abstraction
