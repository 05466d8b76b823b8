// SPDX-License-Identifier: Apache-2.0
/// Sentences about suspects and repairs that several reports use, in plain text.
#pragma once

#include <string>

#include "checker/report/suspects_report.h"

namespace bireach::checker {

/// "a.c:15 (f)", without the folders of the file
[[nodiscard]] std::string place_words(const ReportPlace& place);
/// What stands there, with its kind where the text alone does not tell: "something is missing before: return x"
[[nodiscard]] std::string suspect_words(const ReportSuspect& suspect);

/// "proved", "proved under assumptions", "not proved, but no error in 12 blocks"
[[nodiscard]] std::string status_words(const ReportRepair& repair);
/// "12 failing and 40 passing executions", "1 failing execution"; empty: there are none.
[[nodiscard]] std::string executions_words(std::size_t failing, std::size_t passing);
/// "Tried on 12 failing and 40 passing executions, all of which end well."
[[nodiscard]] std::string tried_words(const ReportRepair& repair);
/// "It changes what 2 of the passing ones observe: …"; empty: of none.
[[nodiscard]] std::string changed_words(const ReportRepair& repair);
/// "No repair was found: …"
[[nodiscard]] std::string no_repair_words(const ReportRepairs& repairs);

/// "They part at a.c:12 (f): `x < 3` holds in the failing one only"; `contrast` has a parting.
[[nodiscard]] std::string parting_words(const ReportContrast& contrast);

}  // namespace bireach::checker
