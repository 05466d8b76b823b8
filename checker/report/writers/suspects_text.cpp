// SPDX-License-Identifier: Apache-2.0
#include "checker/report/writers/suspects_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "checker/report/suspects_words.h"
#include "frontend/program/visible_text.h"

namespace bireach::checker {
namespace {

using frontend::visible_text;

std::string executions_text(const ReportSuspects& suspects) {
  const std::string text = executions_words(suspects.failing, suspects.passing);
  return text.empty() ? "" : " (from " + text + ")";
}

void write_trust(TextPage& page, const ReportSuspects& suspects) {
  if (suspects.trusted.empty()) return;
  std::string names;
  for (const std::string& name : suspects.trusted) names += (names.empty() ? "" : ", ") + visible_text(name);
  page.paragraph(suspects.trust_is_guessed
                     ? fmt::format("Taken for the specification, by names and what the assertion compares: {}; "
                                   "--trust FUNCTION,... says otherwise",
                                   names)
                     : "Taken for the specification, as --trust says: " + names);
}

void write_diff(TextPage& page, const std::string& patch, std::size_t indent) {
  std::istringstream lines(patch);
  for (std::string text; std::getline(lines, text);) {
    std::string shown;
    for (const char c : text) shown += c == '\t' ? std::string(4, ' ') : std::string(1, c);
    shown = visible_text(shown);
    const bool is_head = text.rfind("---", 0) == 0 || text.rfind("+++", 0) == 0;
    const char* const colour = is_head                   ? "1"
                               : text.rfind('+', 0) == 0 ? "32"
                               : text.rfind('-', 0) == 0 ? "31"
                               : text.rfind('@', 0) == 0 ? "36"
                                                         : nullptr;
    page.line(std::string(indent, ' ') + (colour == nullptr ? shown : page.in_colour(shown, colour)));
  }
}

void write_repair(TextPage& page, const ReportRepair& repair, std::size_t rank_width) {
  const std::string head = fmt::format("  {:>{}}  ", repair.rank, rank_width);
  const std::size_t indent = head.size() + 2;
  std::string where;
  if (!repair.changes.empty()) where = " at " + place_words(repair.changes.front().place);
  page.item(head, fmt::format("{}: {}{}", status_words(repair), visible_text(repair.title), where), "1");
  write_diff(page, repair.patch, indent);
  if (!repair.assumptions.empty()) page.paragraph("Proved, assuming:", indent);
  for (const std::string& assumption : repair.assumptions)
    page.item(std::string(indent, ' ') + "  - ", visible_text(assumption));
  page.paragraph(tried_words(repair), indent);
  if (const std::string changed = changed_words(repair); !changed.empty())
    page.paragraph(visible_text(changed), indent);
}

/// Two columns of values behind what they are values of.
void write_inputs(TextPage& page, const std::vector<ReportContrast::Input>& inputs) {
  constexpr std::size_t most = 12;
  const std::string fails = "fails";
  const std::string passes = "passes";
  const std::size_t shown = std::min(inputs.size(), most);
  std::size_t source_width = 0;
  std::size_t failing_width = fails.size();
  std::size_t passing_width = passes.size();
  for (std::size_t i = 0; i < shown; ++i) {
    source_width = std::max(source_width, columns(visible_text(inputs[i].source)));
    failing_width = std::max(failing_width, columns(inputs[i].failing));
    passing_width = std::max(passing_width, columns(inputs[i].passing));
  }
  const auto right = [](const std::string& text, std::size_t width) {
    return std::string(width - columns(text), ' ') + text;
  };
  const auto row = [&](const std::string& source, const std::string& failing, const std::string& passing) {
    page.line(fmt::format("    {}  {}  {}", padded(source, source_width), right(failing, failing_width),
                          right(passing, passing_width)));
  };
  row("", fails, passes);
  for (std::size_t i = 0; i < shown; ++i) row(visible_text(inputs[i].source), inputs[i].failing, inputs[i].passing);
  if (shown < inputs.size()) page.line(fmt::format("    … {} more", inputs.size() - shown));
}

void write_contrast(TextPage& page, const ReportContrast& contrast) {
  constexpr std::size_t most = 12;
  if (!contrast.inputs.empty()) write_inputs(page, contrast.inputs);
  std::size_t width = 0;
  const std::size_t shown = std::min(contrast.differences.size(), most);
  // The last differences are those nearest to where the executions part.
  const std::size_t first = contrast.differences.size() - shown;
  if (first > 0) page.line(fmt::format("    … {} before", counted(first, "difference")));
  for (std::size_t i = first; i < contrast.differences.size(); ++i)
    width = std::max(width, columns(place_words(contrast.differences[i].first)));
  for (std::size_t i = first; i < contrast.differences.size(); ++i) {
    const auto& [place, text] = contrast.differences[i];
    page.item(fmt::format("    {}  ", padded(place_words(place), width)), visible_text(text));
  }
  if (contrast.parting) page.paragraph(parting_words(contrast), 4);
}

}  // namespace

void write_suspects(TextPage& page, const Report& report) {
  if (!report.suspects) return;
  const ReportSuspects& suspects = *report.suspects;
  const std::size_t all = suspects.ranked.size();
  const std::size_t shown = std::min(all, page.style().suspects);
  if (all == 0)
    page.paragraph(suspects.note.empty() ? "Suspects: none" : "Suspects: none: " + visible_text(suspects.note));
  else if (shown == 0)
    page.line(fmt::format("{} (--suspects N shows them)", counted(all, "suspect")));
  else
    page.paragraph(fmt::format("Suspects, the likeliest first{}:", executions_text(suspects)));
  std::size_t rank_width = 0;
  std::size_t place_width = 0;
  for (std::size_t i = 0; i < shown; ++i) {
    rank_width = std::max(rank_width, std::to_string(suspects.ranked[i].rank).size());
    place_width = std::max(place_width, columns(place_words(suspects.ranked[i].place)));
  }
  for (std::size_t i = 0; i < shown; ++i) {
    const ReportSuspect& suspect = suspects.ranked[i];
    const std::string rank = fmt::format("  {:>{}}  ", suspect.rank, rank_width);
    // Long places in a column of their own would leave no room for what stands there.
    constexpr std::size_t widest_column = 24;
    if (place_width <= widest_column)
      page.item(rank + padded(place_words(suspect.place), place_width) + "  ", suspect_words(suspect), "1");
    else
      page.item(rank, place_words(suspect.place) + "  " + suspect_words(suspect), "1");
    if (!suspect.reason.empty()) page.paragraph(visible_text(suspect.reason), rank_width + 6);
  }
  if (shown > 0 && shown < all) page.line(fmt::format("  … {} more (--suspects N shows them)", all - shown));
  if (all > 0 && !suspects.note.empty()) page.paragraph("Not all was looked at: " + visible_text(suspects.note));
  write_trust(page, suspects);
  page.line();
}

void write_repairs(TextPage& page, const Report& report) {
  if (!report.repairs) {
    if (page.style().subject != TextSubject::repairs) return;
    const bool is_long = !report.traces.empty() && report.traces.front().steps_left_out > 0;
    page.paragraph(is_long ? "No repair was looked for: the execution is too long to be analysed."
                           : "No repair was looked for before the run ended.");
    page.line();
    return;
  }
  const ReportRepairs& repairs = *report.repairs;
  if (repairs.ranked.empty()) {
    page.paragraph(no_repair_words(repairs));
    page.line();
    return;
  }
  page.line("Repairs, the best first:");
  const std::size_t rank_width = std::to_string(repairs.ranked.back().rank).size();
  for (const ReportRepair& repair : repairs.ranked) write_repair(page, repair, rank_width);
  if (!repairs.note.empty()) page.paragraph("There may be more: " + visible_text(repairs.note));
  page.line();
}

void write_contrasts(TextPage& page, const Report& report) {
  if (!report.suspects || report.suspects->contrasts.empty()) return;
  constexpr std::size_t few = 2;
  const std::vector<ReportContrast>& contrasts = report.suspects->contrasts;
  const std::size_t shown = std::min(contrasts.size(), few);
  for (std::size_t i = 0; i < shown; ++i) {
    page.paragraph(i == 0 ? "An execution that fails beside one that passes, as little apart as was found:"
                          : "Another pair:");
    write_contrast(page, contrasts[i]);
  }
  if (shown < contrasts.size())
    page.line(fmt::format("  … {} more in the result file (--json)", counted(contrasts.size() - shown, "pair")));
  page.line();
}

}  // namespace bireach::checker
