// SPDX-License-Identifier: Apache-2.0
/// From annotations to danger automata over nested words; internal to relevance/.
#pragma once

#include "relevance/danger/danger_construction.h"
#include "relevance/danger/nested_danger_fixpoint.h"

namespace bireach::relevance {

/// More than the least fixpoint: predicates of entries that hold by induction over the activations' ranks (values of
/// one variable at the entry of each procedure, or their negation). Candidates are removed until what is left follows
/// from itself for smaller ranks. Nothing if none is left, or time is up before that is known.
[[nodiscard]] std::optional<NestedAnnotation> annotate_by_induction(FormulaPool& pool, NestedCalls& calls,
                                                                    const NestedAlphabet& alphabet,
                                                                    const NestedFixpoint& least,
                                                                    const NestedCandidates& candidates);

/// States are nodes with one of their predicates; without states that no accepting run uses.
[[nodiscard]] NestedErrorAutomaton make_nested_automaton(FormulaPool& pool, NestedCalls& calls,
                                                         const NestedAlphabet& alphabet,
                                                         const NestedAnnotation& annotation, Steps steps);

}  // namespace bireach::relevance
