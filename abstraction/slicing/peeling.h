// SPDX-License-Identifier: Apache-2.0
/// Programs whose loops have their first round apart.
#pragma once

#include <vector>

#include "frontend/program/program.h"

namespace bireach::abstraction {

struct PeeledProgram {
  frontend::Program program;
  std::vector<frontend::LocationId> origin;  ///< by location: of which it is a copy
};

/// The same executions; but what is known of the first round of a loop is not mixed with what is known of the others
/// (the simplest case of L. Mauborgne, X. Rival, Trace partitioning in abstract interpretation based static analyzers,
/// ESOP 2005). Of loops in loops both copies are treated so, as long as there are not more than `most_locations`.
[[nodiscard]] PeeledProgram peeled(const frontend::Program& program, std::size_t most_locations);

}  // namespace bireach::abstraction
