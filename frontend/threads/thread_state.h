// SPDX-License-Identifier: Apache-2.0
/// Where all threads are: what a location of an interleaving stands for.
#pragma once

#include <compare>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "frontend/program/program.h"

namespace bireach::frontend {

struct ThreadState {
  /// A thread's location, or one of these.
  static constexpr LocationId not_started = std::numeric_limits<LocationId>::max();
  static constexpr LocationId ended = not_started - 1;
  static constexpr LocationId stuck = not_started - 2;  ///< cannot move any more, and has not ended

  std::vector<LocationId> at;           ///< by thread
  std::optional<std::uint32_t> holder;  ///< who is in an atomic region
  std::uint32_t depth = 0;              ///< of the holder's regions

  auto operator<=>(const ThreadState&) const = default;

  [[nodiscard]] bool runs(std::uint32_t thread) const { return at[thread] < stuck; }
};

/// Regions may nest so deep.
inline constexpr std::uint32_t deepest_region = 64;

/// How deep a thread is in regions after a step; never deeper than `deepest_region`.
[[nodiscard]] std::uint32_t depth_after(const ThreadStep& step, std::uint32_t depth);

/// The first thread is at its entry, no other has started.
[[nodiscard]] ThreadState initial_threads(const Program& graphs);

/// Can the thread move, as far as where the threads are says? Not if another is in an atomic region, and not if all
/// that it can do is to wait for the end of a thread that has not ended.
[[nodiscard]] bool may_move(const Program& graphs, const ThreadState& state, std::uint32_t thread);

/// Where the threads are after the thread's edge, which it can take. Nothing: it starts a thread that was started
/// before, or goes too deep into atomic regions. The thread's new location is not read: where it ends the thread or the
/// program is for the caller to see.
[[nodiscard]] std::optional<ThreadState> after_edge(const Program& graphs, const ThreadState& state, EdgeId edge);

}  // namespace bireach::frontend
