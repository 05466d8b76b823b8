// SPDX-License-Identifier: Apache-2.0
#include "checker/suspects/source_findings.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "relevance/source/conditions.h"
#include "relevance/source/places.h"
#include "relevance/source/source_relevance.h"

namespace bireach::checker {
namespace {

/// Of what the execution comes to at these positions, first of all.
ReportPlace place_of(const frontend::Program& program, const frontend::Execution& execution,
                     const std::vector<std::size_t>& positions) {
  return report_place(program, program.edge(execution.trace[positions.front()]));
}

/// An execution counts that ends by the return from the entry function, not by `exit` or `abort`.
relevance::Relevance of_return(const relevance::WayOut& way) {
  const bool is_cut = way.passing && !way.passing->returns;
  return is_cut ? relevance::Relevance::unknown : way.relevance;
}

/// Values that keep the execution from the trace's end by undefined behaviour only tell nothing.
relevance::Relevance of_defined(relevance::Relevance relevance,
                                const std::optional<relevance::BlockingValues>& witness) {
  const bool is_undefined = witness && witness->end == relevance::SuffixEnd::undefined;
  return is_undefined ? relevance::Relevance::unknown : relevance;
}

/// The variables of one place together.
std::vector<SourceFinding> find_insertions(const frontend::Program& program, const frontend::Execution& execution,
                                           const std::vector<std::uint32_t>& numbers,
                                           const relevance::SourceConfig& config) {
  std::map<std::uint32_t, SourceFinding> by_statement;
  for (const relevance::PlaceRelevance& place : relevance::place_relevance(program, execution, numbers, config)) {
    const auto [entry, is_new] = by_statement.try_emplace(place.statement);
    SourceFinding& finding = entry->second;
    const relevance::Relevance answer = of_defined(place.all.relevance, place.all.witness);
    if (is_new) finding = {place_of(program, execution, place.positions), SourceFinding::Asked::insertion, answer};
    if (answer == relevance::Relevance::relevant)
      finding.variables.push_back(program.variables[place.variable].user_name);
    if (answer != relevance::Relevance::irrelevant && finding.relevance != relevance::Relevance::relevant)
      finding.relevance = answer;
  }
  std::vector<SourceFinding> findings;
  for (auto& [statement, finding] : by_statement) findings.push_back(std::move(finding));
  return findings;
}

}  // namespace

std::vector<SourceFinding> find_in_source(const frontend::Program& program, const frontend::Execution& execution,
                                          const SourceQuestions& questions) {
  relevance::SourceConfig config;
  config.arithmetic = questions.arithmetic;
  config.time_limit = questions.limit;
  config.time_limit_per_question = questions.limit / 4;
  config.stop = questions.stop;
  config.statistics = questions.statistics;
  const std::vector<std::uint32_t> numbers = relevance::number_source_statements(program);
  std::vector<SourceFinding> findings;
  for (const auto& condition : relevance::condition_relevance(program, execution, numbers, config)) {
    findings.push_back({place_of(program, execution, condition.positions), SourceFinding::Asked::other_way,
                        of_return(condition.everywhere)});
  }
  for (const auto& call : relevance::call_relevance(program, execution, config)) {
    const frontend::CallSite& site = program.call_paths[call.call_path];
    findings.push_back(
        {report_place(program, site.place, site.caller), SourceFinding::Asked::left_out, of_return(call.everywhere)});
  }
  for (const auto& statement : relevance::source_relevance(program, execution, numbers, config))
    findings.push_back({place_of(program, execution, statement.positions), SourceFinding::Asked::values,
                        of_defined(statement.relevance, statement.witness)});
  std::vector<SourceFinding> insertions = find_insertions(program, execution, numbers, config);
  std::move(insertions.begin(), insertions.end(), std::back_inserter(findings));
  return findings;
}

}  // namespace bireach::checker
