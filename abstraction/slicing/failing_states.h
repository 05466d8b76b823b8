// SPDX-License-Identifier: Apache-2.0
/// What holds at each location in executions that go on to an error (Algorithms 1 and 2 of A. Dimovski, Error
/// invariants for fault localization via abstract interpretation, SAS 2023).
#pragma once

#include <optional>
#include <stop_token>
#include <vector>

#include "abstraction/slicing/error_invariant_options.h"
#include "frontend/program/program.h"

namespace bireach::abstraction {

struct FailingStates {
  /// At one location; conditions are of type int, overflow nowhere, and hold in all of its states.
  struct Known {
    bool impossible = false;                      ///< there are none
    std::vector<frontend::ExprPtr> conjuncts;     ///< what the base domain says
    std::vector<frontend::ExprPtr> disjunctions;  ///< what predicates add to it
  };
  bool complete = false;  ///< false: it was cut short, or see `unmodelled`, and there is nothing
  std::optional<frontend::LocationId> unmodelled;  ///< an Unsupported location that executions may reach
  std::vector<Known> at;                           ///< by location
  unsigned rounds = 0;
};

/// States from which errors are reached, and states that are reached from those at the begin, in turns, each within
/// what is known already, until nothing changes; the first rounds of loops apart. First over NumericState, then lifted
/// to the conditions of branches where joining both ways loses something, and again as long as there are new ones.
[[nodiscard]] FailingStates failing_states(const frontend::Program& program, const ErrorInvariantOptions& options,
                                           const std::stop_token& stop);

}  // namespace bireach::abstraction
