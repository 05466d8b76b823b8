// SPDX-License-Identifier: Apache-2.0
/// What Z3's Spacer must not be asked: it ends the process on some formulas.
#pragma once

#include <optional>
#include <vector>

#include "logic/interpolation/interpolation.h"
#include "logic/terms/term.h"

namespace bireach::logic {

/// Why Spacer is not asked about rules that are made of these terms; nothing: it is. Z3 4.8.12 crashes on some systems
/// with both floating point and arrays (in Z3_fixedpoint_query_relations), and a choice between arrays (an Ite of array
/// sort) makes its model-based projection call exit(), where it meets one in an equality (mbp_arrays.cpp, "UNEXPECTED
/// CODE WAS REACHED").
[[nodiscard]] std::optional<InterpolationFailure> refusal_by_spacer(const std::vector<Term>& terms);

/// Without choices between arrays: equivalent under exists auxiliaries. definition, which has exactly one solution.
struct ArrayChoices {
  Term definition;
  std::vector<Term> auxiliaries;
};
/// Replaces them in the terms. A choice between stores at one index of one array becomes a store of a choice; any other
/// a fresh array that is defined by cases. Linear in the DAG, but for substitutions: one a choice.
[[nodiscard]] ArrayChoices replace_array_choices(TermManager& manager, std::vector<Term>& terms);

}  // namespace bireach::logic
