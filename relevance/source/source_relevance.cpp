// SPDX-License-Identifier: Apache-2.0
#include "relevance/source/source_relevance.h"

#include <map>

#include "relevance/source/replacement_check.h"

namespace bireach::relevance {

std::vector<SourceRelevance> source_relevance(const frontend::Program& program, const frontend::Execution& execution,
                                              const std::vector<std::uint32_t>& statement_of,
                                              const SourceConfig& config) {
  const Deadline deadline = std::chrono::steady_clock::now() + config.time_limit;
  const TraceContext trace(program, execution);
  std::vector<SourceRelevance> result;
  std::map<std::uint32_t, std::size_t> known;
  for (std::size_t k = 0; k < trace.length(); ++k) {
    const frontend::EdgeId edge = execution.trace[k];
    if (!trace.at(k).target || frontend::is_bookkeeping(program, edge)) continue;
    const auto [entry, is_new] = known.try_emplace(statement_of.at(edge), result.size());
    if (is_new) result.push_back({entry->first, {}, Relevance::unknown, std::nullopt, {}});
    result[entry->second].positions.push_back(k);
  }
  ReplacementChecker checker(trace, config, deadline);
  for (SourceRelevance& statement : result) {
    std::vector<Replacement> replacements;
    for (const std::size_t position : statement.positions) replacements.push_back({position, std::nullopt});
    ReplacementAnswer answer = checker.check(replacements);
    statement.relevance = answer.relevance;
    statement.witness = std::move(answer.witness);
    statement.reason = std::move(answer.reason);
  }
  return result;
}

}  // namespace bireach::relevance
