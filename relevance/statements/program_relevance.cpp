// SPDX-License-Identifier: Apache-2.0
#include "relevance/statements/program_relevance.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace bireach::relevance {

namespace {

/// A statement's occurrences on one trace, put together.
struct InTrace {
  std::size_t first_position = 0;
  bool relevant = false;
  bool undecided = false;  // at one of its occurrences; matters only if it is relevant at none
  bool blocks_all = false;
};

struct Entry {
  ProgramStatement statement;
  std::pair<std::size_t, std::size_t> first_occurrence;  // trace, position
};

std::map<std::uint32_t, InTrace> statements_of(const TraceCollection& traces, const RelevanceReport& report) {
  std::map<std::uint32_t, InTrace> result;
  for (const StatementRelevance& entry : report.positions) {
    const std::uint32_t statement = traces.statement_of.at(report.execution.trace.at(entry.position));
    const auto [it, is_new] = result.emplace(statement, InTrace{});
    if (is_new) it->second.first_position = entry.position;
    it->second.relevant |= entry.relevance == Relevance::relevant;
    it->second.undecided |= entry.relevance == Relevance::unknown;
    it->second.blocks_all |= entry.fix && entry.fix->blocks_every_input();
  }
  return result;
}

Relevance in_program(const ProgramStatement& statement, std::size_t traces) {
  if (statement.relevant.size() == traces) return Relevance::relevant;
  const bool could_be = statement.relevant.size() + statement.undecided.size() == traces;
  return could_be ? Relevance::unknown : Relevance::irrelevant;
}

/// Groups of the order in which statements are reported.
int group(const ProgramStatement& statement) {
  if (statement.relevance == Relevance::relevant) return 0;
  if (!statement.relevant.empty()) return 1;
  return statement.undecided.empty() ? 3 : 2;
}

bool has_clean_common_fix(const ProgramStatement& statement) {
  return statement.common_fix && statement.common_fix->answer == CommonFixAnswer::exists &&
         !statement.common_fix->undefined_behaviour;
}

bool has_common_fix(const ProgramStatement& statement) {
  return statement.common_fix && statement.common_fix->answer == CommonFixAnswer::exists;
}

bool before(const Entry& left, const Entry& right) {
  const ProgramStatement& a = left.statement;
  const ProgramStatement& b = right.statement;
  const int of_a = group(a);
  const int of_b = group(b);
  if (of_a != of_b) return of_a < of_b;
  if (of_a == 0) {
    const auto merits = [](const ProgramStatement& s) {
      return std::tuple(has_clean_common_fix(s), s.blocks_all, has_common_fix(s));
    };
    const auto merits_of_a = merits(a);
    const auto merits_of_b = merits(b);
    // Each occurs on every trace, so the first occurrences are all on the first one.
    return merits_of_a != merits_of_b ? merits_of_a > merits_of_b : left.first_occurrence > right.first_occurrence;
  }
  if (of_a == 1 && a.relevant.size() != b.relevant.size()) return a.relevant.size() > b.relevant.size();
  return left.first_occurrence < right.first_occurrence;
}

/// Where each statement assigns first: trace and position.
std::map<std::uint32_t, std::pair<std::size_t, std::size_t>> first_occurrences(const TraceCollection& traces) {
  std::map<std::uint32_t, std::pair<std::size_t, std::size_t>> result;
  for (std::size_t t = 0; t < traces.traces.size(); ++t) {
    const RelevanceReport& report = *traces.traces[t];
    for (const StatementRelevance& entry : report.positions)
      result.try_emplace(traces.statement_of.at(report.execution.trace.at(entry.position)), t, entry.position);
  }
  return result;
}

}  // namespace

ProgramRelevance intersect(const TraceCollection& traces) {
  std::map<std::uint32_t, ProgramStatement> found;
  for (std::size_t t = 0; t < traces.traces.size(); ++t) {
    for (const auto& [id, in_trace] : statements_of(traces, *traces.traces[t])) {
      ProgramStatement& statement = found[id];
      statement.statement = id;
      statement.occurs.push_back(t);
      if (in_trace.relevant)
        statement.relevant.push_back(t);
      else if (in_trace.undecided)
        statement.undecided.push_back(t);
      statement.blocks_all += in_trace.blocks_all ? 1U : 0U;
    }
  }
  ProgramRelevance result;
  for (auto& [id, statement] : found) {
    statement.relevance = in_program(statement, traces.traces.size());
    result.statements.push_back(std::move(statement));
  }
  rank(result, traces);
  return result;
}

void rank(ProgramRelevance& relevance, const TraceCollection& traces) {
  const auto occurrences = first_occurrences(traces);
  std::vector<Entry> entries;
  for (ProgramStatement& statement : relevance.statements) {
    const auto first = occurrences.at(statement.statement);
    entries.push_back({std::move(statement), first});
  }
  std::sort(entries.begin(), entries.end(), before);
  relevance.statements.clear();
  std::size_t next = 0;
  for (Entry& entry : entries) {
    entry.statement.rank = entry.statement.relevance == Relevance::relevant ? ++next : 0;
    relevance.statements.push_back(std::move(entry.statement));
  }
}

}  // namespace bireach::relevance
