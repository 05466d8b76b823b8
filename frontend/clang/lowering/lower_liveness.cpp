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
  // Only what can be reached from the nodes matters, by numbers in order of creation.
  std::vector<std::pair<Node, Node>> steps;
  steps.reserve(edges_.size() + calls.size());
  for (const PendingEdge& edge : edges_) steps.emplace_back(find(edge.source), find(edge.target));
  for (const auto& [from, to] : calls) steps.emplace_back(find(from), find(to));
  const std::vector<std::optional<Node>> place_of = reachable_places(nodes, steps);
  std::vector<FlowEffect> effects;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const auto source = place_of[steps[i].first];
    if (!source) continue;
    FlowEffect effect{*source, *place_of[steps[i].second], {}, std::nullopt};
    if (i < edges_.size()) {
      for (const VariableId read : reads_[i])
        if (const auto number = number_of(read)) effect.reads.push_back(*number);
      // An array of which an element changes is none of its readers, and keeps the other elements.
      const LValue* target = assigned_target(edges_[i].edge.statement);
      if (target != nullptr && !target->index) effect.overwrites = number_of(target->variable);
    }
    effects.push_back(std::move(effect));
  }
  std::size_t places = 0;
  for (const auto& place : place_of)
    if (place) ++places;
  std::vector<std::size_t> wanted;
  for (const Node node : nodes) wanted.push_back(*place_of[find(node)]);
  std::vector<std::set<VariableId>> result;
  for (const std::vector<bool>& live : frontend::live_variables(places, known.size(), effects, wanted)) {
    std::set<VariableId>& here = result.emplace_back();
    for (std::size_t i = 0; i < known.size(); ++i)
      if (live[i]) here.insert(known[i]);
  }
  return result;
}

std::vector<std::optional<GraphBuilder::Node>> GraphBuilder::reachable_places(
    const std::vector<Node>& nodes, const std::vector<std::pair<Node, Node>>& steps) {
  std::vector<std::size_t> first(locations_.size() + 1);
  for (const auto& [source, target] : steps) ++first[source + 1];
  for (std::size_t node = 0; node < locations_.size(); ++node) first[node + 1] += first[node];
  std::vector<Node> targets(steps.size());
  std::vector<std::size_t> next(first.begin(), first.end() - 1);
  for (const auto& [source, target] : steps) targets[next[source]++] = target;
  std::vector<bool> is_reached(locations_.size());
  std::vector<Node> pending;
  const auto reach = [&](Node node) {
    if (is_reached[node]) return;
    is_reached[node] = true;
    pending.push_back(node);
  };
  for (const Node node : nodes) reach(find(node));
  while (!pending.empty()) {
    const Node node = pending.back();
    pending.pop_back();
    for (std::size_t i = first[node]; i < first[node + 1]; ++i) reach(targets[i]);
  }
  std::vector<std::optional<Node>> result(locations_.size());
  Node place = 0;
  for (Node node = 0; node < locations_.size(); ++node)
    if (is_reached[node]) result[node] = place++;
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
