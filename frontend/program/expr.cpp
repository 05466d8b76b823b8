// SPDX-License-Identifier: Apache-2.0
#include "frontend/program/expr.h"

#include <algorithm>

#include <optional>
#include <stdexcept>
#include <utility>

namespace bireach::frontend {

using logic::FloatOp;
using logic::Integer;

Integer ScalarType::min() const {
  return is_signed() ? Integer(-logic::power_of_two(width - 1)) : Integer(0);
}

Integer ScalarType::max() const {
  if (is_boolean()) return 1;
  return logic::power_of_two(is_signed() ? width - 1 : width) - 1;
}

Integer ScalarType::convert(const Integer& value) const {
  if (is_boolean()) return value == 0 ? 0 : 1;
  return is_signed() ? logic::wrap_signed(value, width) : logic::wrap_unsigned(value, width);
}

bool ScalarType::includes(const ScalarType& other) const {
  if (is_floating() || other.is_floating()) return *this == other;  // every other conversion is an operation
  if (other.is_signed()) return is_signed() && other.width <= width;
  return is_signed() ? other.width < width : other.width <= width;
}

bool is_comparison(BinaryOp op) {
  switch (op) {
    case BinaryOp::Eq:
    case BinaryOp::Ne:
    case BinaryOp::Lt:
    case BinaryOp::Le:
    case BinaryOp::Gt:
    case BinaryOp::Ge:
      return true;
    default:
      return false;
  }
}

BinaryOp negated(BinaryOp comparison) {
  switch (comparison) {
    case BinaryOp::Eq:
      return BinaryOp::Ne;
    case BinaryOp::Ne:
      return BinaryOp::Eq;
    case BinaryOp::Lt:
      return BinaryOp::Ge;
    case BinaryOp::Le:
      return BinaryOp::Gt;
    case BinaryOp::Gt:
      return BinaryOp::Le;
    case BinaryOp::Ge:
      return BinaryOp::Lt;
    default:
      throw std::invalid_argument("only comparisons have a negation");
  }
}

BinaryOp mirrored(BinaryOp comparison) {
  switch (comparison) {
    case BinaryOp::Eq:
    case BinaryOp::Ne:
      return comparison;
    case BinaryOp::Lt:
      return BinaryOp::Gt;
    case BinaryOp::Le:
      return BinaryOp::Ge;
    case BinaryOp::Gt:
      return BinaryOp::Lt;
    case BinaryOp::Ge:
      return BinaryOp::Le;
    default:
      throw std::invalid_argument("only comparisons can be mirrored");
  }
}

bool is_read(const Expr& expr) {
  switch (expr.kind) {
    case Expr::Kind::Variable:
    case Expr::Kind::Element:
      return true;
    case Expr::Kind::Constant:
    case Expr::Kind::Unary:
    case Expr::Kind::Binary:
    case Expr::Kind::Conditional:
    case Expr::Kind::Cast:
    case Expr::Kind::Floating:
    case Expr::Kind::Pattern:
    case Expr::Kind::Table:
      return false;
  }
  return false;
}

bool is_logical(BinaryOp op) {
  return op == BinaryOp::LogicalAnd || op == BinaryOp::LogicalOr;
}

bool is_truth_value(const Expr& expr) {
  switch (expr.kind) {
    case Expr::Kind::Unary:
      return expr.unary == UnaryOp::LogicalNot;
    case Expr::Kind::Binary:
      return is_comparison(expr.binary) || is_logical(expr.binary);
    case Expr::Kind::Floating:
      return logic::is_float_predicate(expr.floating);
    case Expr::Kind::Cast:
      return (expr.type.width > 1 || !expr.type.is_signed()) && is_truth_value(*expr.operands[0]);
    case Expr::Kind::Constant:
    case Expr::Kind::Variable:
    case Expr::Kind::Element:
    case Expr::Kind::Conditional:
    case Expr::Kind::Pattern:
    case Expr::Kind::Table:
      return false;
  }
  return false;
}

namespace {

bool same_but_for_parts(const Expr& a, const Expr& b) {
  return a.kind == b.kind && a.type == b.type && a.operands.size() == b.operands.size() && a.value == b.value &&
         a.unary == b.unary && a.binary == b.binary && a.floating == b.floating &&
         (a.elements == b.elements || (a.elements && b.elements && *a.elements == *b.elements));
}

}  // namespace

bool same_expression(const Expr& a, const Expr& b) {
  if (&a == &b) return true;
  if (!same_but_for_parts(a, b) || a.variable != b.variable) return false;
  return std::equal(a.operands.begin(), a.operands.end(), b.operands.begin(),
                    [](const ExprPtr& one, const ExprPtr& other) { return same_expression(*one, *other); });
}

bool same_expression(const Expr& a, const Expr& b, const std::function<bool(VariableId, VariableId)>& same_variable) {
  if (!same_but_for_parts(a, b) || (is_read(a) && !same_variable(a.variable, b.variable))) return false;
  return std::equal(
      a.operands.begin(), a.operands.end(), b.operands.begin(),
      [&](const ExprPtr& one, const ExprPtr& other) { return same_expression(*one, *other, same_variable); });
}

namespace {

std::shared_ptr<Expr> node(Expr::Kind kind, ScalarType type, SourceRange source, std::vector<ExprPtr> operands = {}) {
  auto result = std::make_shared<Expr>();
  result->kind = kind;
  result->type = type;
  result->source = source;
  result->operands = std::move(operands);
  return result;
}

bool is_constant(const ExprPtr& expr) {
  return expr->kind == Expr::Kind::Constant;
}

bool compare(BinaryOp op, const Integer& l, const Integer& r) {
  switch (op) {
    case BinaryOp::Eq:
      return l == r;
    case BinaryOp::Ne:
      return l != r;
    case BinaryOp::Lt:
      return l < r;
    case BinaryOp::Le:
      return l <= r;
    case BinaryOp::Gt:
      return l > r;
    default:
      return l >= r;
  }
}

/// Signed results must fit (else the operation is undefined and stays as it is); unsigned ones wrap.
std::optional<Integer> in_type(const Integer& value, ScalarType type) {
  if (type.is_signed() && !type.contains(value)) return std::nullopt;
  return type.convert(value);
}

std::optional<Integer> fold_shift(BinaryOp op, const Integer& l, const Integer& r, ScalarType type) {
  if (r < 0 || r >= type.width) return std::nullopt;
  const Integer factor = logic::power_of_two(static_cast<unsigned>(r));
  return op == BinaryOp::Shl ? in_type(l * factor, type) : type.convert(logic::euclidean_div(l, factor));
}

std::optional<Integer> fold_bits(BinaryOp op, const Integer& l, const Integer& r, ScalarType type) {
  const Integer a = logic::wrap_unsigned(l, type.width);
  const Integer b = logic::wrap_unsigned(r, type.width);
  if (op == BinaryOp::BitAnd) return type.convert(a & b);
  return type.convert(op == BinaryOp::BitOr ? Integer(a | b) : Integer(a ^ b));
}

/// The value of a binary operator on constants; nothing where its behaviour is undefined.
std::optional<Integer> fold_binary(BinaryOp op, const Integer& l, const Integer& r, ScalarType type) {
  switch (op) {
    case BinaryOp::Add:
      return in_type(l + r, type);
    case BinaryOp::Sub:
      return in_type(l - r, type);
    case BinaryOp::Mul:
      return in_type(l * r, type);
    case BinaryOp::Div:
    case BinaryOp::Rem: {
      if (r == 0 || !type.contains(l / r)) return std::nullopt;
      return op == BinaryOp::Div ? Integer(l / r) : Integer(l % r);  // cpp_int truncates, as C does
    }
    case BinaryOp::Shl:
    case BinaryOp::Shr:
      return fold_shift(op, l, r, type);
    case BinaryOp::BitAnd:
    case BinaryOp::BitOr:
    case BinaryOp::BitXor:
      return fold_bits(op, l, r, type);
    case BinaryOp::LogicalAnd:
      return l != 0 && r != 0 ? 1 : 0;
    case BinaryOp::LogicalOr:
      return l != 0 || r != 0 ? 1 : 0;
    default:
      return compare(op, l, r) ? 1 : 0;
  }
}

std::optional<Integer> fold_unary(UnaryOp op, const Integer& operand, ScalarType type) {
  switch (op) {
    case UnaryOp::Minus:
      return in_type(-operand, type);
    case UnaryOp::BitNot:
      return type.convert(-operand - 1);
    case UnaryOp::LogicalNot:
      return operand == 0 ? 1 : 0;
  }
  return std::nullopt;
}

FloatOp float_operator(BinaryOp op) {
  switch (op) {
    case BinaryOp::Add:
      return FloatOp::Add;
    case BinaryOp::Sub:
      return FloatOp::Sub;
    case BinaryOp::Mul:
      return FloatOp::Mul;
    case BinaryOp::Div:
      return FloatOp::Div;
    case BinaryOp::Eq:
    case BinaryOp::Ne:
      return FloatOp::Equal;
    case BinaryOp::Lt:
    case BinaryOp::Gt:
      return FloatOp::Less;
    case BinaryOp::Le:
    case BinaryOp::Ge:
      return FloatOp::LessEqual;
    default:
      throw std::invalid_argument("this operator has no operands of floating type");
  }
}

ExprPtr floating_binary(BinaryOp op, ExprPtr left, ExprPtr right, ScalarType type, SourceRange source) {
  if (op == BinaryOp::Gt || op == BinaryOp::Ge) std::swap(left, right);
  ExprPtr result = make_floating(float_operator(op), {std::move(left), std::move(right)},
                                 is_comparison(op) ? int_type : type, source);
  return op == BinaryOp::Ne ? make_unary(UnaryOp::LogicalNot, std::move(result), int_type, source) : result;
}

ExprPtr floating_unary(UnaryOp op, ExprPtr operand, ScalarType type, SourceRange source) {
  if (op == UnaryOp::Minus) return make_floating(FloatOp::Negate, {std::move(operand)}, type, source);
  if (op != UnaryOp::LogicalNot) throw std::invalid_argument("this operator has no operand of floating type");
  ExprPtr zero = make_constant(0, operand->type, source);
  return make_floating(FloatOp::Equal, {std::move(operand), std::move(zero)}, int_type, source);
}

/// A conversion from or to a floating type.
ExprPtr floating_cast(ExprPtr operand, ScalarType type, SourceRange source) {
  if (type.is_boolean()) return make_cast(make_truth(operand, source), type, source);
  FloatOp op = FloatOp::Convert;
  if (!type.is_floating())
    op = type.is_signed() ? FloatOp::ToSigned : FloatOp::ToUnsigned;
  else if (!operand->type.is_floating())
    op = operand->type.is_signed() ? FloatOp::FromSigned : FloatOp::FromUnsigned;
  return make_floating(op, {std::move(operand)}, type, source);
}

/// Conditions are integers: patterns do not tell zero from nonzero (there is -0).
ExprPtr as_condition(const ExprPtr& operand) {
  return operand->type.is_floating() ? make_truth(operand, operand->source) : operand;
}

/// Is the conversion of this constant to the integer type defined?
bool converts(const Integer& pattern, unsigned width, const ScalarType& type) {
  const logic::IntegerBounds bounds = logic::integer_bounds(width, type.width, type.is_signed());
  const FloatOp low = bounds.low_included ? FloatOp::LessEqual : FloatOp::Less;
  return !logic::fold_floating(low, {bounds.low, pattern}, width, 1).is_zero() &&
         !logic::fold_floating(FloatOp::Less, {pattern, bounds.high}, width, 1).is_zero();
}

/// Nothing where the behaviour is undefined.
std::optional<Integer> fold_operation(FloatOp op, const std::vector<ExprPtr>& operands, const ScalarType& type) {
  std::vector<Integer> values;
  const unsigned width = operands[0]->type.width;
  for (const ExprPtr& operand : operands) {
    if (!is_constant(operand)) return std::nullopt;
    values.push_back(logic::wrap_unsigned(operand->value, width));
  }
  const bool to_integer = op == FloatOp::ToSigned || op == FloatOp::ToUnsigned;
  if (to_integer && !converts(values[0], width, type)) return std::nullopt;
  return logic::fold_floating(op, values, width, logic::is_float_predicate(op) ? 1 : type.width);
}

}  // namespace

std::string value_text(const Integer& value, const ScalarType& type) {
  return type.is_floating() ? logic::float_text(value, type.width) : value.str();
}

ExprPtr make_floating(FloatOp op, std::vector<ExprPtr> operands, ScalarType type, SourceRange source) {
  if (const auto folded = fold_operation(op, operands, type)) return make_constant(*folded, type, source);
  auto result = node(Expr::Kind::Floating, type, source, std::move(operands));
  result->floating = op;
  return result;
}

ExprPtr make_pattern(ExprPtr operand, ScalarType type, SourceRange source) {
  if (operand->type == type) return operand;
  if (is_constant(operand)) return make_constant(operand->value, type, source);
  if (operand->kind == Expr::Kind::Pattern) return make_pattern(operand->operands[0], type, source);
  return node(Expr::Kind::Pattern, type, source, {std::move(operand)});
}

ExprPtr make_number(const Integer& value, ScalarType type, SourceRange source) {
  if (!type.is_floating()) return make_constant(value, type, source);
  constexpr ScalarType wide = signed_integer(128);
  return make_cast(make_constant(value, wide, source), type, source);
}

ExprPtr make_truth(const ExprPtr& operand, SourceRange source) {
  if (is_truth_value(*operand)) return make_cast(operand, int_type, source);
  return make_binary(BinaryOp::Ne, operand, make_constant(0, operand->type, source), int_type, source);
}

ExprPtr make_constant(const Integer& value, ScalarType type, SourceRange source) {
  auto result = node(Expr::Kind::Constant, type, source);
  result->value = type.convert(value);
  return result;
}

ExprPtr make_variable(VariableId variable, ScalarType type, SourceRange source) {
  auto result = node(Expr::Kind::Variable, type, source);
  result->variable = variable;
  return result;
}

ExprPtr make_element(VariableId array, ExprPtr index, ScalarType element_type, SourceRange source) {
  auto result = node(Expr::Kind::Element, element_type, source, {std::move(index)});
  result->variable = array;
  return result;
}

ExprPtr make_unary(UnaryOp op, ExprPtr operand, ScalarType type, SourceRange source) {
  if (operand->type.is_floating()) return floating_unary(op, std::move(operand), type, source);
  if (is_constant(operand)) {
    if (const auto folded = fold_unary(op, operand->value, type)) return make_constant(*folded, type, source);
  }
  auto result = node(Expr::Kind::Unary, type, source, {std::move(operand)});
  result->unary = op;
  return result;
}

ExprPtr make_binary(BinaryOp op, ExprPtr left, ExprPtr right, ScalarType type, SourceRange source) {
  if (is_logical(op)) {
    left = as_condition(left);
    right = as_condition(right);
  } else if (left->type.is_floating()) {
    return floating_binary(op, std::move(left), std::move(right), type, source);
  }
  if (is_constant(left) && is_constant(right)) {
    if (const auto folded = fold_binary(op, left->value, right->value, type))
      return make_constant(*folded, type, source);
  }
  if (is_logical(op) && is_constant(left)) {
    // The right operand is evaluated only if the left one does not decide, so nothing is lost either way.
    const bool decided = (left->value != 0) == (op == BinaryOp::LogicalOr);
    return decided ? make_constant(left->value != 0 ? 1 : 0, type, source)
                   : make_cast(make_truth(right, source), type, source);
  }
  auto result = node(Expr::Kind::Binary, type, source, {std::move(left), std::move(right)});
  result->binary = op;
  return result;
}

ExprPtr make_conditional(ExprPtr condition, ExprPtr then_expr, ExprPtr else_expr, ScalarType type, SourceRange source) {
  condition = as_condition(condition);
  if (is_constant(condition)) return make_cast(condition->value != 0 ? then_expr : else_expr, type, source);
  return node(Expr::Kind::Conditional, type, source,
              {std::move(condition), std::move(then_expr), std::move(else_expr)});
}

ExprPtr make_cast(ExprPtr operand, ScalarType type, SourceRange source) {
  if (operand->type == type) return operand;
  if (operand->type.is_floating() || type.is_floating()) return floating_cast(std::move(operand), type, source);
  if (is_constant(operand)) return make_constant(operand->value, type, operand->source);
  if (operand->kind == Expr::Kind::Cast && operand->type.includes(operand->operands[0]->type))
    return make_cast(operand->operands[0], type, source);  // the inner cast changes no value
  return node(Expr::Kind::Cast, type, source, {std::move(operand)});
}

ExprPtr make_visible_cast(ExprPtr operand, ScalarType type, SourceRange source) {
  const bool is_integer = !operand->type.is_floating() && !type.is_floating() && !type.is_boolean();
  if (!is_integer || !is_constant(operand) || type.contains(operand->value))
    return make_cast(std::move(operand), type, source);
  return node(Expr::Kind::Cast, type, source, {std::move(operand)});
}

ExprPtr make_visible_sum(BinaryOp op, ExprPtr left, ExprPtr right, SourceRange source) {
  const ScalarType type = left->type;
  auto result = node(Expr::Kind::Binary, type, source, {std::move(left), std::move(right)});
  result->binary = op;
  return result;
}

ExprPtr make_table(ExprPtr others, logic::ElementMap elements, SourceRange source) {
  const ScalarType type = others->type;
  auto result = node(Expr::Kind::Table, type, source, {std::move(others)});
  result->elements = std::make_shared<const logic::ElementMap>(std::move(elements));
  return result;
}

ExprPtr make_not(ExprPtr operand) {
  const SourceRange source = operand->source;
  switch (operand->kind) {
    case Expr::Kind::Unary:
      if (operand->unary == UnaryOp::LogicalNot) return make_truth(operand->operands[0], source);
      break;
    case Expr::Kind::Binary:
      if (is_comparison(operand->binary))
        return make_binary(negated(operand->binary), operand->operands[0], operand->operands[1], int_type, source);
      break;
    case Expr::Kind::Cast:
      // A conversion to _Bool, or one that changes no value, keeps zero and nonzero apart.
      if (operand->type.is_boolean() || operand->type.includes(operand->operands[0]->type))
        return make_not(operand->operands[0]);
      break;
    case Expr::Kind::Constant:
    case Expr::Kind::Variable:
    case Expr::Kind::Element:
    case Expr::Kind::Conditional:
    case Expr::Kind::Floating:
    case Expr::Kind::Pattern:
    case Expr::Kind::Table:
      break;
  }
  return make_unary(UnaryOp::LogicalNot, std::move(operand), int_type, source);
}

bool rounds(const Expr& expr) {
  const unsigned given = expr.operands[0]->type.width;
  switch (expr.floating) {
    case FloatOp::Add:
    case FloatOp::Sub:
    case FloatOp::Mul:
    case FloatOp::Div:
    case FloatOp::Fma:
    case FloatOp::Sqrt:
      return true;
    case FloatOp::Convert:
      return expr.type.width < given;
    case FloatOp::FromSigned:
    case FloatOp::FromUnsigned:
      return given > logic::float_format(expr.type.width)->significand_bits;
    default:
      return false;
  }
}

}  // namespace bireach::frontend
