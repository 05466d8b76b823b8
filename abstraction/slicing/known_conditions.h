// SPDX-License-Identifier: Apache-2.0
/// What an abstract state says, condition by condition.
#pragma once

#include <vector>

#include "abstraction/domains/lifted_state.h"
#include "abstraction/domains/numeric_state.h"

namespace bireach::abstraction {

/// Conditions of type int that all states have, each in types in which nothing overflows: bounds of variables, linear
/// equalities, bounds of sums and differences; together all that the state says of integers that are no elements of
/// arrays. Precondition: it is not bottom.
[[nodiscard]] std::vector<frontend::ExprPtr> known_conditions(const NumericState& state);
/// Linear equalities that follow from these, so that there is a choice: without the variables that are not live, and
/// without each one. At most three variables in each; none of a state that speaks of many. Precondition: it is not
/// bottom.
[[nodiscard]] std::vector<frontend::ExprPtr> further_conditions(const NumericState& state,
                                                                const std::vector<bool>& live);
/// What a lifted state says beside these conditions: which values its predicates cannot have together, what holds where
/// they have some, and of two cases what they say of the same variables, one or the other; at most a few hundred, the
/// shortest last. Precondition: it is not bottom.
[[nodiscard]] std::vector<frontend::ExprPtr> known_disjunctions(const LiftedState<NumericState>& state,
                                                                const std::vector<frontend::ExprPtr>& conditions);
/// How many variables it speaks of.
[[nodiscard]] std::size_t variables_in(const frontend::Expr& condition);

}  // namespace bireach::abstraction
