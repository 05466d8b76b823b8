// SPDX-License-Identifier: Apache-2.0
/// What becomes of all checks of a program: after one is violated, the others are looked at without it.
#pragma once

#include <vector>

#include "checker/analysis/context.h"
#include "checker/answer/budget.h"
#include "checker/report/checks_report.h"

namespace bireach::checker {

/// Every check of the context's program as undecided, in the order of the source.
[[nodiscard]] std::vector<ReportCheck> list_open_checks(const AnalysisContext& context);
/// The same of a program that is proved: which of them hold, and which are, if that is shown soon, not reached at all.
[[nodiscard]] std::vector<ReportCheck> list_proved_checks(const AnalysisContext& context);

/// The same after the execution has violated one: first all others together, in half of the time, then each on its own.
/// `limit`: of the time, where the budget has no deadline. An execution is not followed behind a check that it
/// violates.
[[nodiscard]] std::vector<ReportCheck> decide_checks(const AnalysisContext& context,
                                                     const frontend::Execution& violating, Clock::duration limit);

/// Of the report of a proof that takes for granted that accesses stay inside of objects: proves that, too, and says so;
/// else why it is still assumed.
void prove_memory(const AnalysisContext& context, Report& report);

}  // namespace bireach::checker
