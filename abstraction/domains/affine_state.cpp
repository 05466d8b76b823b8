// SPDX-License-Identifier: Apache-2.0
#include "abstraction/domains/affine_state.h"

#include <algorithm>
#include <utility>

namespace bireach::abstraction {

using frontend::BinaryOp;
using frontend::Expr;
using frontend::LValue;
using frontend::UnaryOp;
using frontend::VariableId;
using logic::Integer;

static_assert(AbstractDomain<AffineState>);

namespace {

/// After those of all variables: the new value of one, and the constants.
constexpr Column new_value = Column{1} << 32U;
constexpr Column constants = new_value + 1;
/// The join of more rows that differ would take long.
constexpr std::size_t join_limit = 400;

Row row_of(const AffineForm& form) {
  Row row;
  for (const auto& [variable, factor] : form.coefficients) row.emplace_back(variable, factor);
  if (form.constant != 0) row.emplace_back(constants, form.constant);
  return row;
}

AffineForm form_of(const Row& row) {
  AffineForm form;
  for (const auto& [column, factor] : row)
    if (column == constants)
      form.constant = factor;
    else
      form.coefficients.emplace(static_cast<VariableId>(column), factor);
  return form;
}

AffineForm variable_form(VariableId variable) {
  return {{{variable, 1}}, 0};
}

/// No integers solve it.
bool unsolvable(const Row& row) {
  Integer divisor = 0;
  for (const auto& [column, factor] : row)
    if (column != constants) divisor = boost::multiprecision::gcd(divisor, factor);
  const Integer constant = coefficient(row, constants);
  return divisor == 0 ? constant != 0 : constant % divisor != 0;
}

/// Does the number compare with zero like this?
bool compares(BinaryOp comparison, const Integer& value) {
  switch (comparison) {
    case BinaryOp::Eq:
      return value == 0;
    case BinaryOp::Ne:
      return value != 0;
    case BinaryOp::Lt:
      return value < 0;
    case BinaryOp::Le:
      return value <= 0;
    case BinaryOp::Gt:
      return value > 0;
    default:
      return value >= 0;
  }
}

}  // namespace

AffineState AffineState::bottom(const frontend::Program& program) {
  AffineState result(program);
  result.bottom_ = true;
  return result;
}

void AffineState::make_bottom() {
  bottom_ = true;
  rows_ = {};
}

bool AffineState::tracks(VariableId variable) const {
  const frontend::Variable& declared = program_->variables[variable];
  return !declared.array && !declared.type.is_floating();
}

bool AffineState::includes(const AffineState& other) const {
  if (other.bottom_) return true;
  const auto& rows = rows_.rows();
  return !bottom_ &&
         std::all_of(rows.begin(), rows.end(), [&](const auto& row) { return other.rows_.contains(*row.second); });
}

AffineState AffineState::join(const AffineState& other) const {
  if (bottom_) return other;
  if (other.bottom_) return *this;
  AffineState result(*program_);
  result.rows_ = rows_.intersection(other.rows_, join_limit);
  return result;
}

AffineState AffineState::meet(const AffineState& other) const {
  AffineState result = *this;
  if (other.bottom_) result.make_bottom();
  for (const auto& row : other.rows_.rows()) result.add_row(*row.second);
  return result;
}

void AffineState::add_row(const Row& row) {
  if (bottom_) return;
  const Row added = rows_.remainder(row);
  if (unsolvable(added))
    make_bottom();
  else
    rows_.insert(added);
}

void AffineState::add_equation(const AffineForm& zero) {
  add_row(row_of(zero));
}

std::vector<AffineForm> AffineState::equations() const {
  std::vector<AffineForm> result;
  for (const auto& row : rows_.rows()) result.push_back(form_of(*row.second));
  return result;
}

std::vector<AffineForm> AffineState::equations_of(VariableId variable) const {
  std::vector<AffineForm> result;
  for (const auto& row : rows_.rows())
    if (coefficient(*row.second, variable) != 0) result.push_back(form_of(*row.second));
  return result;
}

void AffineState::set(VariableId variable, const std::optional<AffineForm>& value) {
  if (!value) {
    rows_.eliminate(variable);
    return;
  }
  Row assigned = row_of(*value);
  rows_.insert(combine(-1, assigned, 1, {{new_value, 1}}));
  rows_.eliminate(variable);
  for (const Row& row : rows_.take(new_value)) {
    const Integer factor = coefficient(row, new_value);
    const Row renamed = combine(factor, {{variable, 1}}, -factor, {{new_value, 1}});
    rows_.insert(combine(1, row, 1, renamed));
  }
}

void AffineState::substitute(VariableId variable, const std::optional<AffineForm>& value) {
  if (!value) {
    rows_.eliminate(variable);
    return;
  }
  const Row equal = row_of(combine(-1, variable_form(variable), 1, *value));
  for (const Row& row : rows_.take(variable)) add_row(combine(1, row, coefficient(row, variable), equal));
}

std::optional<AffineForm> AffineState::form_for(const LValue& target, const Expr& expr,
                                                const IntervalMap& before) const {
  return affine_form(evaluate(before, expr), before, program_->variables[target.variable].type);
}

void AffineState::assign(const LValue& target, const Expr& expr, const IntervalMap& before) {
  if (!bottom_ && tracks(target.variable)) set(target.variable, form_for(target, expr, before));
}

void AffineState::assign(const LValue& target, const Expr& expr) {
  assign(target, expr, IntervalMap(*program_));
}

void AffineState::havoc(const LValue& target) {
  if (!bottom_) rows_.eliminate(target.variable);
}

void AffineState::assign_backward(const LValue& target, const Expr& expr, const IntervalMap& before) {
  if (!bottom_ && tracks(target.variable)) substitute(target.variable, form_for(target, expr, before));
}

void AffineState::assign_backward(const LValue& target, const Expr& expr, const AffineState& known) {
  assign_backward(target, expr, IntervalMap(*program_));
  *this = meet(known);
}

void AffineState::havoc_backward(const LValue& target, const AffineState& known) {
  havoc(target);
  *this = meet(known);
}

void AffineState::assume(const Expr& expr, bool holds) {
  assume(expr, holds, IntervalMap(*program_));
}

void AffineState::assume(const Expr& expr, bool holds, const IntervalMap& before) {
  if (bottom_) return;
  if (expr.kind == Expr::Kind::Unary && expr.unary == UnaryOp::LogicalNot) {
    assume(*expr.operands[0], !holds, before);
  } else if (expr.kind == Expr::Kind::Cast && frontend::is_truth_value(expr)) {
    assume(*expr.operands[0], holds, before);
  } else if (expr.kind != Expr::Kind::Binary || !frontend::is_logical(expr.binary)) {
    assume_atom(expr, holds, before);
  } else if ((expr.binary == BinaryOp::LogicalAnd) == holds) {
    assume(*expr.operands[0], holds, before);
    assume(*expr.operands[1], holds, before);
  } else {
    AffineState left = *this;
    left.assume(*expr.operands[0], holds, before);
    assume(*expr.operands[1], holds, before);
    *this = left.join(*this);
  }
}

void AffineState::assume_sign(const AffineForm& difference, BinaryOp comparison) {
  if (comparison == BinaryOp::Eq) {
    add_equation(difference);
    return;
  }
  const Row rest = rows_.remainder(row_of(difference));  // a positive multiple of the difference
  const bool is_constant = rest.empty() || rest.front().first == constants;
  if (is_constant && !compares(comparison, coefficient(rest, constants))) make_bottom();
}

void AffineState::assume_atom(const Expr& expr, bool holds, const IntervalMap& before) {
  const EvaluatedExpr node = evaluate(before, expr);
  if (expr.kind == Expr::Kind::Binary && frontend::is_comparison(expr.binary)) {
    const auto l = affine_form(node.operands[0], before);
    const auto r = affine_form(node.operands[1], before);
    if (l && r) assume_sign(combine(1, *l, -1, *r), holds ? expr.binary : frontend::negated(expr.binary));
    return;
  }
  const MaybeInterval value = node.value && holds ? without(*node.value, 0) : Interval::point(0);
  const auto form = affine_form(node, before);
  if (form && value && value->is_point()) add_equation(combine(1, *form, -1, {{}, value->low}));
}

}  // namespace bireach::abstraction
