// SPDX-License-Identifier: Apache-2.0
#include "checker/report/writers/explanation_text.h"
#include "checker/report/report_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "checker/report/text/formula_text.h"
#include "checker/report/writers/explanation_fold.h"

namespace bireach::checker {
namespace {

using Row = ExplanationRow;

/// Lines of a terminal, for what is read at once.
constexpr std::size_t screen = 30;

class AbstractTrace {
 public:
  explicit AbstractTrace(const ReportTrace& trace) : trace_(trace), explanation_(trace.explanation) {
    branches_.insert(explanation_.needed_branches.begin(), explanation_.needed_branches.end());
    for (const ReportKeptStep& kept : explanation_.kept) branches_.erase(kept.step);
    branches_.erase(explanation_.assertion);
    for (const ReportNeededInput& input : explanation_.precondition)
      if (input.initial && !input.text.empty()) rows_.push_back({"", "initially " + input.name, {}, input.text});
    std::size_t next = 0;               // the step after the last shown
    std::optional<std::size_t> before;  // the invariant before the first of those that one step stands for
    for (std::size_t i = 0; i < explanation_.kept.size(); ++i) {
      const ReportKeptStep& kept = explanation_.kept[i];
      const std::size_t seen = seen_as(kept.step);
      if (!before) before = i;
      if (i + 1 < explanation_.kept.size() && seen_as(explanation_.kept[i + 1].step) == seen) continue;
      const std::size_t first = *std::exchange(before, std::nullopt);
      if (!trace.steps[seen].shown || seen < next) continue;
      add_invariant(explanation_.invariants[first], next, seen);
      add_step(seen, note_of(kept));
      next = seen + 1;
    }
    add_invariant(explanation_.invariants.back(), next, explanation_.assertion);
    add_assertion();
  }

  [[nodiscard]] const std::vector<Row>& rows() const { return rows_; }
  /// "5 of the 7 steps are needed"
  [[nodiscard]] std::string needed_text() const {
    const std::size_t all = this->all();
    if (all == 1) return needed_ == 0 ? "the only step is not needed" : "the only step is needed";
    if (needed_ == 0) return fmt::format("none of the {} steps is needed", all);
    return fmt::format("{} of the {} steps {} needed", needed_, all, needed_ == 1 ? "is" : "are");
  }

 private:
  /// Steps within a library call are seen as the call, what the allocator keeps of a call of free as that call.
  [[nodiscard]] std::size_t seen_as(std::size_t step) const {
    const std::size_t shown_by = trace_.steps[step].shown_by;
    if (trace_.steps[step].shown || shown_by > step) return std::max(step, shown_by);
    for (std::size_t at = step + 1; at < trace_.steps.size() && is_of_one_statement(at, step); ++at)
      if (trace_.steps[at].shown) return at;
    for (std::size_t at = step; at-- > 0 && is_of_one_statement(at, step);)
      if (trace_.steps[at].shown) return at;
    return step;
  }

  [[nodiscard]] bool is_of_one_statement(std::size_t a, std::size_t b) const {
    const ReportPlace& one = trace_.statements[trace_.steps[a].statement].place;
    const ReportPlace& other = trace_.statements[trace_.steps[b].statement].place;
    return one.line != 0 && one.file == other.file && one.line == other.line && one.column == other.column;
  }

  /// The steps to the violated assertion.
  [[nodiscard]] std::size_t all() const {
    const auto end =
        trace_.steps.begin() + static_cast<std::ptrdiff_t>(std::min(explanation_.assertion + 1, trace_.steps.size()));
    return static_cast<std::size_t>(std::count_if(trace_.steps.begin(), end, [](const auto& s) { return s.shown; }));
  }

