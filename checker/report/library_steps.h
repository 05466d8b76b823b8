// SPDX-License-Identifier: Apache-2.0
/// What library functions without a body in the program do in a trace, as users see it.
#pragma once

#include "checker/report/report.h"
#include "frontend/program/interpreter.h"

namespace bireach::checker {

/// Makes all that a call of a library function does (CallSite::is_library) one step, the last of those that change what
/// the program sees: "strncpy(...)", with all its changes. `report` has a step for each edge of the trace.
void fold_library_calls(const frontend::Program& program, const frontend::Trace& trace, ReportTrace& report);

}  // namespace bireach::checker
