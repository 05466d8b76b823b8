// SPDX-License-Identifier: Apache-2.0
/// Traces of several threads in the text for people.
#pragma once

#include <string>

#include "checker/report/report.h"
#include "checker/report/text/text_layout.h"

namespace bireach::checker {

/// The steps in a column for each thread, with brackets where locks are held, switches, and what hazards did; where the
/// columns do not fit, a column with the thread's name. `legend` explains the marks.
void write_thread_steps(TextPage& page, const ReportTrace& trace, const std::string& legend);

/// "x: 0 -> 1, y = 2"
[[nodiscard]] std::string changes_text(const ReportStep& step);

}  // namespace bireach::checker
