// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/lowering/lower_graph.h"

#include <algorithm>
#include <utility>

namespace bireach::frontend {

/// What a depth-first search finds: adjacency by edge number, the nodes reached, the targets of back edges.
struct GraphBuilder::Reachable {
  std::vector<bool> nodes;
  std::vector<bool> loop_heads;
};

GraphBuilder::Node GraphBuilder::add_node(Location location) {
  const auto node = static_cast<Node>(locations_.size());
  locations_.push_back(std::move(location));
  parent_.push_back(node);
  reached_.push_back(false);
  outgoing_.emplace_back();
  return node;
}

GraphBuilder::Node GraphBuilder::terminal(const Location& location, std::uint32_t thread) {
  const SourceRange& place = location.place;
  const TerminalKey key{location.kind, location.violation, location.note, place.file, place.line, place.column, thread};
  const auto found = terminals_.find(key);
  if (found != terminals_.end()) return found->second;
  const Node node = add_node(location);
  terminals_.emplace(key, node);
  return node;
}

GraphBuilder::Node GraphBuilder::find(Node node) {
  while (parent_[node] != node) {
    parent_[node] = parent_[parent_[node]];
    node = parent_[node];
  }
  return node;
}

void GraphBuilder::merge(Node open, Node target, std::uint32_t call_path, std::uint32_t thread) {
  open = find(open);
  target = find(target);
  if (open == target) {
    Edge edge;
    edge.statement = Assume{make_constant(1, int_type)};
    edge.role = EdgeRole::Internal;
    edge.call_path = call_path;
    edge.thread = thread;
    add_edge(open, target, std::move(edge));
    return;
  }
  parent_[open] = target;
  reached_[target] = true;
  outgoing_[target].insert(outgoing_[target].end(), outgoing_[open].begin(), outgoing_[open].end());
  outgoing_[open].clear();
}

void GraphBuilder::add_edge(Node source, Node target, Edge edge) {
  reached_[find(target)] = true;
  outgoing_[find(source)].push_back(edges_.size());
  edges_.push_back({source, target, std::move(edge)});
}

void GraphBuilder::redirect(std::size_t edge, Node target) {
  edges_[edge].target = target;
  edges_[edge].edge.statement = Assume{make_constant(1, int_type)};
  edges_[edge].edge.role = EdgeRole::Internal;
  if (edge < reads_.size()) reads_[edge].reset();
}

void GraphBuilder::move_before_start(std::size_t first) {
  reads_.clear();  // they have other numbers now
  for (std::size_t i = first; i < edges_.size(); ++i) edges_[i].edge.before_start = true;
  std::rotate(edges_.begin(), edges_.begin() + static_cast<std::ptrdiff_t>(first), edges_.end());
  for (std::vector<std::size_t>& edges : outgoing_) edges.clear();
  for (std::size_t i = 0; i < edges_.size(); ++i) outgoing_[find(edges_[i].source)].push_back(i);
}

GraphBuilder::Reachable GraphBuilder::explore(const std::vector<Node>& roots) {
  const std::size_t count = locations_.size();
  Reachable result{std::vector<bool>(count), std::vector<bool>(count)};
  std::vector<bool> on_stack(count);
  for (const Node root : roots) {
    if (result.nodes[find(root)]) continue;
    std::vector<std::pair<Node, std::size_t>> stack{{find(root), 0}};
    result.nodes[find(root)] = on_stack[find(root)] = true;
    while (!stack.empty()) {
      const Node node = stack.back().first;
      if (stack.back().second == outgoing_[node].size()) {
        on_stack[node] = false;
        stack.pop_back();
        continue;
      }
      const Node next = find(edges_[outgoing_[node][stack.back().second++]].target);
      if (on_stack[next]) result.loop_heads[next] = true;
      if (result.nodes[next]) continue;
      result.nodes[next] = on_stack[next] = true;
      stack.emplace_back(next, 0);
    }
  }
  return result;
}

bool GraphBuilder::is_on_cycle(std::size_t edge) {
  const Node source = find(edges_[edge].source);
  std::vector<bool> seen(locations_.size());
  std::vector<Node> pending{find(edges_[edge].target)};
  while (!pending.empty()) {
    const Node node = pending.back();
    pending.pop_back();
    if (node == source) return true;
    if (seen[node]) continue;
    seen[node] = true;
    for (const std::size_t next : outgoing_[node]) pending.push_back(find(edges_[next].target));
  }
  return false;
}

void GraphBuilder::build(Node initial, const std::vector<Node>& roots, Program& program) {
  std::vector<Node> starts{initial};
  starts.insert(starts.end(), roots.begin(), roots.end());
  const Reachable reachable = explore(starts);
  std::vector<LocationId> ids(locations_.size());
  built_.assign(locations_.size(), std::nullopt);
  for (Node node = 0; node < locations_.size(); ++node) {
    if (!reachable.nodes[node]) continue;
    locations_[node].loop_head = reachable.loop_heads[node];
    built_[node] = ids[node] = program.add_location(locations_[node]);
  }
  program.initial = ids[find(initial)];
  for (PendingEdge& edge : edges_) {
    const Node source = find(edge.source);
    if (reachable.nodes[source]) program.add_edge(ids[source], ids[find(edge.target)], std::move(edge.edge));
  }
}

std::optional<LocationId> GraphBuilder::location_of(Node node) {
  return built_[find(node)];
}

}  // namespace bireach::frontend
