// SPDX-License-Identifier: Apache-2.0
#include "frontend/program/expression_translator.h"

#include <stdexcept>
#include <utility>

namespace bireach::frontend {

using logic::Integer;
using logic::Term;

Translated ExpressionTranslator::literal(const Integer& value, const ScalarType& type) {
  unsigned zeros = 0;
  if (value != 0)
    zeros = static_cast<unsigned>(boost::multiprecision::lsb(Integer(value < 0 ? Integer(-value) : value)));
  return {constant(value, type), terms_.true_term(), Interval::point(value), value == 0 ? type.width : zeros};
}

Term ExpressionTranslator::fresh_auxiliary(const logic::Sort& sort) {
  // No variable of a C program has such a name, so its type's range is not taken for the auxiliary's.
  auxiliaries_.push_back(terms_.fresh_variable("&!", sort));
  return auxiliaries_.back();
}

Translated ExpressionTranslator::value(const Expr& expr) {
  if (expr.kind != Expr::Kind::Cast && is_truth_value(expr)) return truth_value(expr, expr.type);
  switch (expr.kind) {
    case Expr::Kind::Constant:
      return literal(expr.value, expr.type);
    case Expr::Kind::Variable:
      return {variables_[expr.variable], terms_.true_term(), Interval::of(expr.type), 0};
    case Expr::Kind::Element:
      return element(expr);
    case Expr::Kind::Unary: {
      const Translated operand = value(*expr.operands[0]);
      Translated result = unary(expr.unary, operand, expr.type);
      result.defined = terms_.and_(operand.defined, result.defined);
      return result;
    }
    case Expr::Kind::Binary: {
      const Translated left = value(*expr.operands[0]);
      const Translated right = value(*expr.operands[1]);
      Translated result = binary(expr.binary, left, right, expr.type, expr.operands[1]->type);
      result.defined = terms_.and_({left.defined, right.defined, result.defined});
      return result;
    }
    case Expr::Kind::Conditional:
      return conditional(expr);
    case Expr::Kind::Cast:
      return value_as(*expr.operands[0], expr.type);
    case Expr::Kind::Floating:
      return floating_value(expr);
    case Expr::Kind::Pattern:
      return value(*expr.operands[0]);
    case Expr::Kind::Table:
      break;  // no number
  }
  throw std::logic_error("semantics: unknown kind of expression");
}

Translated ExpressionTranslator::value_as(const Expr& expr, const ScalarType& type) {
  if (is_truth_value(expr) && type.contains(1)) return truth_value(expr, type);
  const Translated operand = value(expr);
  return expr.type == type ? operand : cast(operand, expr.type, type);
}

Translated ExpressionTranslator::truth_value(const Expr& expr, const ScalarType& type) {
  const Condition truth = condition(expr);
  const Term value = terms_.ite(truth.holds, constant(1, type), constant(0, type));
  return {value, truth.defined, Interval{0, 1}, 0};
}

Translated ExpressionTranslator::index(VariableId array, const Expr& expr) {
  const Translated position = value(expr);
  const Term in = program_.memory.cells.contains(array)
                      ? in_memory(array, position, expr.type)
                      : in_bounds(position, expr.type, program_.variables[array].array->size);
  return {index_term(position, expr.type, variables_[array].sort().index()), terms_.and_(position.defined, in),
          position.range, 0};
}

Term ExpressionTranslator::in_memory(VariableId cells, const Translated& index, const ScalarType& type) {
  const Memory& memory = program_.memory;
  const Translated null = literal(0, type);
  // The null page is never mapped: such an access ends an execution.
  if (arbitrary_reads_) return compare_values(BinaryOp::Gt, index, null, type).holds;
  const Integer& shift = memory.cells.at(cells).shift;
  const auto from = [&](const Integer& start) {
    return compare_values(BinaryOp::Ge, index, literal(type.convert(start - shift), type), type).holds;
  };
  Term result = terms_.false_term();
  if (!memory.objects.empty()) {
    Integer low = memory.objects.front().address;
    Integer high = low;
    for (const Memory::Object& object : memory.objects) {
      low = std::min(low, object.address);
      high = std::max<Integer>(high, object.address + object.size);
    }
    const Term below = compare_values(BinaryOp::Lt, index, literal(type.convert(high), type), type).holds;
    result = terms_.and_(from(low), below);
  }
  // Accesses by name have constant indices, and are where the name is known.
  if (!index.range.is_point()) {
    for (const std::size_t number : memory.cells.at(cells).mortal) {
      const Memory::Object& object = memory.objects[number];
      const Translated alive{variables_[*object.alive], terms_.true_term(), Interval{0, 1}, 0};
      const ScalarType& truth = program_.variables[*object.alive].type;
      const Integer end = object.address + object.size - shift;
      const Term below = compare_values(BinaryOp::Lt, index, literal(type.convert(end), type), type).holds;
      const Term exists = compare_values(BinaryOp::Ne, alive, literal(0, truth), truth).holds;
      result = terms_.and_(result, terms_.not_(terms_.and_({from(object.address), below, terms_.not_(exists)})));
    }
  }
  if (!memory.top) return result;
  const Translated top{variables_[*memory.top], terms_.true_term(), Interval::of(type), 0};
  const Term allocated =
      terms_.and_(from(memory.first_allocated), compare_values(BinaryOp::Lt, index, top, type).holds);
  return terms_.or_(result, allocated);
}

Translated ExpressionTranslator::element(const Expr& expr) {
  const Term array = variables_[expr.variable];
  const Expr& index_expr = *expr.operands[0];
  if (arbitrary_reads_) {
    const Translated position = value(index_expr);
    const bool is_memory = program_.memory.cells.contains(expr.variable);
    const Term inside = is_memory ? terms_.true_term()
                                  : in_bounds(position, index_expr.type, program_.variables[expr.variable].array->size);
    if (!inside.is_true()) {
      const Term at = index_term(position, index_expr.type, array.sort().index());
      const Term read = terms_.ite(inside, terms_.select(array, at), fresh_auxiliary(array.sort().element()));
      return {read, terms_.and_(position.defined, in_range(read, expr.type)), Interval::of(expr.type), 0};
    }
  }
  const Translated position = index(expr.variable, index_expr);
  const Term read = terms_.select(array, position.value);
  return {read, terms_.and_(position.defined, in_range(read, expr.type)), Interval::of(expr.type), 0};
}

Translated ExpressionTranslator::conditional(const Expr& expr) {
  const Condition choice = condition(*expr.operands[0]);
  const Translated yes = value(*expr.operands[1]);
  const Translated no = value(*expr.operands[2]);
  const Term defined =
      terms_.and_({choice.defined, terms_.implies(choice.holds, yes.defined), terms_.or_(choice.holds, no.defined)});
  return {terms_.ite(choice.holds, yes.value, no.value), defined, hull(yes.range, no.range),
          std::min(yes.trailing_zeros, no.trailing_zeros)};
}

Condition ExpressionTranslator::condition(const Expr& expr, bool positive) {
  switch (expr.kind) {
    case Expr::Kind::Constant:
      return {terms_.boolean((expr.value != 0) == positive), terms_.true_term()};
    case Expr::Kind::Unary:
      if (expr.unary == UnaryOp::LogicalNot) return condition(*expr.operands[0], !positive);
      break;
    case Expr::Kind::Binary:
      if (is_comparison(expr.binary)) return comparison(expr, positive);
      if (is_logical(expr.binary)) return logical(expr, positive);
      break;
    case Expr::Kind::Floating:
      if (logic::is_float_predicate(expr.floating)) return floating_condition(expr, positive);
      break;
    case Expr::Kind::Conditional: {
      const Condition choice = condition(*expr.operands[0]);
      const Condition yes = condition(*expr.operands[1], positive);
      const Condition no = condition(*expr.operands[2], positive);
      return {terms_.ite(choice.holds, yes.holds, no.holds),
              terms_.and_(
                  {choice.defined, terms_.implies(choice.holds, yes.defined), terms_.or_(choice.holds, no.defined)})};
    }
    case Expr::Kind::Cast:
      // These conversions keep zero and nonzero apart.
      if (expr.type.is_boolean() || expr.type.includes(expr.operands[0]->type) || is_truth_value(expr))
        return condition(*expr.operands[0], positive);
      break;
    case Expr::Kind::Variable:
    case Expr::Kind::Element:
    case Expr::Kind::Pattern:
    case Expr::Kind::Table:
      break;
  }
  return compare_with_zero(positive ? BinaryOp::Ne : BinaryOp::Eq, expr);
}

std::pair<std::vector<Translated>, Term> ExpressionTranslator::operands_of(const Expr& expr) {
  std::vector<Translated> operands;
  Term defined = terms_.true_term();
  for (const ExprPtr& operand : expr.operands) {
    operands.push_back(value(*operand));
    defined = terms_.and_(defined, operands.back().defined);
  }
  return {std::move(operands), defined};
}

Translated ExpressionTranslator::floating_value(const Expr& expr) {
  const auto [operands, defined] = operands_of(expr);
  Translated result = floating(expr.floating, operands, expr.operands[0]->type, expr.type);
  result.defined = terms_.and_(defined, result.defined);
  return result;
}

Condition ExpressionTranslator::floating_condition(const Expr& expr, bool positive) {
  const auto [operands, defined] = operands_of(expr);
  Condition result = floating_predicate(expr.floating, operands);
  result.defined = terms_.and_(defined, result.defined);
  if (!positive) result.holds = terms_.not_(result.holds);
  return result;
}

Condition ExpressionTranslator::compare_with_zero(BinaryOp op, const Expr& expr) {
  if (expr.kind == Expr::Kind::Cast && expr.type.includes(expr.operands[0]->type))
    return compare_with_zero(op, *expr.operands[0]);
  Translated operand;
  if (expr.kind == Expr::Kind::Binary && expr.binary == BinaryOp::Rem) {
    const Translated left = value(*expr.operands[0]);
    const Translated right = value(*expr.operands[1]);
    operand = divisibility(left, right, expr.type);
    operand.defined = terms_.and_({left.defined, right.defined, operand.defined});
  } else {
    operand = value(expr);
  }
  Condition result = compare_values(op, operand, literal(0, expr.type), expr.type);
  result.defined = operand.defined;
  return result;
}

Condition ExpressionTranslator::logical(const Expr& expr, bool positive) {
  const Condition left = condition(*expr.operands[0], positive);
  const Condition right = condition(*expr.operands[1], positive);
  const bool conjunction = (expr.binary == BinaryOp::LogicalAnd) == positive;
  const Term skipped = conjunction ? terms_.not_(left.holds) : left.holds;
  return {conjunction ? terms_.and_(left.holds, right.holds) : terms_.or_(left.holds, right.holds),
          terms_.and_(left.defined, terms_.or_(skipped, right.defined))};
}

Condition ExpressionTranslator::comparison(const Expr& expr, bool positive) {
  const Expr& left = *expr.operands[0];
  const Expr& right = *expr.operands[1];
  if (is_truth_value(left) && right.kind == Expr::Kind::Constant)
    return compare_truth(expr.binary, left, right.value, positive);
  if (is_truth_value(right) && left.kind == Expr::Kind::Constant)
    return compare_truth(mirrored(expr.binary), right, left.value, positive);
  if (is_truth_value(left) && is_truth_value(right) && (expr.binary == BinaryOp::Eq || expr.binary == BinaryOp::Ne)) {
    const Condition a = condition(left);
    const Condition b = condition(right);
    const Term same = terms_.equal(a.holds, b.holds);
    const bool equal = (expr.binary == BinaryOp::Eq) == positive;
    return {equal ? same : terms_.not_(same), terms_.and_(a.defined, b.defined)};
  }
  const BinaryOp op = positive ? expr.binary : negated(expr.binary);
  if ((op == BinaryOp::Eq || op == BinaryOp::Ne) && right.kind == Expr::Kind::Constant && right.value == 0)
    return compare_with_zero(op, left);
  const Translated a = value(left);
  const Translated b = value(right);
  Condition result = compare_values(op, a, b, left.type);
  result.defined = terms_.and_(a.defined, b.defined);
  return result;
}

Condition ExpressionTranslator::compare_truth(BinaryOp op, const Expr& truth, const Integer& constant, bool positive) {
  const auto at = [&](int value) { return *decided(op, Interval::point(value), Interval::point(constant)); };
  const bool for_zero = at(0) == positive;
  const bool for_one = at(1) == positive;
  Condition result = condition(truth, for_one);
  if (for_zero == for_one) result.holds = terms_.boolean(for_one);
  return result;
}

Condition ExpressionTranslator::compare_values(BinaryOp op, const Translated& left, const Translated& right,
                                               const ScalarType& type) {
  if (const auto known = decided(op, left.range, right.range)) return {terms_.boolean(*known), terms_.true_term()};
  return {compare(op, left, right, type), terms_.true_term()};
}

}  // namespace bireach::frontend
