// SPDX-License-Identifier: Apache-2.0
#include "checker/report/writers/sarif_slice.h"

#include <fmt/format.h>

#include "checker/report/slice_words.h"

namespace bireach::checker {
namespace {

using At = ReportProgramInvariant::At;
using Json = nlohmann::ordered_json;

constexpr const char* rule_id = "slice";

/// ". Holds behind it in every execution that fails: n >= 11"
std::string holds_words(const ReportProgramInvariants& invariants, const ReportSliceStatement& statement) {
  std::string text;
  for (const ReportProgramInvariant& invariant : invariants.entries) {
    if (invariant.statement != statement.statement || !says_something(invariant)) continue;
    const char* const where = invariant.at == At::behind ? "behind it"
                              : invariant.at == At::loop ? "at each test"
                                                         : "here";
    text += fmt::format(". Holds {} in every execution that fails: {}", where, invariant_words(invariant));
  }
  return text;
}

Json related_locations(const Report& report, const ReportProgramInvariants& invariants, const SarifParts& parts) {
  Json list = Json::array();
  for (const ReportSliceStatement& statement : report.slice->statements) {
    if (!statement.kept) continue;
    Json entry =
        parts.location(statement.place, fmt::format("{}: `{}`: {}{}", to_string(statement.status), statement.text,
                                                    why_words(statement), holds_words(invariants, statement)));
    if (!entry.contains("physicalLocation")) continue;
    Json numbered = {{"id", list.size() + 1}};
    numbered.update(entry);
    numbered["properties"] = {{"status", to_string(statement.status)}, {"evidence", to_string(statement.evidence)}};
    list.push_back(std::move(numbered));
  }
  return list;
}

std::string message_text(const ReportSlice& slice, const ReportProgramInvariants& invariants) {
  std::string text = fmt::format("{}; {}; {}.", summary_words(slice), lines_words(slice), claim_words(slice.mode));
  for (const ReportProgramInvariant& invariant : invariants.entries)
    if (invariant.at == At::error && says_something(invariant))
      text += fmt::format(" Where `{}` is violated, this holds: {}.", invariant.text, invariant_words(invariant));
  if (!invariants.note.empty()) text += " " + invariants.note;
  return text;
}

Json properties_of(const ReportSlice& slice) {
  std::size_t kept = 0;
  std::size_t irrelevant = 0;
  std::size_t undecided = 0;
  for (const ReportSliceStatement& statement : slice.statements) {
    kept += statement.kept ? 1 : 0;
    irrelevant += statement.status == SliceStatus::irrelevant ? 1 : 0;
    undecided += statement.status == SliceStatus::undecided ? 1 : 0;
  }
  const SliceLines lines = slice_lines(slice);
  return {{"mode", to_string(slice.mode)},         {"complete", slice.complete},
          {"statements", slice.statements.size()}, {"kept", kept},
          {"certifiedIrrelevant", irrelevant},     {"undecided", undecided},
          {"linesToRead", lines.to_read},          {"lines", lines.all}};
}

}  // namespace

Json sarif_slice_rule() {
  return {{"id", rule_id},
          {"name", "Slice"},
          {"shortDescription", {{"text", "The statements of the whole program that the error needs."}}},
          {"fullDescription",
           {{"text",
             "The related locations are the statements of the slice. Of every other statement it was proved that every "
             "input that fails with it fails without it. A statement is relevant if an execution that fails passes "
             "without it; of an undecided one neither is known."}}},
          {"help", {{"text", "Read the related locations; what is not among them plays no part in the error."}}},
          {"defaultConfiguration", {{"level", "none"}}},
          {"properties", {{"tags", {"correctness"}}}}};
}

Json sarif_slice(const Report& report, std::size_t rule_index, const SarifParts& parts) {
  const ReportSlice& slice = *report.slice;
  const ReportProgramInvariants invariants = report.invariants.value_or(ReportProgramInvariants());
  Json result = {{"ruleId", rule_id},
                 {"ruleIndex", rule_index},
                 {"kind", "informational"},
                 {"level", "none"},
                 {"message", parts.message(message_text(slice, invariants))}};
  if (!report.traces.empty()) {
    const ReportTrace& trace = report.traces.front();
    result["locations"] = {parts.location(trace.error_place, trace.error_note)};
    result["partialFingerprints"] = {
        {"bireachSlice/v1", fmt::format("{} in {}", trace.error_note, trace.error_place.function)}};
  }
  result["relatedLocations"] = related_locations(report, invariants, parts);
  result["properties"] = properties_of(slice);
  return result;
}

}  // namespace bireach::checker
