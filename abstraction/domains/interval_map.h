// SPDX-License-Identifier: Apache-2.0
/// An interval for each variable of a program: the nonempty boxes.
#pragma once

#include <map>
#include <memory>

#include "abstraction/domains/abstract_domain.h"
#include "abstraction/domains/wrapping.h"

namespace bireach::abstraction {

/// Of an array the interval has the values of all its elements (index 0 … size-1); of a floating type, bit patterns.
/// Only intervals that are narrower than the type are stored, and copies share them until one is changed.
class IntervalMap {
 public:
  /// Every variable has any value of its type.
  explicit IntervalMap(const frontend::Program& program) : program_(&program) {}

  [[nodiscard]] const frontend::Program& program() const { return *program_; }
  [[nodiscard]] const frontend::Variable& variable(frontend::VariableId id) const { return program_->variables[id]; }
  [[nodiscard]] Interval get(frontend::VariableId id) const;
  /// Cut to the variable's type, with which it has a value in common.
  void set(frontend::VariableId id, const Interval& interval);
  void forget(frontend::VariableId id);
  /// False, and nothing changed, if no value is left.
  [[nodiscard]] bool restrict_to(frontend::VariableId id, const Interval& interval);
  /// By variable; all others have any value of their type.
  [[nodiscard]] const std::map<frontend::VariableId, Interval>& narrower() const;

  bool operator==(const IntervalMap& other) const;
  /// Equal for equal maps.
  [[nodiscard]] std::size_t fingerprint() const;

  /// The order, the least upper bound and the greatest lower bound (nothing: empty) of boxes.
  [[nodiscard]] bool includes(const IntervalMap& other) const;
  [[nodiscard]] IntervalMap join(const IntervalMap& other) const;
  [[nodiscard]] std::optional<IntervalMap> meet(const IntervalMap& other) const;
  /// A bound that `newer` leaves behind goes to the next threshold, after the last one to the type's bound.
  [[nodiscard]] IntervalMap widen(const IntervalMap& newer, const Thresholds& thresholds) const;

 private:
  using Entries = std::map<frontend::VariableId, Interval>;
  Entries& own();

  const frontend::Program* program_;
  std::shared_ptr<Entries> entries_;  ///< null: none
};

}  // namespace bireach::abstraction