  /// The steps from `first` to before `end` are not needed, but for branches that have to go their way.
  void add_invariant(const ReportInvariant& invariant, std::size_t first, std::size_t end) {
    std::size_t hidden = 0;
    std::vector<std::size_t> shown;
    for (std::size_t step = first; step < end && step < trace_.steps.size(); ++step) {
      if (!trace_.steps[step].shown) continue;
      if (branches_.count(step) > 0)
        shown.push_back(step);
      else
        ++hidden;
    }
    if (says_invariant(end))
      rows_.push_back(
          {"", "", invariant.conjuncts, hidden > 0 ? counted(hidden, "step") + " hidden" : "", invariant.variables});
    for (std::size_t i = 0; i < shown.size();) {
      const std::size_t begin = i;
      while (i < shown.size() && trace_.steps[shown[i]].statement == trace_.steps[shown[begin]].statement) ++i;
      const std::size_t times = i - begin;
      add_step(shown[begin], times == 1 ? "has to go this way" : fmt::format("has to go this way, {} times", times));
      needed_ += times - 1;
    }
  }

  /// Of several threads those where one goes on that another one has left, the first and the last.
  [[nodiscard]] bool says_invariant(std::size_t next) const {
    if (trace_.threads.empty() || next >= explanation_.assertion) return true;
    const auto before = std::find_if(rows_.rbegin(), rows_.rend(), [](const Row& row) { return row.step.has_value(); });
    return before == rows_.rend() || trace_.steps[*before->step].thread != trace_.steps[next].thread;
  }

  void add_step(std::size_t index, std::string note) {
    const ReportStep& step = trace_.steps[index];
    const std::string place = trace_.threads.empty() ? step.place : fmt::format("T{} {}", step.thread, step.place);
    rows_.push_back({place, std::string(std::size_t{2} * step.depth, ' ') + step.text, {}, std::move(note), {}, index});
    ++needed_;
  }

  [[nodiscard]] std::string note_of(const ReportKeptStep& kept) const {
    if (!kept.framed_text.empty())
      return fmt::format("the other way could change {}", fmt::join(kept.framed_text, ", "));
    std::string note;
    for (const ReportNeededInput& input : explanation_.precondition) {
      if (input.initial || input.step != kept.step || input.text.empty()) continue;
      const std::size_t index = input.name.find('[');
      note += (note.empty() ? "" : ", ") + (index == std::string::npos ? "" : input.name + ": ") + needed_words(input);
    }
    return note;
  }

  void add_assertion() {
    std::string note;
    constexpr std::size_t longest = 60;  // the step says the same in the user's words
    const std::string& holds = explanation_.assertion_text;
    if (holds != "false" && columns(holds) <= longest)
      note = (holds.ends_with(" was written") ? "violates: " : "violates ") + holds;  // words are no condition
    else if (holds != "false" || !trace_.error_words.empty())
      note = trace_.error_words.empty() ? "violates what should hold here" : trace_.error_words;
    if (explanation_.assertion < trace_.steps.size() && trace_.steps[explanation_.assertion].shown)
      add_step(explanation_.assertion, note);
    else
      rows_.push_back({"", trace_.error, {}, note});
  }

