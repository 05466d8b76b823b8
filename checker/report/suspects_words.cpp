// SPDX-License-Identifier: Apache-2.0
#include "checker/report/suspects_words.h"

#include <fmt/format.h>

#include <filesystem>

#include "checker/report/text/text_layout.h"
#include "frontend/program/visible_text.h"

namespace bireach::checker {

using frontend::visible_text;

std::string place_words(const ReportPlace& place) {
  std::string text = place.file.empty() ? "?" : visible_text(std::filesystem::path(place.file).filename().string());
  if (place.line > 0) text += fmt::format(":{}", place.line);
  return place.function.empty() ? text : fmt::format("{} ({})", text, visible_text(place.function));
}

std::string suspect_words(const ReportSuspect& suspect) {
  std::string text = visible_text(suspect.text);
  switch (suspect.kind) {
    case SuspectKind::missing:
      return text.empty() ? "something is missing here" : "something is missing before: " + text;
    case SuspectKind::argument:
      return "argument: " + text;
    case SuspectKind::assignment:
    case SuspectKind::condition:
    case SuspectKind::returned:
      break;
  }
  return text;
}

std::string status_words(const ReportRepair& repair) {
  if (repair.status == RepairStatus::proved) return repair.assumptions.empty() ? "proved" : "proved under assumptions";
  return repair.bound.empty() ? "not proved" : "not proved, but " + repair.bound;
}

std::string executions_words(std::size_t failing, std::size_t passing) {
  if (failing + passing == 0) return "";
  std::string kinds;
  if (failing > 0) kinds = fmt::format("{} failing", failing);
  if (passing > 0) kinds += fmt::format("{}{} passing", kinds.empty() ? "" : " and ", passing);
  return kinds + (failing + passing == 1 ? " execution" : " executions");
}

std::string tried_words(const ReportRepair& repair) {
  const std::size_t all = repair.failing + repair.passing;
  if (all == 0) return "Tried on no execution.";
  if (all == 1)
    return fmt::format("Tried on one {} execution, which ends well.", repair.failing == 1 ? "failing" : "passing");
  return fmt::format("Tried on {}, all of which end well.", executions_words(repair.failing, repair.passing));
}

std::string changed_words(const ReportRepair& repair) {
  std::string text;
  if (repair.evades) text = "With it some failing executions no longer come to the assertion. ";
  if (repair.changed_passing == 0) return text.substr(0, text.empty() ? 0 : text.size() - 1);
  text += fmt::format("It changes what {} of the {} passing {} compute", repair.changed_passing, repair.passing,
                      repair.passing == 1 ? "execution" : "executions");
  return repair.changed_example.empty() ? text + "." : text + ": " + repair.changed_example;
}

std::string no_repair_words(const ReportRepairs& repairs) {
  std::string text = "No repair was found";
  if (!repairs.note.empty()) text += ": " + visible_text(repairs.note);
  if (repairs.candidates == 0) return text + ".";
  return text +
         fmt::format(
             ". {} tried on executions, and {}.",
             repairs.candidates == 1 ? "One change was" : fmt::format("{} changes were", repairs.candidates),
             repairs.verified == 0 ? "no proof was tried" : fmt::format("of {} a proof was tried", repairs.verified));
}

std::string parting_words(const ReportContrast& contrast) {
  return fmt::format("They part at {}: `{}` holds in the {} one only", place_words(*contrast.parting),
                     visible_text(contrast.parting_text), contrast.failing_takes_it ? "failing" : "passing");
}

}  // namespace bireach::checker
