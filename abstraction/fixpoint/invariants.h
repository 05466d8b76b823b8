// SPDX-License-Identifier: Apache-2.0
/// What holds at the locations of a program, as conditions in C.
#pragma once

#include <stop_token>
#include <vector>

#include "abstraction/domains/product_state.h"
#include "abstraction/fixpoint/fixpoint.h"

namespace bireach::abstraction {

/// A condition that all states have: bounds of variables and linear equalities, computed in types that nothing
/// overflows, so that it has the same meaning in C. Null: true. Constant zero: there is no state. Arrays,
/// floating-point variables and equations that would take more than 128 bits are not mentioned.
[[nodiscard]] frontend::ExprPtr condition_of(const ProductState& state);

/// That the form is zero, as there. Null: it would take more than 128 bits.
[[nodiscard]] frontend::ExprPtr equation_condition(const frontend::Program& program, const AffineForm& zero);

struct InvariantOptions {
  FixpointOptions fixpoint;  ///< the program's thresholds are added to those given
  /// Only states from which an error location is reached: the conditions then hold where executions fail.
  bool toward_error = false;
  std::vector<bool> edges;  ///< by edge: those that executions take; empty: all
};

struct Invariants {
  bool complete = false;                      ///< false: it was cut short, and every condition is null
  std::vector<frontend::ExprPtr> conditions;  ///< by location, as condition_of
};

/// By intervals and linear equalities (ProductState), from any values of all variables at the initial location. They
/// are proposals: who uses one in a proof checks it, as for those of any other source. Undefined executions are left
/// out, as in frontend::Semantics.
[[nodiscard]] Invariants invariants(const frontend::Program& program, const InvariantOptions& options = {},
                                    std::stop_token stop = {});

}  // namespace bireach::abstraction
