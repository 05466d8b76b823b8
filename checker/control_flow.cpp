// SPDX-License-Identifier: Apache-2.0
#include "checker/control_flow.h"

#include <algorithm>
#include <boost/graph/depth_first_search.hpp>
#include <deque>
#include <set>

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

void collect(const frontend::Expr& expr, std::vector<VariableId>& out) {
  if (expr.kind == frontend::Expr::Kind::Variable || expr.kind == frontend::Expr::Kind::Element)
    out.push_back(expr.variable);
  for (const auto& operand : expr.operands) collect(*operand, out);
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

/// Classic backward may analysis, run as a worklist.
std::vector<std::vector<bool>> live_variables(const Program& program) {
  const std::size_t variables = program.variables.size();
  std::vector<std::vector<bool>> live(program.location_count(), std::vector<bool>(variables, false));
  std::deque<LocationId> work;
  std::vector<bool> queued(program.location_count(), true);
  for (LocationId l = static_cast<LocationId>(program.location_count()); l-- > 0;) work.push_back(l);
  while (!work.empty()) {
    const LocationId l = work.front();
    work.pop_front();
    queued[l] = false;
    std::vector<bool> now(variables, false);
    for (const EdgeId e : program.outgoing(l)) {
      const frontend::Edge& edge = program.edge(e);
      std::vector<bool> before = live[program.target(e)];
      if (const auto target = frontend::assigned_variable(edge.statement)) before[*target] = false;
      for (const VariableId v : variables_read(edge)) before[v] = true;
      for (std::size_t v = 0; v < variables; ++v)
        if (before[v]) now[v] = true;
    }
    if (now == live[l]) continue;
    live[l] = std::move(now);
    for (const EdgeId e : program.incoming(l))
      if (const LocationId s = program.source(e); !queued[s]) {
        queued[s] = true;
        work.push_back(s);
      }
  }
  return live;
}

}  // namespace

std::vector<VariableId> variables_read(const frontend::Edge& edge) {
  std::vector<VariableId> read;
  const auto target = [&](const frontend::LValue& lvalue) {
    if (!lvalue.index) return;
    read.push_back(lvalue.variable);  // the other elements are kept
    collect(*lvalue.index, read);
  };
  if (const auto* assign = std::get_if<frontend::Assign>(&edge.statement)) {
    target(assign->target);
    collect(*assign->value, read);
  } else if (const auto* assume = std::get_if<frontend::Assume>(&edge.statement)) {
    collect(*assume->condition, read);
  } else {
    target(std::get<frontend::Havoc>(edge.statement).target);
  }
  std::sort(read.begin(), read.end());
  read.erase(std::unique(read.begin(), read.end()), read.end());
  return read;
}

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
  flow.live = live_variables(program);
  return flow;
}

}  // namespace bireach::checker
