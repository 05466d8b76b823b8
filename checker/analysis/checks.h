// SPDX-License-Identifier: Apache-2.0
/// What becomes of all checks of a program: after one is violated, the others are looked at without it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "checker/analysis/context.h"
#include "checker/answer/budget.h"
#include "checker/report/checks_report.h"

namespace bireach::checker {

/// Every check of the context's program as undecided, in the order of the source.
[[nodiscard]] std::vector<ReportCheck> list_open_checks(const AnalysisContext& context);
/// What became of each check, each by a proof or an execution of its own.
struct DecidedChecks {
  std::vector<ReportCheck> checks;       ///< in the order of the source
  std::set<std::string> assumptions;     ///< of the proofs
  std::optional<Unsafe> violating = {};  ///< an execution that violates one of them, if that ended the search
  std::vector<Safe> proofs = {};         ///< if there was none: of all that hold
};
/// The same where all of them together took too much time: in what time the budget has left, first those of each kind
/// together, then each on its own, until an error is found. A check holds if no execution violates it that did not
/// violate another one before.
[[nodiscard]] DecidedChecks decide_open_checks(const AnalysisContext& context);
/// The same of a program that is proved: which of them hold, and which are, if that is shown soon, not reached at all.
[[nodiscard]] std::vector<ReportCheck> list_proved_checks(const AnalysisContext& context);

/// The program as it is read where another reading does not model all of it.
using OtherReading = std::function<std::shared_ptr<const frontend::Program>()>;
/// The same after the execution has violated one: first all others together, in half of the time, then, if there is
/// another reading, all again in that, in half of what is left; then each on its own. `limit`: of the time, where the
/// budget has no deadline. An execution is not followed behind a check that it violates. `other_reading`: null: there
/// is none. `known`: what was decided before.
[[nodiscard]] DecidedChecks decide_checks(const AnalysisContext& context, const frontend::Execution& violating,
                                          Clock::duration limit, const OtherReading& other_reading,
                                          const std::vector<ReportCheck>& known);

/// Of the report of a proof that takes for granted that accesses stay inside of objects: proves that, too, and says so;
/// else why it is still assumed.
void prove_memory(const AnalysisContext& context, Report& report);

}  // namespace bireach::checker
