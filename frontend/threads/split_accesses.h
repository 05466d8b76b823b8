// SPDX-License-Identifier: Apache-2.0
/// Steps of threads that other threads can come between.
#pragma once

#include "frontend/program/program.h"

namespace bireach::frontend {

/// The graphs of threads, each edge with at most one access of a variable that several threads use
/// (`shared_variables`); what an edge reads before comes from temporaries of the thread, which edges before it set. The
/// locations keep their numbers. Left as they are: edges within atomic regions, conditions that block (they are
/// evaluated in one step), and edges that change or copy whole arrays (an assumption says so).
///
/// The order of reads is that of expressions from left to right; what stands under a condition (`&&`, `||`, `?:`) is
/// read if and only if that holds.
[[nodiscard]] Program split_accesses(const Program& graphs);

/// For each location: can its thread be there outside of all atomic regions?
[[nodiscard]] std::vector<bool> locations_outside_regions(const Program& graphs);

}  // namespace bireach::frontend
