// SPDX-License-Identifier: Apache-2.0
/// The result in the Static Analysis Results Interchange Format (SARIF) 2.1.0, OASIS Standard, 27 March 2020.
#pragma once

#include <string>

#include "checker/report/report.h"

namespace bireach::checker {

/// One run with one result for each place of an error; its code flows are the traces, its related locations the
/// statements that are relevant, by rank, with the values that block traces in their messages, its fixes the repairs;
/// and one result for each suspect, with its rank. TRUE has no results, UNKNOWN a notification with the reason. Uses
/// Report::sources for columns in characters; without them columns are those of bytes. UTF-8, ends with a newline.
[[nodiscard]] std::string sarif_report(const Report& report);

}  // namespace bireach::checker
