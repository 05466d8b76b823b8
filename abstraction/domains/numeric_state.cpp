// SPDX-License-Identifier: Apache-2.0
#include "abstraction/domains/numeric_state.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "abstraction/domains/wrapping.h"

namespace bireach::abstraction {

using frontend::BinaryOp;
using frontend::Expr;
using frontend::LValue;
using frontend::UnaryOp;
using frontend::VariableId;
using logic::Integer;

static_assert(AbstractDomain<NumericState>);

namespace {

bool is_tracked(const frontend::Program& program, VariableId variable) {
  const frontend::Variable& declared = program.variables[variable];
  return !declared.array && !declared.type.is_floating();
}

/// The form is a - b + a constant.
struct TwoVariables {
  SignedVariable a, b;
  Integer constant;
};
std::optional<TwoVariables> two_variables(const AffineForm& form) {
  if (form.coefficients.size() != 2) return std::nullopt;
  const auto& [x, first] = *form.coefficients.begin();
  const auto& [y, second] = *form.coefficients.rbegin();
  if (abs(first) != 1 || abs(second) != 1) return std::nullopt;
  return TwoVariables{{x, first < 0}, {y, second > 0}, form.constant};
}

/// The variables with other bounds in one than in the other, not too many.
std::vector<VariableId> differing(const IntervalMap& one, const IntervalMap& other) {
  constexpr std::size_t most = 10;
  std::vector<VariableId> result;
  for (const auto& [variable, interval] : one.narrower())
    if (is_tracked(one.program(), variable) && result.size() < most && !same(interval, other.get(variable)))
      result.push_back(variable);
  return result;
}

/// A positive multiple of the sum that does not mention the variable, if the form, which is zero, does.
AffineForm without(VariableId variable, const AffineForm& sum, const AffineForm& zero) {
  const auto own = sum.coefficients.find(variable);
  const auto other = zero.coefficients.find(variable);
  if (own == sum.coefficients.end() || other == zero.coefficients.end()) return sum;
  const Integer factor = other->second < 0 ? own->second : Integer(-own->second);
  return combine(abs(other->second), sum, factor, zero);
}

/// The least one, or negation of one, that is not less.
std::optional<Integer> next_threshold(const Integer& value, const Thresholds& thresholds) {
  std::optional<Integer> next;
  const auto above = std::lower_bound(thresholds.begin(), thresholds.end(), value);
  if (above != thresholds.end()) next = *above;
  const auto below = std::upper_bound(thresholds.begin(), thresholds.end(), Integer(-value));
  if (below != thresholds.begin() && (!next || -*std::prev(below) < *next)) next = -*std::prev(below);
  return next;
}

}  // namespace

void NumericState::make_bottom() {
  *this = bottom(program());
}

Integer NumericState::most(SignedVariable a) const {
  const Interval known = intervals().get(a.variable);
  return a.negative ? Integer(-known.low) : known.high;
}

Integer NumericState::most(SignedVariable a, SignedVariable b) const {
  const auto known = octagon_.bound(a, b);
  const Integer by_intervals = wide(a, b);
  return known && *known < by_intervals ? *known : by_intervals;
}

bool NumericState::includes(const NumericState& other) const {
  if (other.is_bottom()) return true;
  if (is_bottom() || !product_.includes(other.product_)) return false;
  const auto& bounds = octagon_.bounds();
  return std::all_of(bounds.begin(), bounds.end(), [&](const auto& entry) {
    return other.most(entry.first.first, entry.first.second) <= entry.second;
  });
}

NumericState NumericState::join(const NumericState& other) const {
  if (is_bottom()) return other;
  if (other.is_bottom()) return *this;
  NumericState result(product_.join(other.product_));
  const auto keep = [&](SignedVariable a, SignedVariable b) {
    const Integer bound = std::max(most(a, b), other.most(a, b));
    if (bound < result.wide(a, b)) result.octagon_.put({a, b}, bound);
  };
  for (const NumericState* side : {this, &other})
    for (const auto& entry : side->octagon_.bounds()) keep(entry.first.first, entry.first.second);
  // Of variables that differ intervals may know more of each side than of both.
  const std::vector<VariableId> differ = differing(intervals(), other.intervals());
  for (const VariableId x : differ)
    for (const VariableId y : differ) {
      if (x == y) continue;
      keep({x, false}, {y, false});
      keep({x, false}, {y, true});
      keep({x, true}, {y, false});
    }
  return result;
}

NumericState NumericState::meet(const NumericState& other) const {
  NumericState result = *this;
  if (is_bottom() || other.is_bottom()) return bottom(program());
  result.product_ = product_.meet(other.product_);
  if (result.is_bottom()) return bottom(program());
  result.add_all(other.octagon_);
  result.reduce();
  return result;
}

NumericState NumericState::widen(const NumericState& newer, const Thresholds& thresholds) const {
  if (is_bottom()) return newer;
  if (newer.is_bottom()) return *this;
  NumericState result(product_.widen(newer.product_, thresholds));
  for (const auto& [pair, bound] : octagon_.bounds()) {
    const Integer now = newer.most(pair.first, pair.second);
    if (now <= bound)
      result.octagon_.put(pair, bound);
    else if (const auto next = next_threshold(now, thresholds); next && *next < result.wide(pair.first, pair.second))
      result.octagon_.put(pair, *next);
  }
  if (thresholds.empty()) return result;  // from then on bounds only vanish
  for (const auto& [pair, bound] : newer.octagon_.bounds())
    if (!octagon_.bound(pair.first, pair.second) && bound < result.wide(pair.first, pair.second))
      result.octagon_.put(pair, bound);
  return result;
}

void NumericState::add(SignedVariable a, SignedVariable b, const Integer& c) {
  if (is_bottom() || a.variable == b.variable || c >= wide(a, b)) return;
  if (!octagon_.add(a, b, c)) make_bottom();
}

void NumericState::add_all(const OctagonBounds& bounds) {
  for (const auto& [pair, bound] : bounds.bounds()) add(pair.first, pair.second, bound);
}

/// a <= value
void NumericState::bound(SignedVariable a, const Integer& value) {
  if (is_bottom() || most(a) <= value) return;
  const frontend::ScalarType& type = program().variables[a.variable].type;
  const Integer limit = a.negative ? Integer(-value) : value;
  if (!type.contains(limit)) return make_bottom();  // less than all values
  const auto read = frontend::make_variable(a.variable, type);
  const BinaryOp comparison = a.negative ? BinaryOp::Ge : BinaryOp::Le;
  product_.assume(*frontend::make_binary(comparison, read, frontend::make_constant(limit, type), frontend::int_type),
                  true);
}

/// Sums bound their variables, and equalities of two variables are sums.
void NumericState::reduce() {
  if (is_bottom()) return make_bottom();
  for (const AffineForm& zero : product_.affine().equations()) {
    const auto equal = two_variables(zero);
    if (!equal || is_bottom()) continue;
    add(equal->a, equal->b, -equal->constant);
    add(equal->b, equal->a, equal->constant);
  }
  constexpr int rounds = 2;  // bounds may go on and on toward each other
  for (int round = 0; round < rounds && !is_bottom(); ++round) {
    const OctagonBounds known = octagon_;
    for (const auto& [pair, limit] : known.bounds())
      if (!is_bottom()) bound(pair.first, most(pair.second) + limit);  // its image bounds the other one
  }
  if (is_bottom()) make_bottom();
}

/// The variable has the form's value now, and the form does not mention it.
void NumericState::relate(VariableId variable, const AffineForm& value) {
  for (const auto& [other, factor] : value.coefficients) {
    if (abs(factor) != 1 || other == variable || is_bottom()) continue;
    const Interval rest = range(combine(1, value, -1, {{{other, factor}}, 0}), intervals());
    const SignedVariable read{other, factor < 0};
    add({variable, false}, read, rest.high);
    add(read, {variable, false}, -rest.low);
  }
}

void NumericState::assign(const LValue& target, const Expr& expr) {
  if (is_bottom()) return;
  const VariableId variable = target.variable;
  std::optional<AffineForm> value;
  if (is_tracked(program(), variable))
    value = affine_form(evaluate(intervals(), expr), intervals(), program().variables[variable].type);
  product_.assign(target, expr);
  if (is_bottom()) return make_bottom();
  const bool reads_itself = value && value->coefficients.contains(variable);
  if (reads_itself && value->coefficients.size() == 1 && value->coefficients.at(variable) == 1) {
    octagon_.shift(variable, value->constant);
  } else {
    octagon_.forget(variable);
    if (value && !reads_itself) relate(variable, *value);
  }
  reduce();
}

void NumericState::assume(const Expr& expr, bool holds) {
  if (is_bottom()) return;
  product_.assume(expr, holds);
  if (!is_bottom()) assume_parts(expr, holds);
  reduce();
}

void NumericState::assume_parts(const Expr& expr, bool holds) {
  if (is_bottom()) return;
  if (expr.kind == Expr::Kind::Unary && expr.unary == UnaryOp::LogicalNot) {
    assume_parts(*expr.operands[0], !holds);
  } else if (expr.kind == Expr::Kind::Cast && frontend::is_truth_value(expr)) {
    assume_parts(*expr.operands[0], holds);
  } else if (expr.kind != Expr::Kind::Binary || !frontend::is_logical(expr.binary)) {
    assume_atom(expr, holds);
  } else if ((expr.binary == BinaryOp::LogicalAnd) == holds) {
    assume_parts(*expr.operands[0], holds);
    assume_parts(*expr.operands[1], holds);
  }
}

void NumericState::assume_atom(const Expr& expr, bool holds) {
  if (expr.kind != Expr::Kind::Binary || !frontend::is_comparison(expr.binary)) return;
  const EvaluatedExpr node = evaluate(intervals(), expr);
  const auto left = affine_form(node.operands[0], intervals());
  const auto right = affine_form(node.operands[1], intervals());
  if (left && right) assume_sign(combine(1, *left, -1, *right), holds ? expr.binary : frontend::negated(expr.binary));
}

/// One or two variables say as much.
bool NumericState::put_not_positive(const AffineForm& form) {
  if (is_bottom() || form.coefficients.size() > 2) return is_bottom();
  if (form.coefficients.empty()) {
    if (form.constant > 0) make_bottom();
    return true;
  }
  const auto& [x, first] = *form.coefficients.begin();
  const auto& [y, second] = *form.coefficients.rbegin();
  if (abs(first) != abs(second)) return false;
  const Integer limit = floor_div(-form.constant, abs(first));
  if (x == y)
    bound({x, first < 0}, limit);
  else
    add({x, first < 0}, {y, second > 0}, limit);
  return true;
}

/// Of more variables, what follows with equations: with all of them, and with one more or one alone.
void NumericState::assume_not_positive(const AffineForm& form) {
  if (put_not_positive(form)) return;
  const std::vector<AffineForm> equations = product_.affine().equations();
  AffineForm reduced = form;
  for (const AffineForm& zero : equations) reduced = without(zero.coefficients.begin()->first, reduced, zero);
  for (const AffineForm* const sum : {static_cast<const AffineForm*>(&reduced), &form}) {
    if (put_not_positive(*sum)) return;
    for (const AffineForm& zero : equations)
      for (const auto& entry : sum->coefficients) put_not_positive(without(entry.first, *sum, zero));
  }
}

void NumericState::assume_sign(const AffineForm& form, BinaryOp comparison) {
  const auto plus = [](AffineForm sum, int number) {
    sum.constant += number;
    return sum;
  };
  const AffineForm opposite = combine(-1, form, 0, {});
  if (comparison == BinaryOp::Eq || comparison == BinaryOp::Le) assume_not_positive(form);
  if (comparison == BinaryOp::Eq || comparison == BinaryOp::Ge) assume_not_positive(opposite);
  if (comparison == BinaryOp::Lt) assume_not_positive(plus(form, 1));
  if (comparison == BinaryOp::Gt) assume_not_positive(plus(opposite, 1));
  const auto both = two_variables(form);
  if (comparison != BinaryOp::Ne || !both) return;
  const auto& [a, b, constant] = *both;
  if (!is_bottom() && most(a, b) == -constant) add(a, b, -constant - 1);
  if (!is_bottom() && most(b, a) == constant) add(b, a, constant - 1);
}

void NumericState::havoc(const LValue& target) {
  if (is_bottom()) return;
  product_.havoc(target);
  if (is_bottom()) return make_bottom();
  if (target.index == nullptr) octagon_.forget(target.variable);
}

/// From bounds after the assignment to those before it.
void NumericState::substitute(VariableId variable, const std::optional<AffineForm>& value) {
  const OctagonBounds after = octagon_;
  octagon_.forget(variable);
  if (!value || value->coefficients.size() > 1) return;
  const bool is_constant = value->coefficients.empty();
  const auto read = is_constant ? std::pair<const VariableId, Integer>{} : *value->coefficients.begin();
  if (!is_constant && abs(read.second) != 1) return;
  if (!is_constant && read.first == variable) {
    if (read.second != 1) return;
    octagon_ = after;
    octagon_.shift(variable, -value->constant);
    return;
  }
  for (const auto& [pair, limit] : after.bounds()) {
    if (is_bottom() || pair.first.variable != variable) continue;  // its image says the same of the second one
    // a - b <= limit, where a is the form or its negation
    const bool negative = pair.first.negative;
    const Integer rest = limit - (negative ? Integer(-value->constant) : value->constant);
    if (is_constant)
      bound(-pair.second, rest);
    else if (const SignedVariable a{read.first, (read.second < 0) != negative}; a == pair.second) {
      if (rest < 0) make_bottom();
    } else
      add(a, pair.second, rest);
  }
}

void NumericState::assign_backward(const LValue& target, const Expr& expr, const NumericState& known) {
  if (is_bottom()) return;
  const VariableId variable = target.variable;
  product_.assign_backward(target, expr, known.product_);
  if (is_bottom() || known.is_bottom()) return make_bottom();
  if (is_tracked(program(), variable))
    substitute(variable, affine_form(evaluate(intervals(), expr), intervals(), program().variables[variable].type));
  if (!is_bottom()) add_all(known.octagon_);
  reduce();
}

void NumericState::havoc_backward(const LValue& target, const NumericState& known) {
  if (is_bottom()) return;
  product_.havoc_backward(target, known.product_);
  if (is_bottom() || known.is_bottom()) return make_bottom();
  if (target.index == nullptr) octagon_.forget(target.variable);
  add_all(known.octagon_);
  reduce();
}

}  // namespace bireach::abstraction
