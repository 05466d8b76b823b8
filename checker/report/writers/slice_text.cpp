// SPDX-License-Identifier: Apache-2.0
#include "checker/report/writers/slice_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "checker/report/slice_words.h"
#include "frontend/program/visible_text.h"

namespace bireach::checker {
namespace {

using At = ReportProgramInvariant::At;
using frontend::visible_text;

std::string statement_text(const ReportSliceStatement& statement) {
  const std::string text = visible_text(statement.text);
  return std::string(std::size_t{2} * statement.depth, ' ') + (statement.kind == "branch" ? "[" + text + "]" : text);
}

char mark_of(const ReportSliceStatement& statement) {
  switch (statement.status) {
    case SliceStatus::relevant:
      return '*';
    case SliceStatus::undecided:
      return '?';
    case SliceStatus::irrelevant:
      break;
  }
  return '~';
}

class SliceText {
 public:
  SliceText(TextPage& page, const ReportSlice& slice, const ReportProgramInvariants& invariants)
      : page_(page), slice_(slice), invariants_(invariants) {
    for (const ReportSliceStatement& statement : slice.statements) {
      if (!statement.kept) continue;
      place_width_ = std::max(place_width_, columns(short_place_words(statement.place)));
      text_width_ = std::max(text_width_, std::min(columns(statement_text(statement)), widest_statement));
    }
  }

  void write() {
    for (std::size_t i = 0; i < slice_.statements.size(); ++i) {
      const ReportSliceStatement& statement = slice_.statements[i];
      if (!statement.kept) {
        ++hidden_;
        continue;
      }
      write_hidden();
      write_invariants(At::loop, statement);
      write_invariants(At::branch, statement);
      write_statement(statement);
      write_invariants(At::behind, statement);
    }
    write_hidden();
    for (const ReportProgramInvariant& invariant : invariants_.entries)
      if (invariant.at == At::error && !invariant.impossible) write_error(invariant);
  }

 private:
  static constexpr std::size_t widest_statement = 48;

  [[nodiscard]] std::size_t margin() const { return 4 + place_width_ + 2; }

  [[nodiscard]] std::string joined(const ReportProgramInvariant& invariant) const {
    return "{ " + invariant_words(invariant, page_.style().folds) + " }";
  }

  /// What stands there already is not said again.
  void write_invariants(At at, const ReportSliceStatement& statement) {
    for (const ReportProgramInvariant& invariant : invariants_.entries) {
      if (invariant.at != at || invariant.statement != statement.statement || joined(invariant) == last_) continue;
      last_ = joined(invariant);
      page_.paragraph(page_.in_colour(last_, "36"), margin() + 2 * std::size_t{statement.depth});
    }
  }

  void write_error(const ReportProgramInvariant& invariant) {
    if (joined(invariant) != last_) page_.paragraph(page_.in_colour(joined(invariant), "36"), margin());
    last_ = joined(invariant);
    const std::string text = "violates " + visible_text(invariant.text);
    page_.item(fmt::format("    {}  ", padded(short_place_words(invariant.place), place_width_)), text);
  }

  void write_hidden() {
    if (hidden_ > 0) page_.line(std::string(margin(), ' ') + counted(hidden_, "statement") + " hidden");
    hidden_ = 0;
  }

  void write_statement(const ReportSliceStatement& statement) {
    const std::string head =
        fmt::format("  {} {}  ", mark_of(statement), padded(short_place_words(statement.place), place_width_));
    const std::string text = statement_text(statement);
    if (page_.style().width == 0 ||
        margin() + std::max(columns(text), text_width_) + 2 + columns(why_words(statement)) <= page_.style().width) {
      page_.line(head + padded(text, text_width_) + "  " + why_words(statement));
      return;
    }
    page_.item(head, text);
    page_.paragraph(why_words(statement), margin() + 2);
  }

  TextPage& page_;
  const ReportSlice& slice_;
  const ReportProgramInvariants& invariants_;
  std::size_t place_width_ = 0, text_width_ = 0, hidden_ = 0;
  std::string last_;  ///< the invariant that was written last
};

}  // namespace

void write_slice(TextPage& page, const Report& report) {
  if (!report.slice) {
    if (page.style().subject != TextSubject::slice) return;
    page.paragraph("No slice was computed before the run ended.");
    page.line();
    return;
  }
  const ReportSlice& slice = *report.slice;
  const ReportProgramInvariants invariants = report.invariants.value_or(ReportProgramInvariants());
  page.paragraph(summary_words(slice) + "; " + lines_words(slice));
  const bool some_stay = std::any_of(slice.statements.begin(), slice.statements.end(), [](const auto& statement) {
    return statement.kept && statement.status == SliceStatus::irrelevant;
  });
  page.paragraph(fmt::format("(* relevant, ? undecided{}; {}):", some_stay ? ", ~ irrelevant, but stays" : "",
                             claim_words(slice.mode)));
  SliceText(page, slice, invariants).write();
  if (!invariants.variables.empty()) {
    std::string names;
    for (const std::string& name : invariants.variables) names += (names.empty() ? "" : ", ") + visible_text(name);
    page.paragraph("Variables to watch: " + names);
  }
  if (!invariants.note.empty()) page.paragraph(visible_text(invariants.note));
  if (slice.output) page.paragraph(output_words(*slice.output));
  page.line();
}

}  // namespace bireach::checker
