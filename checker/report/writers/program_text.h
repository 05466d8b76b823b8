// SPDX-License-Identifier: Apache-2.0
/// What the text report says of the program as a whole.
#pragma once

#include <cstddef>
#include <vector>

#include "checker/report/report.h"
#include "checker/report/text/text_layout.h"

namespace bireach::checker {

/// The statements that are relevant in every trace, in some, or perhaps; how the harvest ended. Nothing for a report
/// without a program.
void write_program(TextPage& page, const Report& report);

/// A line for each of these traces (indices), of many the first.
void write_brief_traces(TextPage& page, const Report& report, const std::vector<std::size_t>& traces);

/// Figures of the automata that were subtracted; nothing if there are none.
void write_harvest_statistics(TextPage& page, const ReportHarvest& harvest);

}  // namespace bireach::checker
