// SPDX-License-Identifier: Apache-2.0
#include "abstraction/fixpoint/fixpoint.h"

namespace bireach::abstraction {

using frontend::EdgeId;
using frontend::LocationId;
using frontend::Program;

Successors forward_graph(const Program& program) {
  Successors result(program.location_count());
  for (EdgeId edge = 0; edge < program.edge_count(); ++edge)
    result[program.source(edge)].push_back(program.target(edge));
  return result;
}

Successors backward_graph(const Program& program) {
  Successors result(program.location_count());
  for (EdgeId edge = 0; edge < program.edge_count(); ++edge)
    result[program.target(edge)].push_back(program.source(edge));
  return result;
}

std::vector<bool> error_locations(const Program& program) {
  std::vector<bool> result(program.location_count(), false);
  for (LocationId location = 0; location < program.location_count(); ++location)
    result[location] = program.location(location).kind == frontend::LocationKind::Error;
  return result;
}

}  // namespace bireach::abstraction
