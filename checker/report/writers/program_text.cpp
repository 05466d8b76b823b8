// SPDX-License-Identifier: Apache-2.0
#include "checker/report/writers/program_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "checker/report/report_words.h"
#include "checker/report/writers/explanation_text.h"
#include "frontend/program/visible_text.h"

namespace bireach::checker {
namespace {

using Describe = std::function<std::string(const ReportProgramStatement&)>;

/// Entries as a table in the order of their ranks, or those of one source line together where they have none. Copies of
/// one statement (of a function that is called from several places) are one row if the same is to be said of them.
class EntryTable {
 public:
  EntryTable(TextPage& page, const std::vector<ReportProgramStatement>& entries, const Describe& describe)
      : page_(page) {
    for (const ReportProgramStatement& entry : entries)
      if (entry.shown)
        add(entry, describe(entry));
      else
        ++hidden_;
  }

  [[nodiscard]] bool empty() const { return rows_.empty(); }

  /// Entries that are relevant in no trace are marked as undecided.
  void write(char mark) const {
    const Row* last = nullptr;
    for (const Row& row : rows_) {
      write(row, row.entry->rank == 0 && row.entry->relevant.empty() ? '?' : mark, !last || !same_line(*last, row));
      last = &row;
    }
    if (hidden_ > 0) page_.line(fmt::format("  and {} that the source does not show", counted(hidden_, "step")));
    page_.line();
  }

 private:
  struct Row {
    const ReportProgramStatement* entry;
    std::string description;
    std::size_t copies = 1;
    std::vector<std::string> parts{};
  };
  static constexpr std::size_t widest_text = 48;

  static bool same_line(const Row& a, const Row& b) {
    const ReportPlace& place = a.entry->statement.place;
    const ReportPlace& other = b.entry->statement.place;
    return place.file == other.file && place.line == other.line;
  }

  void add(const ReportProgramStatement& entry, std::string description) {
    const ReportStatement& statement = entry.statement;
    const auto same = std::find_if(rows_.begin(), rows_.end(), [&](const Row& row) {
      const ReportStatement& other = row.entry->statement;
      return other.text == statement.text && other.place.column == statement.place.column &&
             other.place.function == statement.place.function && row.description == description &&
             same_line(row, {&entry, {}});
    });
    if (same != rows_.end()) {
      ++same->copies;
      if (!statement.part.empty()) same->parts.push_back(statement.part);
      return;
    }
    Row added{&entry, std::move(description)};
    if (!statement.part.empty()) added.parts.push_back(statement.part);
    const auto of_line = entry.rank > 0 ? rows_.rend()
                                        : std::find_if(rows_.rbegin(), rows_.rend(),
                                                       [&](const Row& row) { return same_line(row, added); });
    rows_.insert(of_line == rows_.rend() ? rows_.end() : of_line.base(), std::move(added));
    place_width_ = std::max(place_width_, columns(statement.short_place));
    function_width_ = std::max(function_width_, columns(statement.place.function));
    text_width_ = std::max(text_width_, std::min(columns(statement.text + parts_text({statement.part})), widest_text));
    rank_width_ = std::max(rank_width_, std::to_string(entry.rank).size());
  }

  void write(const Row& row, char mark, bool first) const {
    const ReportStatement& statement = row.entry->statement;
    const std::string rank = row.entry->rank == 0 ? "" : fmt::format("{:>{}} ", row.entry->rank, rank_width_);
    std::string head = fmt::format("  {}{} {}  ", rank, mark, padded(first ? statement.short_place : "", place_width_));
    constexpr std::size_t room_for_statements = 32;  // else the function is left out
    const std::size_t with_function = columns(head) + function_width_ + 2;
    if (page_.style().width == 0 || with_function + room_for_statements <= page_.style().width)
      head += padded(statement.place.function, function_width_) + "  ";
    const std::string text = row.parts.empty() && row.copies > 1
                                 ? fmt::format("{} ({} copies)", statement.text, row.copies)
                                 : statement.text + parts_text(row.parts);
    const auto paint = [&](const std::string& content) {
      return mark == '*' ? page_.in_colour(content, "1") : content;
    };
    const std::size_t width = page_.style().width;
    const std::size_t wanted = columns(head) + text_width_ + 2 + columns(row.description);
    if (columns(text) <= text_width_ && (width == 0 || wanted <= width)) {
      page_.line(paint(head + padded(text, text_width_)) + "  " + row.description);
    } else {
      page_.item(head, text, mark == '*' ? "1" : nullptr);
      page_.paragraph(row.description, 2 + columns(rank) + 2 + 4);
    }
  }

