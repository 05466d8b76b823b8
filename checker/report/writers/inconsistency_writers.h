// SPDX-License-Identifier: Apache-2.0
/// The forms of the answer of `bireach inconsistent`.
#pragma once

#include <map>
#include <string>

#include "checker/report/inconsistency_report.h"
#include "checker/report/text/text_style.h"

namespace bireach::checker {

/// For people: each finding with its contradiction, what lies between folded to a line with the invariant that it
/// keeps; then a summary. Without the verdict line.
[[nodiscard]] std::string inconsistency_text(const InconsistencyReport& report, const TextStyle& style);
/// inconsistency.schema.json beside this file describes it.
[[nodiscard]] std::string inconsistency_json(const InconsistencyReport& report);
/// SARIF 2.1.0: a rule for each severity, kept statements as code flow.
[[nodiscard]] std::string inconsistency_sarif(const InconsistencyReport& report);
/// One page that works offline: the code of each finding with the contradiction lit, boxes that unfold in between.
/// `sources`: texts of the files.
[[nodiscard]] std::string inconsistency_html(const InconsistencyReport& report,
                                             const std::map<std::string, std::string>& sources);

}  // namespace bireach::checker
