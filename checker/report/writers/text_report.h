// SPDX-License-Identifier: Apache-2.0
/// The report as text for people.
#pragma once

#include <string>
#include <vector>

#include "checker/report/report.h"
#include "checker/report/text/text_style.h"

namespace bireach::checker {

/// The whole report, UTF-8; its last line is the verdict line. `style.announced` says what stands above it.
[[nodiscard]] std::string text_report(const Report& report, const TextStyle& style = {});

/// Two lines, to be told as soon as an error is certain: "a.c:9:5: error: call of reach_error [unreach-call]", and that
/// it is. `files`: those of the program, for errors that have no place; `is_explained`: something about it will follow.
[[nodiscard]] std::string announcement(const ReportTrace& trace, const std::vector<std::string>& files,
                                       const TextStyle& style, bool is_explained);
/// Inputs and steps of the trace, without what is known of their relevance. Lines, the first and last of them empty.
[[nodiscard]] std::string plain_trace(ReportTrace trace, const TextStyle& style);

}  // namespace bireach::checker
