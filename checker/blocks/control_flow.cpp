// SPDX-License-Identifier: Apache-2.0
#include "checker/blocks/control_flow.h"

#include <boost/graph/depth_first_search.hpp>
#include <deque>
#include <set>

#include "frontend/program/liveness.h"

namespace bireach::checker {

using frontend::EdgeId;
using frontend::LocationId;
using frontend::LocationKind;
using frontend::Program;
using frontend::VariableId;

namespace {

bool is_target(const Program& program, LocationId location) {
  const LocationKind kind = program.location(location).kind;
  return kind == LocationKind::Error || kind == LocationKind::Unsupported;
}

/// Depth-first search that finds back edges' targets and the finishing order.
struct BackEdgeVisitor : boost::default_dfs_visitor {
  std::vector<bool>* loop_heads;
  std::vector<LocationId>* finished;
  template <class E, class G>
  void back_edge(E edge, const G& graph) {
    (*loop_heads)[boost::target(edge, graph)] = true;
  }
  template <class V, class G>
  void finish_vertex(V vertex, const G&) {
    finished->push_back(static_cast<LocationId>(vertex));
  }
};

std::vector<bool> locations_reaching_target(const Program& program) {
  std::vector<bool> reaches(program.location_count(), false);
  std::deque<LocationId> work;
  for (LocationId l = 0; l < program.location_count(); ++l)
    if (is_target(program, l)) {
      reaches[l] = true;
      work.push_back(l);
    }
  while (!work.empty()) {
    const LocationId l = work.front();
    work.pop_front();
    for (const EdgeId e : program.incoming(l))
      if (const LocationId s = program.source(e); !reaches[s]) {
        reaches[s] = true;
        work.push_back(s);
      }
  }
  return reaches;
}

}  // namespace

std::vector<LocationId> next_cut_points(const Program& program, const ControlFlow& flow, LocationId from) {
  std::set<LocationId> found;
  std::set<LocationId> seen;
  std::vector<LocationId> work{from};
  while (!work.empty()) {
    const LocationId location = work.back();
    work.pop_back();
    for (const EdgeId edge : program.outgoing(location)) {
      const LocationId to = program.target(edge);
      if (!flow.reaches_target[to]) continue;
      if (flow.is_cut[to])
        found.insert(to);
      else if (seen.insert(to).second)
        work.push_back(to);
    }
  }
  return {found.begin(), found.end()};
}

ControlFlow analyze_control_flow(const Program& program, BlockEncoding encoding) {
  const std::size_t n = program.location_count();
  ControlFlow flow;
  flow.one_letter_a_path = encoding == BlockEncoding::chains;
  std::vector<bool> loop_heads(n, false);
  std::vector<LocationId> finished;
  BackEdgeVisitor visitor;
  visitor.loop_heads = &loop_heads;
  visitor.finished = &finished;
  std::vector<boost::default_color_type> colors(n);
  boost::depth_first_visit(
      program.graph(), program.initial, visitor,
      boost::make_iterator_property_map(colors.begin(), boost::get(boost::vertex_index, program.graph())));
  flow.order.assign(n, 0);
  for (std::size_t i = 0; i < finished.size(); ++i)
    flow.order[finished[i]] = static_cast<std::uint32_t>(finished.size() - i);
  flow.is_cut.assign(n, false);
  for (LocationId l = 0; l < n; ++l) {
    const bool meets_or_parts = program.incoming(l).size() != 1 || program.outgoing(l).size() != 1;
    const bool sequences = encoding == BlockEncoding::sequence || encoding == BlockEncoding::chains;
    flow.is_cut[l] = l == program.initial || is_target(program, l) || loop_heads[l] ||
                     encoding == BlockEncoding::none || (sequences && meets_or_parts);
  }
  flow.reaches_target = locations_reaching_target(program);
  flow.live = frontend::live_variables(program);
  return flow;
}

}  // namespace bireach::checker
