// SPDX-License-Identifier: Apache-2.0
#include "checker/report/writers/html_suspects.h"

#include "checker/report/suspects_words.h"

namespace bireach::checker {
namespace {

using Json = nlohmann::ordered_json;

Json contrast_of(const ReportContrast& contrast, const HtmlPlaces& places) {
  Json inputs = Json::array();
  for (const ReportContrast::Input& input : contrast.inputs)
    inputs.push_back({input.source, input.failing, input.passing});
  Json differences = Json::array();
  for (const auto& [place, text] : contrast.differences)
    differences.push_back({{"place", place_words(place)}, {"range", places.range(place)}, {"text", text}});
  Json result = {{"inputs", std::move(inputs)}, {"differences", std::move(differences)}, {"parting", nullptr}};
  if (contrast.parting)
    result["parting"] = {{"text", parting_words(contrast)}, {"range", places.range(*contrast.parting)}};
  return result;
}

}  // namespace

Json html_suspects(const Report& report, const HtmlPlaces& places) {
  if (!report.suspects) return nullptr;
  const ReportSuspects& suspects = *report.suspects;
  Json list = Json::array();
  for (const ReportSuspect& suspect : suspects.ranked) {
    list.push_back({{"rank", suspect.rank},
                    {"place", place_words(suspect.place)},
                    {"range", places.range(suspect.place)},
                    {"s", places.statement(suspect.statement)},
                    {"kind", to_string(suspect.kind)},
                    {"text", suspect_words(suspect)},
                    {"reason", suspect.reason},
                    {"traces", suspect.traces}});
    if (suspect.evidence.repair) list.back()["repair"] = *suspect.evidence.repair;
  }
  Json contrasts = Json::array();
  for (const ReportContrast& contrast : suspects.contrasts) contrasts.push_back(contrast_of(contrast, places));
  return {{"list", std::move(list)},
          {"note", suspects.note},
          {"from", executions_words(suspects.failing, suspects.passing)},
          {"trusted", suspects.trusted},
          {"guessed", suspects.trust_is_guessed},
          {"contrasts", std::move(contrasts)}};
}

Json html_repairs(const Report& report, const HtmlPlaces& places) {
  if (!report.repairs) return nullptr;
  const ReportRepairs& repairs = *report.repairs;
  Json list = Json::array();
  for (const ReportRepair& repair : repairs.ranked) {
    const bool has_place = !repair.changes.empty();
    list.push_back({{"rank", repair.rank},
                    {"proved", repair.status == RepairStatus::proved},
                    {"status", status_words(repair)},
                    {"title", repair.title},
                    {"place", has_place ? place_words(repair.changes.front().place) : ""},
                    {"range", has_place ? places.range(repair.changes.front().place) : Json(nullptr)},
                    {"patch", repair.patch},
                    {"assumptions", repair.assumptions},
                    {"tried", tried_words(repair)},
                    {"changed", changed_words(repair)}});
  }
  return {{"list", std::move(list)},
          {"none", repairs.ranked.empty() ? no_repair_words(repairs) : ""},
          {"note", repairs.note}};
}

}  // namespace bireach::checker
