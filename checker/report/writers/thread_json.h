// SPDX-License-Identifier: Apache-2.0
/// Threads in the result file.
#pragma once

#include <nlohmann/json.hpp>

#include "checker/report/report.h"

namespace bireach::checker {

/// `threads`; nothing for a sequential program.
void add_threads(const Report& report, nlohmann::ordered_json& result);
/// `context_switches`, `hazards`, `pattern`, `regions` of a trace of several threads.
void add_thread_events(const ReportTrace& trace, nlohmann::ordered_json& result);

}  // namespace bireach::checker
