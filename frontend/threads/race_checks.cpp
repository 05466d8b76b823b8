// SPDX-License-Identifier: Apache-2.0
#include "frontend/threads/race_checks.h"

#include <algorithm>
#include <utility>

namespace bireach::frontend {
namespace {

bool is_race(const Location& location) {
  return location.kind == LocationKind::Error && location.violation == Violation::no_data_race;
}

Location end_like(const Location& race) {
  Location end;
  end.kind = LocationKind::Exit;
  end.function = race.function;
  end.place = race.place;
  return end;
}

Program with_races(const Program& interleaving, bool end_there) {
  Program result = interleaving.without_graph();
  std::erase(result.property.kinds, Violation::no_data_race);
  result.thread_graphs = interleaving.thread_graphs;  // the threads take the same steps
  for (LocationId at = 0; at < interleaving.location_count(); ++at) {
    const Location& location = interleaving.location(at);
    result.add_location(is_race(location) ? end_like(location) : location);
  }
  const auto leads_to_race = [&](EdgeId edge) { return is_race(interleaving.location(interleaving.target(edge))); };
  for (EdgeId id = 0; id < interleaving.edge_count(); ++id) {
    Edge edge = interleaving.edge(id);
    const std::vector<EdgeId>& beside = interleaving.outgoing(interleaving.source(id));
    if (!end_there && std::any_of(beside.begin(), beside.end(), leads_to_race)) {
      const ExprPtr never = make_constant(0, int_type);
      edge.statement = Assume{leads_to_race(id) ? never : make_not(never)};
    }
    result.add_edge(interleaving.source(id), interleaving.target(id), std::move(edge));
  }
  return result;
}

}  // namespace

Program ended_at_races(const Program& interleaving) {
  return with_races(interleaving, true);
}

Program without_race_checks(const Program& interleaving) {
  return with_races(interleaving, false);
}

}  // namespace bireach::frontend
