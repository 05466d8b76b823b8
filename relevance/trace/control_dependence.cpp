// SPDX-License-Identifier: Apache-2.0
#include "relevance/trace/control_dependence.h"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/dominator_tree.hpp>
#include <boost/graph/strong_components.hpp>
#include <set>
#include <utility>

#include "relevance/trace/state_check.h"
#include "relevance/trace/trace_accesses.h"

namespace bireach::relevance {

using frontend::EdgeId;
using frontend::LocationId;
using frontend::LocationKind;
using frontend::Program;
using frontend::VariableId;

namespace {

/// Locations without some of the program's edges.
using Digraph = boost::adjacency_list<boost::vecS, boost::vecS, boost::bidirectionalS>;

struct Components {
  std::vector<std::size_t> of;  ///< by location
  std::vector<std::vector<LocationId>> members;
  std::vector<bool> loops;   ///< some path leads from the component back into it
  std::vector<bool> bottom;  ///< no edge leaves it
};

Components components(const Digraph& graph) {
  Components result;
  result.of.resize(boost::num_vertices(graph));
  const auto index = boost::get(boost::vertex_index, graph);
  const std::size_t count =
      boost::strong_components(graph, boost::make_iterator_property_map(result.of.begin(), index));
  result.members.resize(count);
  result.loops.assign(count, false);
  result.bottom.assign(count, true);
  for (LocationId location = 0; location < result.of.size(); ++location) {
    const std::size_t component = result.of[location];
    result.members[component].push_back(location);
    for (const auto& edge : boost::make_iterator_range(boost::out_edges(location, graph)))
      if (result.of[boost::target(edge, graph)] == component)
        result.loops[component] = true;
      else
        result.bottom[component] = false;
  }
  return result;
}

/// The program's graph without the edges marked.
Digraph without(const Program& program, const std::vector<bool>& left_out) {
  Digraph graph(program.location_count());
  for (EdgeId edge = 0; edge < program.edge_count(); ++edge)
    if (!left_out[edge]) boost::add_edge(program.source(edge), program.target(edge), graph);
  return graph;
}

/// The return from the entry function has no place; `abort` and the like know theirs. A program that never returns
/// ends normally wherever it exits. A thread ends normally where the others go on.
std::vector<bool> normal_ends(const Program& program) {
  std::vector<bool> exits(program.location_count(), false);
  std::vector<bool> returns(program.location_count(), false);
  bool some_returns = false;
  for (LocationId location = 0; location < exits.size(); ++location) {
    exits[location] = program.location(location).kind == LocationKind::Exit;
    returns[location] = exits[location] && !program.location(location).place.is_known();
    some_returns = some_returns || (returns[location] && !program.incoming(location).empty());
  }
  std::vector<bool>& result = some_returns ? returns : exits;
  for (const frontend::Thread& thread : program.threads) result[thread.end] = true;
  return std::move(result);
}

/// From which locations can a normal end or a loop be reached?
std::vector<bool> goes_on(const Program& program) {
  const Components parts = components(without(program, std::vector<bool>(program.edge_count(), false)));
  std::vector<bool> result(program.location_count(), false);
  std::vector<LocationId> pending;
  const auto add = [&](LocationId location) {
    if (!result[location]) {
      result[location] = true;
      pending.push_back(location);
    }
  };
  const std::vector<bool> ends = normal_ends(program);
  for (LocationId location = 0; location < result.size(); ++location)
    if (parts.loops[parts.of[location]] || ends[location]) add(location);
  while (!pending.empty()) {
    const LocationId location = pending.back();
    pending.pop_back();
    for (const EdgeId edge : program.incoming(location)) add(program.source(edge));
  }
  return result;
}

/// Where a component that is never left is linked to the end of the program.
LocationId representative(const Program& program, const std::vector<LocationId>& members) {
  const auto head = std::find_if(members.begin(), members.end(),
                                 [&](LocationId location) { return program.location(location).loop_head; });
  return head != members.end() ? *head : members.front();
}

/// By dominators of the reversed graph (Lengauer, Tarjan, TOPLAS 1979).
std::vector<std::optional<LocationId>> postdominators(const Program& program, const std::vector<bool>& left_out) {
  const Digraph forward = without(program, left_out);
  const std::size_t end = program.location_count();
  Digraph reversed(end + 1);
  for (const auto& edge : boost::make_iterator_range(boost::edges(forward)))
    boost::add_edge(boost::target(edge, forward), boost::source(edge, forward), reversed);
  const Components parts = components(forward);
  for (std::size_t component = 0; component < parts.members.size(); ++component)
    if (parts.bottom[component]) boost::add_edge(end, representative(program, parts.members[component]), reversed);
  std::vector<std::size_t> dominator(end + 1, end);
  boost::lengauer_tarjan_dominator_tree(
      reversed, end, boost::make_iterator_property_map(dominator.begin(), boost::get(boost::vertex_index, reversed)));
  std::vector<std::optional<LocationId>> result(end);
  for (std::size_t location = 0; location < end; ++location)
    if (dominator[location] < end) result[location] = static_cast<LocationId>(dominator[location]);
  return result;
}

std::vector<bool> edges_that_give_up(const Program& program) {
  std::vector<bool> result(program.edge_count(), false);
  const std::vector<bool> alive = goes_on(program);
  const auto meeting = postdominators(program, result);
  const Components parts = components(without(program, result));
  for (LocationId location = 0; location < program.location_count(); ++location) {
    const auto& edges = program.outgoing(location);
    if (edges.size() != 2) continue;
    for (std::size_t i = 0; i < 2; ++i) {
      const LocationId other = program.target(edges[1 - i]);
      // Where all paths meet again, even if only to end in an error, neither way gives up; but an error is not what a
      // loop is for if it comes from within.
      const bool leaves_loop = parts.of[location] == parts.of[other] && !program.location(location).loop_head;
      const bool meets = meeting[location] && !leaves_loop;
      result[edges[i]] = !alive[program.target(edges[i])] && alive[other] && !meets;
    }
  }
  return result;
}

}  // namespace

ControlDependence::ControlDependence(const Program& program)
    : program_(own_graphs(program)),
      gives_up_(edges_that_give_up(program_)),
      postdominator_(postdominators(program_, gives_up_)) {}

const std::vector<VariableId>& ControlDependence::assigned_behind(EdgeId branch) {
  const auto entry = assigned_.try_emplace(branch);
  std::vector<VariableId>& result = entry.first->second;
  if (!entry.second || gives_up_[branch]) return result;
  const std::optional<LocationId> end = postdominator_[program_.source(branch)];
  std::set<VariableId> variables;
  std::set<LocationId> seen;
  std::vector<LocationId> pending;
  const auto follow = [&](EdgeId edge) {
    if (gives_up_[edge]) return;
    if (const auto variable = frontend::assigned_variable(program_.edge(edge).statement)) variables.insert(*variable);
    const LocationId target = program_.target(edge);
    if (target != end && seen.insert(target).second) pending.push_back(target);
  };
  follow(branch);
  while (!pending.empty()) {
    const LocationId location = pending.back();
    pending.pop_back();
    for (const EdgeId edge : program_.outgoing(location)) follow(edge);
  }
  result.assign(variables.begin(), variables.end());
  return result;
}

std::vector<std::size_t> TraceScopes::scope(std::size_t position) const {
  std::vector<std::size_t> result;
  for (auto branch = enclosing.at(position); branch; branch = enclosing.at(*branch)) result.push_back(*branch);
  std::reverse(result.begin(), result.end());
  return result;
}

namespace {

/// The branches of one thread that are open.
class OpenBranches {
 public:
  /// A thread starts within the branches that enclose its creation.
  void start(std::optional<std::size_t> outside) { outside_ = outside; }
  [[nodiscard]] std::optional<std::size_t> innermost() const {
    return open_.empty() ? outside_ : std::optional(open_.back().position);
  }
  /// Popping from the top is enough. Behind a branch that is open, its end post-dominates every location, so branches
  /// opened later end there or before. The branch with an edge that gives up stays open, and with it all that was open
  /// then: it belongs to why the way gave up.
  template <typename Function>
  void arrive(LocationId here, Function&& closes) {
    for (; !open_.empty() && open_.back().end == here; open_.pop_back()) closes(open_.back().position);
  }
  void take(const ControlDependence& dependence, EdgeId edge, std::size_t position) {
    const Program& graph = dependence.graph();
    const auto& edges = graph.outgoing(graph.source(edge));
    if (edges.size() != 2) return;
    if (dependence.gives_up(edges[0] == edge ? edges[1] : edges[0])) return;
    const LocationId here = graph.source(edge);
    open_.push_back({position, dependence.gives_up(edge) ? std::nullopt : dependence.immediate_postdominator(here)});
  }

