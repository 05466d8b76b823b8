// SPDX-License-Identifier: Apache-2.0
/// Sentences that several reports use, in plain text.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "checker/report/report.h"

namespace bireach::checker {

/// What the value does if it is assigned instead: "this execution leaves the trace before the error"
[[nodiscard]] std::string consequence(const ReportFix& fix);
/// Why a statement is relevant in its trace: "with 0 instead, no input takes this trace to the error"
[[nodiscard]] std::string relevance_text(const ReportTrace& trace, const ReportRelevantStatement& entry);

/// Why a statement is relevant in every one of so many traces: "with 0 instead, no input takes any of the 3 traces to
/// the error"
[[nodiscard]] std::string program_relevance_text(const ReportProgramStatement& entry, std::size_t traces);
/// "relevant in 2 of 3 traces (1, 3)"
[[nodiscard]] std::string some_traces_text(const ReportProgramStatement& entry, std::size_t traces);
/// "undecided in 1 of 3 traces (2): time limit"
[[nodiscard]] std::string undecided_text(const ReportProgramStatement& entry, std::size_t traces);

/// Why something was left open, without the words of solvers: "the time for it was up" for "z3: canceled; cvc5:
/// timeout".
[[nodiscard]] std::string plain_reason(const logic::UnknownReason& reason);
/// "a.c:7: for all k: …", of all parts of the proof, each once.
[[nodiscard]] std::vector<std::string> element_invariants(const ReportProof& proof);
/// What confirmed a TRUE: "certified by the second solver", or that no solver was needed.
[[nodiscard]] std::string certification_text(const ReportProof& proof, const ReportStatistics& statistics);

/// What the error needs of an input: "kept at 11 (n >= 11 in every execution that fails)"
[[nodiscard]] std::string needed_words(const ReportNeededInput& input);

/// " (a[0], a[1], …)": which elements of an initialiser; empty for the one part "".
[[nodiscard]] std::string parts_text(const std::vector<std::string>& parts);

/// How the search for traces ended, and what those that were found stand for.
[[nodiscard]] std::string harvest_text(const ReportHarvest& harvest, std::size_t traces);

}  // namespace bireach::checker
