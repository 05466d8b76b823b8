// SPDX-License-Identifier: Apache-2.0
/// Where an execution is within the loops of a program: for unrolling them one in the other, as a reader would, so that
/// all paths through an iteration meet before the next one, and all that leave a loop before what follows it.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

#include "checker/blocks/control_flow.h"
#include "frontend/program/program.h"

namespace bireach::checker {

/// Loops are the components of a weak topological order (F. Bourdoncle, Efficient chaotic iteration strategies with
/// widenings, FMPA 1993).
class LoopOrder {
 public:
  /// For each loop around a location, from outside, the position of its head and the number of its iteration, from 0;
  /// then the location's own position. Less: executions come there before.
  using Rank = std::vector<std::uint32_t>;

  /// Time O(edges * nesting).
  explicit LoopOrder(const frontend::Program& program);

  [[nodiscard]] Rank start() const;
  /// At the end of a path that leads through no other loop head. Greater than the rank before.
  [[nodiscard]] Rank next(const Rank& before, frontend::LocationId from, frontend::LocationId to) const;
  /// How often executions of this rank have come back to the location, if it is the head of a loop; 0: it is none.
  [[nodiscard]] std::uint32_t iteration(const Rank& rank, frontend::LocationId location) const;
  /// The rank that an iteration of the head has in common with the others of the same loop. Precondition: a head's.
  [[nodiscard]] static Rank loop_of(Rank rank);
  [[nodiscard]] std::size_t loops() const { return heads_; }
  [[nodiscard]] bool is_head(frontend::LocationId location) const { return places_[location].is_head(); }
  /// Does another loop stand in the one of this head?
  [[nodiscard]] bool has_inner_loop(frontend::LocationId head) const {
    return !innermost_.contains(places_[head].position);
  }
  /// The flow with cut points at the heads of loops, and where one is left, too.
  [[nodiscard]] ControlFlow with_cuts(const frontend::Program& program, ControlFlow flow) const;

 private:
  struct Place {
    std::uint32_t position = 0;
    std::vector<std::uint32_t> heads;  ///< positions of those of the loops around it, from outside

    [[nodiscard]] bool is_head() const { return !heads.empty() && heads.back() == position; }
  };
  [[nodiscard]] static std::size_t loops_in_common(const Place& a, const Place& b);

  frontend::LocationId initial_;
  std::vector<Place> places_;  ///< by location
  std::size_t heads_ = 0;
  std::set<std::uint32_t> innermost_;  ///< positions of heads
};

}  // namespace bireach::checker
