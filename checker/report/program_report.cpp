// SPDX-License-Identifier: Apache-2.0
#include "checker/report/program_report.h"

#include <algorithm>
#include <map>

#include "checker/report/trace_names.h"

namespace bireach::checker {
namespace {

/// Where a statement is described: on the first trace that has it.
struct Seen {
  const ReportStatement* statement = nullptr;
  bool shown = false;
};

std::vector<std::size_t> from_one(const std::vector<std::size_t>& indices) {
  std::vector<std::size_t> numbers;
  for (const std::size_t index : indices) numbers.push_back(index + 1);
  return numbers;
}

/// The objects that pointers lead to have other addresses on each trace.
ReportCommonFix common_fix_of(const relevance::CommonFix& fix, const ReportStatement& statement) {
  ReportCommonFix result{fix.answer, "", "", fix.undefined_behaviour, fix.reason};
  if (!fix.value) return result;
  result.value = value_text(*fix.value, statement.assigned);
  result.shown = statement.assigns_pointer && *fix.value == 0 ? "NULL" : result.value;
  return result;
}

class ProgramReporter {
 public:
  explicit ProgramReporter(const std::vector<ReportTrace>& traces) : traces_(traces) {
    for (std::size_t t = 0; t < traces.size(); ++t) {
      for (const ReportStatement& statement : traces[t].statements) seen_[statement.key].statement = &statement;
      for (const ReportStep& step : traces[t].steps)
        seen_[traces[t].statements[step.statement].key].shown |= step.shown;
      for (const auto& entry : traces[t].relevant) note_fix(t, entry);
      for (const auto& entry : traces[t].undecided)
        reasons_.emplace(traces[t].statements[entry.statement].key, entry.reason);
    }
  }

  ReportProgram make(const relevance::ProgramRelevance& relevance, const std::vector<std::string>& key_of_number) {
    ReportProgram program;
    program.statements = seen_.size();
    for (const auto& [key, seen] : seen_) program.shown_statements += seen.shown ? 1U : 0U;
    for (const relevance::ProgramStatement& statement : relevance.statements) {
      ReportProgramStatement entry = entry_of(statement, key_of_number.at(statement.statement));
      switch (statement.relevance) {
        case relevance::Relevance::relevant:
          program.relevant.push_back(std::move(entry));
          break;
        case relevance::Relevance::unknown:
          program.undecided.push_back(std::move(entry));
          break;
        case relevance::Relevance::irrelevant:
          if (!statement.relevant.empty() || !statement.undecided.empty()) program.some.push_back(std::move(entry));
          break;
      }
    }
    number_shown_first(program.relevant);
    return program;
  }

 private:
  /// Ranks without gaps for what is shown.
  static void number_shown_first(std::vector<ReportProgramStatement>& ranked) {
    std::stable_partition(ranked.begin(), ranked.end(), [](const auto& entry) { return entry.shown; });
    for (std::size_t i = 0; i < ranked.size(); ++i) ranked[i].rank = i + 1;
  }

  void note_fix(std::size_t trace, const ReportRelevantStatement& entry) {
    if (!entry.fix) return;
    const auto [best, is_new] =
        fixes_.try_emplace(traces_[trace].statements[entry.statement].key, trace + 1, &*entry.fix);
    if (!is_new && strength(*entry.fix) > strength(*best->second.second)) best->second = {trace + 1, &*entry.fix};
  }

  ReportProgramStatement entry_of(const relevance::ProgramStatement& statement, const std::string& key) {
    ReportProgramStatement entry;
    const Seen& seen = seen_.at(key);
    entry.statement = *seen.statement;
    entry.shown = seen.shown;
    entry.occurs = from_one(statement.occurs);
    entry.relevant = from_one(statement.relevant);
    entry.undecided = from_one(statement.undecided);
    entry.rank = statement.rank;
    entry.blocks_all = statement.blocks_all;
    if (statement.common_fix) entry.common_fix = common_fix_of(*statement.common_fix, entry.statement);
    if (const auto fix = fixes_.find(key); fix != fixes_.end()) {
      entry.fix_trace = fix->second.first;
      entry.fix = *fix->second.second;
    }
    const bool is_shown = entry.fix && entry.common_fix && entry.fix->value == entry.common_fix->value;
    if (traces_.size() == 1 && is_shown) entry.common_fix->shown = entry.fix->shown;
    if (const auto reason = reasons_.find(key); reason != reasons_.end()) entry.reason = reason->second;
    return entry;
  }

  const std::vector<ReportTrace>& traces_;
  std::map<std::string, Seen> seen_;
  std::map<std::string, std::pair<std::size_t, const ReportFix*>> fixes_;
  std::map<std::string, logic::UnknownReason> reasons_;
};

}  // namespace

StatementNumbers number_statements(const frontend::Program& program) {
  StatementNumbers numbers;
  numbers.key_of_edge = statement_keys(program);
  std::map<std::string, std::uint32_t> known;
  for (const std::string& key : numbers.key_of_edge) {
    const auto [entry, is_new] = known.emplace(key, static_cast<std::uint32_t>(known.size()));
    if (is_new) numbers.key_of_number.push_back(key);
    numbers.number_of_edge.push_back(entry->second);
  }
  return numbers;
}

ReportProgram make_program_report(const relevance::ProgramRelevance& relevance,
                                  const std::vector<std::string>& key_of_number,
                                  const std::vector<ReportTrace>& traces) {
  return ProgramReporter(traces).make(relevance, key_of_number);
}

}  // namespace bireach::checker
