// SPDX-License-Identifier: Apache-2.0
/// Intervals, linear equalities and bounds of sums and differences together.
#pragma once

#include <optional>
#include <utility>

#include "abstraction/domains/octagon_bounds.h"
#include "abstraction/domains/product_state.h"

namespace bireach::abstraction {

/// A state lies in the product and satisfies the octagon's bounds; both refine each other. The order and joins take
/// what intervals say of a sum for known. Widening keeps those bounds that are stable, and stops at thresholds and
/// their negations.
class NumericState {
 public:
  static NumericState top(const frontend::Program& program) { return NumericState(ProductState::top(program)); }
  static NumericState bottom(const frontend::Program& program) { return NumericState(ProductState::bottom(program)); }

  [[nodiscard]] bool is_bottom() const { return product_.is_bottom(); }
  [[nodiscard]] bool includes(const NumericState& other) const;
  [[nodiscard]] NumericState join(const NumericState& other) const;
  [[nodiscard]] NumericState meet(const NumericState& other) const;
  [[nodiscard]] NumericState widen(const NumericState& newer, const Thresholds& thresholds) const;
  [[nodiscard]] NumericState narrow(const NumericState& newer) const { return meet(newer); }

  /// What is written down of both is the same; states that include each other may differ in it.
  bool operator==(const NumericState& other) const = default;
  /// Equal for equal states.
  [[nodiscard]] std::size_t fingerprint() const { return product_.fingerprint(); }

  void assign(const frontend::LValue& target, const frontend::Expr& expr);
  void assume(const frontend::Expr& expr, bool holds);
  void havoc(const frontend::LValue& target);
  void assign_backward(const frontend::LValue& target, const frontend::Expr& expr, const NumericState& known);
  void havoc_backward(const frontend::LValue& target, const NumericState& known);

  [[nodiscard]] const ProductState& product() const { return product_; }
  [[nodiscard]] const OctagonBounds& octagon() const { return octagon_; }

 private:
  explicit NumericState(ProductState product) : product_(std::move(product)) {}
  [[nodiscard]] const IntervalMap& intervals() const { return *product_.intervals().intervals(); }
  [[nodiscard]] const frontend::Program& program() const { return product_.intervals().program(); }
  /// Nothing that is known exceeds it: of one, of a - b by intervals, and altogether.
  [[nodiscard]] logic::Integer most(SignedVariable a) const;
  [[nodiscard]] logic::Integer wide(SignedVariable a, SignedVariable b) const { return most(a) + most(-b); }
  [[nodiscard]] logic::Integer most(SignedVariable a, SignedVariable b) const;
  void add(SignedVariable a, SignedVariable b, const logic::Integer& c);
  void add_all(const OctagonBounds& bounds);
  void assume_atom(const frontend::Expr& expr, bool holds);
  void assume_parts(const frontend::Expr& expr, bool holds);
  bool put_not_positive(const AffineForm& form);
  void assume_not_positive(const AffineForm& form);
  void assume_sign(const AffineForm& difference, frontend::BinaryOp comparison);
  void substitute(frontend::VariableId variable, const std::optional<AffineForm>& value);
  void bound(SignedVariable a, const logic::Integer& value);
  void relate(frontend::VariableId variable, const AffineForm& value);
  void reduce();
  void make_bottom();

  ProductState product_;
  OctagonBounds octagon_;
};

}  // namespace bireach::abstraction
