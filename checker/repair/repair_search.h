// SPDX-License-Identifier: Apache-2.0
/// Changes of a program's text with which it has no error: counterexample-guided, and proved.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "checker/answer/budget.h"
#include "checker/answer/statistics.h"
#include "checker/engines/verify_options.h"
#include "checker/report/suspects_report.h"
#include "checker/suspects/suspect_search.h"

namespace bireach::checker {

struct RepairSetting {
  unsigned max_edits = 1;
  unsigned jobs = 1;
  std::size_t enough = 3;  ///< proved repairs after which no more are looked for
  VerifyOptions verify;    ///< all but the deadline
  std::optional<Clock::time_point> deadline;
  std::stop_token stop;
  /// Told whenever more is known.
  std::function<void(const ReportRepairs&)> known = [](const ReportRepairs&) {};
  std::function<void(const std::string& phase)> enter = [](const std::string&) {};
};

/// `suspects` has searched. A change is a candidate if every failing execution ends well with it and no passing one
/// breaks; each candidate's text is read and verified, with more time in each round; a counterexample joins the
/// executions and strikes out all candidates that it refutes. Proved repairs come first, then smaller ones, then those
/// that change less of what passing executions observe. What was counted is added to `statistics`.
[[nodiscard]] ReportRepairs find_repairs(SuspectSearch& suspects, const RepairSetting& setting,
                                         VerifyStatistics& statistics);

}  // namespace bireach::checker
