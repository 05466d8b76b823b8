// SPDX-License-Identifier: Apache-2.0
/// The report of the sample's trace with suspects, repairs and executions side by side, made by hand.
#pragma once

#include "checker/report/trace_report.h"
#include "tests/checker/report/sample_trace.h"

namespace bireach::testing {

[[nodiscard]] inline checker::ReportSuspect sample_suspect(std::size_t rank, unsigned line, checker::SuspectKind kind,
                                                           const std::string& text, const std::string& reason) {
  checker::ReportSuspect suspect;
  suspect.rank = rank;
  suspect.place = {"a.c", line, 3, "main", line, 10};
  suspect.kind = kind;
  suspect.text = text;
  suspect.reason = reason;
  suspect.evidence.traces = 1;
  return suspect;
}

[[nodiscard]] inline checker::ReportSuspects sample_suspects(const checker::ReportTrace& trace) {
  using checker::SuspectKind;
  checker::ReportSuspects suspects;
  suspects.failing = 12;
  suspects.passing = 40;
  suspects.trusted = {"expected"};
  suspects.trust_is_guessed = true;
  suspects.ranked = {
      sample_suspect(1, 8, SuspectKind::condition, "i < n", "With `<=` all 12 failing executions end well."),
      sample_suspect(2, 5, SuspectKind::assignment, "int i = 1", "It is relevant in the one trace."),
      sample_suspect(3, 8, SuspectKind::argument, "i", "It is needed."),
      sample_suspect(4, 9, SuspectKind::missing, "if (!(x == i))", "An assignment to x would do."),
      sample_suspect(5, 2, SuspectKind::returned, "return a + 1", "It is relevant."),
      sample_suspect(6, 6, SuspectKind::assignment, "int x", "It is executed.")};
  suspects.ranked[0].evidence.trial = checker::ReportTrial{"`<` becomes `<=`", 12, 12, 40, 0, 1, false};
  suspects.ranked[0].evidence.repair = 1;
  suspects.ranked[2].evidence.left_out = relevance::Relevance::irrelevant;
  suspects.ranked[3].evidence.insertion = relevance::Relevance::relevant;
  suspects.ranked[3].evidence.insertable = {"x"};
  suspects.ranked[1].statement = trace.statements[0].key;
  suspects.ranked[1].traces = {1};
  suspects.ranked[4].statement = "s999";  // on no trace
  checker::ReportContrast contrast;
  contrast.inputs = {{"__VERIFIER_nondet_int() at a.c:6", "16", "60"}};
  contrast.parting = checker::ReportPlace{"a.c", 8, 10, "main", 8, 15};
  contrast.parting_text = "i < n";
  contrast.failing_takes_it = true;
  contrast.differences = {{checker::ReportPlace{"a.c", 6, 3, "main", 6, 10}, "x = 16 | 60"}};
  suspects.contrasts = {contrast};
  return suspects;
}

[[nodiscard]] inline checker::ReportRepairs sample_repairs() {
  checker::ReportRepair first;
  first.rank = 1;
  first.status = checker::RepairStatus::proved;
  first.title = "`<` becomes `<=`";
  first.changes = {{{"a.c", 8, 12, "main", 8, 13}, "<="}};
  first.patch = "--- a/a.c\n+++ b/a.c\n@@ -8,1 +8,1 @@\n-  while (i < n) i = add(i);\n+  while (i <= n) i = add(i);\n";
  first.lines = {8};
  first.suspect = 1;
  first.failing = 12;
  first.passing = 40;
  checker::ReportRepair second = first;
  second.rank = 2;
  second.status = checker::RepairStatus::bounded;
  second.bound = "no error in 12 blocks";
  second.title = "`x = i;` inserted";
  second.changes = {{{"a.c", 9, 3, "main", 9, 3}, "x = i;\n  "}};
  second.suspect = std::nullopt;
  second.changed_passing = 2;
  second.changed_example = "with 5 it returns 3, not 2";
  checker::ReportRepairs repairs;
  repairs.ranked = {first, second};
  repairs.candidates = 120;
  repairs.verified = 7;
  return repairs;
}

/// FALSE, of a run of `repair`.
[[nodiscard]] inline checker::Report sample_repair_report() {
  const SampleTrace sample;
  checker::Report report;
  report.version = "1.2.3";
  report.files = {"a.c"};
  report.data_model = "LP64";
  report.entry = "main";
  report.verdict = checker::VerdictKind::unsafe;
  report.traces = {checker::make_trace_report(sample.program, sample.relevance(), frontend::Arithmetic::integer)};
  report.suspects = sample_suspects(report.traces.front());
  report.repairs = sample_repairs();
  return report;
}

}  // namespace bireach::testing
