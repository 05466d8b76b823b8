// SPDX-License-Identifier: Apache-2.0
#include "checker/program_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>

#include "checker/explanation_text.h"

namespace bireach::checker {
namespace {

using relevance::CommonFixAnswer;
using relevance::Guarantee;

/// "1, 2, 3, 4, 5, …": the first of many.
std::string list_of(const std::vector<std::size_t>& numbers) {
  constexpr std::size_t limit = 8;
  std::string text;
  for (std::size_t i = 0; i < numbers.size() && i < limit; ++i)
    text += fmt::format("{}{}", i == 0 ? "" : ", ", numbers[i]);
  return numbers.size() > limit ? text + ", …" : text;
}

std::string traces_text(const std::vector<std::size_t>& traces, std::size_t of) {
  if (of == 1) return "in the trace";
  return fmt::format("in {} of {} ({})", traces.size(), counted(of, "trace"), list_of(traces));
}

std::string sentence(std::string text) {
  if (!text.empty() && text.back() != '.') text += '.';
  return text;
}

std::string end_text(const ReportHarvest& harvest, std::size_t traces) {
  switch (harvest.end) {
    case HarvestStop::exhausted:
      return "All error traces are covered.";
    case HarvestStop::max_traces:
      return fmt::format("Stopped after {}, as --max-traces asks; there may be others.",
                         counted(traces, "error trace"));
    case HarvestStop::timeout:
      return "The time limit ended the search for more error traces; there may be others.";
    case HarvestStop::memory:
      return fmt::format("{} ended the search for more error traces; there may be others.",
                         harvest.reason.empty() ? "The memory limit" : "Lack of memory");
    case HarvestStop::signal:
      return fmt::format("The search for more error traces was {}; there may be others.", harvest.reason);
    case HarvestStop::undecided:
      return sentence(fmt::format("What is left of the error traces could not be decided{}{}",
                                  harvest.reason.empty() ? "" : ": ", harvest.reason));
    case HarvestStop::internal_error:
      break;
  }
  return sentence("An internal error ended the search for more error traces: " + harvest.reason);
}

/// What it means that a trace is covered.
std::string guarantee_text(const ReportHarvest& harvest) {
  const auto guarantee = weakest_guarantee(harvest);
  if (!guarantee) return {};
  constexpr const char* continuations =
      " Each trace here stands for all that its danger automaton accepts: from each of its states some execution leads "
      "on to the error{} ({}). Those others were not analysed: some may be infeasible, and other statements may be "
      "relevant in them.";
  switch (*guarantee) {
    case Guarantee::feasible:
      return harvest.generalization == "trace" && harvest.end == HarvestStop::exhausted
                 ? " These are all error traces that are feasible."
                 : " Only feasible error traces were covered.";
    case Guarantee::feasible_continuation:
      return fmt::format(continuations, "", "Prop. 4.3");
    case Guarantee::feasible_or_nonterminating:
      return fmt::format(continuations, ", or runs for ever", "Prop. 4.4");
  }
  return {};
}

std::string left_out_text(const ReportHarvest& harvest) {
  std::string text;
  if (harvest.undecided > 0) {
    text += fmt::format(" {} could not be decided and {} put aside.", counted(harvest.undecided, "error trace"),
                        harvest.undecided == 1 ? "was" : "were");
  }
  if (harvest.not_analysed > 0) {
    text += fmt::format(
        " {} {} found too late to be analysed.",
        harvest.not_analysed == 1 ? "Another error trace" : fmt::format("{} more error traces", harvest.not_analysed),
        harvest.not_analysed == 1 ? "was" : "were");
  }
  return text;
}

/// What the strongest value of one trace does.
std::string fix_text(const ReportProgramStatement& entry) {
  const ReportFix& fix = *entry.fix;
  if (!fix.undefined.empty()) {
    return fmt::format(
        "with {} instead, the execution of trace {} has undefined behaviour before it reaches the error ({})",
        fix.value, entry.fix_trace, fix.undefined);
  }
  const char* const which = fix.blocks == relevance::Fix::Blocks::all ? "no execution of trace {} can reach the error"
                            : fix.blocks_shown ? "the execution of trace {} cannot reach the error"
                                               : "some execution of trace {} cannot reach the error";
  return fmt::format("with {} instead, {}", fix.value, fmt::format(fmt::runtime(which), entry.fix_trace));
}

std::string consequence(const ReportProgramStatement& entry, std::size_t traces) {
  const std::string all = traces == 1   ? "the trace"
                          : traces == 2 ? "both traces"
                                        : fmt::format("all {} traces", traces);
  std::string text;
  if (entry.common_fix) {
    switch (entry.common_fix->answer) {
      case CommonFixAnswer::exists:
        return entry.common_fix->undefined_behaviour
                   ? fmt::format("{} instead blocks {}, but on some execution only by undefined behaviour",
                                 entry.common_fix->value, all)
                   : fmt::format("{} instead blocks every execution of {}", entry.common_fix->value, all);
      case CommonFixAnswer::none:
        text = fmt::format("no single constant blocks every execution of {}", all);
        break;
      case CommonFixAnswer::unknown:
        text = fmt::format("whether one constant blocks every execution of {} is undecided ({})", all,
                           entry.common_fix->reason);
        break;
    }
    text += "; ";
  }
  return text +
         (entry.fix ? fix_text(entry) : "with another value, some execution of each trace cannot reach the error");
}

std::string some_text(const ReportProgramStatement& entry, std::size_t traces) {
  std::string text = entry.relevant.empty() ? "" : "relevant " + traces_text(entry.relevant, traces);
  if (entry.undecided.empty()) return text;
  return text + (text.empty() ? "" : "; ") + "undecided " + traces_text(entry.undecided, traces);
}

using Describe = std::function<std::string(const ReportProgramStatement&)>;

/// Entries as a table, those of one source line together in the place of the first. Copies of one statement (of a
/// function that is called from several places) are one row if the same is to be said of them.
class EntryTable {
 public:
  EntryTable(TextPage& page, const std::vector<ReportProgramStatement>& entries, const Describe& describe)
      : page_(page) {
    for (const ReportProgramStatement& entry : entries) {
      if (entry.shown)
        add(entry, describe(entry));
      else
        ++hidden_;
    }
  }

