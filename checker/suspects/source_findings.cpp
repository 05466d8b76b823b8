// SPDX-License-Identifier: Apache-2.0
#include "checker/suspects/source_findings.h"

#include "relevance/source/conditions.h"
#include "relevance/source/source_relevance.h"

namespace bireach::checker {
namespace {

ReportPlace place_of(const frontend::Program& program, frontend::EdgeId id) {
  const frontend::Edge& edge = program.edge(id);
  const std::string function = edge.call_path == 0 ? program.entry : program.call_paths[edge.call_path].callee;
  return {program.file_name(edge.source.file),
          edge.source.line,
          edge.source.column,
          function,
          edge.source.end_line,
          edge.source.end_column};
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
    auto found = condition.everywhere.relevance;
    const bool is_cut = condition.everywhere.passing && !condition.everywhere.passing->returns;
    if (is_cut) found = relevance::Relevance::unknown;
    findings.push_back(
        {place_of(program, execution.trace[condition.positions.front()]), SourceFinding::Asked::other_way, found});
  }
  for (const auto& statement : relevance::source_relevance(program, execution, numbers, config))
    findings.push_back({place_of(program, execution.trace[statement.positions.front()]), SourceFinding::Asked::values,
                        statement.relevance});
  return findings;
}

}  // namespace bireach::checker
