// SPDX-License-Identifier: Apache-2.0
/// A trace in which several values are arbitrary at once, each for itself: executed concretely, and as the condition on
/// these values under which the trace can be executed to its end.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "relevance/trace/suffix_condition.h"
#include "relevance/trace/trace_context.h"

namespace bireach::relevance {

/// Where an arbitrary value is assigned.
struct Replacement {
  std::size_t position = 0;
  /// The scalar that gets the value before the statement at the position; nothing: the statement, which assigns, gives
  /// its target the value instead of its own. An element's index is still evaluated.
  std::optional<frontend::VariableId> before;
};

/// Where the trace ends with certain values: `position` is that of the statement that does not let it pass, if any.
struct ReplacedEnd {
  SuffixEnd end = SuffixEnd::passes;
  std::size_t position = 0;
};

/// Executes the trace with these values, one for each replacement (by position, those `before` first), and else with
/// the inputs of the given execution: its start state and the choices of its havocs. Linear in what is left of the
/// trace; only statements that see a difference to the given execution are executed.
[[nodiscard]] ReplacedEnd run_with_values(const TraceContext& trace, const std::vector<Replacement>& replacements,
                                          const std::vector<logic::Value>& values);

/// The value that is assigned there in the given execution (of `before`: that the variable has already).
[[nodiscard]] logic::Value original_value(const TraceContext& trace, const Replacement& replacement);
/// The variable that is assigned.
[[nodiscard]] frontend::VariableId replaced_variable(const TraceContext& trace, const Replacement& replacement);
/// Is the value that of a whole array?
[[nodiscard]] bool replaces_array(const TraceContext& trace, const Replacement& replacement);

/// The trace passes iff all guards hold. Only what may differ from the executions of the valuation is kept.
struct ReplacedCondition {
  std::vector<logic::Term> chosen;   ///< the value of each replacement, free
  std::vector<logic::Term> allowed;  ///< their ranges
  std::vector<logic::Term> guards;
  /// Of each guard: its assumption fails, without undefined behaviour; false if it is none.
  std::vector<logic::Term> complements;
  bool exact = true;  ///< no guard has a value that nothing determines (bit operations in integers)
};

/// Havocs choose what they chose in the valuation's executions. Replacements as for run_with_values. Linear in the
/// trace, but for the size of terms. Throws DeadlineExceeded.
[[nodiscard]] ReplacedCondition replaced_condition(TraceTransitions& transitions, Valuation& valuation,
                                                   const std::vector<Replacement>& replacements, Deadline deadline);

}  // namespace bireach::relevance
