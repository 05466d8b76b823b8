// SPDX-License-Identifier: Apache-2.0
/// Decides whether arbitrary values at some places of a trace can block it.
#pragma once

#include <memory>
#include <vector>

#include "relevance/source/replacement.h"
#include "relevance/source/source_config.h"
#include "relevance/trace/query.h"

namespace bireach::relevance {

struct ReplacementAnswer {
  Relevance relevance = Relevance::unknown;
  std::optional<BlockingValues> witness;  ///< of relevant
  logic::UnknownReason reason;            ///< of unknown
};

/// Term manager, formulas and solvers for the questions about one trace. Not thread-safe.
class ReplacementChecker {
 public:
  /// Linear in the trace. The references must outlive this. The deadline is that of all questions.
  ReplacementChecker(const TraceContext& trace, const SourceConfig& config, Deadline deadline);

  /// Is there an execution along the trace (the given one, or any: SourceConfig::inputs) and a choice of values, one
  /// for each replacement, with which the same inputs do not take the trace to its end: a guard fails, or undefined
  /// behaviour is met? relevant: yes. irrelevant: no, proved. Inputs are the start state and what the havocs of the
  /// trace choose, the same as without replacements.
  /// Replacements by position, those before a statement first. Values that people would try are executed first, and
  /// most irrelevant places need no solver either, since no guard depends on them. Never throws for lack of time.
  [[nodiscard]] ReplacementAnswer check(const std::vector<Replacement>& replacements);

 private:
  std::optional<BlockingValues> run_candidates(const std::vector<Replacement>& replacements);
  ReplacementAnswer ask(const std::vector<Replacement>& replacements, Deadline deadline);
  ReplacementAnswer from_model(const std::vector<Replacement>& replacements, const ReplacedCondition& condition,
                               const logic::Model& model, SuffixEnd end);
  [[nodiscard]] Answer query(const ReplacedCondition& condition, logic::Term blocked, Deadline deadline);
  [[nodiscard]] Valuation& valuation();

  const TraceContext& trace_;
  const SourceConfig& config_;
  Deadline deadline_;
  logic::TermManager terms_;
  TraceTransitions transitions_;
  std::unique_ptr<SymbolicValuation> symbolic_;  // of all executions
  ConcreteValuation concrete_;
  std::unique_ptr<QuerySolver> solver_;
};

}  // namespace bireach::relevance
