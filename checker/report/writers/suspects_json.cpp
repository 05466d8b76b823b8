// SPDX-License-Identifier: Apache-2.0
#include "checker/report/writers/suspects_json.h"

#include "checker/report/writers/place_json.h"

namespace bireach::checker {
namespace {

using Json = nlohmann::ordered_json;

Json evidence_of(const ReportSuspectEvidence& evidence) {
  Json result = {{"traces", evidence.traces},
                 {"relevant", evidence.relevant},
                 {"needed", evidence.needed},
                 {"blocking", evidence.blocking},
                 {"nearness", evidence.nearness},
                 {"failing", {{"all", evidence.failing}, {"executed", evidence.failing_executed}}},
                 {"passing", {{"all", evidence.passing}, {"executed", evidence.passing_executed}}}};
  if (evidence.values) result["values"] = relevance::to_string(*evidence.values);
  if (evidence.other_way) result["other_way"] = relevance::to_string(*evidence.other_way);
  if (evidence.left_out) result["left_out"] = relevance::to_string(*evidence.left_out);
  if (evidence.insertion) {
    result["insertion"] = {{"relevance", relevance::to_string(*evidence.insertion)},
                           {"variables", evidence.insertable}};
  }
  if (evidence.trial) {
    const ReportTrial& trial = *evidence.trial;
    result["trial"] = {{"text", trial.text},       {"failing", trial.failing}, {"fixed", trial.fixed},
                       {"passing", trial.passing}, {"broken", trial.broken},   {"size", trial.size},
                       {"evades", trial.evades}};
  }
  if (evidence.repair) result["repair"] = *evidence.repair;
  return result;
}

Json suspect_of(const ReportSuspect& suspect, const Json& statements) {
  const bool is_known = !suspect.statement.empty() && statements.contains(suspect.statement);
  return {{"rank", suspect.rank},
          {"location", location_of(suspect.place)},
          {"statement", is_known ? Json(suspect.statement) : Json(nullptr)},
          {"kind", to_string(suspect.kind)},
          {"text", suspect.text},
          {"reason", suspect.reason},
          {"evidence", evidence_of(suspect.evidence)},
          {"traces", suspect.traces}};
}

Json contrast_of(const ReportContrast& contrast) {
  Json inputs = Json::array();
  for (const ReportContrast::Input& input : contrast.inputs)
    inputs.push_back({{"source", input.source}, {"failing", input.failing}, {"passing", input.passing}});
  Json result = {{"inputs", std::move(inputs)}, {"parting", nullptr}, {"differences", Json::array()}};
  if (contrast.parting) {
    result["parting"] = {{"location", location_of(*contrast.parting)},
                         {"text", contrast.parting_text},
                         {"holds_in", contrast.failing_takes_it ? "failing" : "passing"}};
  }
  for (const auto& [place, text] : contrast.differences)
    result["differences"].push_back({{"location", location_of(place)}, {"text", text}});
  return result;
}

Json repair_of(const ReportRepair& repair) {
  Json changes = Json::array();
  for (const ReportRepair::Change& change : repair.changes) {
    Json location = location_of(change.place);
    location["end_line"] = change.place.end_line;
    location["end_column"] = change.place.end_column;
    changes.push_back({{"location", std::move(location)}, {"text", change.text}});
  }
  Json result = {{"rank", repair.rank}, {"status", to_string(repair.status)}, {"title", repair.title}};
  if (repair.status == RepairStatus::bounded) result["bound"] = repair.bound;
  result["assumptions"] = repair.assumptions;
  result["patch"] = repair.patch;
  result["lines"] = repair.lines;
  result["changes"] = std::move(changes);
  result["suspect"] = repair.suspect ? Json(*repair.suspect) : Json(nullptr);
  result["checked"] = {{"failing", repair.failing},
                       {"passing", repair.passing},
                       {"evades", repair.evades},
                       {"changed_passing", repair.changed_passing}};
  if (!repair.changed_example.empty()) result["changed_example"] = repair.changed_example;
  return result;
}

}  // namespace

void add_suspects(const Report& report, const Json& statements, Json& program) {
  if (!report.suspects) return;
  const ReportSuspects& suspects = *report.suspects;
  Json list = Json::array();
  for (const ReportSuspect& suspect : suspects.ranked) list.push_back(suspect_of(suspect, statements));
  Json contrasts = Json::array();
  for (const ReportContrast& contrast : suspects.contrasts) contrasts.push_back(contrast_of(contrast));
  program["suspects"] = std::move(list);
  program["suspects_note"] = suspects.note;
  program["trusted"] = {{"functions", suspects.trusted}, {"guessed", suspects.trust_is_guessed}};
  program["executions"] = {{"failing", suspects.failing}, {"passing", suspects.passing}};
  program["contrasts"] = std::move(contrasts);
}

void add_repairs(const Report& report, Json& result) {
  if (!report.repairs) return;
  Json list = Json::array();
  for (const ReportRepair& repair : report.repairs->ranked) list.push_back(repair_of(repair));
  result["repairs"] = std::move(list);
  result["repair_search"] = {{"candidates", report.repairs->candidates},
                             {"verified", report.repairs->verified},
                             {"note", report.repairs->note}};
}

}  // namespace bireach::checker