  [[nodiscard]] bool empty() const { return groups_.empty(); }

  /// Entries that are relevant in no trace are marked as undecided.
  void write(char mark) const {
    for (const std::vector<Row>& group : groups_) {
      for (const Row& row : group) {
        write(row, row.entry->rank == 0 && row.entry->relevant.empty() ? '?' : mark, &row == &group.front());
      }
    }
    if (hidden_ > 0) page_.line(fmt::format("  and {} that the source does not show", counted(hidden_, "step")));
    page_.line();
  }

 private:
  struct Row {
    const ReportProgramStatement* entry;
    std::string description;
    std::size_t copies = 1;
  };
  static constexpr std::size_t widest_text = 48;

  void add(const ReportProgramStatement& entry, std::string description) {
    const ReportStatement& statement = entry.statement;
    const std::string line = fmt::format("{}:{}", statement.place.file, statement.place.line);
    const auto [group, is_new] = group_of_.try_emplace(line, groups_.size());
    if (is_new) groups_.emplace_back();
    std::vector<Row>& rows = groups_[group->second];
    const auto same = std::find_if(rows.begin(), rows.end(), [&](const Row& row) {
      const ReportStatement& other = row.entry->statement;
      return other.text == statement.text && other.place.column == statement.place.column &&
             other.place.function == statement.place.function && row.description == description;
    });
    if (same != rows.end()) {
      ++same->copies;
    } else {
      rows.push_back({&entry, std::move(description)});
    }
    place_width_ = std::max(place_width_, columns(statement.short_place));
    function_width_ = std::max(function_width_, columns(statement.place.function));
    text_width_ = std::max(text_width_, std::min(columns(statement.text), widest_text));
    rank_width_ = std::max(rank_width_, std::to_string(entry.rank).size());
  }

