// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "checker/report/writers/inconsistency_writers.h"
#include "checker/report/writers/sarif_parts.h"

namespace bireach::checker {
namespace {

using Json = nlohmann::ordered_json;

struct Rule {
  InconsistencyClass severity;
  const char* name;
  const char* level;
  const char* summary;
  const char* description;
};
constexpr Rule rules[] = {
    {InconsistencyClass::error, "InconsistentError", "error", "Code that can be reached and must fail.",
     "Every execution that comes to this place goes on to an error, whatever the function is called with."},
    {InconsistencyClass::after_error, "InconsistentAfterError", "warning",
     "Code that only an earlier error could lead to.",
     "An operation before this place is undefined in every execution that would come here, so that none does."},
    {InconsistencyClass::unreachable, "InconsistentUnreachable", "note", "Code that no execution reaches.",
     "The conditions on the way to this place contradict each other."}};

Json rule_list() {
  Json list = Json::array();
  for (const Rule& rule : rules)
    list.push_back({{"id", fmt::format("inconsistent/{}", to_string(rule.severity))},
                    {"name", rule.name},
                    {"shortDescription", {{"text", rule.summary}}},
                    {"fullDescription", {{"text", rule.description}}},
                    {"help",
                     {{"text",
                       "Read the code flow: its statements contradict each other; all others between "
                       "them do not matter."}}},
                    {"defaultConfiguration", {{"level", rule.level}}},
                    {"properties", {{"tags", {"correctness"}}}}});
  return list;
}

Json location(const FileFindings& file, const Finding& finding, const frontend::SourceRange& place,
              const std::string& text) {
  const std::string& name =
      place.file > 0 && place.file <= file.headers.size() ? file.headers[place.file - 1] : file.file;
  Json region = {{"startLine", std::max(place.line, 1U)}, {"startColumn", std::max(place.column, 1U)}};
  if (place.end_line > place.line || (place.end_line == place.line && place.end_column > place.column)) {
    region["endLine"] = place.end_line;
    region["endColumn"] = place.end_column;
  }
  return {{"physicalLocation", {{"artifactLocation", sarif_artifact_location(name)}, {"region", std::move(region)}}},
          {"logicalLocations", {{{"name", finding.function}, {"kind", "function"}}}},
          {"message", sarif_message(text)}};
}

Json result_of(const FileFindings& file, const Finding& finding) {
  Json steps = Json::array();
  for (const FindingStep& step : finding.steps) {
    std::string text = step.text;
    if (step.is_contradiction) text += ": contradiction";
    if (!step.needs.empty()) text += ": " + step.needs;
    if (!step.invariant.empty()) text += fmt::format("; then {}", fmt::join(step.invariant, " && "));
    steps.push_back({{"location", location(file, finding, step.place, text)}, {"importance", "essential"}});
  }
  const auto index = static_cast<std::size_t>(finding.severity);
  Json result = {{"ruleId", fmt::format("inconsistent/{}", to_string(finding.severity))},
                 {"ruleIndex", index},
                 {"kind", "fail"},
                 {"level", rules[index].level},
                 {"message", sarif_message(finding.message + ".")},
                 {"locations", {location(file, finding, finding.place, finding.message)}},
                 {"partialFingerprints", {{"bireachInconsistency/v1", finding.fingerprint}}}};
  if (!steps.empty()) result["codeFlows"] = {{{"threadFlows", {{{"locations", std::move(steps)}}}}}};
  return result;
}

}  // namespace

std::string inconsistency_sarif(const InconsistencyReport& report) {
  Json results = Json::array(), artifacts = Json::array(), notifications = Json::array();
  for (const FileFindings& file : report.results)
    for (const FunctionFindings& function : file.functions)
      for (const Finding& finding : function.findings) results.push_back(result_of(file, finding));
  for (const std::string& file : report.files)
    artifacts.push_back(
        {{"location", sarif_artifact_location(file)}, {"sourceLanguage", "c"}, {"roles", {"analysisTarget"}}});
  for (const std::string& left : report.left_out())
    notifications.push_back({{"descriptor", {{"id", "not-analysed"}, {"index", 0}}},
                             {"level", "warning"},
                             {"message", sarif_message("not analysed: " + left)}});
  std::error_code error;
  const std::string base = sarif_file_uri(std::filesystem::current_path(error) / "");
  const Json run = {
      {"tool",
       {{"driver",
         {{"name", "bireach"},
          {"version", report.version},
          {"semanticVersion", report.version},
          {"shortDescription", {{"text", "Software model checker for C that explains error traces"}}},
          {"rules", rule_list()},
          {"notifications",
           {{{"id", "not-analysed"}, {"shortDescription", {{"text", "A function was not analysed to the end."}}}}}}}}}},
      {"invocations",
       {{{"executionSuccessful", report.exit_status() != 3},
         {"exitCode", report.exit_status()},
         {"exitCodeDescription", report.verdict_line()},
         {"toolExecutionNotifications", std::move(notifications)}}}},
      {"originalUriBaseIds", {{sarif_root, {{"uri", base}}}}},
      {"columnKind", "unicodeCodePoints"},
      {"artifacts", std::move(artifacts)},
      {"results", std::move(results)},
      {"properties", {{"verdict", report.verdict_line()}}}};
  const Json sarif = {
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}, {"runs", {run}}};
  return sarif.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace bireach::checker
