// SPDX-License-Identifier: Apache-2.0
/// An execution and the relevance of its statements as report data.
#pragma once

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "checker/report/report.h"
#include "checker/report/trace_names.h"
#include "frontend/program/interpreter.h"
#include "frontend/program/program.h"
#include "frontend/program/semantics.h"
#include "relevance/statements/relevance.h"

namespace bireach::checker {

/// Everything a report says of one error trace; `keys` as `statement_keys` gives them. The formulas are in `preferred`
/// arithmetic, or in bit-vectors where an edge of the trace is not exact in integers. What is known of relevance may
/// grow: all else is made once.
class TraceReporter {
 public:
  /// The references must outlive this. Of a longer execution the last `most_steps` are reported, with positions that
  /// count from the first of them.
  TraceReporter(const frontend::Program& program, const std::vector<std::string>& keys,
                const frontend::Execution& execution, frontend::Arithmetic preferred,
                std::size_t most_steps = std::numeric_limits<std::size_t>::max());
  ~TraceReporter();
  TraceReporter(const TraceReporter&) = delete;
  TraceReporter& operator=(const TraceReporter&) = delete;

  /// With the relevance of these positions; those that are not mentioned are irrelevant. `seconds` is what the analysis
  /// of relevance took.
  [[nodiscard]] ReportTrace with(const std::vector<relevance::StatementRelevance>& positions, double seconds);

 private:
  class Maker;
  frontend::Execution end_;  ///< of a longer one
  std::unique_ptr<Maker> maker_;
};

/// The same in one step.
[[nodiscard]] inline ReportTrace make_trace_report(const frontend::Program& program,
                                                   const std::vector<std::string>& keys,
                                                   const frontend::Execution& execution,
                                                   const std::vector<relevance::StatementRelevance>& positions,
                                                   double seconds, frontend::Arithmetic preferred) {
  return TraceReporter(program, keys, execution, preferred).with(positions, seconds);
}
[[nodiscard]] inline ReportTrace make_trace_report(const frontend::Program& program,
                                                   const relevance::RelevanceReport& relevance,
                                                   frontend::Arithmetic preferred) {
  return make_trace_report(program, statement_keys(program), relevance.execution, relevance.positions,
                           relevance.seconds, preferred);
}

/// Every assigning position of the trace, undecided for the given reason.
[[nodiscard]] std::vector<relevance::StatementRelevance> undecided_positions(const frontend::Program& program,
                                                                             const frontend::Trace& trace,
                                                                             const logic::UnknownReason& reason);

}  // namespace bireach::checker
