// SPDX-License-Identifier: Apache-2.0
/// The same steps with fewer switches from thread to thread.
#pragma once

#include <cstddef>
#include <stop_token>

#include "frontend/program/interpreter.h"
#include "frontend/program/program.h"

namespace bireach::relevance {

/// An execution of the interleaving in which each thread takes the steps that it takes in the given error execution,
/// with the same values chosen, up to the same error (of other threads perhaps fewer), and in which the threads are
/// switched least often; among those of one number the first by threads' numbers. The given one if there is none with
/// fewer, if more than `most_nodes` prefixes had to be looked at, or if it does not keep all its states. Breadth first
/// over numbers of switches, by the interpreter.
[[nodiscard]] frontend::Execution fewest_switches(const frontend::Program& program,
                                                  const frontend::Execution& execution, std::stop_token stop = {},
                                                  std::size_t most_nodes = 20'000);

}  // namespace bireach::relevance