  void write(const Row& row, char mark, bool first) const {
    const ReportStatement& statement = row.entry->statement;
    const std::string rank = row.entry->rank == 0 ? "" : fmt::format("{:>{}} ", row.entry->rank, rank_width_);
    const std::string head =
        fmt::format("  {}{} {}  {}  ", rank, mark, padded(first ? statement.short_place : "", place_width_),
                    padded(statement.place.function, function_width_));
    const std::string text =
        row.copies == 1 ? statement.text : fmt::format("{} ({} copies)", statement.text, row.copies);
    const auto paint = [&](const std::string& content) {
      return mark == '*' ? page_.in_colour(content, "1") : content;
    };
    const std::size_t width = page_.style().width;
    const std::size_t wanted = columns(head) + text_width_ + 2 + columns(row.description);
    if (columns(text) <= text_width_ && (width == 0 || wanted <= width)) {
      page_.line(paint(head + padded(text, text_width_)) + "  " + row.description);
    } else {
      page_.line(paint(head + text));
      page_.paragraph(row.description, 2 + columns(rank) + 2 + 4);
    }
  }

  TextPage& page_;
  std::vector<std::vector<Row>> groups_;
  std::map<std::string, std::size_t> group_of_;
  std::size_t place_width_ = 0, function_width_ = 0, text_width_ = 0, rank_width_ = 0, hidden_ = 0;
};

std::size_t shown_in(const std::vector<ReportProgramStatement>& entries) {
  return static_cast<std::size_t>(std::count_if(entries.begin(), entries.end(), [](const auto& e) { return e.shown; }));
}

void write_harvest_end(TextPage& page, const Report& report) {
  if (!report.harvest) return;
  page.paragraph(end_text(*report.harvest, report.traces.size()) + guarantee_text(*report.harvest) +
                 left_out_text(*report.harvest));
}

/// "-5, 3, …"
std::string inputs_text(const ReportTrace& trace) {
  constexpr std::size_t limit = 6;
  std::string text;
  for (std::size_t i = 0; i < trace.inputs.size() && i < limit; ++i)
    text += (i == 0 ? "" : ", ") + trace.inputs[i].value;
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
  return fmt::format(
      "{}, {}, {} relevant{}; {}; {}", counted(shown(trace.steps), "step"),
      counted(static_cast<std::size_t>(std::count(statements.begin(), statements.end(), true)), "statement"),
      shown(trace.relevant), undecided > 0 ? fmt::format(" ({} undecided)", undecided) : "", inputs_text(trace),
      trace.error);
}

}  // namespace

void write_program(TextPage& page, const Report& report) {
  if (!report.program) return;
  const ReportProgram& program = *report.program;
  const std::size_t traces = report.traces.size();
  std::string files;
  for (const std::string& file : report.files) files += (files.empty() ? "" : ", ") + file;
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
  const EntryTable relevant(page, program.relevant, [traces](const auto& entry) { return consequence(entry, traces); });
  page.line(!relevant.empty()           ? "Relevant in every trace, by rank:"
            : program.undecided.empty() ? "Relevant in every trace: none"
                                        : "Relevant in every trace: none that could be decided");
  relevant.write('*');
  const EntryTable some(page, program.some, [traces](const auto& entry) { return some_text(entry, traces); });
  if (!some.empty()) {
    const bool perhaps = std::any_of(program.some.begin(), program.some.end(),
                                     [](const auto& entry) { return entry.shown && entry.relevant.empty(); });
    page.line(perhaps ? "Relevant in some traces only (? perhaps):" : "Relevant in some traces only:");
    some.write('*');
  }
  const EntryTable undecided(page, program.undecided, [traces](const auto& entry) {
    return fmt::format("undecided {}{}", traces_text(entry.undecided, traces),
                       entry.reason.empty() ? "" : ": " + entry.reason);
  });
  if (!undecided.empty()) {
    page.line("Undecided, perhaps relevant in every trace:");
    undecided.write('?');
  }
}

void write_brief_traces(TextPage& page, const Report& report, const std::vector<std::size_t>& traces) {
  page.line(traces.size() == report.traces.size() ? "Traces:" : "Other traces:");
  const std::size_t width = std::to_string(report.traces.size()).size();
  // Those that somebody may read, unless asked for.
  constexpr std::size_t many = 20;
  const std::size_t all = traces.size();
  const std::size_t listed = page.style().traces == TraceDetail::automatic ? std::min(all, many) : all;
  for (std::size_t i = 0; i < listed; ++i) {
    const ReportTrace& trace = report.traces[traces[i]];
    const std::string like = class_text(trace, traces[i] + 1);
    page.line(fmt::format("  {:>{}}: {}{}", traces[i] + 1, width, like.empty() ? "" : like + "; ", brief(trace)));
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
                                 harvest.generalization, counted(states, "state"));
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
