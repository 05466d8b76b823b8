// SPDX-License-Identifier: Apache-2.0
/// What the steps of an analysis share.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "checker/analysis/findings.h"
#include "checker/analysis/observer.h"
#include "checker/analysis/question.h"
#include "checker/answer/stop_timer.h"
#include "checker/report/suspects_report.h"
#include "checker/report/trace_explainer.h"
#include "checker/report/trace_report.h"
#include "checker/suspects/source_findings.h"
#include "checker/suspects/suspect_search.h"
#include "logic/solvers/unknown_reason.h"
#include "relevance/statements/relevance.h"
#include "relevance/statements/trace_relevance.h"

namespace bireach::checker {

struct AnalysisContext {
  std::shared_ptr<const frontend::Program> program;
  const Question& question;
  Budget budget;  ///< of the step that runs: TimeShare
  Observer& observer;
  frontend::Violation violation = frontend::Violation::unreach_call;  ///< of the error that was found
  /// An error found was found in spite of it; its execution is one like any other.
  frontend::SignedOverflow overflow = frontend::SignedOverflow::undefined;
  /// That was replayed, with its undefined behaviour: what evidence is made of. Null: none is wanted.
  const frontend::Execution* found = nullptr;
  std::shared_ptr<ErrorFindings> findings = nullptr;      ///< once the verdict is FALSE
  std::optional<ProgramSources> sources = std::nullopt;   ///< as the program was read last
  std::shared_ptr<SuspectSearch> suspects = nullptr;      ///< once they are looked for
  std::string suspects_note = {};                         ///< what cut that search short
  std::vector<SourceFinding> source_findings = {};        ///< about the first trace
  std::optional<ReportContrast> contrast = std::nullopt;  ///< of the first failing execution, once it is known

  [[nodiscard]] frontend::Arithmetic arithmetic() const { return question.verify.first_arithmetic(); }
  /// For error invariants; one trace may take what the run's limit leaves, but not long.
  [[nodiscard]] relevance::ExplanationConfig explanation_config() const;
  [[nodiscard]] Verdict verify(const frontend::Program& of, VerifyOptions options, std::stop_token stop) const;

  /// The answer is about this one from here on.
  void change_program(std::shared_ptr<const frontend::Program> changed);
  /// The findings about an error that is to be explained, not yet known to the observer.
  void begin_findings();
  /// The verdict is FALSE from here on.
  void error_is_known() const {
    observer.error_known(findings);
    if (found != nullptr) observer.found(*program, *found);
  }

  /// Of the trace, or all undecided if that fails, which is remarked. `known`: what was found out about it before,
  /// with or without its execution. Throws std::bad_alloc.
  [[nodiscard]] relevance::RelevanceReport relevance_of(const frontend::Execution& execution,
                                                        const relevance::RelevanceReport& known = {}) const;
  /// Every assigning position of the execution, undecided for this reason.
  [[nodiscard]] relevance::RelevanceReport undecided(const frontend::Execution& execution,
                                                     const logic::UnknownReason& reason) const;
  /// A trace's report without explanation, as long as nobody has looked for one.
  [[nodiscard]] ReportTrace unexplained(ReportTrace trace, std::uint64_t iteration) const;
  [[nodiscard]] ReportExplanation no_explanation(const logic::UnknownReason& reason) const;
  /// What `explain` returns, or none if it fails, which is remarked. Throws std::bad_alloc.
  [[nodiscard]] ReportExplanation guarded(const std::function<ReportExplanation()>& explain) const;
};

/// While it lives, what is done in the context may take this share of the time that is left, if that is limited.
class TimeShare {
 public:
  TimeShare(AnalysisContext& context, double share);
  ~TimeShare() { context_.budget = whole_; }
  TimeShare(const TimeShare&) = delete;
  TimeShare& operator=(const TimeShare&) = delete;

 private:
  AnalysisContext& context_;
  const Budget whole_;
  std::optional<StopTimer> timer_;
};

/// With what was counted.
[[nodiscard]] Report unknown_report(const AnalysisContext& context, const std::string& reason);

/// To be explained: formulas for every step would take too much memory.
[[nodiscard]] inline bool is_too_long(const frontend::Execution& execution) {
  return execution.trace.size() > 25'000;
}

// After an error was found, by the goal. The report is `context.findings`'s.
void explain_first_trace(AnalysisContext& context, const frontend::Execution& execution);
/// Takes up what that had no time for, if something was left out and there is time now.
void complete_explanation(AnalysisContext& context, const frontend::Execution& execution);
/// One that is too long: its end, without explanation.
void show_long_execution(AnalysisContext& context, const frontend::Execution& execution);
void explain_all_traces(AnalysisContext& context, const frontend::Execution& first, const HarvestOptions& options);

// What is likely to be wrong, if the question asks for it; never throw but std::bad_alloc.
/// Tries changes on executions beside this one. The findings hold its trace.
void search_suspects(AnalysisContext& context, const frontend::Execution& execution);
/// By the traces that the findings hold now.
void rank_suspects_found(AnalysisContext& context);
/// If the question wishes for them.
void search_repairs(AnalysisContext& context);

// Of the whole program, if the question asks for it; never throw but std::bad_alloc.
/// What holds in every execution that fails, if there are loops: else the traces tell as much.
void search_program_invariants(AnalysisContext& context);
/// Which statements the error needs.
void search_slice(AnalysisContext& context, const frontend::Execution& execution);

// Of a witness:
[[nodiscard]] Verdict search_for_witness(AnalysisContext& context, WitnessReader& reader, const VerifyOptions& options);
/// The report of an error that the search found; either `context.findings`, or UNKNOWN.
[[nodiscard]] std::optional<Report> judge_error(AnalysisContext& context, const WitnessReader& reader,
                                                const frontend::Execution& execution);
/// Changes the report of any other answer.
void judge_answer(const AnalysisContext& context, const WitnessReader& reader, Report& report);

}  // namespace bireach::checker
