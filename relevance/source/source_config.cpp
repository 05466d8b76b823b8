// SPDX-License-Identifier: Apache-2.0
#include "relevance/source/source_config.h"

#include <map>
#include <string>
#include <tuple>

namespace bireach::relevance {

std::vector<std::uint32_t> number_source_statements(const frontend::Program& program) {
  // Code of the library has the place of its call, and its own text.
  using Key =
      std::tuple<bool, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, bool, std::string>;
  std::map<Key, std::uint32_t> known;
  std::vector<std::uint32_t> numbers;
  for (frontend::EdgeId id = 0; id < program.edge_count(); ++id) {
    const frontend::Edge& edge = program.edge(id);
    const frontend::SourceRange& place = edge.source;
    const bool is_assume = frontend::is_assume(edge.statement);
    Key key{true, place.file, place.line, place.column, place.end_line, place.end_column, is_assume, edge.text};
    if (!place.is_known()) key = {false, edge.statement_id, 0, 0, 0, 0, is_assume, {}};
    numbers.push_back(known.emplace(std::move(key), static_cast<std::uint32_t>(known.size())).first->second);
  }
  return numbers;
}

}  // namespace bireach::relevance
