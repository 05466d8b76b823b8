// SPDX-License-Identifier: Apache-2.0
/// Generalisation of feasible error traces of programs with recursive procedures.
#pragma once

#include <chrono>

#include "relevance/danger/generalizer_config.h"
#include "relevance/danger/nested_error_automaton.h"

namespace bireach::relevance {

/// As ErrorGeneralizer, for nested words; always over all error traces of the program.
class NestedErrorGeneralizer {
 public:
  virtual ~NestedErrorGeneralizer() = default;
  /// Always accepts the trace: when time is up it is at least that one word.
  [[nodiscard]] virtual NestedErrorAutomaton generalize(const NestedFeasibleTrace& trace) = 0;
  virtual void set_predicates(DangerPredicates predicates) = 0;
  virtual void set_time_limit(std::chrono::milliseconds limit) = 0;
  [[nodiscard]] virtual const GeneralizationStatistics& statistics() const = 0;
};

}  // namespace bireach::relevance
