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
  note_reads();
  std::vector<std::vector<Node>> next = successors();
  for (const auto& [from, to] : calls) next[find(from)].push_back(find(to));
  // Only what can be reached from the nodes matters.
  const std::map<Node, std::size_t> place_of = reachable_places(nodes, next);
  std::vector<FlowEffect> effects;
  for (std::size_t i = 0; i < edges_.size(); ++i) {
    const auto source = place_of.find(find(edges_[i].source));
    if (source == place_of.end()) continue;
    FlowEffect effect{source->second, place_of.at(find(edges_[i].target)), {}, std::nullopt};
    for (const VariableId read : reads_[i])
      if (const auto number = number_of(read)) effect.reads.push_back(*number);
    // An array of which an element changes is none of its readers, and keeps the other elements.
    const LValue* target = assigned_target(edges_[i].edge.statement);
    if (target != nullptr && !target->index) effect.overwrites = number_of(target->variable);
    effects.push_back(std::move(effect));
  }
  for (const auto& [from, to] : calls)
    if (const auto source = place_of.find(find(from)); source != place_of.end())
      effects.push_back({source->second, place_of.at(find(to)), {}, std::nullopt});
  std::vector<std::size_t> wanted;
  for (const Node node : nodes) wanted.push_back(place_of.at(find(node)));
  std::vector<std::set<VariableId>> result;
  for (const std::vector<bool>& live : frontend::live_variables(place_of.size(), known.size(), effects, wanted)) {
    std::set<VariableId>& here = result.emplace_back();
    for (std::size_t i = 0; i < known.size(); ++i)
      if (live[i]) here.insert(known[i]);
  }
  return result;
}

std::map<GraphBuilder::Node, std::size_t> GraphBuilder::reachable_places(const std::vector<Node>& nodes,
                                                                         const std::vector<std::vector<Node>>& next) {
  std::vector<bool> is_reached(locations_.size());
  std::vector<Node> pending;
  for (const Node node : nodes) pending.push_back(find(node));
  while (!pending.empty()) {
    const Node node = pending.back();
    pending.pop_back();
    if (is_reached[node]) continue;
    is_reached[node] = true;
    pending.insert(pending.end(), next[node].begin(), next[node].end());
  }
  std::map<Node, std::size_t> result;
  for (Node node = 0; node < locations_.size(); ++node)
    if (is_reached[node]) result.emplace_hint(result.end(), node, result.size());
  return result;
}

/// Every recursive function that ends asks for all edges so far, and expressions are long.
void GraphBuilder::note_reads() {
  for (std::size_t i = reads_.size(); i < edges_.size(); ++i) {
    std::vector<VariableId>& reads = reads_.emplace_back();
    for_each_read(edges_[i].edge.statement, [&](const Expr& read) { reads.push_back(read.variable); });
    std::sort(reads.begin(), reads.end());
    reads.erase(std::unique(reads.begin(), reads.end()), reads.end());
  }
}

}  // namespace bireach::frontend
