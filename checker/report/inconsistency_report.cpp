// SPDX-License-Identifier: Apache-2.0
#include "checker/report/inconsistency_report.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace bireach::checker {

std::size_t InconsistencyReport::finding_count() const {
  std::size_t count = 0;
  for (const FileFindings& file : results)
    for (const FunctionFindings& function : file.functions) count += function.findings.size();
  return count;
}

std::size_t InconsistencyReport::function_count() const {
  std::size_t count = 0;
  for (const FileFindings& file : results) count += file.functions.size();
  return count;
}

std::vector<std::string> InconsistencyReport::left_out() const {
  std::vector<std::string> result;
  for (const FileFindings& file : results) {
    if (!file.error.empty()) result.push_back(file.error);
    for (const FunctionFindings& function : file.functions) {
      if (!function.refused.empty())
        result.push_back(fmt::format("{}:{}: {}: {}", file.file, function.place.line, function.name, function.refused));
      else if (!function.undecided.empty())
        result.push_back(fmt::format("{}:{}: {}: {} of {} ways were not decided; {}", file.file, function.place.line,
                                     function.name, function.undecided.size(), function.arms,
                                     function.undecided.front()));
    }
  }
  return result;
}

std::string InconsistencyReport::verdict_line() const {
  if (const std::size_t count = finding_count()) return fmt::format("INCONSISTENT({})", count);
  std::size_t functions = 0, files_left = 0;
  for (const FileFindings& file : results) {
    files_left += file.error.empty() ? 0U : 1U;
    for (const FunctionFindings& function : file.functions)
      functions += function.refused.empty() && function.undecided.empty() ? 0U : 1U;
  }
  if (!stopped.empty()) return fmt::format("UNKNOWN({})", stopped);
  if (files_left > 0)
    return fmt::format("UNKNOWN({} of {} files {} not read)", files_left, files.size(),
                       files_left == 1 ? "was" : "were");
  if (functions > 0)
    return fmt::format("UNKNOWN({} of {} functions {} not analysed to the end)", functions, function_count(),
                       functions == 1 ? "was" : "were");
  return "CONSISTENT";
}

int InconsistencyReport::exit_status() const {
  const std::string line = verdict_line();
  return line == "CONSISTENT" ? 0 : line.rfind("INCONSISTENT", 0) == 0 ? 1 : 3;
}

void hide_known(InconsistencyReport& report, const std::string& baseline_json) {
  const nlohmann::json baseline = nlohmann::json::parse(baseline_json, nullptr, /*allow_exceptions=*/false);
  if (baseline.is_discarded() || !baseline.is_object() || baseline.value("format", "") != "bireach-inconsistency/1" ||
      !baseline.contains("findings") || !baseline["findings"].is_array())
    throw std::runtime_error("it is no result file of `bireach inconsistent --json`");
  std::map<std::pair<std::string, std::string>, std::size_t> known;
  for (const nlohmann::json& finding : baseline["findings"]) {
    if (!finding.is_object() || !finding.contains("location") || !finding["location"].is_object()) continue;
    ++known[{finding["location"].value("file", ""), finding.value("fingerprint", "")}];
  }
  for (FileFindings& file : report.results)
    for (FunctionFindings& function : file.functions)
      report.known += std::erase_if(function.findings, [&](const Finding& finding) {
        const auto found = known.find({file.file, finding.fingerprint});
        if (found == known.end() || found->second == 0) return false;
        --found->second;
        return true;
      });
}

}  // namespace bireach::checker
