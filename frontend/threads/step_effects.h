// SPDX-License-Identifier: Apache-2.0
/// What the next step of a thread reads and writes of what other threads use, and what else it may do.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "frontend/program/program.h"

namespace bireach::frontend {

/// A set of small numbers.
class SmallSet {
 public:
  void insert(std::size_t number);
  void insert(const SmallSet& other);
  [[nodiscard]] bool contains(std::size_t number) const;
  [[nodiscard]] bool meets(const SmallSet& other) const;
  [[nodiscard]] bool empty() const;

 private:
  std::vector<std::uint64_t> words_;
};

/// Reads and writes of cells: of a shared variable, or of an element of a shared array with a constant index.
struct CellAccesses {
  SmallSet reads;
  SmallSet writes;

  void insert(const CellAccesses& other);
  [[nodiscard]] bool conflicts_with(const CellAccesses& other) const;
};

/// The next step of a thread at a location: its edges, of which one is taken. An atomic region is one step with all
/// that may happen in it.
struct ThreadAction {
  CellAccesses effects;
  std::vector<EdgeId> edges;
  bool may_block = false;  ///< it waits for a condition (not: for the end of a thread, unless within a region)
  bool may_fail = false;   ///< it may lead to an Error or Unsupported location
  bool may_exit = false;   ///< it may end the program
  bool is_region = false;
};

/// The effects and actions of all locations of graphs whose edges have one access each.
class StepEffects {
 public:
  explicit StepEffects(const Program& graphs);

  [[nodiscard]] const ThreadAction& at(LocationId location) const { return actions_[location]; }
  /// Is there no edge of another thread that writes what the edge accesses, or accesses what it writes?
  [[nodiscard]] bool is_local(EdgeId edge) const { return is_local_[edge]; }
  /// Does the edge write what another thread accesses?
  [[nodiscard]] bool writes(EdgeId edge) const { return !effects_[edge].writes.empty(); }

 private:
  void number_cells();
  [[nodiscard]] CellAccesses effects_of(EdgeId edge) const;
  [[nodiscard]] ThreadAction action_at(LocationId location) const;
  void add_edge(ThreadAction& action, EdgeId edge) const;

  const Program& graphs_;
  std::vector<bool> shared_;
  std::vector<std::vector<std::size_t>> cells_of_;  ///< by variable; the first: any other element
  std::map<std::pair<VariableId, logic::Integer>, std::size_t> constant_cells_;  ///< elements of constant index
  std::vector<CellAccesses> effects_;
  std::vector<bool> is_local_;
  std::vector<ThreadAction> actions_;
};

}  // namespace bireach::frontend
