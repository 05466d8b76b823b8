// SPDX-License-Identifier: Apache-2.0
#include "checker/command/run_description.h"

#include <sys/resource.h>

#include "checker/answer/budget.h"
#include "checker/command/version.h"

namespace bireach::checker {

RunDescription::RunDescription(const InputOptions& input, NamedOptions options_in_force)
    : files(input.files),
      data_model(to_string(input.data_model)),
      entry(input.entry.value_or("main")),
      options(std::move(options_in_force)) {
  for (const std::string& file : files)
    if (auto digest = sha256_of_file(file)) sha256.emplace_back(file, std::move(*digest));
}

void RunDescription::set_entry(const std::string& function) {
  entry = function;
  for (auto& [name, value] : options)
    if (name == "entry") value = function;
}

void RunDescription::describe(Report& report) const {
  report.version = tool_version();
  report.files = files;
  report.sha256 = sha256;
  report.data_model = data_model;
  report.property = property;
  report.unsupported_property = unsupported_property;
  report.entry = entry;
  report.options = options;
}

void measure_process(ReportStatistics& statistics, Clock::time_point start) {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  statistics.wall_s = seconds_since(start);
  statistics.cpu_s = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  statistics.peak_memory_mib = static_cast<double>(usage.ru_maxrss) / 1024;
}

}  // namespace bireach::checker
