// SPDX-License-Identifier: Apache-2.0
/// Threads in the data of the HTML page.
#pragma once

#include <nlohmann/json.hpp>

#include "checker/report/report.h"

namespace bireach::checker {

/// `threads`, `lanes`, `regions`, `hazards`, `pattern`; nothing for a trace of a sequential program.
void add_html_threads(const ReportTrace& trace, nlohmann::ordered_json& result);

}  // namespace bireach::checker
