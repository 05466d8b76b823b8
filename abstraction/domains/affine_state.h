// SPDX-License-Identifier: Apache-2.0
/// Linear equalities between integer variables (M. Karr, Affine relationships among variables of a program, Acta
/// Informatica 6, 1976).
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "abstraction/domains/abstract_domain.h"
#include "abstraction/domains/affine_form.h"
#include "abstraction/domains/row_echelon.h"

namespace bireach::abstraction {

/// The integer points of an affine space, by the equations that hold on it. Join is the affine hull of both spaces;
/// chains are finite, so widening is the join. Arrays and floating-point variables have any value. Only what cannot
/// wrap is linear, for which types' ranges count unless intervals are given.
class AffineState {
 public:
  static AffineState top(const frontend::Program& program) { return AffineState(program); }
  static AffineState bottom(const frontend::Program& program);

  [[nodiscard]] bool is_bottom() const { return bottom_; }
  [[nodiscard]] bool includes(const AffineState& other) const;
  [[nodiscard]] AffineState join(const AffineState& other) const;
  [[nodiscard]] AffineState meet(const AffineState& other) const;
  [[nodiscard]] AffineState widen(const AffineState& newer, const Thresholds& /*thresholds*/) const {
    return join(newer);
  }
  [[nodiscard]] AffineState narrow(const AffineState& newer) const { return meet(newer); }

  bool operator==(const AffineState& other) const = default;
  /// Equal for equal states.
  [[nodiscard]] std::size_t fingerprint() const { return rows_.rank(); }

  void assign(const frontend::LValue& target, const frontend::Expr& expr);
  void assume(const frontend::Expr& expr, bool holds);
  void havoc(const frontend::LValue& target);
  void assign_backward(const frontend::LValue& target, const frontend::Expr& expr, const AffineState& known);
  void havoc_backward(const frontend::LValue& target, const AffineState& known);

  /// The same, where the state before the statement has values of these intervals.
  void assign(const frontend::LValue& target, const frontend::Expr& expr, const IntervalMap& before);
  void assume(const frontend::Expr& expr, bool holds, const IntervalMap& before);
  void assign_backward(const frontend::LValue& target, const frontend::Expr& expr, const IntervalMap& before);

  /// Keeps the states in which the form, over integers that are no arrays, is zero.
  void add_equation(const AffineForm& zero);
  /// The forms that are zero: a reduced echelon form, by first variable.
  [[nodiscard]] std::vector<AffineForm> equations() const;
  /// Those in which the variable occurs.
  [[nodiscard]] std::vector<AffineForm> equations_of(frontend::VariableId variable) const;

 private:
  explicit AffineState(const frontend::Program& program) : program_(&program) {}
  void add_row(const Row& row);
  void set(frontend::VariableId variable, const std::optional<AffineForm>& value);
  void substitute(frontend::VariableId variable, const std::optional<AffineForm>& value);
  void assume_sign(const AffineForm& difference, frontend::BinaryOp comparison);
  void assume_atom(const frontend::Expr& expr, bool holds, const IntervalMap& before);
  void make_bottom();
  [[nodiscard]] bool tracks(frontend::VariableId variable) const;
  [[nodiscard]] std::optional<AffineForm> form_for(const frontend::LValue& target, const frontend::Expr& expr,
                                                   const IntervalMap& before) const;

  const frontend::Program* program_;
  bool bottom_ = false;
  RowEchelon rows_;
};

}  // namespace bireach::abstraction
