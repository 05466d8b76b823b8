// SPDX-License-Identifier: Apache-2.0
/// The states (value_state.h) that executions of a program reach, one by one.
#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "abstraction/values/value_state.h"
#include "frontend/program/program.h"

namespace bireach::abstraction {

/// Facts about the program's graph; they must outlive what uses them.
struct ValueGraph {
  const std::vector<bool>& is_kept;            ///< by location: known states are met again there; cuts each cycle
  const std::vector<bool>& reaches_target;     ///< an Error or Unsupported location
  const std::vector<std::vector<bool>>& live;  ///< by location and variable
};

class ReachableValues {
 public:
  struct Limits {
    std::size_t values = 16;        ///< of one slot; with more less of it is tracked
    std::size_t states = 100000;    ///< in all; of many slots fewer
    std::uint64_t edges = 5000000;  ///< executed; with many slots each counts for more
  };
  enum class Outcome : std::uint8_t {
    open,    ///< there is more to do
    safe,    ///< no Error or Unsupported location is reached
    target,  ///< one may be reached
    limited
  };

  ReachableValues(const frontend::Program& program, const ValueGraph& graph, Slots& slots,
                  std::vector<Tracking> tracked, const Limits& limits);
  ReachableValues(const ReachableValues&) = delete;
  ReachableValues& operator=(const ReachableValues&) = delete;

  /// Executes some edges more.
  Outcome explore(std::uint64_t edges);
  /// At a location that is kept; in the order in which they were found.
  [[nodiscard]] const std::vector<const ValueState*>& states(frontend::LocationId location) const;
  [[nodiscard]] Tracking tracking(SlotId slot) const { return slot < tracked_.size() ? tracked_[slot] : Tracking::all; }
  [[nodiscard]] bool is_tracked(SlotId slot) const { return tracking(slot) != Tracking::nothing; }
  [[nodiscard]] const std::vector<Tracking>& tracked() const { return tracked_; }
  [[nodiscard]] std::uint64_t edges() const { return edges_; }
  [[nodiscard]] std::size_t state_count() const { return state_count_; }
  /// Has some slot had too many values?
  [[nodiscard]] bool has_dropped() const { return has_dropped_; }

 private:
  struct Hash {
    std::size_t operator()(const ValueState& state) const;
  };
  struct ValueHash {
    std::size_t operator()(const SlotValue& value) const;
  };
  struct Open {
    frontend::LocationId location;
    ValueState state;
  };
  struct Reached {
    std::unordered_set<ValueState, Hash> known;
    std::vector<const ValueState*> in_order;
  };
  [[nodiscard]] bool is_target(frontend::LocationId location) const;
  bool arrive(frontend::LocationId location, ValueState& state);
  void count_values(const ValueState& state);
  void track_less(SlotId slot);

  const frontend::Program& program_;
  const Slots& slots_;
  ValueGraph graph_;
  std::vector<Tracking> tracked_;
  Limits limits_;
  ValueExecution execution_;
  std::vector<Reached> reached_;  ///< by location
  std::vector<Open> open_;
  std::vector<std::unordered_set<SlotValue, ValueHash>> values_;  ///< by slot
  std::vector<SlotValue> last_;                                   ///< by slot: the value counted last
  std::uint64_t edges_ = 0;
  std::size_t state_count_ = 0;
  std::size_t stored_values_ = 0;
  bool has_dropped_ = false;
};

}  // namespace bireach::abstraction
