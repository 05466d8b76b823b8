// SPDX-License-Identifier: Apache-2.0
/// What is known of an error while its analysis goes on.
#pragma once

#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "checker/answer/budget.h"
#include "checker/harvest/harvest.h"
#include "checker/report/program_report.h"
#include "checker/report/report.h"
#include "frontend/program/program.h"
#include "relevance/statements/program_relevance.h"

namespace bireach::checker {

/// One thread adds, and reads without a lock what it has added; another one may ask for the report at any time. Traces
/// are numbered from 1.
class ErrorFindings {
 public:
  /// `violation`: the kind of error; `overflow`: how the program's was read when it was found.
  ErrorFindings(std::shared_ptr<const frontend::Program> program, const Budget& budget, frontend::Violation violation,
                frontend::SignedOverflow overflow);

  [[nodiscard]] frontend::Violation violation() const { return violation_; }
  /// FALSE, with all that is known. Takes the findings apart: at most once, by the one thread that answers.
  [[nodiscard]] Report report();

  /// Copies what was counted so far; everything that is added does so too.
  void take_stock();
  void add_detail(std::string line);
  /// A trace that stands, with all its statements undecided, until the next one is added, which is the same trace.
  /// `analysed` is what a harvest intersects.
  void add_provisional(ReportTrace trace, relevance::RelevanceReport analysed = {});
  void add(ReportTrace trace, relevance::RelevanceReport analysed = {});
  /// More about the first trace; its explanation stays.
  void complete(ReportTrace trace, relevance::RelevanceReport analysed);
  void explain(std::size_t number, ReportExplanation explanation);
  void set_suspects(ReportSuspects suspects);
  void set_repairs(ReportRepairs repairs);
  void set_slice(ReportSlice slice);
  void set_invariants(ReportProgramInvariants invariants);
  /// `assumptions`: of the proofs that some hold.
  void set_checks(std::vector<ReportCheck> checks, const std::set<std::string>& assumptions);
  /// Of the thread that adds.
  [[nodiscard]] const std::vector<ReportTrace>& traces() const { return traces_; }
  /// A copy of the trace's report; nothing once `report` was made.
  [[nodiscard]] std::optional<ReportTrace> trace(std::size_t number) const;

  // Of a harvest:
  void begin_harvest(const HarvestOptions& options, StatementNumbers numbers);
  [[nodiscard]] const StatementNumbers& numbers() const { return numbers_; }
  [[nodiscard]] const std::deque<relevance::RelevanceReport>& analysed() const { return analysed_; }
  /// All traces so far; valid until one is added.
  [[nodiscard]] relevance::TraceCollection collection() const;
  void add_subtracted(const SubtractedErrors& errors);
  /// A trace was found too late to be analysed.
  void leave_out_trace();
  void end_harvest(HarvestStop end, const std::string& reason);
  [[nodiscard]] bool harvest_has_ended() const { return end_.has_value(); }
  void count_harvest(const HarvestResult& result);
  /// The traces' intersection; its statements stay where they are.
  const relevance::ProgramRelevance& intersect();
  void set_common_fix(std::size_t statement, relevance::CommonFix fix);
  void rank();

 private:
  void put(ReportTrace trace, relevance::RelevanceReport analysed);
  void copy_counts();
  void report_harvest(Report& report);

  const std::shared_ptr<const frontend::Program> program_;
  const Budget budget_;
  const frontend::Violation violation_;
  const frontend::SignedOverflow overflow_;

  mutable std::mutex mutex_;  // guards what follows
  ReportStatistics stock_;
  bool is_provisional_ = false;  ///< the one trace
  std::vector<std::string> details_;
  std::vector<ReportTrace> traces_;
  std::optional<ReportSuspects> suspects_;
  std::optional<ReportRepairs> repairs_;
  std::optional<ReportSlice> slice_;
  std::optional<ReportProgramInvariants> invariants_;
  std::vector<ReportCheck> checks_;
  std::vector<std::string> assumptions_;  ///< beside the program's
  StatementNumbers numbers_;
  std::deque<relevance::RelevanceReport> analysed_;  ///< the same traces
  std::optional<ReportHarvest> harvest_;
  std::optional<HarvestStop> end_;
  std::optional<relevance::ProgramRelevance> relevance_;
};

/// How a harvest has ended that was stopped for this reason.
[[nodiscard]] HarvestStop stop_of(StopCause cause);

}  // namespace bireach::checker
