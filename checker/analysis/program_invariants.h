// SPDX-License-Identifier: Apache-2.0
/// What holds in every execution that fails, for reports.
#pragma once

#include <stop_token>

#include "abstraction/slicing/error_invariants.h"
#include "checker/analysis/context.h"
#include "checker/analysis/statement_units.h"
#include "checker/answer/statistics.h"
#include "checker/report/invariants_report.h"

namespace bireach::checker {

/// A share of what the run's limit leaves, but never more than `longest`.
[[nodiscard]] Clock::duration share_of_time_left(const AnalysisContext& context, int one_in, Clock::duration longest);

/// Of statements whose copies have different invariants there is none.
[[nodiscard]] ReportProgramInvariants report_invariants(const frontend::Program& program, const StatementUnits& units,
                                                        const abstraction::ErrorInvariants& invariants);

}  // namespace bireach::checker
