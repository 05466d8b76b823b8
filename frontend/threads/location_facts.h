// SPDX-License-Identifier: Apache-2.0
/// Values that variables are known to have where a thread is, whatever the others do: what says that two threads cannot
/// hold a lock at a time.
///
/// Invariants of each thread's locations that no other thread's steps can break (Susan Owicki, David Gries, "An
/// axiomatic proof technique for parallel programs I", Acta Informatica 6, 1976), of the form `cell == constant`.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "frontend/program/interpreter.h"
#include "frontend/program/program.h"
#include "frontend/threads/interleaving_evidence.h"

namespace bireach::frontend {

class LocationFacts {
 public:
  /// Of graphs whose edges have one access of shared variables each.
  explicit LocationFacts(const Program& graphs);

  /// What is known at the location; absent: no execution leads there.
  [[nodiscard]] const std::optional<KnownValues>& at(LocationId location) const { return known_[location]; }
  /// Can no execution take the edge?
  [[nodiscard]] bool is_dead(EdgeId edge) const { return is_dead_[edge]; }
  /// Can two threads not be at these two locations at a time?
  [[nodiscard]] bool exclude(LocationId one, LocationId other) const;

 private:
  /// A value of a cell that a thread may know outside of atomic regions.
  using Stable = std::pair<std::uint32_t, std::pair<Cell, logic::Integer>>;

  void propagate();
  void propagate_from(LocationId location, std::vector<LocationId>& work);
  /// What is known after the edge; nothing: the edge cannot be taken.
  [[nodiscard]] std::optional<KnownValues> after(EdgeId edge, const KnownValues& before);
  void keep_stable(std::uint32_t thread, LocationId location, KnownValues& known) const;
  void assign(const Assign& assign, KnownValues& known);
  void forget(const LValue& target, KnownValues& known) const;
  [[nodiscard]] bool restrict_to(const Expr& condition, bool holds, KnownValues& known);
  [[nodiscard]] std::optional<logic::Integer> value_of(const Expr& expr, const KnownValues& known);
  /// Facts that a step of another thread may break are given up. Were there any?
  bool drop_unstable();
  [[nodiscard]] bool may_break(EdgeId write, const Cell& cell, const logic::Integer& value);

  const Program& graphs_;
  std::vector<bool> beside_others_;
  std::vector<bool> outside_;
  std::vector<std::optional<KnownValues>> known_;
  std::vector<bool> is_dead_;
  std::set<Stable> unstable_;
  std::vector<std::vector<EdgeId>> writes_;  ///< by variable: edges beside others
  ConcreteState scratch_;
};

}  // namespace bireach::frontend
