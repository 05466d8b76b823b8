// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "checker/report/writers/inconsistency_writers.h"

namespace bireach::checker {
namespace {

using Json = nlohmann::ordered_json;

std::string file_name(const FileFindings& file, std::uint32_t number) {
  if (number == 0) return file.file;
  return number <= file.headers.size() ? file.headers[number - 1] : std::string();
}

Json location(const FileFindings& file, const frontend::SourceRange& place, const std::string& function) {
  return {{"file", file_name(file, place.file)},
          {"line", place.line},
          {"column", place.column},
          {"end_line", place.end_line},
          {"end_column", place.end_column},
          {"function", function}};
}

const char* role_name(ContradictionStep::Role role) {
  switch (role) {
    case ContradictionStep::Role::belief:
      return "belief";
    case ContradictionStep::Role::condition:
      return "condition";
    case ContradictionStep::Role::assignment:
      return "assignment";
  }
  return "?";
}

Json steps_of(const FileFindings& file, const Finding& finding) {
  Json list = Json::array();
  for (const FindingStep& step : finding.steps) {
    Json entry = {{"role", role_name(step.role)},
                  {"location", location(file, step.place, finding.function)},
                  {"text", step.text},
                  {"contradiction", step.is_contradiction},
                  {"on_all_paths", !step.in_fork},
                  {"hidden_lines", step.hidden_lines},
                  {"invariant", step.invariant}};
    if (!step.needs.empty()) entry["needs"] = step.needs;
    list.push_back(std::move(entry));
  }
  return list;
}

Json finding_json(const FileFindings& file, const Finding& finding, std::size_t id) {
  return {{"id", id},
          {"severity", to_string(finding.severity)},
          {"location", location(file, finding.place, finding.function)},
          {"condition", finding.condition},
          {"dead", finding.both                ? "both"
                   : finding.condition.empty() ? "function"
                   : finding.taken             ? "holds"
                                               : "fails"},
          {"message", finding.message},
          {"loops", finding.exact_loops ? "exact" : "abstract"},
          {"minimal", finding.is_minimal},
          {"steps", steps_of(file, finding)},
          {"fingerprint", finding.fingerprint}};
}

Json json_pairs(const std::vector<std::pair<std::string, std::string>>& entries) {
  Json object = Json::object();
  for (const auto& [name, value] : entries) object[name] = value;
  return object;
}

}  // namespace

std::string inconsistency_json(const InconsistencyReport& report) {
  Json findings = Json::array(), functions = Json::array(), errors = Json::array();
  for (const FileFindings& file : report.results) {
    if (!file.error.empty()) errors.push_back({{"file", file.file}, {"message", file.error}});
    for (const FunctionFindings& function : file.functions) {
      Json entry = {{"location", location(file, function.place, function.name)},
                    {"arms", function.arms},
                    {"beliefs", function.beliefs},
                    {"findings", function.findings.size()},
                    {"suppressed", function.suppressed},
                    {"undecided", function.undecided},
                    {"time_s", function.seconds}};
      if (!function.refused.empty()) entry["refused"] = function.refused;
      functions.push_back(std::move(entry));
      for (const Finding& finding : function.findings)
        findings.push_back(finding_json(file, finding, findings.size() + 1));
    }
  }
  const Json result = {
      {"format", "bireach-inconsistency/1"},
      {"tool", {{"name", "bireach"}, {"version", report.version}}},
      {"input", {{"files", report.files}, {"sha256", json_pairs(report.sha256)}, {"data_model", report.data_model}}},
      {"options", json_pairs(report.options)},
      {"verdict", report.verdict_line()},
      {"statistics",
       {{"wall_s", report.wall_s},
        {"cpu_s", report.cpu_s},
        {"peak_memory_mib", report.peak_memory_mib},
        {"solver_queries",
         {{"z3", report.z3_queries}, {"cvc5", report.cvc5_queries}, {"unknown", report.unknown_answers}}}}},
      {"known", report.known},
      {"errors", std::move(errors)},
      {"functions", std::move(functions)},
      {"findings", std::move(findings)}};
  return result.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace bireach::checker
