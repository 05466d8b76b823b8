// SPDX-License-Identifier: Apache-2.0
/// One list of what is likely to be wrong, by evidence of all kinds.
#pragma once

#include <string>
#include <vector>

#include "checker/report/report.h"
#include "checker/suspects/source_findings.h"
#include "checker/suspects/suspect_search.h"

namespace bireach::checker {

/// By line of the source: the best change that executions know of, then relevance, need, and nearness to the error.
/// What only the specification executes is left out. `note` says what cut the search short; empty: nothing did.
/// docs/design/suspects.md has the rule and what it was fitted on.
[[nodiscard]] ReportSuspects rank_suspects(const SuspectSearch& search, const std::vector<ReportTrace>& traces,
                                           const std::vector<SourceFinding>& findings, const std::string& note);

}  // namespace bireach::checker
