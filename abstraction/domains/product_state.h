// SPDX-License-Identifier: Apache-2.0
/// Intervals and linear equalities together (the reduced product of P. Cousot, R. Cousot, Systematic design of program
/// analysis frameworks, POPL 1979).
#pragma once

#include <utility>
#include <vector>

#include "abstraction/domains/affine_state.h"
#include "abstraction/domains/interval_state.h"

namespace bireach::abstraction {

/// A state lies in both. After statements and meets equalities refine the intervals of their variables, and a variable
/// with one value has an equality; the order and the results of join, widening and narrowing are those of the parts.
class ProductState {
 public:
  static ProductState top(const frontend::Program& program) {
    return {IntervalState::top(program), AffineState::top(program)};
  }
  static ProductState bottom(const frontend::Program& program) {
    return {IntervalState::bottom(program), AffineState::bottom(program)};
  }

  [[nodiscard]] bool is_bottom() const { return intervals_.is_bottom(); }
  [[nodiscard]] bool includes(const ProductState& other) const {
    return intervals_.includes(other.intervals_) && affine_.includes(other.affine_);
  }
  [[nodiscard]] ProductState join(const ProductState& other) const {
    return {intervals_.join(other.intervals_), affine_.join(other.affine_)};
  }
  [[nodiscard]] ProductState meet(const ProductState& other) const;
  [[nodiscard]] ProductState widen(const ProductState& newer, const Thresholds& thresholds) const {
    return {intervals_.widen(newer.intervals_, thresholds), affine_.widen(newer.affine_, thresholds)};
  }
  [[nodiscard]] ProductState narrow(const ProductState& newer) const { return meet(newer); }

  bool operator==(const ProductState& other) const = default;
  /// Equal for equal states.
  [[nodiscard]] std::size_t fingerprint() const { return intervals_.fingerprint(); }

  void assign(const frontend::LValue& target, const frontend::Expr& expr);
  void assume(const frontend::Expr& expr, bool holds);
  void havoc(const frontend::LValue& target);
  void assign_backward(const frontend::LValue& target, const frontend::Expr& expr, const ProductState& known);
  void havoc_backward(const frontend::LValue& target, const ProductState& known);

  /// None of them, or both, are bottom.
  [[nodiscard]] const IntervalState& intervals() const { return intervals_; }
  [[nodiscard]] const AffineState& affine() const { return affine_; }

 private:
  ProductState(IntervalState intervals, AffineState affine)
      : intervals_(std::move(intervals)), affine_(std::move(affine)) {}
  /// From what is known of these variables.
  void reduce(std::vector<frontend::VariableId> changed);
  void reduce_all();
  void refine_by_equation(const AffineForm& zero, std::vector<frontend::VariableId>& changed);
  void make_bottom();

  IntervalState intervals_;
  AffineState affine_;
};

}  // namespace bireach::abstraction
