// SPDX-License-Identifier: Apache-2.0
/// Which steps of an interleaved execution must come before which.
#pragma once

#include <utility>
#include <vector>

#include "frontend/program/interpreter.h"
#include "frontend/program/program.h"

namespace bireach::checker {

/// Pairs of positions of steps of different threads, the earlier one first: both access one object, and at least one of
/// them changes it, or one starts or ends the other's thread. What follows from other pairs and the order of each
/// thread may be left out. Precondition: an interleaving, and an execution that keeps its states.
[[nodiscard]] std::vector<std::pair<std::size_t, std::size_t>> step_dependences(const frontend::Program& program,
                                                                                const frontend::Execution& execution);

/// The step of a thread that an edge of an interleaving is a copy of; else the edge itself.
[[nodiscard]] const frontend::Edge& own_edge(const frontend::Program& program, frontend::EdgeId edge);

}  // namespace bireach::checker