 private:
  struct OpenBranch {
    std::size_t position;
    std::optional<LocationId> end;
  };
  std::vector<OpenBranch> open_;
  std::optional<std::size_t> outside_;
};

}  // namespace

TraceScopes trace_scopes(const Program& program, const ControlDependence& dependence, const frontend::Trace& trace) {
  const Program& graph = dependence.graph();
  std::vector<OpenBranches> threads(std::max<std::size_t>(program.threads.size(), 1));
  TraceScopes result;
  result.enclosing.reserve(trace.size() + 1);
  if (!program.threads.empty()) result.closed.resize(trace.size());
  const auto arrive = [&](OpenBranches& branches, LocationId here, std::size_t position) {
    branches.arrive(here, [&](std::size_t branch) {
      if (!result.closed.empty()) result.closed[branch] = position;
    });
    result.enclosing.push_back(branches.innermost());
  };
  std::optional<std::size_t> last;  // the last position that is a thread's
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const auto own = own_edge(program, trace[i]);
    if (!own) {
      result.enclosing.emplace_back();
      continue;
    }
    OpenBranches& branches = threads[program.edge(trace[i]).thread];
    arrive(branches, graph.source(*own), i);
    const frontend::ThreadStep& step = graph.edge(*own).thread_step;
    if (step.kind == frontend::ThreadStep::Kind::start) threads[step.thread].start(branches.innermost());
    branches.take(dependence, *own, i);
    last = i;
  }
  if (!last) {
    result.enclosing.emplace_back();
    return result;
  }
  arrive(threads[program.edge(trace[*last]).thread], graph.target(*own_edge(program, trace[*last])), trace.size());
  if (is_state_check(program, trace.back())) {  // the assertion, which the last thread has come to
    result.enclosing[trace.size() - 1] = result.enclosing.back();
    result.enclosing.back() = trace.size() - 1;
  }
  return result;
}

}  // namespace bireach::relevance
