// SPDX-License-Identifier: Apache-2.0
#include "abstraction/domains/interval_state.h"

#include "abstraction/domains/interval_evaluation.h"
#include "abstraction/domains/interval_refinement.h"

namespace bireach::abstraction {

using frontend::Expr;
using frontend::LValue;
using frontend::VariableId;

static_assert(AbstractDomain<IntervalState>);

bool is_array_copy(const frontend::Program& program, const Expr& value) {
  return value.kind == Expr::Kind::Variable && program.variables[value.variable].array.has_value();
}

IntervalState IntervalState::bottom(const frontend::Program& program) {
  IntervalState result = top(program);
  result.intervals_.reset();
  return result;
}

bool IntervalState::includes(const IntervalState& other) const {
  return other.is_bottom() || (!is_bottom() && intervals_->includes(*other.intervals_));
}

IntervalState IntervalState::join(const IntervalState& other) const {
  if (is_bottom()) return other;
  return other.is_bottom() ? *this : IntervalState(intervals_->join(*other.intervals_));
}

IntervalState IntervalState::meet(const IntervalState& other) const {
  IntervalState result = *this;
  if (other.is_bottom()) result.intervals_.reset();
  if (!result.is_bottom()) result.intervals_ = result.intervals_->meet(*other.intervals_);
  return result;
}

IntervalState IntervalState::widen(const IntervalState& newer, const Thresholds& thresholds) const {
  if (is_bottom()) return newer;
  return newer.is_bottom() ? *this : IntervalState(intervals_->widen(*newer.intervals_, thresholds));
}

void IntervalState::restrict_to(VariableId variable, const Interval& interval) {
  if (!is_bottom()) keep_if(intervals_->restrict_to(variable, interval));
}

void IntervalState::refine_index(const LValue& target) {
  if (is_bottom() || !target.index) return;
  const auto& array = program_->variables[target.variable].array;
  if (!array || program_->memory.cells.contains(target.variable)) return;
  const MaybeInterval inside = intersect(Interval{0, array->size - 1}, Interval::of(target.index->type));
  keep_if(array->size > 0 && inside && refine(*intervals_, *target.index, target.index->type, *inside));
}

void IntervalState::assume(const Expr& expr, bool holds) {
  if (!is_bottom()) keep_if(refine(*intervals_, expr, holds));
}

void IntervalState::assign(const LValue& target, const Expr& expr) {
  if (is_bottom()) return;
  if (is_array_copy(*program_, expr)) {
    intervals_->set(target.variable, intervals_->get(expr.variable));
    return;
  }
  refine_index(target);
  if (is_bottom()) return;
  keep_if(refine_defined(*intervals_, expr));
  if (!is_bottom()) assign_number(target, expr);
}

void IntervalState::assign_number(const LValue& target, const Expr& expr) {
  const EvaluatedExpr evaluated = evaluate(*intervals_, expr);
  if (!evaluated.value) {
    intervals_.reset();
    return;
  }
  const Interval value = converted(*evaluated.value, program_->variables[target.variable].type);
  intervals_->set(target.variable, target.index ? frontend::hull(intervals_->get(target.variable), value) : value);
}

void IntervalState::havoc(const LValue& target) {
  refine_index(target);
  if (!is_bottom()) intervals_->forget(target.variable);
}

void IntervalState::assign_backward(const LValue& target, const Expr& expr, const IntervalState& known) {
  if (is_bottom()) return;
  const Interval after = intervals_->get(target.variable);
  intervals_->forget(target.variable);
  *this = meet(known);
  if (is_bottom()) return;
  if (is_array_copy(*program_, expr))
    keep_if(intervals_->restrict_to(expr.variable, after));
  else
    number_backward(target, expr, after);
}

void IntervalState::number_backward(const LValue& target, const Expr& expr, const Interval& after) {
  refine_index(target);
  if (!is_bottom()) keep_if(refine(*intervals_, expr, program_->variables[target.variable].type, after));
}

void IntervalState::havoc_backward(const LValue& target, const IntervalState& known) {
  if (is_bottom()) return;
  intervals_->forget(target.variable);
  *this = meet(known);
  refine_index(target);
}

}  // namespace bireach::abstraction
