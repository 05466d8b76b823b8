// SPDX-License-Identifier: Apache-2.0
#include "abstraction/fixpoint/invariants.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "abstraction/fixpoint/thresholds.h"

namespace bireach::abstraction {

using frontend::BinaryOp;
using frontend::ExprPtr;
using frontend::Program;
using frontend::ScalarType;
using frontend::VariableId;
using logic::Integer;

namespace {

/// The sum of |coefficient| * |value|, and the constant: no part of the sum is larger.
Integer largest_part(const AffineForm& form, const Program& program) {
  Integer result = abs(form.constant);
  for (const auto& [variable, factor] : form.coefficients)
    result += abs(factor) * Interval::of(program.variables[variable].type).magnitude();
  return result;
}

std::optional<ScalarType> type_for(const AffineForm& form, const Program& program) {
  const Integer largest = largest_part(form, program);
  for (const unsigned width : {32U, 64U, 128U})
    if (frontend::signed_integer(width).contains(largest)) return frontend::signed_integer(width);
  return std::nullopt;
}

class Conjunction {
 public:
  explicit Conjunction(const Program& program) : program_(program) {}

  void add_bounds(VariableId variable, const Interval& interval) {
    const ScalarType& type = program_.variables[variable].type;
    const ExprPtr read = frontend::make_variable(variable, type);
    const auto compare = [&](BinaryOp op, const Integer& value) {
      add(frontend::make_binary(op, read, frontend::make_constant(value, type), frontend::int_type));
    };
    if (interval.is_point()) {
      compare(BinaryOp::Eq, interval.low);
      return;
    }
    if (interval.low != type.min()) compare(BinaryOp::Ge, interval.low);
    if (interval.high != type.max()) compare(BinaryOp::Le, interval.high);
  }

  /// Summands with positive factors on the left, the others on the right.
  void add_equation(const AffineForm& zero) {
    const auto type = type_for(zero, program_);
    if (!type) return;
    ExprPtr left;
    ExprPtr right;
    for (const auto& [variable, factor] : zero.coefficients)
      append(factor > 0 ? left : right, product(variable, abs(factor), *type), *type);
    const ExprPtr constant = frontend::make_constant(abs(zero.constant), *type);
    if (zero.constant != 0) append(zero.constant > 0 ? left : right, constant, *type);
    const ExprPtr none = frontend::make_constant(0, *type);
    add(frontend::make_binary(BinaryOp::Eq, left ? left : none, right ? right : none, frontend::int_type));
  }

  [[nodiscard]] const ExprPtr& result() const { return result_; }

 private:
  void add(ExprPtr condition) {
    result_ = result_ ? frontend::make_binary(BinaryOp::LogicalAnd, result_, std::move(condition), frontend::int_type)
                      : std::move(condition);
  }

  [[nodiscard]] ExprPtr product(VariableId variable, const Integer& factor, const ScalarType& type) const {
    const ExprPtr read = frontend::make_variable(variable, program_.variables[variable].type);
    const ExprPtr wide = frontend::make_cast(read, type);
    return factor == 1 ? wide : frontend::make_binary(BinaryOp::Mul, frontend::make_constant(factor, type), wide, type);
  }

  static void append(ExprPtr& sum, const ExprPtr& summand, const ScalarType& type) {
    sum = sum ? frontend::make_binary(BinaryOp::Add, sum, summand, type) : summand;
  }

  const Program& program_;
  ExprPtr result_;
};

}  // namespace

ExprPtr condition_of(const ProductState& state) {
  if (state.is_bottom()) return frontend::make_constant(0, frontend::int_type);
  const IntervalMap& intervals = *state.intervals().intervals();
  const Program& program = intervals.program();
  Conjunction result(program);
  for (const auto& [variable, interval] : intervals.narrower()) {
    const frontend::Variable& declared = program.variables[variable];
    if (!declared.array && !declared.type.is_floating()) result.add_bounds(variable, interval);
  }
  for (const AffineForm& zero : state.affine().equations()) {
    const bool is_constant =
        zero.coefficients.size() == 1 && intervals.get(zero.coefficients.begin()->first).is_point();
    if (!is_constant) result.add_equation(zero);
  }
  return result.result();
}

ExprPtr equation_condition(const Program& program, const AffineForm& zero) {
  Conjunction result(program);
  result.add_equation(zero);
  return result.result();
}

Invariants invariants(const Program& program, const InvariantOptions& options, std::stop_token stop) {
  FixpointOptions fixpoint = options.fixpoint;
  const Thresholds own = thresholds_of(program);
  Thresholds all;
  std::set_union(own.begin(), own.end(), fixpoint.thresholds.begin(), fixpoint.thresholds.end(),
                 std::back_inserter(all));
  fixpoint.thresholds = std::move(all);
  auto found = reachable_states(program, ProductState::top(program), fixpoint, stop, options.edges);
  if (found.complete && options.toward_error) {
    const std::vector<ProductState> reached = std::move(found.states);
    found = states_that_reach(program, error_locations(program), reached, fixpoint, stop);
  }
  Invariants result{found.complete, {}};
  for (const ProductState& state : found.states) result.conditions.push_back(condition_of(state));
  return result;
}

}  // namespace bireach::abstraction
