// SPDX-License-Identifier: Apache-2.0
/// A program over nested words as the analyses of its error traces see it.
#pragma once

#include "checker/blocks/nested_program.h"
#include "relevance/danger/nested_error_automaton.h"

namespace bireach::checker {

/// The meaning of the program's letters. Semantics must leave executions with undefined behaviour out, as evidence
/// needs; the program must outlive the alphabet.
[[nodiscard]] relevance::NestedAlphabet nested_alphabet(const NestedProgram& program);

/// A feasible trace, given by its letters and an execution that follows it, with what its letters chose, and with the
/// values at the ends of activations. Precondition: the program has a letter for each path (BlockEncoding::chains).
[[nodiscard]] relevance::NestedFeasibleTrace nested_trace(const NestedProgram& program, const automata::Word& letters,
                                                          const frontend::Execution& execution);

}  // namespace bireach::checker
