// SPDX-License-Identifier: Apache-2.0
#include "checker/inconsistency/acyclic_view.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <set>

namespace bireach::checker {

using frontend::EdgeId;
using frontend::LocationId;
using frontend::Program;
using frontend::VariableId;

namespace {

/// Locations from which `tail` is reached without passing `head`, with both: the loop of a back edge, and where several
/// ways lead into it all that comes before it, too.
std::vector<bool> loop_body(const Program& program, LocationId head, LocationId tail) {
  std::vector<bool> inside(program.location_count());
  inside[head] = true;
  std::vector<LocationId> open;
  if (!inside[tail]) open.push_back(tail);
  inside[tail] = true;
  while (!open.empty()) {
    const LocationId at = open.back();
    open.pop_back();
    for (const EdgeId edge : program.incoming(at)) {
      const LocationId source = program.source(edge);
      if (inside[source]) continue;
      inside[source] = true;
      open.push_back(source);
    }
  }
  return inside;
}

void add_changes(const Program& program, const std::vector<bool>& body, std::set<VariableId>& changed) {
  for (EdgeId edge = 0; edge < program.edge_count(); ++edge)
    if (body[program.source(edge)] && body[program.target(edge)])
      if (const auto variable = frontend::assigned_variable(program.edge(edge).statement)) changed.insert(*variable);
}

}  // namespace

AcyclicView acyclic_view(const Program& program) {
  AcyclicView view;
  view.is_back_edge.resize(program.edge_count());
  view.changed_there.resize(program.location_count());
  enum class Mark : std::uint8_t { white, open, done };
  std::vector<Mark> marks(program.location_count(), Mark::white);
  std::vector<std::pair<LocationId, std::size_t>> stack{{program.initial, 0}};
  marks[program.initial] = Mark::open;
  while (!stack.empty()) {
    auto& [at, next] = stack.back();
    if (next == program.outgoing(at).size()) {
      marks[at] = Mark::done;
      view.order.push_back(at);
      stack.pop_back();
      continue;
    }
    const EdgeId edge = program.outgoing(at)[next++];
    const LocationId target = program.target(edge);
    if (marks[target] == Mark::open) view.is_back_edge[edge] = true;
    if (marks[target] != Mark::white) continue;
    marks[target] = Mark::open;
    stack.emplace_back(target, 0);
  }
  std::reverse(view.order.begin(), view.order.end());
  for (const LocationId head : view.order) {
    std::set<VariableId> changed;
    std::vector<bool> loop;
    for (const EdgeId edge : program.incoming(head)) {
      if (!view.is_back_edge[edge]) continue;
      view.has_loops = true;
      const std::vector<bool> body = loop_body(program, head, program.source(edge));
      if (head != program.initial && body[program.initial]) view.is_reducible = false;
      add_changes(program, body, changed);
      loop.resize(body.size());
      std::transform(body.begin(), body.end(), loop.begin(), loop.begin(), std::logical_or<>());
    }
    if (!loop.empty()) view.loops.push_back(std::move(loop));
    view.changed_there[head].assign(changed.begin(), changed.end());
  }
  return view;
}

namespace {

std::vector<bool> reached(const Program& program, const AcyclicView& view, LocationId begin,
                          const std::vector<bool>& without) {
  std::vector<bool> result(program.location_count());
  result[begin] = true;
  for (const LocationId at : view.order) {
    if (!result[at]) continue;
    for (const EdgeId edge : program.outgoing(at))
      if (!without[edge] && !view.is_back_edge[edge]) result[program.target(edge)] = true;
  }
  return result;
}

}  // namespace

std::vector<bool> reached_without(const Program& program, const AcyclicView& view, const std::vector<bool>& edges) {
  return reached(program, view, program.initial, edges);
}

std::vector<bool> reached_from(const Program& program, const AcyclicView& view, LocationId begin) {
  return reached(program, view, begin, std::vector<bool>(program.edge_count()));
}

}  // namespace bireach::checker
