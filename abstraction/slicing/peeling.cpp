// SPDX-License-Identifier: Apache-2.0
#include "abstraction/slicing/peeling.h"

#include <optional>
#include <utility>

#include "abstraction/fixpoint/fixpoint.h"

namespace bireach::abstraction {

using frontend::EdgeId;
using frontend::LocationId;
using frontend::Program;

namespace {

struct Loop {
  LocationId head;
  std::vector<bool> inside;  ///< by location
};

/// An outermost loop whose head is not known yet.
std::optional<Loop> unknown_loop(const Program& program, const std::vector<bool>& known) {
  const WeakTopologicalOrder order = weak_topological_order(forward_graph(program), {program.initial});
  for (std::size_t position = 0; position < order.nodes.size(); ++position) {
    if (!order.is_head(position) || known[order.nodes[position]]) continue;
    Loop result{static_cast<LocationId>(order.nodes[position]), std::vector<bool>(program.location_count(), false)};
    for (std::size_t i = position; i < order.component_end[position]; ++i) result.inside[order.nodes[i]] = true;
    return result;
  }
  return std::nullopt;
}

/// Locations of later rounds get new numbers.
class Peeler {
 public:
  Peeler(const PeeledProgram& from, const Loop& loop) : from_(from), loop_(loop) {}

  PeeledProgram peel(std::vector<bool>& known) {
    const Program& program = from_.program;
    PeeledProgram result{program.without_graph(), from_.origin};
    for (LocationId l = 0; l < program.location_count(); ++l) {
      result.program.add_location(program.location(l));
      later_.push_back(l);
    }
    for (LocationId l = 0; l < program.location_count(); ++l) {
      if (!loop_.inside[l]) continue;
      later_[l] = result.program.add_location(program.location(l));
      result.origin.push_back(from_.origin[l]);
      known.push_back(l == loop_.head || known[l]);
    }
    for (EdgeId edge = 0; edge < program.edge_count(); ++edge) {
      const LocationId source = program.source(edge);
      const LocationId target = program.target(edge);
      const bool goes_round = loop_.inside[source] && target == loop_.head;
      result.program.add_edge(source, goes_round ? later_[target] : target, program.edge(edge));
      if (loop_.inside[source]) result.program.add_edge(later_[source], later_[target], program.edge(edge));
    }
    return result;
  }

 private:
  const PeeledProgram& from_;
  const Loop& loop_;
  std::vector<LocationId> later_;  ///< itself outside of the loop
};

}  // namespace

PeeledProgram peeled(const Program& program, std::size_t most_locations) {
  PeeledProgram result{program, {}};
  std::vector<bool> known(program.location_count(), false);
  for (LocationId l = 0; l < program.location_count(); ++l) result.origin.push_back(l);
  while (const auto loop = unknown_loop(result.program, known)) {
    std::size_t size = 0;
    for (const bool inside : loop->inside) size += inside ? 1U : 0U;
    known[loop->head] = true;
    if (result.program.location_count() + size > most_locations) continue;
    result = Peeler(result, *loop).peel(known);
  }
  return result;
}

}  // namespace bireach::abstraction
