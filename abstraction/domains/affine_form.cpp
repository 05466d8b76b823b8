// SPDX-License-Identifier: Apache-2.0
#include "abstraction/domains/affine_form.h"

#include <utility>

namespace bireach::abstraction {

using frontend::BinaryOp;
using frontend::Expr;
using frontend::ScalarType;
using frontend::UnaryOp;
using logic::Integer;

namespace {

AffineForm constant_form(const Integer& value) {
  return {{}, value};
}

/// The form less the turns by which all its values leave the type.
std::optional<AffineForm> convert(AffineForm form, const MaybeInterval& exact, const ScalarType& type) {
  if (!exact || type.is_floating()) return std::nullopt;
  if (type.is_boolean()) return exact->within(type) ? std::optional(std::move(form)) : std::nullopt;
  const Integer size = logic::power_of_two(type.width);
  const Integer turns = floor_div(exact->low - type.min(), size);
  if (floor_div(exact->high - type.min(), size) != turns) return std::nullopt;
  form.constant -= turns * size;
  return form;
}

class Linear {
 public:
  explicit Linear(const IntervalMap& intervals) : intervals_(intervals) {}

  std::optional<AffineForm> form(const EvaluatedExpr& node) const {
    const Expr& expr = *node.expr;
    if (!node.value || expr.type.is_floating()) return std::nullopt;
    if (node.value->is_point()) return constant_form(node.value->low);
    switch (expr.kind) {
      case Expr::Kind::Variable:
        if (intervals_.variable(expr.variable).array) return std::nullopt;
        return AffineForm{{{expr.variable, 1}}, 0};
      case Expr::Kind::Unary:
        return unary(node);
      case Expr::Kind::Binary:
        return binary(node);
      case Expr::Kind::Conditional:
        return conditional(node);
      case Expr::Kind::Cast: {
        const EvaluatedExpr& operand = node.operands[0];
        const auto inner = form(operand);
        return inner ? convert(*inner, operand.value, expr.type) : std::nullopt;
      }
      case Expr::Kind::Constant:
      case Expr::Kind::Element:
      case Expr::Kind::Floating:
      case Expr::Kind::Pattern:
      case Expr::Kind::Table:
        return std::nullopt;
    }
    return std::nullopt;
  }

 private:
  std::optional<AffineForm> unary(const EvaluatedExpr& node) const {
    if (node.expr->unary == UnaryOp::LogicalNot) return std::nullopt;
    const auto operand = form(node.operands[0]);
    if (!operand) return std::nullopt;
    const Integer offset = node.expr->unary == UnaryOp::Minus ? 0 : -1;
    return convert(combine(1, constant_form(offset), -1, *operand), node.exact, node.expr->type);
  }

  std::optional<AffineForm> conditional(const EvaluatedExpr& node) const {
    const Truth condition = truth(node.operands[0].value);
    if (condition.may_fail && condition.may_hold) return std::nullopt;
    return form(node.operands[condition.may_hold ? 1 : 2]);
  }

  std::optional<AffineForm> binary(const EvaluatedExpr& node) const {
    const BinaryOp op = node.expr->binary;
    if (op != BinaryOp::Add && op != BinaryOp::Sub && op != BinaryOp::Mul && op != BinaryOp::Shl) return std::nullopt;
    auto l = form(node.operands[0]);
    auto r = form(node.operands[1]);
    if (!l || !r) return std::nullopt;
    if (op == BinaryOp::Add) return convert(combine(1, *l, 1, *r), node.exact, node.expr->type);
    if (op == BinaryOp::Sub) return convert(combine(1, *l, -1, *r), node.exact, node.expr->type);
    if (op == BinaryOp::Mul && l->coefficients.empty()) std::swap(l, r);
    if (!r->coefficients.empty()) return std::nullopt;
    if (op == BinaryOp::Shl && !node.operands[1].value->is_point())
      return std::nullopt;  // else it is less than the width
    const Integer factor = op == BinaryOp::Shl ? logic::power_of_two(static_cast<unsigned>(r->constant)) : r->constant;
    return convert(combine(factor, *l, 0, constant_form(0)), node.exact, node.expr->type);
  }

  const IntervalMap& intervals_;
};

}  // namespace

AffineForm combine(const Integer& a, const AffineForm& x, const Integer& b, const AffineForm& y) {
  AffineForm result{{}, a * x.constant + b * y.constant};
  if (a != 0)
    for (const auto& [variable, factor] : x.coefficients) result.coefficients[variable] = a * factor;
  if (b != 0)
    for (const auto& [variable, factor] : y.coefficients) result.coefficients[variable] += b * factor;
  std::erase_if(result.coefficients, [](const auto& entry) { return entry.second == 0; });
  return result;
}

Interval range(const AffineForm& form, const IntervalMap& intervals) {
  Interval result = Interval::point(form.constant);
  for (const auto& [variable, factor] : form.coefficients)
    result = frontend::add(result, frontend::multiply(intervals.get(variable), Interval::point(factor)));
  return result;
}

MaybeInterval solved_for(frontend::VariableId variable, const AffineForm& zero, const Interval& range,
                         const Interval& known) {
  const Integer& factor = zero.coefficients.at(variable);
  const Interval own = frontend::multiply(known, Interval::point(factor));
  const Interval product{own.high - range.high, own.low - range.low};  // less the other summands
  const MaybeInterval solution = exact_quotient(product, Interval::point(factor));
  return solution ? intersect(*solution, known) : std::nullopt;
}

std::optional<AffineForm> affine_form(const EvaluatedExpr& expr, const IntervalMap& intervals) {
  return Linear(intervals).form(expr);
}

std::optional<AffineForm> affine_form(const EvaluatedExpr& expr, const IntervalMap& intervals, const ScalarType& type) {
  const auto form = affine_form(expr, intervals);
  return form ? convert(*form, expr.value, type) : std::nullopt;
}

}  // namespace bireach::abstraction
