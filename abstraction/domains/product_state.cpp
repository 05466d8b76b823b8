// SPDX-License-Identifier: Apache-2.0
#include "abstraction/domains/product_state.h"

#include <algorithm>
#include <cstddef>

namespace bireach::abstraction {

using frontend::Expr;
using frontend::LValue;
using frontend::VariableId;

static_assert(AbstractDomain<ProductState>);

namespace {

/// Equations over more variables say little of any.
constexpr std::size_t longest_equation = 8;

bool is_tracked(const frontend::Variable& variable) {
  return !variable.array && !variable.type.is_floating();
}

std::vector<VariableId> variables_of(const Expr& expr) {
  std::vector<VariableId> result;
  frontend::for_each_read(expr, [&](const Expr& read) { result.push_back(read.variable); });
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

}  // namespace

void ProductState::make_bottom() {
  *this = bottom(intervals_.program());
}

ProductState ProductState::meet(const ProductState& other) const {
  ProductState result{intervals_.meet(other.intervals_), affine_.meet(other.affine_)};
  result.reduce_all();
  return result;
}

void ProductState::reduce_all() {
  std::vector<VariableId> changed;
  for (const AffineForm& zero : affine_.equations())
    for (const auto& entry : zero.coefficients) changed.push_back(entry.first);
  if (intervals_.intervals())
    for (const auto& entry : intervals_.intervals()->narrower()) changed.push_back(entry.first);
  std::sort(changed.begin(), changed.end());
  changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
  reduce(std::move(changed));
}

void ProductState::reduce(std::vector<VariableId> changed) {
  // Bounds may go on and on toward each other: more rounds than this gain little.
  const std::size_t limit = 2 * changed.size() + 16;
  for (std::size_t next = 0; next < std::min(changed.size(), limit); ++next) {
    if (intervals_.is_bottom() || affine_.is_bottom()) break;
    const VariableId variable = changed[next];
    const IntervalMap& known = *intervals_.intervals();
    if (!is_tracked(known.variable(variable))) continue;
    for (const AffineForm& zero : affine_.equations_of(variable)) refine_by_equation(zero, changed);
    if (intervals_.is_bottom()) break;
    const Interval value = intervals_.intervals()->get(variable);
    if (value.is_point()) affine_.add_equation({{{variable, 1}}, -value.low});
  }
  if (intervals_.is_bottom() || affine_.is_bottom()) make_bottom();
}

void ProductState::refine_by_equation(const AffineForm& zero, std::vector<VariableId>& changed) {
  if (zero.coefficients.size() > longest_equation) return;
  for (const auto& entry : zero.coefficients) {
    if (intervals_.is_bottom()) return;
    const Interval known = intervals_.intervals()->get(entry.first);
    const MaybeInterval value = solved_for(entry.first, zero, range(zero, *intervals_.intervals()), known);
    if (!value) {
      make_bottom();
    } else if (!same(*value, known)) {
      intervals_.restrict_to(entry.first, *value);
      changed.push_back(entry.first);
    }
  }
}

void ProductState::assign(const LValue& target, const Expr& expr) {
  if (is_bottom()) return;
  const IntervalMap before = *intervals_.intervals();
  intervals_.assign(target, expr);
  affine_.assign(target, expr, before);
  reduce({target.variable});
}

void ProductState::assume(const Expr& expr, bool holds) {
  if (is_bottom()) return;
  intervals_.assume(expr, holds);
  if (intervals_.intervals()) affine_.assume(expr, holds, *intervals_.intervals());
  reduce(variables_of(expr));
}

void ProductState::havoc(const LValue& target) {
  intervals_.havoc(target);
  affine_.havoc(target);
  if (intervals_.is_bottom()) make_bottom();
}

void ProductState::assign_backward(const LValue& target, const Expr& expr, const ProductState& known) {
  intervals_.assign_backward(target, expr, known.intervals_);
  if (intervals_.intervals()) affine_.assign_backward(target, expr, *intervals_.intervals());
  affine_ = affine_.meet(known.affine_);
  reduce_all();
}

void ProductState::havoc_backward(const LValue& target, const ProductState& known) {
  intervals_.havoc_backward(target, known.intervals_);
  affine_.havoc_backward(target, known.affine_);
  reduce_all();
}

}  // namespace bireach::abstraction
