// SPDX-License-Identifier: Apache-2.0
/// Live variables of a graph under construction.
#include <algorithm>

#include "frontend/clang/lowering/lower_graph.h"
#include "frontend/program/liveness.h"

namespace bireach::frontend {

std::vector<std::set<VariableId>> GraphBuilder::live_variables(const std::vector<Node>& nodes,
                                                               const std::vector<std::pair<Node, Node>>& calls,
                                                               const std::set<VariableId>& variables) {
  // Those of interest, by number.
  const std::vector<VariableId> known(variables.begin(), variables.end());
  const auto number_of = [&known](VariableId variable) -> std::optional<VariableId> {
    const auto found = std::lower_bound(known.begin(), known.end(), variable);
    if (found == known.end() || *found != variable) return std::nullopt;
    return static_cast<VariableId>(found - known.begin());
  };
  std::vector<FlowEffect> effects;
  effects.reserve(edges_.size() + calls.size());
  for (const PendingEdge& edge : edges_) {
    FlowEffect effect{find(edge.source), find(edge.target), {}, std::nullopt};
    for_each_read(edge.edge.statement, [&](const Expr& read) {
      if (const auto number = number_of(read.variable)) effect.reads.push_back(*number);
    });
    // An array of which an element changes is none of its readers, and keeps the other elements.
    const LValue* target = assigned_target(edge.edge.statement);
    if (target != nullptr && !target->index) effect.overwrites = number_of(target->variable);
    effects.push_back(std::move(effect));
  }
  for (const auto& [from, to] : calls) effects.push_back({find(from), find(to), {}, std::nullopt});
  const std::vector<std::vector<bool>> live = frontend::live_variables(locations_.size(), known.size(), effects);
  std::vector<std::set<VariableId>> result;
  for (const Node node : nodes) {
    std::set<VariableId>& here = result.emplace_back();
    for (std::size_t i = 0; i < known.size(); ++i)
      if (live[find(node)][i]) here.insert(known[i]);
  }
  return result;
}

}  // namespace bireach::frontend
