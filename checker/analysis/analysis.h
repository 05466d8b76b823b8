// SPDX-License-Identifier: Apache-2.0
/// From a program and a question to a report: knows no signals, no output, no files to write and no end of a process.
#pragma once

#include "checker/analysis/observer.h"
#include "checker/analysis/question.h"
#include "checker/answer/budget.h"
#include "checker/report/report.h"

namespace bireach::checker {

/// Verifies, then answers the question. When the budget ends, with what is known by then. Never throws: out of memory
/// is a reason of UNKNOWN, or the end of what follows a FALSE; what should not happen is an internal error, with its
/// reason. What the report says of the run, the files and the process is left to the caller.
[[nodiscard]] Report analyse(Subject subject, const Question& question, const Budget& budget, Observer& observer);

}  // namespace bireach::checker