  const ReportTrace& trace_;
  const ReportExplanation& explanation_;
  std::set<std::size_t> branches_;  ///< needed, and not kept
  std::vector<Row> rows_;
  std::size_t needed_ = 0;
};

/// What is new in it first, if there is not room for all; 0: there is.
std::string invariant_text(const Row& row, std::size_t room, const std::vector<std::string>& known) {
  std::string text = joined_conjuncts(row.invariant, room, known);
  const std::string whole = joined_conjuncts(row.invariant, 0);
  constexpr std::size_t few = 6;
  if (text.rfind("…", 0) == 0 && !row.variables.empty() && row.variables.size() <= few)
    text += fmt::format(" on {}", fmt::join(row.variables, ", "));
  if (columns(whole) <= columns(text)) text = whole;
  return "{ " + text + " }";
}

/// What a line stands for where nothing is folded.
std::vector<FoldedRows> unfolded(const std::vector<Row>& rows) {
  std::vector<FoldedRows> all;
  for (std::size_t i = 0; i < rows.size(); ++i) all.push_back({i, i + 1, ""});
  return all;
}

void write_rows(TextPage& page, const std::vector<Row>& rows, const std::vector<FoldedRows>& lines) {
  constexpr std::size_t widest_text = 48;
  constexpr std::size_t widest_invariant = 100;  // where the terminal has no width
  std::size_t place_width = 0;
  std::size_t text_width = 0;
  for (const Row& row : rows) {
    place_width = std::max(place_width, columns(row.place));
    const std::size_t used =
        row.invariant.empty() ? columns(row.text) : columns(joined_conjuncts(row.invariant, 0)) + 4;
    if (!row.note.empty()) text_width = std::max(text_width, std::min(used, widest_text));
  }
  const std::size_t width = page.style().width;
  const std::size_t margin = 4 + place_width + 2;
  const std::size_t room = !page.style().folds ? 0
                           : width == 0        ? widest_invariant
                                               : std::max<std::size_t>(width, margin + 24) - margin - 4;
  std::vector<std::string> known;
  for (const FoldedRows& line : lines) {
    if (!line.fold.empty()) {
      page.item(std::string(margin, ' '), line.fold);
      for (std::size_t i = line.first; i < line.end; ++i)
        if (!rows[i].invariant.empty()) known = rows[i].invariant;
      continue;
    }
    const Row& row = rows[line.first];
    std::string text = row.text;
    if (!row.invariant.empty()) {
      text = invariant_text(row, room, known);
      known = row.invariant;
    }
    const std::string head = "    " + padded(row.place, place_width) + "  ";
    const std::string shown = row.invariant.empty() ? text : page.in_colour(text, "36");
    const char* const colour = row.invariant.empty() ? nullptr : "36";
    const bool fits = width == 0 || margin + columns(text) <= width;
    if (row.note.empty() && fits) {
      page.line(head + shown);
    } else if (row.note.empty()) {
      page.item(head, text, colour);
    } else if (width == 0 || margin + std::max(columns(text), text_width) + 2 + columns(row.note) <= width) {
      const std::size_t gap = columns(text) < text_width ? text_width - columns(text) : 0;
      page.line(head + shown + std::string(gap + 2, ' ') + row.note);
    } else {
      if (fits)
        page.line(head + shown);
      else
        page.item(head, text, colour);
      page.paragraph(row.note, margin + 4);
    }
  }
}

}  // namespace

void write_explanation(TextPage& page, const ReportTrace& trace, std::size_t number) {
  const ReportExplanation& explanation = trace.explanation;
  if (explanation.kind.empty()) return;
  if (!explanation.reason.empty()) {
    page.paragraph("Why the error happens: not explained: " + plain_reason(explanation.reason));
    page.line();
    return;
  }
  const AbstractTrace abstract(trace);
  const std::string like = class_text(trace, number);
  page.paragraph(fmt::format("Why the error happens ({} error invariants{}; {}):", explanation.kind,
                             like.empty() ? "" : ", " + like, abstract.needed_text()));
  const std::vector<Row>& rows = abstract.rows();
  const bool folds = page.style().folds;
  write_rows(page, rows, folds ? fold_explanation(trace, rows, screen) : unfolded(rows));
  if (!explanation.engine_failure.empty())
    page.paragraph("These are the values of this execution only, nothing more general was found: " +
                   plain_reason(explanation.engine_failure));
  if (!explanation.watched.empty())
    page.paragraph(fmt::format("Variables to watch: {}", fmt::join(explanation.watched, ", ")));
  page.line();
}

std::vector<ExplanationFold> explanation_folds(const ReportTrace& trace) {
  std::vector<ExplanationFold> folds;
  if (trace.explanation.kind.empty() || !trace.explanation.reason.empty()) return folds;
  const AbstractTrace abstract(trace);
  for (const FoldedRows& line : fold_explanation(trace, abstract.rows(), screen)) {
    if (line.fold.empty()) continue;
    std::optional<std::size_t> from;
    std::size_t to = 0;
    for (std::size_t row = line.first; row < line.end; ++row) {
      const std::optional<std::size_t>& step = abstract.rows()[row].step;
      if (!step) continue;
      from = from.value_or(*step);
      to = *step;
    }
    if (from) folds.push_back({*from, to, line.fold});
  }
  return folds;
}

void write_needed(TextPage& page, const Report& report) {
  if (!report.program || report.needed.explained.empty()) return;
  const ReportNeeded& needed = report.needed;
  std::set<std::string> relevant;
  for (const ReportProgramStatement& entry : report.program->relevant) relevant.insert(entry.statement.key);
  std::size_t place_width = 0;
  std::size_t function_width = 0;
  std::size_t others = 0;
  std::vector<const ReportNeededStatement*> listed;
  for (const ReportNeededStatement& entry : needed.statements) {
    if (!entry.shown) continue;
    if (!entry.in_all) {
      ++others;
      continue;
    }
    listed.push_back(&entry);
    place_width = std::max(place_width, columns(entry.statement.short_place));
    function_width = std::max(function_width, columns(entry.statement.place.function));
  }
  const std::size_t all = report.traces.size();
  const std::size_t explained = needed.explained.size();
  const std::string which =
      all == 1 ? "the error"
      : explained == all
          ? (all == 2 ? "the error in both traces" : fmt::format("the error in all {} traces", all))
          : fmt::format("the error in the {} of {} that are explained", explained, counted(all, "trace"));
  page.paragraph(fmt::format("Needed to explain {}{}:{}", which,
                             listed.empty() ? "" : " (* relevant as well: changing it could fix the bug)",
                             listed.empty() ? " no statement" : ""));
  struct Line {
    std::string head, text;
    std::vector<std::string> parts;
  };
  std::vector<Line> lines;
  for (const ReportNeededStatement* entry : listed) {
    const ReportStatement& statement = entry->statement;
    const std::string text = statement.kind == "assume" ? "[" + statement.text + "]" : statement.text;
    std::string head = fmt::format("  {} {}  ", relevant.count(statement.key) > 0 ? "*" : " ",
                                   padded(statement.short_place, place_width));
    constexpr std::size_t room_for_statements = 32;  // else the function is left out
    const std::size_t with_function = columns(head) + function_width + 2;
    if (page.style().width == 0 || with_function + room_for_statements <= page.style().width)
      head += padded(statement.place.function, function_width) + "  ";
    const auto same = std::find_if(lines.begin(), lines.end(), [&](const Line& line) {
      return !statement.part.empty() && line.head == head && line.text == text;
    });
    if (same == lines.end())
      lines.push_back({std::move(head), text, {statement.part}});
    else
      same->parts.push_back(statement.part);
  }
  for (const Line& line : lines) page.item(line.head, line.text + parts_text(line.parts));
  if (others > 0) page.line(fmt::format("  and {} in some traces only", counted(others, "statement")));
  page.line();
}

std::vector<std::size_t> traces_by_class(const Report& report) {
  std::vector<std::size_t> order;
  std::vector<bool> listed(report.traces.size());
  for (const auto& members : report.needed.classes) {
    for (const std::size_t number : members) {
      order.push_back(number - 1);
      listed[number - 1] = true;
    }
  }
  for (std::size_t i = 0; i < report.traces.size(); ++i)
    if (!listed[i]) order.push_back(i);
  return order;
}

bool is_like_another(const ReportTrace& trace, std::size_t number) {
  const ReportExplanation& explanation = trace.explanation;
  return explanation.reason.empty() && explanation.same_as != 0 && explanation.same_as != number;
}

std::string class_text(const ReportTrace& trace, std::size_t number) {
  return is_like_another(trace, number) ? fmt::format("like trace {}", trace.explanation.same_as) : "";
}

}  // namespace bireach::checker
