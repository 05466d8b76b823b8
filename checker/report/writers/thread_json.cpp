// SPDX-License-Identifier: Apache-2.0
#include "checker/report/writers/thread_json.h"

#include "checker/report/thread_words.h"
#include "checker/report/writers/place_json.h"

namespace bireach::checker {
namespace {

using Json = nlohmann::ordered_json;
using relevance::SwitchNeed;

Json need_of(SwitchNeed need) {
  switch (need) {
    case SwitchNeed::needed:
      return true;
    case SwitchNeed::any_order:
      return false;
    case SwitchNeed::undecided:
      break;
  }
  return nullptr;
}

Json regions_of(const ReportTrace& trace) {
  Json list = Json::array();
  for (const ReportRegion& region : trace.regions) {
    list.push_back({{"thread", region.thread},
                    {"kind", region.kind == ReportRegion::Kind::lock ? "lock" : "atomic"},
                    {"name", region.name},
                    {"from", region.from},
                    {"to", region.to ? Json(*region.to) : Json(nullptr)}});
  }
  return list;
}

}  // namespace

void add_threads(const Report& report, Json& result) {
  const bool none_known = report.threads.empty() && !report.traces.empty();
  const std::vector<ReportThread>& threads = none_known ? report.traces.front().threads : report.threads;
  if (threads.empty()) return;
  Json list = Json::array();
  for (const ReportThread& thread : threads) {
    Json entry = {{"name", thread.name}, {"function", thread.function}};
    if (thread.has_creator) {
      entry["creator"] = thread.creator;
      entry["created"] = location_of(thread.created);
    }
    list.push_back(std::move(entry));
  }
  result["threads"] = std::move(list);
}

void add_thread_events(const ReportTrace& trace, Json& result) {
  if (trace.threads.empty()) return;
  result["regions"] = regions_of(trace);
  if (!trace.explanation.concurrent) return;
  const relevance::ConcurrentExplanation& concurrent = *trace.explanation.concurrent;
  Json switches = Json::array();
  for (const relevance::ContextSwitch& entry : concurrent.switches) {
    switches.push_back({{"after", entry.after},
                        {"before", entry.before},
                        {"from", entry.from},
                        {"to", entry.to},
                        {"needed", need_of(entry.need)},
                        {"because", entry.hazards}});
  }
  Json hazards = Json::array();
  for (const relevance::Hazard& hazard : concurrent.hazards) {
    hazards.push_back({{"kind", to_string(hazard.kind)},
                       {"variable", hazard_variable(trace, hazard)},
                       {"from", hazard.from},
                       {"to", hazard.to}});
  }
  Json sentences = Json::array();
  for (const HazardSentence& sentence : hazard_sentences(trace))
    sentences.push_back({{"text", sentence.text}, {"hazards", sentence.hazards}, {"steps", sentence.steps}});
  result["context_switches"] = std::move(switches);
  result["hazards"] = std::move(hazards);
  result["hazard_sentences"] = std::move(sentences);
  const std::string_view pattern = to_string(concurrent.pattern);
  result["pattern"] = pattern.empty() ? Json(nullptr) : Json(pattern);
  Json kept = Json::array();
  for (std::size_t i = 0; i < concurrent.kept.size(); ++i)
    if (concurrent.kept[i]) kept.push_back(i);
  result["kept"] = std::move(kept);
}

}  // namespace bireach::checker
