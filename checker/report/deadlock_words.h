// SPDX-License-Identifier: Apache-2.0
/// What the threads wait for where none of them can go on.
#pragma once

#include "checker/report/report.h"
#include "frontend/program/interpreter.h"
#include "frontend/program/program.h"

namespace bireach::checker {

/// Says of a deadlock "T1 holds m1 and waits for m2; T2 holds m2 and waits for m1; T0 waits for the end of T1": of the
/// threads that are left at the end of the execution. `report` has its regions (arrange_threads). Nothing is done for
/// other errors.
void say_who_waits(const frontend::Program& program, const frontend::Execution& execution, ReportTrace& report);

}  // namespace bireach::checker
