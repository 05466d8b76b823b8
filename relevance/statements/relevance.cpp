// SPDX-License-Identifier: Apache-2.0
#include "relevance/statements/relevance.h"

namespace bireach::relevance {

int Fix::strength() const {
  switch (blocks) {
    case Blocks::all:
      return defined ? 4 : 2;
    case Blocks::reaching:
      return defined ? 3 : 1;
    case Blocks::one:
    case Blocks::unknown:
      break;
  }
  return 0;
}

std::string_view to_string(Relevance relevance) {
  switch (relevance) {
    case Relevance::relevant:
      return "relevant";
    case Relevance::irrelevant:
      return "irrelevant";
    case Relevance::unknown:
      break;
  }
  return "unknown";
}

std::map<std::uint32_t, Relevance> relevance_by_statement(const frontend::Program& program,
                                                          const RelevanceReport& report) {
  const auto weight = [](Relevance relevance) {
    return relevance == Relevance::relevant ? 2 : relevance == Relevance::unknown ? 1 : 0;
  };
  std::map<std::uint32_t, Relevance> result;
  for (const StatementRelevance& entry : report.positions) {
    const std::uint32_t id = program.edge(report.execution.trace[entry.position]).statement_id;
    const auto [it, is_new] = result.emplace(id, entry.relevance);
    if (!is_new && weight(entry.relevance) > weight(it->second)) it->second = entry.relevance;
  }
  return result;
}

std::map<std::uint32_t, std::vector<std::size_t>> relevant_positions_by_statement(const frontend::Program& program,
                                                                                  const RelevanceReport& report) {
  std::map<std::uint32_t, std::vector<std::size_t>> result;
  for (std::size_t i = 0; i < report.positions.size(); ++i) {
    const StatementRelevance& entry = report.positions[i];
    if (entry.relevance == Relevance::relevant)
      result[program.edge(report.execution.trace[entry.position]).statement_id].push_back(i);
  }
  return result;
}

}  // namespace bireach::relevance
