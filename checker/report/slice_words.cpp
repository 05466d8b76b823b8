// SPDX-License-Identifier: Apache-2.0
#include "checker/report/slice_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "checker/report/text/text_layout.h"
#include "frontend/program/visible_text.h"

namespace bireach::checker {

using frontend::visible_text;

std::string_view to_string(ReportProgramInvariant::At at) {
  switch (at) {
    case ReportProgramInvariant::At::loop:
      return "loop";
    case ReportProgramInvariant::At::branch:
      return "branch";
    case ReportProgramInvariant::At::behind:
      return "behind";
    case ReportProgramInvariant::At::error:
      return "error";
  }
  return "?";
}

namespace {

std::string irrelevant_words(const ReportSliceStatement& statement) {
  if (statement.kept) return "certified irrelevant, but not together with what is left out";
  switch (statement.evidence) {
    case SliceEvidence::independence:
      return "certified irrelevant: no branch and no access depends on it";
    case SliceEvidence::inevitability:
      return "certified irrelevant: without it the error is reached all the same";
    case SliceEvidence::block:
      return "certified irrelevant, with the branch around it";
    case SliceEvidence::none:
    case SliceEvidence::proof:
    case SliceEvidence::execution:
    case SliceEvidence::invariant:
      break;
  }
  return "certified irrelevant: without it every failing input takes the same way";
}

std::string relevant_words(const ReportSliceStatement& statement) {
  if (statement.evidence == SliceEvidence::invariant) return "the error invariant behind it needs it";
  if (!statement.value) return "without it, some failing input no longer fails";
  return fmt::format("with {} {}, some failing input no longer fails", *statement.value,
                     statement.kind == "branch" ? "for what it assigns" : "instead");
}

}  // namespace

SliceLines slice_lines(const ReportSlice& slice) {
  std::set<std::pair<std::string, unsigned>> kept;
  std::set<std::pair<std::string, unsigned>> all;
  for (const ReportSliceStatement& statement : slice.statements) {
    if (statement.kept) kept.emplace(statement.place.file, statement.place.line);
    all.emplace(statement.place.file, statement.place.line);
  }
  return {kept.size(), all.size()};
}

std::string summary_words(const ReportSlice& slice) {
  const auto count = [&](auto&& predicate) {
    return static_cast<std::size_t>(std::count_if(slice.statements.begin(), slice.statements.end(), predicate));
  };
  const std::size_t kept = count([](const auto& s) { return s.kept; });
  const std::size_t irrelevant = count([](const auto& s) { return s.status == SliceStatus::irrelevant; });
  const std::size_t undecided = count([](const auto& s) { return s.status == SliceStatus::undecided; });
  std::string text =
      fmt::format("Slice ({}): {} of {} {}; {} certified irrelevant", to_string(slice.mode), kept,
                  counted(slice.statements.size(), "statement"), kept == 1 ? "stays" : "stay", irrelevant);
  if (undecided > 0) text += fmt::format(", {} undecided", undecided);
  if (!slice.complete) text += " (not all was asked)";
  return text;
}

std::string lines_words(const ReportSlice& slice) {
  const SliceLines lines = slice_lines(slice);
  return fmt::format("{} of {} to read", lines.to_read, counted(lines.all, "line"));
}

std::string claim_words(SliceMode mode) {
  return mode == SliceMode::exact ? "whatever values stand for the others, the same inputs fail"
                                  : "without the others the same inputs fail";
}

std::string short_place_words(const ReportPlace& place) {
  return visible_text(fmt::format("{}:{}", place.file.substr(place.file.rfind('/') + 1), place.line));
}

std::string why_words(const ReportSliceStatement& statement) {
  switch (statement.status) {
    case SliceStatus::irrelevant:
      return irrelevant_words(statement);
    case SliceStatus::undecided:
      return "undecided: " + visible_text(statement.reason);
    case SliceStatus::relevant:
      break;
  }
  return relevant_words(statement);
}

std::string output_words(const ReportSliceFile& output) {
  if (output.file.empty()) return "No file of the slice was written: " + visible_text(output.problem);
  std::string text = "The slice as C: " + visible_text(output.file);
  text += output.fails ? "; the error was found in it, and replayed"
                       : "; no error was found in it: " + visible_text(output.problem);
  if (output.not_removed > 0)
    text += fmt::format("; {} of what is left out could not be taken out of the text",
                        counted(output.not_removed, "statement"));
  return text;
}

std::string invariant_words(const ReportProgramInvariant& invariant, bool folds) {
  const std::size_t most = folds ? 6 : invariant.conjuncts.size();  // the result file has all
  if (invariant.impossible) return "false";
  std::string text;
  std::set<std::string> told;
  for (const std::string& conjunct : invariant.conjuncts)
    if (told.insert(conjunct).second && told.size() <= most)
      text += (text.empty() ? "" : " && ") + visible_text(conjunct);
  if (told.size() > most) text += fmt::format(" && {} more", told.size() - most);
  return text.empty() ? "true" : text;
}

bool says_something(const ReportProgramInvariant& invariant) {
  return !invariant.impossible && invariant_words(invariant) != "true";
}

}  // namespace bireach::checker
