// SPDX-License-Identifier: Apache-2.0
/// The control-flow automaton while it is being built: nodes can be merged, so that jumps need no edges of their own.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "frontend/program/program.h"

namespace bireach::frontend {

/// A union-find structure over future locations, with the edges between them. Nodes that turn out unreachable are left
/// out of the program.
class GraphBuilder {
 public:
  using Node = std::uint32_t;

  Node add_node(Location location);
  /// The one node of this kind, violation, note and place (Exit, Error and Unsupported locations are shared between
  /// inlined copies, but not between threads).
  Node terminal(const Location& location, std::uint32_t thread);
  /// Makes `open`, which mostly has no outgoing edge yet, the same location as `target`. If they are one location
  /// already (an empty endless loop) an edge without effect is added.
  void merge(Node open, Node target, std::uint32_t call_path, std::uint32_t thread);
  void add_edge(Node source, Node target, Edge edge);
  /// Has some edge or merged node led here so far?
  [[nodiscard]] bool reached(Node node) { return reached_[find(node)]; }
  [[nodiscard]] std::size_t edge_count() const { return edges_.size(); }

  /// For each of `nodes`: which of these variables may be read on some way from there before they are overwritten?
  /// `calls` are taken as edges without effect. Precondition for "no": the graph is complete behind these nodes.
  [[nodiscard]] std::vector<std::set<VariableId>> live_variables(const std::vector<Node>& nodes,
                                                                 const std::vector<std::pair<Node, Node>>& calls,
                                                                 const std::set<VariableId>& variables);

  /// Whose step the edge is.
  [[nodiscard]] std::uint32_t thread_of(std::size_t edge) const { return edges_[edge].edge.thread; }
  /// Lets an edge lead elsewhere and have no effect.
  void redirect(std::size_t edge, Node target);
  /// Edges added from `first` on are what happens before the entry function runs, and come first in the program.
  void move_before_start(std::size_t first);
  /// Adds what is reachable from `initial` to the program (locations by depth-first order of creation, edges in order
  /// of creation) and marks the targets of depth-first back edges as loop heads. Linear in the size of the graph.
  /// `roots`: what is reachable from these, and they themselves, is added too.
  void build(Node initial, const std::vector<Node>& roots, Program& program);
  /// May the edge of this number be passed more than once?
  [[nodiscard]] bool is_on_cycle(std::size_t edge);
  /// After `build`: the location that the node became; nothing if it is not in the program.
  [[nodiscard]] std::optional<LocationId> location_of(Node node);

 private:
  struct PendingEdge {
    Node source;
    Node target;
    Edge edge;
  };
  struct Reachable;
  Node find(Node node);
  [[nodiscard]] const std::vector<VariableId>& reads_of(std::size_t edge);
  /// What can be reached from the nodes by edges and `calls`, numbered in order of creation.
  [[nodiscard]] std::map<Node, std::size_t> reachable_places(const std::vector<Node>& nodes,
                                                             const std::map<Node, std::vector<Node>>& calls);
  [[nodiscard]] Reachable explore(const std::vector<Node>& roots);

  std::vector<Location> locations_;
  std::vector<Node> parent_;
  std::vector<bool> reached_;
  std::vector<PendingEdge> edges_;
  std::vector<std::vector<std::size_t>> outgoing_;  ///< edges, by node, of nodes that stand for themselves
  /// By edge; nothing: not asked for yet.
  std::vector<std::optional<std::vector<VariableId>>> reads_;
  std::vector<std::optional<LocationId>> built_;  ///< by node
  using TerminalKey = std::tuple<LocationKind, std::optional<Violation>, std::string, std::uint32_t, std::uint32_t,
                                 std::uint32_t, std::uint32_t>;
  std::map<TerminalKey, Node> terminals_;
};

}  // namespace bireach::frontend
