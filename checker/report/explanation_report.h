// SPDX-License-Identifier: Apache-2.0
/// Error invariants of a trace as report data.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "checker/report/report.h"
#include "frontend/program/interpreter.h"
#include "frontend/program/program.h"
#include "frontend/program/semantics.h"
#include "relevance/explanation/error_invariants.h"

namespace bireach::checker {

/// For people and for the result file. `trace` is the report of the same execution; `semantics` that in which the
/// explanation's terms are.
[[nodiscard]] ReportExplanation make_explanation_report(const frontend::Program& program,
                                                        const frontend::Semantics& semantics,
                                                        const frontend::Execution& execution,
                                                        const relevance::ErrorExplanation& explanation,
                                                        const ReportTrace& trace);

/// There is none, for this reason.
[[nodiscard]] ReportExplanation missing_explanation(relevance::ExplanationKind kind,
                                                    const logic::UnknownReason& reason);

/// What all explained traces need, and which traces fail for the same reason.
[[nodiscard]] ReportNeeded make_needed_report(const std::vector<ReportTrace>& traces);

}  // namespace bireach::checker
