// SPDX-License-Identifier: Apache-2.0
/// What all reports say of a slice, and of what holds in every execution that fails. Visible text: fit for every form.
#pragma once

#include <cstddef>
#include <string>

#include "checker/report/invariants_report.h"
#include "checker/report/slice_report.h"

namespace bireach::checker {

/// Lines on which statements begin: those of the slice, and all.
struct SliceLines {
  std::size_t to_read = 0;
  std::size_t all = 0;
};
[[nodiscard]] SliceLines slice_lines(const ReportSlice& slice);

/// "Slice (exact): 3 of 9 statements stay; 6 certified irrelevant"
[[nodiscard]] std::string summary_words(const ReportSlice& slice);
/// "3 of 9 lines to read"
[[nodiscard]] std::string lines_words(const ReportSlice& slice);
/// What leaving out the others means: "whatever values stand for the others, the same inputs fail"
[[nodiscard]] std::string claim_words(SliceMode mode);
/// "a.c:5"
[[nodiscard]] std::string short_place_words(const ReportPlace& place);
/// Why the statement is part of the slice, or is not.
[[nodiscard]] std::string why_words(const ReportSliceStatement& statement);
/// What became of the slice as a C file.
[[nodiscard]] std::string output_words(const ReportSliceFile& output);

/// "x <= n && n >= 11", "true", "false"; nothing twice, and, where it folds, no more conjuncts than are read.
[[nodiscard]] std::string invariant_words(const ReportProgramInvariant& invariant, bool folds = true);
/// Is it worth a line of its own?
[[nodiscard]] bool says_something(const ReportProgramInvariant& invariant);

}  // namespace bireach::checker
