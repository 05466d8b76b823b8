// SPDX-License-Identifier: Apache-2.0
/// An execution and the relevance of its statements as report data.
#pragma once

#include "checker/report.h"
#include "frontend/interpreter.h"
#include "frontend/program.h"
#include "frontend/semantics.h"
#include "relevance/relevance.h"

namespace bireach::checker {

/// Everything a report says of one error trace. The formulas are in `preferred` arithmetic, or in bit-vectors where an
/// edge of the trace is not exact in integers. Positions that `relevance` does not mention are irrelevant.
[[nodiscard]] ReportTrace make_trace_report(const frontend::Program& program,
                                            const relevance::RelevanceReport& relevance,
                                            frontend::Arithmetic preferred);

/// A relevance report in which every assigning position is undecided, for the given reason.
[[nodiscard]] relevance::RelevanceReport undecided_relevance(const frontend::Program& program,
                                                             const frontend::Execution& execution,
                                                             const std::string& reason);

}  // namespace bireach::checker
