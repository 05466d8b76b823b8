// SPDX-License-Identifier: Apache-2.0
/// Steps of interleavings that are no thread's, but say what is wrong where the threads are.
#pragma once

#include "frontend/program/program.h"

namespace bireach::relevance {

/// Is it such a step (a race, a deadlock)? Its condition is what the error rests on; no choice of the scheduler's.
[[nodiscard]] inline bool is_state_check(const frontend::Program& program, frontend::EdgeId edge) {
  return !program.threads.empty() && !program.edge(edge).thread_edge &&
         program.location(program.target(edge)).kind == frontend::LocationKind::Error;
}

}  // namespace bireach::relevance
