// SPDX-License-Identifier: Apache-2.0
#include "checker/report/writers/slice_text.h"

#include <doctest/doctest.h>

#include <string>

#include "checker/report/writers/text_report.h"

namespace bireach::checker {
namespace {

TEST_CASE("slice: invariants say nothing twice, and no more than is read") {
  Report report;
  report.verdict = VerdictKind::unsafe;
  report.slice.emplace().complete = true;
  ReportSliceStatement statement;
  statement.kind = "assign";
  statement.text = "x = 1";
  statement.place.file = "dir/a.c";
  statement.place.line = 3;
  statement.status = SliceStatus::relevant;
  report.slice->statements = {statement};
  ReportSliceInvariant invariant;
  invariant.at = ReportSliceInvariant::At::behind;
  invariant.statement = 0;
  invariant.conjuncts = {"n == n", "x == 1", "x == 1", "a", "b", "c", "d", "e", "f", "g"};
  report.slice->invariants = {invariant};
  TextStyle style;
  style.subject = TextSubject::slice;
  const std::string text = text_report(report, style);
  CHECK(text.find("  * a.c:3  x = 1  without it, a failing input passes\n") != std::string::npos);
  CHECK(text.find("{ x == 1 && a && b && c && d && e && 2 more }") != std::string::npos);
  CHECK(text.find("n == n") == std::string::npos);
}

}  // namespace
}  // namespace bireach::checker
