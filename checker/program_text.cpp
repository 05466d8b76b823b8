// SPDX-License-Identifier: Apache-2.0
#include "checker/program_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

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
      " With each trace its danger automaton was covered: from each of its states some execution leads on to the "
      "error{} ({}), but some of the error traces it accepts may be infeasible, and they were not analysed one by one.";
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
    text += fmt::format(" {} more {} found too late to be analysed.", harvest.not_analysed,
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
        text = fmt::format("no one constant blocks every execution of {}", all);
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

/// Entries as a table, those of one source line together in the place of the first.
class EntryTable {
 public:
  EntryTable(TextPage& page, const std::vector<ReportProgramStatement>& entries) : page_(page) {
    for (const ReportProgramStatement& entry : entries) {
      if (!entry.shown) continue;
      const ReportStatement& statement = entry.statement;
      const std::string line = fmt::format("{}:{}", statement.place.file, statement.place.line);
      const auto [group, is_new] = group_of_.try_emplace(line, groups_.size());
      if (is_new) groups_.emplace_back();
      groups_[group->second].push_back(&entry);
      place_width_ = std::max(place_width_, columns(statement.short_place));
      function_width_ = std::max(function_width_, columns(statement.place.function));
      rank_width_ = std::max(rank_width_, std::to_string(entry.rank).size());
    }
  }

  [[nodiscard]] bool empty() const { return groups_.empty(); }

  /// `describe` says what stands below an entry.
  template <typename Describe>
  void write(char mark, const Describe& describe) {
    for (const auto& group : groups_) {
      for (const ReportProgramStatement* entry : group) {
        const ReportStatement& statement = entry->statement;
        const std::string rank = entry->rank == 0 ? "" : fmt::format("{:>{}} ", entry->rank, rank_width_);
        const bool first = entry == group.front();
        const std::string head =
            fmt::format("  {}{} {}  {}  ", rank, mark, padded(first ? statement.short_place : "", place_width_),
                        padded(statement.place.function, function_width_));
        page_.line(page_.in_colour(head + statement.text, mark == '*' ? "1" : "0"));
        page_.paragraph(describe(*entry), 2 + columns(rank) + 2 + 4);
      }
    }
    page_.line();
  }

 private:
  TextPage& page_;
  std::vector<std::vector<const ReportProgramStatement*>> groups_;
  std::map<std::string, std::size_t> group_of_;
  std::size_t place_width_ = 0, function_width_ = 0, rank_width_ = 0;
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
  page.paragraph(fmt::format("{}: error reached: {}, {} on {}, {} relevant in every trace", files,
                             counted(traces, "error trace"), counted(program.shown_statements, "statement"),
                             traces == 1 ? "it" : "them", shown_in(program.relevant)));
  write_harvest_end(page, report);
  page.line();
  EntryTable relevant(page, program.relevant);
  if (relevant.empty()) {
    page.line("Relevant in every trace: none");
    page.line();
  } else {
    page.line("Relevant in every trace, by rank:");
    relevant.write('*', [traces](const auto& entry) { return consequence(entry, traces); });
  }
  EntryTable some(page, program.some);
  if (!some.empty()) {
    page.line("Relevant in some traces only:");
    some.write('*', [traces](const auto& entry) {
      const std::string undecided =
          entry.undecided.empty() ? "" : "; undecided " + traces_text(entry.undecided, traces);
      return (entry.relevant.empty() ? "relevant in none" : "relevant " + traces_text(entry.relevant, traces)) +
             undecided;
    });
  }
  EntryTable undecided(page, program.undecided);
  if (!undecided.empty()) {
    page.line("Undecided, perhaps relevant in every trace:");
    undecided.write('?', [traces](const auto& entry) {
      return fmt::format("undecided {}{}", traces_text(entry.undecided, traces),
                         entry.reason.empty() ? "" : ": " + entry.reason);
    });
  }
}

void write_brief_traces(TextPage& page, const Report& report) {
  page.line("Traces:");
  const std::size_t width = std::to_string(report.traces.size()).size();
  for (std::size_t i = 0; i < report.traces.size(); ++i) {
    page.line(fmt::format("  {:>{}}: {}", i + 1, width, brief(report.traces[i])));
  }
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
  page.line(text);
}

}  // namespace bireach::checker
