// SPDX-License-Identifier: Apache-2.0
/// What an abstract state says, condition by condition.
#pragma once

#include <vector>

#include "abstraction/domains/numeric_state.h"

namespace bireach::abstraction {

/// Conditions of type int that all states have, each in types in which nothing overflows: bounds of variables, linear
/// equalities, bounds of sums and differences; together all that the state says of integers that are no elements of
/// arrays. Precondition: it is not bottom.
[[nodiscard]] std::vector<frontend::ExprPtr> known_conditions(const NumericState& state);
/// How many variables it speaks of.
[[nodiscard]] std::size_t variables_in(const frontend::Expr& condition);

}  // namespace bireach::abstraction
