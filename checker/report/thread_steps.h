// SPDX-License-Identifier: Apache-2.0
/// The steps of several threads as people see them.
#pragma once

#include <vector>

#include "checker/report/report.h"
#include "frontend/program/interpreter.h"
#include "frontend/program/program.h"

namespace bireach::checker {

/// Empty for a sequential program.
[[nodiscard]] std::vector<ReportThread> report_threads(const frontend::Program& program);

/// Makes each call of a function for threads (is_thread_function) one step ("pthread_mutex_lock(&m)"; two, if it waits
/// while others go on), shows that a statement was split where another thread moved in its midst, says what starts and
/// ends, and finds the regions in which locks are held. `report` has a step for each edge of the trace; nothing is done
/// for a sequential program.
void arrange_threads(const frontend::Program& program, const frontend::Execution& execution, ReportTrace& report);

}  // namespace bireach::checker
