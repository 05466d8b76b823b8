// SPDX-License-Identifier: Apache-2.0
#include "checker/report/trace_explainer.h"

#include <chrono>

#include "checker/report/explanation_report.h"

namespace bireach::checker {

ReportExplanation TraceExplainer::explain(const frontend::Execution& execution, const ReportTrace& trace,
                                          std::size_t number, std::optional<std::chrono::milliseconds> limit) {
  const auto start = std::chrono::steady_clock::now();
  const relevance::ErrorExplanation explanation = explainer_.explain(execution, limit);
  ReportExplanation report =
      make_explanation_report(program_, explainer_.semantics(explanation.arithmetic), execution, explanation, trace);
  if (explanation.found() && classes_ == TraceClasses::none) report.same_as = number;
  if (explanation.found() && classes_ == TraceClasses::compared) {
    classified_.push_back(number);
    report.same_as = classified_.at(explainer_.classify(execution, explanation));
  }
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return report;
}

}  // namespace bireach::checker
