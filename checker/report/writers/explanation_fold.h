// SPDX-License-Identifier: Apache-2.0
/// Which lines of an explanation one line stands for, so that it fits a screen.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "checker/report/report.h"

namespace bireach::checker {

/// A line: a step, or an invariant between steps.
struct ExplanationRow {
  std::string place;
  std::string text;
  std::vector<std::string> invariant;  ///< its conjuncts; empty: a step
  std::string note;
  std::vector<std::string> variables = {};  ///< of the invariant
  std::optional<std::size_t> step = {};     ///< of the trace
};

/// The rows from `first` to before `end`: one row as it is, or several in whose place `fold` stands.
struct FoldedRows {
  std::size_t first = 0, end = 0;
  std::string fold;  ///< "… 14 more rounds of the loop at a.c:12, x from 3 to 16 …"; empty: shown
};

/// All rows, in order. Rounds of a loop that are alike are folded where that saves a dozen lines. If that leaves more
/// than `most` lines, and until it does not, deepest first: the rounds of loops but for the first and the last one,
/// then the steps within calls; at last what is furthest from the error. The first step and the last row are shown.
/// Costs rows times distinct rows for each fold.
[[nodiscard]] std::vector<FoldedRows> fold_explanation(const ReportTrace& trace,
                                                       const std::vector<ExplanationRow>& rows, std::size_t most);

}  // namespace bireach::checker
