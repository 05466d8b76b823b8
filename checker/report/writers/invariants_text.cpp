// SPDX-License-Identifier: Apache-2.0
#include "checker/report/writers/invariants_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "checker/report/slice_words.h"
#include "frontend/program/visible_text.h"

namespace bireach::checker {
namespace {

using At = ReportProgramInvariant::At;
using frontend::visible_text;

std::string what_text(const ReportProgramInvariant& invariant) {
  const std::string text = visible_text(invariant.text);
  switch (invariant.at) {
    case At::loop:
      return fmt::format("at each [{}]", text);
    case At::branch:
      return fmt::format("at [{}]", text);
    case At::behind:
      return fmt::format("behind {}", text);
    case At::error:
      break;
  }
  return fmt::format("violated: {}", text);
}

/// The others are for the result file and the page.
bool is_listed(const ReportProgramInvariant& invariant) {
  const bool is_place = invariant.at == At::loop || invariant.at == At::error || !invariant.of_input.empty();
  return is_place && says_something(invariant);
}

}  // namespace

void write_program_invariants(TextPage& page, const Report& report) {
  if (!report.invariants || report.slice) return;
  const ReportProgramInvariants& invariants = *report.invariants;
  if (!invariants.note.empty()) {
    page.paragraph("What holds in every execution that fails is not known. " + visible_text(invariants.note));
    page.line();
    return;
  }
  std::size_t place_width = 0;
  std::size_t what_width = 0;
  constexpr std::size_t widest = 48;
  std::vector<const ReportProgramInvariant*> listed;
  for (const ReportProgramInvariant& invariant : invariants.entries) {
    if (!is_listed(invariant)) continue;
    listed.push_back(&invariant);
    place_width = std::max(place_width, columns(short_place_words(invariant.place)));
    what_width = std::max(what_width, std::min(columns(what_text(invariant)), widest));
  }
  if (listed.empty()) return;
  page.paragraph("In every execution that fails, whatever its inputs and however often loops go round:");
  for (const ReportProgramInvariant* invariant : listed) {
    const std::string head = fmt::format("    {}  ", padded(short_place_words(invariant->place), place_width));
    const std::string holds = "{ " + invariant_words(*invariant, page.style().folds) + " }";
    const std::string what = what_text(*invariant);
    const std::size_t width = columns(head) + std::max(columns(what), what_width) + 2 + columns(holds);
    if (page.style().width == 0 || width <= page.style().width) {
      page.line(head + padded(what, what_width) + "  " + page.in_colour(holds, "36"));
      continue;
    }
    page.item(head, what);
    page.paragraph(page.in_colour(holds, "36"), columns(head) + 2);
  }
  page.line();
}

}  // namespace bireach::checker
