// SPDX-License-Identifier: Apache-2.0
#include "frontend/checks/failed_check.h"

#include <algorithm>

namespace bireach::frontend {
namespace {

/// Does the edge lead to where an operation has failed, or nobody can tell whether it does?
bool fails(const Program& program, EdgeId edge) {
  const Location& target = program.location(program.target(edge));
  return target.kind == LocationKind::Unsupported ||
         (target.kind == LocationKind::Error && target.violation && is_of_operations(*target.violation));
}

}  // namespace

std::optional<Check> failed_check(const Program& program, const Trace& trace, const ConcreteState& last) {
  if (trace.empty() || !fails(program, trace.back())) return std::nullopt;
  const Location& error = program.location(program.target(trace.back()));
  // In an interleaving other threads' steps may come between.
  const auto own = program.edge(trace.back()).thread_edge;
  const Program& graph = program.thread_graphs && own ? *program.thread_graphs : program;
  LocationId here = graph.source(&graph == &program ? trace.back() : *own);
  const auto is_it = [&](const Check& check) {
    std::vector<UndefinedEvent> ignored;
    return check.violation == error.violation && check.place == error.place && check.note == error.note &&
           evaluate(program, *check.fails, last, trace.back(), ignored) != 0;
  };
  // The statement comes after the questions about it; arguments of a recursive call after the start of the call.
  for (std::size_t steps = graph.location_count(); steps > 0; --steps) {
    const std::vector<EdgeId>& outgoing = graph.outgoing(here);
    const auto next = std::find_if_not(outgoing.begin(), outgoing.end(), [&](EdgeId e) { return fails(graph, e); });
    if (next == outgoing.end()) return std::nullopt;
    if (next == outgoing.begin()) {
      std::vector<Check> checks = checks_of(graph, *next, nullptr);
      const auto found = std::find_if(checks.begin(), checks.end(), is_it);
      if (found != checks.end()) return std::move(*found);
      if (outgoing.size() > 1) return std::nullopt;
    }
    here = graph.target(*next);
  }
  return std::nullopt;
}

}  // namespace bireach::frontend
