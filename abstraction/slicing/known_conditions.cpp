// SPDX-License-Identifier: Apache-2.0
#include "abstraction/slicing/known_conditions.h"

#include <algorithm>
#include <set>

#include "abstraction/fixpoint/invariants.h"

namespace bireach::abstraction {

using frontend::BinaryOp;
using frontend::Expr;
using frontend::ExprPtr;
using frontend::Program;
using frontend::ScalarType;
using frontend::VariableId;
using logic::Integer;

namespace {

void split(const ExprPtr& condition, std::vector<ExprPtr>& found) {
  if (!condition) return;
  if (condition->kind != Expr::Kind::Binary || condition->binary != BinaryOp::LogicalAnd) {
    found.push_back(condition);
    return;
  }
  for (const ExprPtr& operand : condition->operands) split(operand, found);
}

/// Adds a summand to one side.
void append(ExprPtr& sum, const ExprPtr& summand, const ScalarType& type) {
  sum = sum ? frontend::make_binary(BinaryOp::Add, sum, summand, type) : summand;
}

/// a - b <= limit as a comparison of sums.
ExprPtr octagon_condition(const Program& program, SignedVariable a, SignedVariable b, const Integer& limit,
                          bool is_exact) {
  Integer most = abs(limit);
  for (const SignedVariable side : {a, b}) most += Interval::of(program.variables[side.variable].type).magnitude();
  ScalarType type = frontend::signed_integer(128);
  for (const unsigned width : {64U, 32U})
    if (frontend::signed_integer(width).contains(most)) type = frontend::signed_integer(width);
  ExprPtr left;
  ExprPtr right;
  const auto put = [&](SignedVariable side) {
    const ScalarType& own = program.variables[side.variable].type;
    append(side.negative ? right : left, frontend::make_cast(frontend::make_variable(side.variable, own), type), type);
  };
  put(a);
  put(-b);
  const bool is_strict = limit == -1 && left && right && !is_exact;
  const auto constant = [&](const Integer& value) { return frontend::make_constant(value, type); };
  if (!left)
    left = constant(-limit);
  else if (!right)
    right = constant(limit);
  else if (!is_strict && limit != 0)
    append(limit > 0 ? right : left, constant(abs(limit)), type);
  const BinaryOp op = is_exact ? BinaryOp::Eq : is_strict ? BinaryOp::Lt : BinaryOp::Le;
  return frontend::make_binary(op, left, right, frontend::int_type);
}

/// Do linear equalities say a - b == value?
bool is_equation(const NumericState& state, SignedVariable a, SignedVariable b, const Integer& value) {
  AffineForm zero{{{a.variable, a.negative ? -1 : 1}, {b.variable, b.negative ? 1 : -1}}, -value};
  if (zero.coefficients.begin()->second < 0) zero = combine(-1, zero, 0, {});
  const auto known = state.product().affine().equations_of(a.variable);
  return std::find(known.begin(), known.end(), zero) != known.end();
}

/// Equations of few variables that follow from those of the state, so that there is a choice of what they speak of:
/// without all variables that are not live, and without each one of all.
std::vector<AffineForm> further_equations(const AffineState& affine, const std::vector<bool>& live) {
  constexpr std::size_t most_variables = 24;
  constexpr std::size_t most_read = 3;
  std::vector<AffineForm> told = affine.equations();
  const std::size_t known = told.size();
  std::set<VariableId> variables;
  for (const AffineForm& zero : told)
    for (const auto& entry : zero.coefficients) variables.insert(entry.first);
  if (known < 2 || variables.size() > most_variables) return {};
  const auto tell = [&](const AffineState& projected) {
    for (const AffineForm& zero : projected.equations())
      if (zero.coefficients.size() <= most_read && std::find(told.begin(), told.end(), zero) == told.end())
        told.push_back(zero);
  };
  AffineState of_live = affine;
  for (const VariableId variable : variables)
    if (!live[variable]) of_live.havoc({variable, nullptr});
  tell(of_live);
  for (const VariableId variable : variables) {
    AffineState projected = affine;
    projected.havoc({variable, nullptr});
    tell(projected);
  }
  return {told.begin() + static_cast<std::ptrdiff_t>(known), told.end()};
}

}  // namespace

std::vector<ExprPtr> known_conditions(const NumericState& state) {
  std::vector<ExprPtr> result;
  split(condition_of(state.product()), result);
  const IntervalMap& intervals = *state.product().intervals().intervals();
  const auto most = [&](SignedVariable a) {
    const Interval known = intervals.get(a.variable);
    return a.negative ? Integer(-known.low) : known.high;
  };
  for (const auto& [pair, limit] : state.octagon().bounds()) {
    const auto& [a, b] = pair;
    const bool is_image = -b < a && state.octagon().bound(-b, -a) == limit;
    const auto back = state.octagon().bound(b, a);
    const bool is_exact = back && *back == -limit;
    if (is_image || limit >= most(a) + most(-b)) continue;
    if (is_exact && (b < a || is_equation(state, a, b, limit))) continue;  // said once
    result.push_back(octagon_condition(intervals.program(), a, b, limit, is_exact));
  }
  return result;
}

std::vector<ExprPtr> further_conditions(const NumericState& state, const std::vector<bool>& live) {
  std::vector<ExprPtr> result;
  for (const AffineForm& zero : further_equations(state.product().affine(), live))
    split(equation_condition(state.product().intervals().intervals()->program(), zero), result);
  return result;
}

namespace {

/// Not these values.
std::vector<ExprPtr> refuted(const std::vector<BranchPredicate>& predicates, const Cube& cube) {
  std::vector<ExprPtr> result;
  for (std::size_t i = 0; i < cube.size(); ++i)
    if (cube[i]) result.push_back(*cube[i] ? frontend::make_not(predicates[i].condition()) : predicates[i].condition());
  return result;
}

ExprPtr disjunction(const std::vector<ExprPtr>& operands) {
  ExprPtr result;
  for (const ExprPtr& operand : operands)
    result = result ? frontend::make_binary(BinaryOp::LogicalOr, result, operand, frontend::int_type) : operand;
  return result;
}

bool is_among(const ExprPtr& condition, const std::vector<ExprPtr>& others) {
  return std::any_of(others.begin(), others.end(),
                     [&](const ExprPtr& other) { return frontend::same_expression(*other, *condition); });
}

std::set<VariableId> read_in(const Expr& condition) {
  std::set<VariableId> found;
  frontend::for_each_read(condition, [&](const Expr& read) { found.insert(read.variable); });
  return found;
}

}  // namespace

std::vector<ExprPtr> known_disjunctions(const LiftedState<NumericState>& state,
                                        const std::vector<ExprPtr>& conditions) {
  constexpr std::size_t most = 300;
  std::vector<ExprPtr> result;
  if (state.root()->is_leaf()) return result;
  const auto add = [&](const std::vector<ExprPtr>& operands) {
    if (result.size() < most) result.push_back(disjunction(operands));
  };
  for (const Cube& cube : state.excluded()) add(refuted(state.lifting().predicates(), cube));
  std::vector<std::vector<ExprPtr>> news;  // by case
  for (const auto& part : state.parts()) {
    std::vector<ExprPtr> operands = refuted(state.lifting().predicates(), part.cube);
    std::vector<ExprPtr>& own = news.emplace_back();
    for (const ExprPtr& condition : known_conditions(part.state)) {
      if (is_among(condition, conditions) || is_among(frontend::make_not(condition), operands)) continue;
      own.push_back(condition);
      operands.push_back(condition);
      add(operands);
      operands.pop_back();
    }
  }
  if (news.size() != 2) return result;
  for (const ExprPtr& one : news.front())
    for (const ExprPtr& other : news.back())
      if (read_in(*one) == read_in(*other)) add({one, other});
  return result;
}

std::size_t variables_in(const Expr& condition) {
  return read_in(condition).size();
}

}  // namespace bireach::abstraction
