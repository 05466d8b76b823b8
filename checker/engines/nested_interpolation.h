// SPDX-License-Identifier: Apache-2.0
/// Predicates from infeasible nested words: nested interpolants (Heizmann, Hoenicke, Podelski, POPL 2010). They are
/// proposals; whether they refute the word, its Floyd-Hoare automaton decides.
#pragma once

#include <optional>
#include <vector>

#include "checker/blocks/nested_program.h"
#include "logic/interpolation/interpolation.h"

namespace bireach::checker {

/// One predicate before each position but the first, over the vocabulary there, by weakest preconditions along the
/// core. Before a return: what makes the postcondition follow whatever else held at the call. Positions where no
/// quantifier-free formula is found in time have `true`. The solver simplifies.
[[nodiscard]] std::vector<logic::Term> nested_preconditions(const NestedProgram& program,
                                                            const automata::NestedWord& word,
                                                            const std::vector<logic::TransitionFormula>& core,
                                                            logic::Solver& solver, std::stop_token stop,
                                                            logic::SolverStatistics* statistics);

enum class NestedHornScope : std::uint8_t {
  positions,     ///< a predicate for each position of the word: clauses in the shape of a tree
  path_program,  ///< a predicate for each location: all words of the same letters at once
};
/// By Spacer on the word's clauses. `bounded`: with the ranges of types. A failure says nothing about the word.
[[nodiscard]] std::variant<std::vector<logic::Term>, logic::InterpolationFailure> nested_horn_interpolants(
    const NestedProgram& program, const automata::NestedWord& word,
    const std::vector<logic::TransitionFormula>& transitions, NestedHornScope scope, bool bounded,
    const logic::InterpolationConfig& config);

}  // namespace bireach::checker
