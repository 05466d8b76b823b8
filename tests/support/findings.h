// SPDX-License-Identifier: Apache-2.0
/// What `inconsistent` finds in C given as text.
#pragma once

#include <doctest/doctest.h>

#include <chrono>
#include <set>
#include <string>
#include <vector>

#include "checker/inconsistency/inconsistency.h"
#include "logic/solvers/solver_statistics.h"
#include "tests/support/parse_fixture.h"

namespace bireach::checker::test {

/// Findings of any class, with time enough for the sanitizers on a busy machine.
inline InconsistencyWish all_classes() {
  InconsistencyWish wish;
  wish.seconds_for_function = 300;
  wish.question_time = std::chrono::seconds(60);
  wish.severities = {InconsistencyClass::error, InconsistencyClass::after_error, InconsistencyClass::unreachable};
  return wish;
}

inline FileFindings findings_in(const std::string& text, const InconsistencyWish& wish = all_classes()) {
  const frontend::test::TemporaryFile file(text);
  logic::SolverStatistics statistics;
  FileFindings findings = find_inconsistencies(file.path(), wish, {}, statistics);
  CHECK(findings.error == "");
  return findings;
}

/// "after-error: !p"
inline std::string short_text(const Finding& finding) {
  return std::string(to_string(finding.severity)) + ": " +
         (finding.both    ? "either way of " + finding.condition
          : finding.taken ? finding.condition
                          : "not " + finding.condition);
}

using Found = std::vector<std::string>;

/// One short text for each finding; nothing may be left undecided.
inline Found found(const std::string& text, const InconsistencyWish& wish = all_classes()) {
  Found result;
  for (const FunctionFindings& function : findings_in(text, wish).functions) {
    CHECK(function.undecided == std::vector<std::string>{});
    CHECK(function.refused == "");
    for (const Finding& finding : function.findings) result.push_back(short_text(finding));
  }
  return result;
}

}  // namespace bireach::checker::test
