// SPDX-License-Identifier: Apache-2.0
/// Sentences that several reports use, in plain text.
#pragma once

#include <cstddef>
#include <string>

#include "checker/report.h"

namespace bireach::checker {

/// What the value does if it is assigned instead: "this execution cannot reach the error"
[[nodiscard]] std::string consequence(const ReportFix& fix);
/// Why a statement is relevant in its trace: "with 0 instead, no execution of this trace can reach the error"
[[nodiscard]] std::string relevance_text(const ReportTrace& trace, const ReportRelevantStatement& entry);

/// Why a statement is relevant in every one of so many traces: "0 instead blocks every execution of all 3 traces"
[[nodiscard]] std::string program_relevance_text(const ReportProgramStatement& entry, std::size_t traces);
/// "relevant in 2 of 3 traces (1, 3)"
[[nodiscard]] std::string some_traces_text(const ReportProgramStatement& entry, std::size_t traces);
/// "undecided in 1 of 3 traces (2): time limit"
[[nodiscard]] std::string undecided_text(const ReportProgramStatement& entry, std::size_t traces);

/// How the search for traces ended, and what those that were found stand for.
[[nodiscard]] std::string harvest_text(const ReportHarvest& harvest, std::size_t traces);

}  // namespace bireach::checker
