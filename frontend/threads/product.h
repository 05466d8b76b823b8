// SPDX-License-Identifier: Apache-2.0
/// The product of threads' graphs: from where the threads are to locations of one program.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "frontend/program/program.h"
#include "frontend/threads/thread_state.h"

namespace bireach::frontend {

/// The note of Unsupported locations that stand for what comes beyond InterleavingOptions::max_edges.
inline constexpr const char* too_many_interleavings = "too many interleavings";

/// What a location of the product stands for. `asleep`: bits of threads whose next step need not be taken here, since
/// executions that begin with it are among those of another choice made before.
struct ProductState {
  ThreadState threads;
  std::uint64_t asleep = 0;
  auto operator<=>(const ProductState&) const = default;
};

/// A thread that is to be followed from a state, and who sleeps after its step.
struct Move {
  std::uint32_t thread = 0;
  std::uint64_t asleep_after = 0;
  /// Do the others go on when the step has ended the program? As errors go, that is as if it had not been taken.
  bool others_go_on = false;
};

/// Decides which threads are to be followed from a state.
class Scheduling {
 public:
  Scheduling() = default;
  Scheduling(const Scheduling&) = delete;
  Scheduling& operator=(const Scheduling&) = delete;
  Scheduling(Scheduling&&) = delete;
  Scheduling& operator=(Scheduling&&) = delete;
  virtual ~Scheduling() = default;
  /// Can no execution have its threads there?
  [[nodiscard]] virtual bool is_impossible(const ThreadState& /*state*/) { return false; }
  /// Can no execution take the edge?
  [[nodiscard]] virtual bool is_impossible(EdgeId /*edge*/) { return false; }
  /// Empty: the execution may end here.
  [[nodiscard]] virtual std::vector<Move> moves(const ProductState& state) = 0;
};

/// The product of the graphs, whose edges have one access each, as the scheduling has it. `graphs` becomes
/// `thread_graphs` of the result.
[[nodiscard]] Program make_product(const std::shared_ptr<const Program>& graphs, Scheduling& scheduling,
                                   std::size_t max_edges);

}  // namespace bireach::frontend
