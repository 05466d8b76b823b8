// SPDX-License-Identifier: Apache-2.0
/// What is proved of a constant that is assigned at one position of a trace: which inputs it keeps from the end.
#pragma once

#include <optional>
#include <vector>

#include "relevance/statements/relevance.h"
#include "relevance/trace/query.h"
#include "relevance/trace/replaced_trace.h"
#include "relevance/trace/suffix_condition.h"

namespace bireach::relevance {

/// The questions of one position, whose target is an integer.
class ConstantClaims {
 public:
  struct Solvers {
    QuerySolver& executions;  ///< all executions of the trace, as `symbolic` names their values
    QuerySolver& plain;       ///< nothing
  };
  /// The condition is that of all executions of the suffix, with havocs chosen anew if a guard depends on one. All
  /// references must outlive this.
  ConstantClaims(TraceTransitions& transitions, SymbolicValuation& symbolic, Solvers solvers, std::size_t position,
                 const SuffixCondition& condition, Deadline deadline);

  /// The strongest claim that can be proved of the value; a claim that is not stronger than `enough` may be left out.
  /// A solver's unknown and the deadline leave the weaker claim.
  Fix judge(const logic::Integer& value, int enough);

 private:
  logic::SatResult ask(QuerySolver& solver, std::vector<logic::Term> formulas, logic::Model* model = nullptr);
  bool start();
  std::vector<logic::Term> same_prefix();
  bool judge_all_inputs(const logic::Integer& value, Fix& fix, int enough);
  bool reaching_stay_defined(const logic::Integer& value);
  Fix::Blocks reaching(const logic::Integer& value);

  TraceTransitions& transitions_;
  SymbolicValuation& symbolic_;
  Solvers solvers_;
  std::size_t position_;
  const SuffixCondition& condition_;
  Deadline deadline_;
  bool given_up_ = false;               // no symbolic execution with the constant in time
  std::optional<ReplacedTrace> trace_;  // made when it is asked for first
  std::vector<TraceInputs> witnesses_;  // of values that do not block every input: they may take other values through
};

}  // namespace bireach::relevance
