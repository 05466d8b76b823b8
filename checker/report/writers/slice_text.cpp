// SPDX-License-Identifier: Apache-2.0
#include "checker/report/writers/slice_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "frontend/program/visible_text.h"

namespace bireach::checker {

using frontend::visible_text;

std::string_view to_string(ReportSliceInvariant::At at) {
  switch (at) {
    case ReportSliceInvariant::At::loop:
      return "loop";
    case ReportSliceInvariant::At::branch:
      return "branch";
    case ReportSliceInvariant::At::behind:
      return "behind";
    case ReportSliceInvariant::At::error:
      return "error";
  }
  return "?";
}

namespace {

std::string place_text(const ReportPlace& place) {
  const std::string file = place.file.substr(place.file.rfind('/') + 1);
  return visible_text(fmt::format("{}:{}", file, place.line));
}

std::string statement_text(const ReportSliceStatement& statement) {
  const std::string text = visible_text(statement.text);
  return std::string(std::size_t{2} * statement.depth, ' ') + (statement.kind == "branch" ? "[" + text + "]" : text);
}

std::string about(const ReportSliceStatement& statement) {
  switch (statement.status) {
    case SliceStatus::irrelevant:
      return "certified irrelevant, but not together with what is left out";
    case SliceStatus::undecided:
      return "undecided: " + visible_text(statement.reason);
    case SliceStatus::relevant:
      break;
  }
  if (statement.evidence == SliceEvidence::invariant) return "the error invariant behind it needs it";
  return statement.value ? fmt::format("with {} instead, a failing input passes", *statement.value)
                         : "without it, a failing input passes";
}

/// "n == n": variables of two functions that have one name.
bool says_nothing(const std::string& conjunct) {
  for (const std::string_view op : {" == ", " <= ", " >= "}) {
    const std::size_t at = conjunct.find(op);
    if (at != std::string::npos && conjunct.substr(0, at) == conjunct.substr(at + op.size())) return true;
  }
  return false;
}

/// As many as are read; the result file has all.
std::string joined(const ReportSliceInvariant& invariant) {
  constexpr std::size_t most = 6;
  if (invariant.impossible) return "{ false }";
  std::string text;
  std::set<std::string> told;
  for (const std::string& conjunct : invariant.conjuncts)
    if (!says_nothing(conjunct) && told.insert(conjunct).second && told.size() <= most)
      text += (text.empty() ? "" : " && ") + visible_text(conjunct);
  if (told.size() > most) text += fmt::format(" && {} more", told.size() - most);
  return "{ " + (text.empty() ? std::string("true") : text) + " }";
}

class SliceText {
 public:
  SliceText(TextPage& page, const ReportSlice& slice) : page_(page), slice_(slice) {
    for (const ReportSliceStatement& statement : slice.statements) {
      if (!statement.kept) continue;
      place_width_ = std::max(place_width_, columns(place_text(statement.place)));
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
      write_invariants(ReportSliceInvariant::At::loop, i);
      write_invariants(ReportSliceInvariant::At::branch, i);
      write_statement(statement);
      write_invariants(ReportSliceInvariant::At::behind, i);
    }
    write_hidden();
    for (const ReportSliceInvariant& invariant : slice_.invariants)
      if (invariant.at == ReportSliceInvariant::At::error && !invariant.impossible) write_error(invariant);
  }

 private:
  static constexpr std::size_t widest_statement = 48;

  [[nodiscard]] std::size_t margin() const { return 4 + place_width_ + 2; }

  /// What stands there already is not said again.
  void write_invariants(ReportSliceInvariant::At at, std::size_t statement) {
    for (const ReportSliceInvariant& invariant : slice_.invariants) {
      if (invariant.at != at || invariant.statement != statement || joined(invariant) == last_) continue;
      last_ = joined(invariant);
      page_.paragraph(page_.in_colour(last_, "36"), margin() + 2 * std::size_t{slice_.statements[statement].depth});
    }
  }

  void write_error(const ReportSliceInvariant& invariant) {
    if (joined(invariant) != last_) page_.paragraph(page_.in_colour(joined(invariant), "36"), margin());
    last_ = joined(invariant);
    const std::string text = "violates " + visible_text(invariant.text);
    page_.item(fmt::format("    {}  ", padded(place_text(invariant.place), place_width_)), text);
  }

  void write_hidden() {
    if (hidden_ > 0) page_.line(std::string(margin(), ' ') + counted(hidden_, "statement") + " hidden");
    hidden_ = 0;
  }

  void write_statement(const ReportSliceStatement& statement) {
    const char mark = statement.status == SliceStatus::relevant ? '*' : '?';
    const std::string head = fmt::format("  {} {}  ", mark, padded(place_text(statement.place), place_width_));
    const std::string text = statement_text(statement);
    if (page_.style().width == 0 ||
        margin() + std::max(columns(text), text_width_) + 2 + columns(about(statement)) <= page_.style().width) {
      page_.line(head + padded(text, text_width_) + "  " + about(statement));
      return;
    }
    page_.item(head, text);
    page_.paragraph(about(statement), margin() + 2);
  }

  TextPage& page_;
  const ReportSlice& slice_;
  std::size_t place_width_ = 0, text_width_ = 0, hidden_ = 0;
  std::string last_;  ///< the invariant that was written last
};

std::string summary(const ReportSlice& slice) {
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

void write_output(TextPage& page, const ReportSliceFile& output) {
  if (output.file.empty()) {
    page.paragraph("No file of the slice was written: " + visible_text(output.problem));
    return;
  }
  std::string text = "The slice as C: " + visible_text(output.file);
  text += output.fails ? "; the error was found in it, and replayed"
                       : "; no error was found in it: " + visible_text(output.problem);
  if (output.not_removed > 0)
    text += fmt::format("; {} of what is left out could not be taken out of the text",
                        counted(output.not_removed, "statement"));
  page.paragraph(text);
}

}  // namespace

void write_slice(TextPage& page, const Report& report) {
  if (!report.slice) {
    if (page.style().subject != TextSubject::slice) return;
    page.paragraph("No slice was computed before the run ended.");
    page.line();
    return;
  }
  const ReportSlice& slice = *report.slice;
  page.paragraph(summary(slice));
  page.paragraph(slice.mode == SliceMode::exact
                     ? "(* relevant, ? undecided; whatever values stand for the others, the same inputs fail):"
                     : "(* relevant, ? undecided; without the others the same inputs fail):");
  SliceText(page, slice).write();
  if (!slice.variables.empty()) {
    std::string names;
    for (const std::string& name : slice.variables) names += (names.empty() ? "" : ", ") + visible_text(name);
    page.paragraph("Variables to watch: " + names);
  }
  if (!slice.note.empty()) page.paragraph(visible_text(slice.note));
  if (slice.output) write_output(page, *slice.output);
  page.line();
}

}  // namespace bireach::checker
