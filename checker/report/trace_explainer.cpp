// SPDX-License-Identifier: Apache-2.0
#include "checker/report/trace_explainer.h"

#include <algorithm>
#include <chrono>

#include "checker/report/explanation_report.h"
#include "relevance/threads/concurrent_explainer.h"

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
  if (!program_.threads.empty()) explain_threads(execution, explanation, number, report, limit);
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return report;
}

void TraceExplainer::explain_threads(const frontend::Execution& execution,
                                     const relevance::ErrorExplanation& explanation, std::size_t number,
                                     ReportExplanation& report, std::optional<std::chrono::milliseconds> limit) {
  relevance::ConcurrentConfig config;
  config.time_limit = std::min(config.time_limit, limit.value_or(limit_));
  config.stop = stop_;
  config.statistics = statistics_;
  report.concurrent = relevance::explain_concurrency(program_, execution, explanation, config);
  if (classes_ == TraceClasses::none) return;
  // Whatever the invariants say: what differs only in the order of independent steps is one trace.
  std::vector<frontend::EdgeId> order;
  for (const std::size_t position : relevance::normal_order(program_, execution))
    order.push_back(*program_.edge(execution.trace[position]).thread_edge);
  const std::size_t first = by_order_.emplace(std::move(order), number).first->second;
  if (first != number) report.same_as = first;
}

}  // namespace bireach::checker
