// SPDX-License-Identifier: Apache-2.0
/// Harnesses that make the threads of a program take turns.
#pragma once

#include <string>
#include <vector>

#include "checker/replay/thread_schedule.h"
#include "frontend/clang/reading/source_points.h"

namespace bireach::checker {

/// Functions of the C library whose calls go to the harness.
[[nodiscard]] const std::vector<std::string>& scheduled_functions();

/// C code for the harness; it calls bireach_end(). `lost_status`: with which the program ends where the threads do not
/// take their turns.
[[nodiscard]] std::string scheduling_code(const ThreadSchedule& schedule, int lost_status);

/// The files' texts with calls of the harness at the places of the schedule. Lines are as in the files.
/// Throws frontend::ParseError if a file cannot be read.
[[nodiscard]] std::vector<std::string> scheduled_texts(const ThreadSchedule& schedule,
                                                       const frontend::SourcePoints& points,
                                                       const std::vector<std::string>& files);

}  // namespace bireach::checker
