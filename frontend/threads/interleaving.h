// SPDX-License-Identifier: Apache-2.0
/// The interleavings of threads as one program.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "frontend/program/program.h"

namespace bireach::frontend {

struct InterleavingOptions {
  enum class Reduction : std::uint8_t {
    none,        ///< every step of every thread is a choice: the reference
    persistent,  ///< no choice where one thread's step is none that others can hinder or see (persistent sets)
    reduced      ///< one of several orders of independent steps is enough (sleep sets also)
  };
  Reduction reduction = Reduction::reduced;
  /// What would come beyond so many edges is an Unsupported location.
  std::size_t max_edges = 300'000;
};

/// The program whose executions are the interleavings of the threads' under sequential consistency, each access of a
/// variable that several threads use being a step of its own. Error locations of the threads' graphs are reached in it
/// if and only if some interleaving reaches them. `thread_graphs` of the result are the graphs with their edges split
/// into such steps; `threads`, and each edge's `thread` and `thread_edge`, speak of these.
[[nodiscard]] Program interleave(const Program& graphs, const InterleavingOptions& options = {});

/// Is the edge of an interleaving a choice of the scheduler, and so not the user's program's?
[[nodiscard]] inline bool is_choice(const Program& program, const Edge& edge) {
  return !program.threads.empty() && !edge.thread_edge;
}

}  // namespace bireach::frontend
