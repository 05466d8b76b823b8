// SPDX-License-Identifier: Apache-2.0
/// The report of the sample's trace with a slice and what holds in every execution that fails, made by hand.
#pragma once

#include <string>

#include "checker/report/trace_report.h"
#include "tests/checker/report/sample_trace.h"

namespace bireach::testing {

[[nodiscard]] inline checker::ReportSliceStatement sample_sliced(const std::string& key, unsigned line,
                                                                 const std::string& kind, const std::string& text,
                                                                 checker::SliceStatus status,
                                                                 checker::SliceEvidence evidence) {
  checker::ReportSliceStatement statement;
  statement.statement = key;
  statement.kind = kind;
  statement.text = text;
  statement.place = {"a.c", line, 3, "main", line, 3 + static_cast<unsigned>(text.size())};
  statement.status = status;
  statement.evidence = evidence;
  statement.kept = status != checker::SliceStatus::irrelevant;
  return statement;
}

[[nodiscard]] inline checker::ReportProgramInvariant sample_invariant(checker::ReportProgramInvariant::At at,
                                                                      const checker::ReportSliceStatement& of,
                                                                      std::vector<std::string> conjuncts) {
  checker::ReportProgramInvariant invariant;
  invariant.at = at;
  invariant.place = of.place;
  invariant.statement = of.statement;
  invariant.text = of.text;
  invariant.supported = true;
  invariant.conjuncts = std::move(conjuncts);
  return invariant;
}

/// An input, a loop with a relevant and an undecided statement, and two that are certified irrelevant, one of them in
/// the line of the input. The first statement is that of the sample's trace.
[[nodiscard]] inline checker::Report sample_slice_report() {
  using At = checker::ReportProgramInvariant::At;
  using checker::SliceEvidence;
  using checker::SliceStatus;
  const SampleTrace sample;
  checker::Report report;
  report.version = "0.1.0";
  report.files = {"a.c"};
  report.data_model = "LP64";
  report.entry = "main";
  report.verdict = checker::VerdictKind::unsafe;
  report.property.kinds = {frontend::Violation::unreach_call};
  report.traces.push_back(
      checker::make_trace_report(sample.program, sample.relevance(), frontend::Arithmetic::integer));
  checker::ReportSlice& slice = report.slice.emplace();
  slice.complete = true;
  slice.statements = {sample_sliced(report.traces[0].statements[0].key, 2, "havoc", "int n = in()",
                                    SliceStatus::relevant, SliceEvidence::execution),
                      sample_sliced("s901", 2, "assign", "y = n", SliceStatus::irrelevant, SliceEvidence::independence),
                      sample_sliced("s902", 4, "branch", "x < n", SliceStatus::relevant, SliceEvidence::execution),
                      sample_sliced("s903", 5, "assign", "x = x + 1", SliceStatus::undecided, SliceEvidence::none),
                      sample_sliced("s904", 6, "assign", "y = y + 1", SliceStatus::irrelevant, SliceEvidence::proof)};
  slice.statements[0].value = "0";
  slice.statements[3].depth = slice.statements[4].depth = 1;
  slice.statements[3].reason = "the time for it was up";
  checker::ReportProgramInvariants& invariants = report.invariants.emplace();
  invariants.entries = {sample_invariant(At::behind, slice.statements[0], {"n >= 11"}),
                        sample_invariant(At::behind, slice.statements[1], {"n >= 11", "y >= 11"}),
                        sample_invariant(At::loop, slice.statements[2], {"x <= n", "n >= 11"}),
                        sample_invariant(At::behind, slice.statements[3], {})};
  invariants.entries[0].of_input = {"n >= 11"};
  checker::ReportProgramInvariant error;
  error.at = At::error;
  error.place = {"a.c", 8, 3, "main", 8, 9};
  error.text = "x <= 10";
  error.supported = true;
  error.conjuncts = {"x >= 11"};
  invariants.entries.push_back(error);
  invariants.variables = {"n", "x"};
  return report;
}

}  // namespace bireach::testing
