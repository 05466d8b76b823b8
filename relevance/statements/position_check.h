// SPDX-License-Identifier: Apache-2.0
/// Decides the relevance of single positions of a trace.
#pragma once

#include <optional>
#include <vector>

#include "relevance/statements/relevance.h"
#include "relevance/trace/query.h"
#include "relevance/trace/suffix_condition.h"

namespace bireach::relevance {

/// Term manager, formulas and solvers for some positions of one trace. One per thread at a time; what it answers
/// depends only on the trace and the order of its questions.
class PositionChecker {
 public:
  /// Construction is linear in the trace.
  PositionChecker(const TraceContext& trace, frontend::Arithmetic arithmetic, const RelevanceConfig& config);
  /// Precondition: an assigning position.
  StatementRelevance check(std::size_t position, std::chrono::milliseconds time_limit);

 private:
  struct Question;  // one position's state

  StatementRelevance decide(Question& question);
  void run_candidates(Question& question);
  [[nodiscard]] std::vector<logic::Substitution> uniform_arrays(logic::Term chosen, const frontend::ScalarType& type);
  bool find_in(Question& question, Valuation& valuation, QuerySolver& known, Deadline deadline);
  bool prefer_assumption(Question& question, const SuffixCondition& condition, logic::Term blocked, QuerySolver& known,
                         Deadline deadline);
  SuffixCondition before_choices(SuffixCondition condition);
  bool prefer_assumption_always(Question& question, Valuation& valuation, QuerySolver& known, Deadline deadline);
  static std::vector<logic::Integer> fix_candidates(const Question& question, SuffixEnd preferred,
                                                    std::optional<logic::Integer>& proved);
  void choose_small(Question& question, const std::vector<logic::Term>& formulas, QuerySolver& known,
                    logic::Term chosen, Deadline deadline);
  StatementRelevance with_fix(Question& question, SuffixEnd preferred);

  const TraceContext& trace_;
  logic::TermManager terms_;
  TraceTransitions transitions_;
  SymbolicValuation symbolic_;
  ConcreteValuation concrete_;
  logic::SolverConfig limits_;
  QuerySolver executions_;  // all executions of the trace
  QuerySolver plain_;
};

}  // namespace bireach::relevance
