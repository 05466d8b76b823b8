// SPDX-License-Identifier: Apache-2.0
/// The letters of error traces, and one feasible trace of them.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "automata/nfa.h"
#include "logic/hoare/transition_formula.h"
#include "logic/terms/model.h"

namespace bireach::relevance {

/// The meaning of the letters. Inexact transitions (over-approximations) are never used as evidence of a path.
/// A variable that is dead after a letter may keep its value there: executions agree with the program's on the live
/// ones, and a predicate may speak of what a dead one was before.
struct Alphabet {
  std::vector<logic::TransitionFormula> transitions;  ///< by letter; executions with undefined behaviour left out
  std::vector<std::uint32_t> sources;                 ///< by letter: the program location it starts from
  /// Type range of a variable; true where there is none.
  std::function<logic::Term(logic::Term variable)> range_of;
};

/// A feasible trace of a language of error traces.
struct FeasibleTrace {
  automata::Run run;  ///< an accepting run of the language's automaton
  /// For each position values of the letter's auxiliaries in one execution; used where a quantifier over them can't be
  /// eliminated. May be empty.
  std::vector<logic::Model> choices;
};

}  // namespace bireach::relevance
