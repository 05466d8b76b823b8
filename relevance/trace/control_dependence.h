// SPDX-License-Identifier: Apache-2.0
/// Control dependence (Ferrante, Ottenstein, Warren, "The program dependence graph and its use in optimization",
/// TOPLAS 1987) on a program's graph, and the branches that are open along a trace. Computed from post-dominators, so
/// loops, `goto`, `break`, `continue`, `return`, `switch` and short circuit need no special care.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "frontend/program/program.h"

namespace bireach::relevance {

/// Immutable but for a cache; not thread-safe. Construction takes about linear time in the size of the graph. Of an
/// interleaving it is that of each thread's own graph: where the product of the graphs goes on says nothing of what a
/// thread's condition decides. Locations and edges are those of `graph()`.
class ControlDependence {
 public:
  /// The program must outlive this.
  explicit ControlDependence(const frontend::Program& program);

  /// Of an interleaving the threads' graphs, else the program.
  [[nodiscard]] const frontend::Program& graph() const { return program_; }

  /// Does the edge, one of two of a branch, give up the run: can everything behind it, but not behind the other, only
  /// end the program by a violated assertion, an assumption that fails, `abort` and the like, or code that is not
  /// modelled; with no loop and no return from the entry function, and with no location
  /// where all paths of both meet again (errors from within a loop that nothing else ends count as giving up)? Paths
  /// through such an edge are not alternatives that the rest of the program has to be compared with, so post-dominators
  /// are computed without it.
  [[nodiscard]] bool gives_up(frontend::EdgeId edge) const { return gives_up_[edge]; }
  /// Where all paths from the location meet again first; nothing if only at the end of the program.
  [[nodiscard]] std::optional<frontend::LocationId> immediate_postdominator(frontend::LocationId location) const {
    return postdominator_[location];
  }
  /// The variables that some path assigns after its first edge `branch`, before it comes to the immediate
  /// post-dominator of the branch (edges that give up left out); sorted. Linear in the region at the first call for an
  /// edge.
  [[nodiscard]] const std::vector<frontend::VariableId>& assigned_behind(frontend::EdgeId branch);

 private:
  const frontend::Program& program_;
  std::vector<bool> gives_up_;
  std::vector<std::optional<frontend::LocationId>> postdominator_;
  std::map<frontend::EdgeId, std::vector<frontend::VariableId>> assigned_;
};

/// The branches that each position of a trace depends on.
struct TraceScopes {
  /// n+1 entries for a trace of n edges. enclosing[i]: the position of the last branch before i whose paths have not
  /// met again before i (dynamic control dependence; Xin, Zhang, "Efficient online detection of dynamic control
  /// dependence", ISSTA 2007). Branches whose other edge gives up are left out. The branch that encloses an iteration
  /// of a loop is that loop's condition in the same iteration; that one in turn is enclosed by the condition of the
  /// iteration before.
  std::vector<std::optional<std::size_t>> enclosing;

  /// Scope(i): all branches that have to go as they did for position i to be reached; in order of the trace.
  [[nodiscard]] std::vector<std::size_t> scope(std::size_t position) const;
  /// The branch that decides that the trace ends in its error: what it does not hold is the violated assertion.
  /// Nothing: the error comes whatever happens.
  [[nodiscard]] std::optional<std::size_t> assertion() const { return enclosing.back(); }
  /// By position of a branch of an interleaved trace: the position of its thread's first step where its ways have met
  /// again; nothing: they have not, or it is no branch that encloses anything. Empty for a trace of one thread.
  std::vector<std::optional<std::size_t>> closed;
};

/// Linear in the length of the trace. In an interleaved trace each thread has branches of its own, and what a thread
/// does first depends on the branches that its creation depends on: it would not run otherwise, and joining it waits
/// for it but decides nothing. Waiting (a lock, a join) is like a failed assumption, which is no other way to go.
/// Choices of the scheduler depend on nothing.
[[nodiscard]] TraceScopes trace_scopes(const frontend::Program& program, const ControlDependence& dependence,
                                       const frontend::Trace& trace);

}  // namespace bireach::relevance
