// SPDX-License-Identifier: Apache-2.0
/// Contracts of functions in witnesses (format 2.1) as checks in the program. Internal to witness_validation.cpp.
#pragma once

#include <string>

#include "checker/witness/witness.h"
#include "checker/witness/witness_places.h"
#include "frontend/clang/reading/source_editor.h"
#include "frontend/clang/reading/source_points.h"

namespace bireach::checker {

inline constexpr const char* invariant_prefix = "__bireach_invariant_";
/// The function that is called where the invariant of this number does not hold.
[[nodiscard]] inline std::string invariant_check(std::size_t number) {
  return invariant_prefix + std::to_string(number);
}

/// `requires`: checked at the begin of the function's body. `ensures`: at each return and at the closing brace of a
/// void function, whether or not the other part held; parameters stand for their values at the call there (as in ACSL),
/// so do the arguments of \old; \result is the value returned. Throws WitnessRejected for what is no such contract.
void insert_contract(frontend::SourceEditor& editor, const frontend::SourcePoints& points, const WitnessPlaces& places,
                     const Witness& witness, std::size_t number);

}  // namespace bireach::checker