  TextPage& page_;
  std::vector<Row> rows_;
  std::size_t place_width_ = 0, function_width_ = 0, text_width_ = 0, rank_width_ = 0, hidden_ = 0;
};

std::size_t shown_in(const std::vector<ReportProgramStatement>& entries) {
  return static_cast<std::size_t>(std::count_if(entries.begin(), entries.end(), [](const auto& e) { return e.shown; }));
}

void write_harvest_end(TextPage& page, const Report& report) {
  if (!report.harvest) return;
  page.paragraph(harvest_text(*report.harvest, report.traces.size()));
}

std::string input_text(const ReportInput& input) {
  return input.shown.empty() ? input.value : input.source + " " + input.shown;
}

/// "-5, 3, …"
std::string inputs_text(const ReportTrace& trace) {
  constexpr std::size_t limit = 6;
  if (trace.inputs_left_out > 0) return counted(trace.inputs_left_out + trace.inputs.size(), "input");
  std::string text;
  for (std::size_t i = 0; i < trace.inputs.size() && i < limit; ++i)
    text += (i == 0 ? "" : ", ") + input_text(trace.inputs[i]);
  if (trace.inputs.empty()) return "no inputs";
  return (trace.inputs.size() == 1 ? "input " : "inputs ") + text + (trace.inputs.size() > limit ? ", …" : "");
}

std::string brief(const ReportTrace& trace) {
  const auto shown = [](const auto& entries) {
    return static_cast<std::size_t>(
        std::count_if(entries.begin(), entries.end(), [](const auto& e) { return e.shown; }));
  };
  std::vector<bool> statements(trace.statements.size());
  for (const ReportStep& step : trace.steps) statements[step.statement] = statements[step.statement] || step.shown;
  const std::size_t undecided = shown(trace.undecided);
  const std::string relevant = !trace.relevance_asked
                                   ? ""
                                   : fmt::format(", {} relevant{}", shown(trace.relevant),
                                                 undecided > 0 ? fmt::format(" ({} undecided)", undecided) : "");
  if (trace.steps_left_out > 0)
    return fmt::format("{}; {}; {}", counted(trace.steps_left_out + trace.steps.size(), "step"), inputs_text(trace),
                       trace.error);
  return fmt::format(
      "{}, {}{}; {}; {}", counted(shown(trace.steps), "step"),
      counted(static_cast<std::size_t>(std::count(statements.begin(), statements.end(), true)), "statement"), relevant,
      inputs_text(trace), trace.error);
}

}  // namespace

void write_program(TextPage& page, const Report& report) {
  if (!report.program) return;
  const ReportProgram& program = *report.program;
  const std::size_t traces = report.traces.size();
  std::string files;
  for (const std::string& file : report.files) files += (files.empty() ? "" : ", ") + frontend::visible_text(file);
  const std::size_t open = shown_in(program.undecided);
  const std::size_t classes = report.needed.classes.size();
  const std::string by_class =
      classes == 0 || traces < 2 ? "" : fmt::format(" in {} {}", classes, classes == 1 ? "class" : "classes");
  page.paragraph(fmt::format("{}: error reached: {}{}, {} on {}, {} relevant in every trace{}", files,
                             counted(traces, "error trace"), by_class, counted(program.shown_statements, "statement"),
                             traces == 1 ? "it" : "them", shown_in(program.relevant),
                             open > 0 ? fmt::format(" ({} undecided)", open) : ""));
  write_harvest_end(page, report);
  page.line();
  const EntryTable relevant(page, program.relevant,
                            [traces](const auto& entry) { return program_relevance_text(entry, traces); });
  page.line(!relevant.empty()           ? "Relevant in every trace, by rank:"
            : program.undecided.empty() ? "Relevant in every trace: none"
                                        : "Relevant in every trace: none that could be decided");
  relevant.write('*');
  const auto is_blocked = [](const auto& entry) { return entry.fix || entry.common_fix; };
  if (std::any_of(program.relevant.begin(), program.relevant.end(), is_blocked)) {
    page.paragraph(
        "A value that blocks a trace may lead to errors elsewhere: it shows where to look, not how to repair.");
    page.line();
  }
  const EntryTable some(page, program.some, [traces](const auto& entry) { return some_traces_text(entry, traces); });
  if (!some.empty()) {
    const bool perhaps = std::any_of(program.some.begin(), program.some.end(),
                                     [](const auto& entry) { return entry.shown && entry.relevant.empty(); });
    page.line(perhaps ? "Relevant in some traces only (? perhaps):" : "Relevant in some traces only:");
    some.write('*');
  }
  const EntryTable undecided(page, program.undecided,
                             [traces](const auto& entry) { return undecided_text(entry, traces); });
  if (!undecided.empty()) {
    page.line("Undecided, perhaps relevant in every trace:");
    undecided.write('?');
  }
}

void write_brief_traces(TextPage& page, const Report& report, const std::vector<std::size_t>& traces) {
  page.line(traces.size() == report.traces.size() ? "Traces:" : "Other traces:");
  const std::size_t width = std::to_string(report.traces.size()).size();
  // Those that somebody may read, unless asked for.
  const std::size_t many = page.style().subject == TextSubject::repairs ? 3 : 20;
  const std::size_t all = traces.size();
  const std::size_t listed = page.style().traces == TraceDetail::automatic ? std::min(all, many) : all;
  for (std::size_t i = 0; i < listed; ++i) {
    const ReportTrace& trace = report.traces[traces[i]];
    const std::string like = class_text(trace, traces[i] + 1);
    page.item(fmt::format("  {:>{}}: ", traces[i] + 1, width), (like.empty() ? "" : like + "; ") + brief(trace));
  }
  if (listed < all)
    page.line(fmt::format("  … and {} more (--traces brief lists all, --traces full shows them)", all - listed));
  page.line();
}

void write_harvest_statistics(TextPage& page, const ReportHarvest& harvest) {
  if (harvest.automata.empty()) return;
  std::uint64_t states = 0;
  std::size_t checked = 0;
  bool certified = false;
  for (const SubtractedErrors& errors : harvest.automata) {
    states += errors.states;
    certified |= !errors.certificate.empty();
    checked += errors.certificate.rfind("checked", 0) == 0 ? 1U : 0U;
  }
  std::string text = fmt::format("{} subtracted ({}), {}", counted(harvest.automata.size(), "error automaton"),
                                 relevance::to_string(harvest.generalization), counted(states, "state"));
  if (harvest.automata.size() != 1) text.replace(text.find("automatons"), 10, "automata");
  if (harvest.statistics) {
    const relevance::GeneralizationStatistics& s = *harvest.statistics;
    const std::uint64_t queries = s.coverage_queries + s.intersection_queries;
    if (queries > 0) {
      text += fmt::format(", {} ({} answered without a solver), {}", counted(queries, "query"),
                          s.coverage_answered + s.intersection_answered, counted(s.preconditions, "precondition"));
      if (queries != 1) text.replace(text.find("querys"), 6, "queries");
    }
  }
  if (certified) text += fmt::format(", {} of {} checked by the other solver", checked, harvest.automata.size());
  page.paragraph(text);
}

}  // namespace bireach::checker
