// SPDX-License-Identifier: Apache-2.0
/// Interleavings that were made to find data races, and what they say of executions without one.
#pragma once

#include "frontend/program/program.h"

namespace bireach::frontend {

/// The interleaving, in which executions end where two threads are about to race (see state_checks.h), instead of being
/// errors. What is reached has no race on its way. Locations and edges have the same numbers.
[[nodiscard]] Program ended_at_races(const Program& interleaving);

/// The same, where nobody asks for races: executions of `ended_at_races` are some of its executions.
[[nodiscard]] Program without_race_checks(const Program& interleaving);

}  // namespace bireach::frontend
