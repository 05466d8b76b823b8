// SPDX-License-Identifier: Apache-2.0
/// What the text report says of error invariants.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "checker/report/report.h"
#include "checker/report/text/text_layout.h"

namespace bireach::checker {

/// The abstract error trace: the needed steps, with the invariant before and after each; `number` is the trace's, from
/// 1. Nothing if nobody looked for it.
void write_explanation(TextPage& page, const ReportTrace& trace, std::size_t number);

/// What the text folds of it: steps of the trace, and what stands for them.
struct ExplanationFold {
  std::size_t from = 0, to = 0;
  std::string text;
};
/// Those without steps are left out. Nothing without an explanation.
[[nodiscard]] std::vector<ExplanationFold> explanation_folds(const ReportTrace& trace);

/// The statements that are needed in every trace, beside their relevance. Nothing for a report without a program.
void write_needed(TextPage& page, const Report& report);

/// Indices of the traces: classes one after the other, each with its representative first; then those without
/// explanation.
[[nodiscard]] std::vector<std::size_t> traces_by_class(const Report& report);
/// Is it explained by the error invariants of an earlier trace?
[[nodiscard]] bool is_like_another(const ReportTrace& trace, std::size_t number);
/// "like trace 1"; empty for one that is like no other.
[[nodiscard]] std::string class_text(const ReportTrace& trace, std::size_t number);

}  // namespace bireach::checker
