// SPDX-License-Identifier: Apache-2.0
#include "checker/report/writers/html_threads.h"

#include "checker/report/thread_words.h"

namespace bireach::checker {
namespace {

using Json = nlohmann::ordered_json;

Json lanes_of(const ReportTrace& trace, const std::vector<HazardSentence>& sentences) {
  Json lanes = Json::array();
  for (const ThreadRow& row : thread_rows(trace, false)) {
    if (row.kind == ThreadRow::Kind::step) lanes.push_back({{"at", row.at}});
    if (row.kind != ThreadRow::Kind::moved) continue;
    lanes.push_back({{"from", row.from}, {"to", row.to}});
    if (!row.context_switch) continue;
    const relevance::ContextSwitch& known = trace.explanation.concurrent->switches[*row.context_switch];
    lanes.back()["words"] = switch_words(known, sentences);
    lanes.back()["needed"] = known.need == relevance::SwitchNeed::needed;
  }
  return lanes;
}

}  // namespace

void add_html_threads(const ReportTrace& trace, Json& result) {
  if (trace.threads.empty()) return;
  Json threads = Json::array();
  for (const ReportThread& thread : trace.threads)
    threads.push_back(
        {{"name", thread.name}, {"created", thread.created_at.empty() ? "" : "created at " + thread.created_at}});
  Json regions = Json::array();
  for (const ReportRegion& region : trace.regions) {
    regions.push_back({{"thread", region.thread},
                       {"kind", region.kind == ReportRegion::Kind::lock ? "lock" : "atomic"},
                       {"name", region.name},
                       {"from", region.from},
                       {"to", region.to ? Json(*region.to) : Json(nullptr)}});
  }
  const std::vector<HazardSentence> sentences = hazard_sentences(trace);
  Json hazards = Json::array();
  for (const HazardSentence& sentence : sentences)
    hazards.push_back({{"text", sentence.text}, {"steps", sentence.steps}});
  result["threads"] = std::move(threads);
  result["lanes"] = lanes_of(trace, sentences);
  result["regions"] = std::move(regions);
  result["hazards"] = std::move(hazards);
  result["pattern"] = trace.explanation.concurrent ? pattern_words(trace.explanation.concurrent->pattern) : "";
}

}  // namespace bireach::checker
