// SPDX-License-Identifier: Apache-2.0
/// Conditions over a program's variables as terms: what was found out about a location by abstract interpretation.
#pragma once

#include <vector>

#include "checker/blocks/control_flow.h"
#include "frontend/program/semantics.h"

namespace bireach::checker {

/// The conjuncts that speak only of variables live at the location, bounds on both sides as two; null: none. Those
/// without an exact meaning in the arithmetic are left out.
[[nodiscard]] std::vector<logic::Term> condition_terms(const frontend::Program& program,
                                                       const frontend::Semantics& semantics, const ControlFlow& flow,
                                                       frontend::LocationId location,
                                                       const frontend::ExprPtr& condition);

}  // namespace bireach::checker
