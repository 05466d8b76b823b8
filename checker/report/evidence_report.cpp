// SPDX-License-Identifier: Apache-2.0
#include "checker/report/evidence_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "checker/report/text/text_layout.h"

namespace bireach::checker {
namespace {

std::string witness_line(const WitnessSummary& witness) {
  std::string line = fmt::format("Witness ({}): {}: ", witness.format, witness.file);
  if (witness.is_violation) {
    line += counted(witness.waypoints, "waypoint");
    if (witness.values_left_out > 0)
      line += fmt::format("; {} that the execution depends on cannot be said in it",
                          counted(witness.values_left_out, "value"));
  } else {
    line += counted(witness.invariants, "invariant");
    if (witness.invariants_left_out > 0)
      line += fmt::format("; {} of the proof left out", counted(witness.invariants_left_out, "part"));
  }
  return line;
}

std::string harness_line(const HarnessSummary& harness) {
  std::string line = fmt::format("Harness: {}: {}", harness.file, counted(harness.values, "value"));
  if (harness.objects > 0) line += ", the contents of " + counted(harness.objects, "allocated object");
  if (harness.failures > 0) line += ", " + counted(harness.failures, "failing allocation");
  return line;
}

/// `with`: what looks at it beside the program itself.
std::string replay_line(const Replay& replay, const char* with) {
  const std::string detail = replay.detail.empty() ? "" : " (" + replay.detail + ")";
  if (!replay.confirmed_by.empty())
    return fmt::format("Replay with {}: confirmed by {}{}", replay.compiler, replay.confirmed_by, detail);
  return fmt::format("Replay with {}{}: {}{}", replay.compiler, with, to_string(replay.result), detail);
}

}  // namespace

std::vector<EvidenceLine> evidence_lines(const Evidence& evidence) {
  std::vector<EvidenceLine> lines;
  if (evidence.witness) lines.push_back({witness_line(*evidence.witness)});
  if (evidence.harness) {
    if (!evidence.harness->file.empty()) lines.push_back({harness_line(*evidence.harness)});
    for (const std::string& what : evidence.harness->not_set)
      lines.push_back({"The harness cannot set: " + what, true});
  }
  const std::optional<frontend::Violation> operation =
      evidence.harness ? evidence.harness->operation : std::optional<frontend::Violation>();
  for (const Replay& replay : evidence.replays)
    lines.push_back({replay_line(replay, operation ? " and sanitizers" : replay.sanitized ? " and UBSan" : "")});
  if (operation && !evidence.replays.empty())
    lines.push_back({"The error is " + confirmation_text(evidence.replays, *operation)});
  if (!evidence.problem.empty())
    lines.push_back({"Not all that was asked for could be made: " + evidence.problem, true});
  return lines;
}

void add_evidence(const Evidence& evidence, nlohmann::ordered_json& result) {
  if (evidence.witness) {
    const WitnessSummary& witness = *evidence.witness;
    nlohmann::ordered_json entry = {{"file", witness.file}, {"format", witness.format}};
    if (witness.is_violation) {
      entry["waypoints"] = witness.waypoints;
      entry["values"] = witness.values;
      entry["values_left_out"] = witness.values_left_out;
    } else {
      entry["invariants"] = witness.invariants;
      entry["invariants_left_out"] = witness.invariants_left_out;
    }
    result["witness"] = std::move(entry);
  }
  if (evidence.harness) {
    result["harness"] = {
        {"file", evidence.harness->file}, {"values", evidence.harness->values}, {"not_set", evidence.harness->not_set}};
  }
  if (!evidence.replays.empty()) {
    nlohmann::ordered_json replays = nlohmann::ordered_json::array();
    for (const Replay& replay : evidence.replays) {
      replays.push_back({{"compiler", replay.compiler},
                         {"sanitized", replay.sanitized},
                         {"result", std::string(to_string(replay.result))},
                         {"detail", replay.detail}});
      if (evidence.harness && evidence.harness->operation) replays.back()["confirmed_by"] = replay.confirmed_by;
    }
    result["replays"] = std::move(replays);
    if (evidence.harness && evidence.harness->operation)
      result["confirmation"] = confirmation_text(evidence.replays, *evidence.harness->operation);
  }
  if (!evidence.problem.empty()) result["witness_problem"] = evidence.problem;
}

}  // namespace bireach::checker
