// SPDX-License-Identifier: Apache-2.0
/// Intervals (Cousot, Cousot 1977) as an abstract domain.
#pragma once

#include <optional>

#include "abstraction/domains/interval_map.h"

namespace bireach::abstraction {

/// Join and meet are the least and greatest bounds among the boxes; assigning a sum or difference of two variables that
/// does not wrap gives the least box. An array is one interval for all of its elements: assigning an element adds to
/// it.
class IntervalState {
 public:
  static IntervalState top(const frontend::Program& program) { return IntervalState(IntervalMap(program)); }
  static IntervalState bottom(const frontend::Program& program);
  explicit IntervalState(IntervalMap intervals) : program_(&intervals.program()), intervals_(std::move(intervals)) {}

  [[nodiscard]] bool is_bottom() const { return !intervals_.has_value(); }
  [[nodiscard]] bool includes(const IntervalState& other) const;
  [[nodiscard]] IntervalState join(const IntervalState& other) const;
  [[nodiscard]] IntervalState meet(const IntervalState& other) const;
  [[nodiscard]] IntervalState widen(const IntervalState& newer, const Thresholds& thresholds) const;
  /// The meet: the number of rounds is for the iteration to limit.
  [[nodiscard]] IntervalState narrow(const IntervalState& newer) const { return meet(newer); }

  bool operator==(const IntervalState& other) const = default;
  /// Equal for equal states.
  [[nodiscard]] std::size_t fingerprint() const { return intervals_ ? intervals_->fingerprint() : 0; }

  void assign(const frontend::LValue& target, const frontend::Expr& expr);
  void assume(const frontend::Expr& expr, bool holds);
  void havoc(const frontend::LValue& target);
  void assign_backward(const frontend::LValue& target, const frontend::Expr& expr, const IntervalState& known);
  void havoc_backward(const frontend::LValue& target, const IntervalState& known);

  [[nodiscard]] const frontend::Program& program() const { return *program_; }
  /// Nothing: no state.
  [[nodiscard]] const std::optional<IntervalMap>& intervals() const { return intervals_; }
  /// Keeps the states where the variable has such a value.
  void restrict_to(frontend::VariableId variable, const Interval& interval);

 private:
  /// Keeps states for which this holds.
  void keep_if(bool possible) {
    if (!possible) intervals_.reset();
  }
  /// Keeps the states in which the element lies in the array; of memory every cell may be written.
  void refine_index(const frontend::LValue& target);
  void assign_number(const frontend::LValue& target, const frontend::Expr& expr);
  void number_backward(const frontend::LValue& target, const frontend::Expr& expr, const Interval& after);

  const frontend::Program* program_;
  std::optional<IntervalMap> intervals_;
};

/// Is it a whole array, for Assign the copy of one?
[[nodiscard]] bool is_array_copy(const frontend::Program& program, const frontend::Expr& value);

}  // namespace bireach::abstraction
