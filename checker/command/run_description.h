// SPDX-License-Identifier: Apache-2.0
/// What a report says of its run beside the answer: the tool, the input, the options, the process.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "checker/answer/limits.h"
#include "checker/command/command_line.h"
#include "checker/report/report.h"
#include "frontend/program/property.h"

namespace bireach::checker {

struct RunDescription {
  /// Reads the files for their hashes.
  RunDescription(const InputOptions& input, NamedOptions options_in_force);

  void set_entry(const std::string& function);
  void describe(Report& report) const;

  std::vector<std::string> files;
  std::vector<std::pair<std::string, std::string>> sha256;
  std::string data_model;
  frontend::Property property;       ///< once it has been read
  std::string unsupported_property;  ///< Report::unsupported_property
  std::string entry;
  NamedOptions options;
};

/// Time and memory of the process by now.
void measure_process(ReportStatistics& statistics, Clock::time_point start);

}  // namespace bireach::checker
