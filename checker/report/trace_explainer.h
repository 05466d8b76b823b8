// SPDX-License-Identifier: Apache-2.0
/// Error invariants of the traces of one run, one after the other, as report data.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <vector>

#include "checker/report/report.h"
#include "frontend/program/interpreter.h"
#include "frontend/program/program.h"
#include "relevance/explanation/error_invariants.h"

namespace bireach::checker {

/// Are traces compared with one another, to find those with the same error invariants? For a single trace that would
/// only cost time.
enum class TraceClasses : std::uint8_t { none, compared };

/// Not thread-safe.
class TraceExplainer {
 public:
  /// The program must outlive this.
  TraceExplainer(const frontend::Program& program, const relevance::ExplanationConfig& config, TraceClasses classes)
      : program_(program),
        explainer_(program, config),
        classes_(classes),
        limit_(config.time_limit),
        stop_(config.stop),
        statistics_(config.statistics) {}

  /// Explains the execution that `trace` reports, the `number`-th of the report, from 1; `limit`: instead of the
  /// configuration's. Throws what solvers throw.
  [[nodiscard]] ReportExplanation explain(const frontend::Execution& execution, const ReportTrace& trace,
                                          std::size_t number,
                                          std::optional<std::chrono::milliseconds> limit = std::nullopt);

 private:
  void explain_threads(const frontend::Execution& execution, const relevance::ErrorExplanation& explanation,
                       std::size_t number, ReportExplanation& report, std::optional<std::chrono::milliseconds> limit);

  const frontend::Program& program_;
  relevance::ErrorExplainer explainer_;
  TraceClasses classes_;
  std::chrono::milliseconds limit_;
  std::stop_token stop_;
  logic::SolverStatistics* statistics_;
  std::vector<std::size_t> classified_;  ///< numbers of the traces that have a class, in order
  std::map<std::vector<frontend::EdgeId>, std::size_t>
      by_order_;  ///< of threads: the first trace with this normal order
};

}  // namespace bireach::checker
