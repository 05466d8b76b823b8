// SPDX-License-Identifier: Apache-2.0
/// What becomes of all checks of a program: after one is violated, the others are looked at without it.
#pragma once

#include <chrono>
#include <vector>

#include "checker/analysis/context.h"
#include "checker/report/checks_report.h"

namespace bireach::checker {

/// Every check of the context's program, with this status, in the order of the source.
[[nodiscard]] std::vector<ReportCheck> list_checks(const AnalysisContext& context, ReportCheck::Status status);

/// The same after the execution has violated one: verifies the program without those that are violated until a proof is
/// found for the rest, or `limit` or the budget ends. What one check lets through is not looked at behind it.
[[nodiscard]] std::vector<ReportCheck> decide_checks(const AnalysisContext& context,
                                                     const frontend::Execution& violating,
                                                     std::chrono::steady_clock::duration limit);

}  // namespace bireach::checker
