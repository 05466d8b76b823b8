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
  std::map<Node, std::vector<Node>> called;
  for (const auto& [from, to] : calls) called[find(from)].push_back(find(to));
  // Only what can be reached from the nodes matters.
  const std::map<Node, std::size_t> place_of = reachable_places(nodes, called);
  std::vector<FlowEffect> effects;
  for (const auto& [node, place] : place_of) {
    for (const std::size_t i : outgoing_[node]) {
      FlowEffect effect{place, place_of.at(find(edges_[i].target)), {}, std::nullopt};
      for (const VariableId read : reads_of(i))
        if (const auto number = number_of(read)) effect.reads.push_back(*number);
      // An array of which an element changes is none of its readers, and keeps the other elements.
      const LValue* target = assigned_target(edges_[i].edge.statement);
      if (target != nullptr && !target->index) effect.overwrites = number_of(target->variable);
      effects.push_back(std::move(effect));
    }
    if (const auto targets = called.find(node); targets != called.end())
      for (const Node target : targets->second) effects.push_back({place, place_of.at(target), {}, std::nullopt});
  }
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

std::map<GraphBuilder::Node, std::size_t> GraphBuilder::reachable_places(
    const std::vector<Node>& nodes, const std::map<Node, std::vector<Node>>& calls) {
  std::map<Node, std::size_t> result;
  std::vector<Node> pending;
  const auto reach = [&](Node node) {
    if (result.try_emplace(node).second) pending.push_back(node);
  };
  for (const Node node : nodes) reach(find(node));
  while (!pending.empty()) {
    const Node node = pending.back();
    pending.pop_back();
    for (const std::size_t edge : outgoing_[node]) reach(find(edges_[edge].target));
    if (const auto targets = calls.find(node); targets != calls.end())
      for (const Node target : targets->second) reach(target);
  }
  std::size_t count = 0;
  for (auto& [node, place] : result) place = count++;
  return result;
}

/// Every recursive function that ends asks again, and expressions are long.
const std::vector<VariableId>& GraphBuilder::reads_of(std::size_t edge) {
  if (reads_.size() < edges_.size()) reads_.resize(edges_.size());
  if (!reads_[edge]) {
    std::vector<VariableId>& reads = reads_[edge].emplace();
    for_each_read(edges_[edge].edge.statement, [&](const Expr& read) { reads.push_back(read.variable); });
    std::sort(reads.begin(), reads.end());
    reads.erase(std::unique(reads.begin(), reads.end()), reads.end());
  }
  return *reads_[edge];
}

}  // namespace bireach::frontend
