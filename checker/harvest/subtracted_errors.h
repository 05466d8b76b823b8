// SPDX-License-Identifier: Apache-2.0
/// What is told of each automaton that a harvest subtracts.
#pragma once

#include <cstdint>
#include <string>

#include "relevance/danger/error_automaton.h"

namespace bireach::relevance {
struct NestedErrorAutomaton;
}

namespace bireach::checker {

/// What a feasible error trace was generalised to.
struct SubtractedErrors {
  std::string generalization;  ///< "danger", "danger-loops", "danger-strict", "trace"
  std::string predicates;      ///< "trace", "generalised"; empty for "trace"
  relevance::Guarantee guarantee = relevance::Guarantee::feasible;
  std::uint64_t states = 0, transitions = 0;
  std::string arithmetic;  ///< of its predicates
  /// Over the letters of the chains, or over the nested ones; valid during the callback.
  const relevance::ErrorAutomaton* errors = nullptr;
  const relevance::NestedErrorAutomaton* nested_errors = nullptr;
  std::string certificate;  ///< "", "checked by cvc5", "not decided: …"
  double seconds = 0;
};

}  // namespace bireach::checker
