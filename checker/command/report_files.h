// SPDX-License-Identifier: Apache-2.0
/// The files that a run writes beside the text on standard output.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "checker/command/command_line.h"
#include "checker/report/report.h"

namespace bireach::checker {

/// Every file that the options ask for.
[[nodiscard]] std::vector<std::string> report_files(const CheckOptions& options);

/// Why one of them could not be written, or must not be, since it is an input or is named twice; empty: nothing is in
/// the way.
[[nodiscard]] std::string cannot_write_reports(const CheckOptions& options);

/// Does one of them want Report::sources, or Report::automaton?
[[nodiscard]] bool shows_sources(const CheckOptions& options);
[[nodiscard]] bool shows_automaton(const CheckOptions& options);

/// Each file whole or not at all; the folder of the HTML report is made if it is missing. Drawing the automaton may
/// take so long. Throws std::runtime_error.
void write_report_files(const CheckOptions& options, const Report& report, std::chrono::milliseconds drawing_limit);

}  // namespace bireach::checker
