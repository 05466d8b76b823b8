// SPDX-License-Identifier: Apache-2.0
/// Builder of floating-point operations, with folding and local simplification.
#include "logic/terms/term_internal.h"

namespace bireach::logic {

namespace {

Term fold(TermManager& m, FloatOp op, std::span<const Term> operands, unsigned width) {
  std::vector<Integer> values;
  for (const Term t : operands) values.push_back(t.constant());
  const bool truth = is_float_predicate(op);
  const Integer value = fold_floating(op, values, operands[0].sort().width(), truth ? 1 : width);
  return truth ? m.boolean(!value.is_zero()) : m.bit_vector(value, width);
}

/// The operations that only touch the sign bit.
Term change_sign(TermManager& m, FloatOp op, std::span<const Term> operands) {
  const unsigned width = operands[0].sort().width();
  const Integer sign = power_of_two(width - 1);
  if (op == FloatOp::Negate) return m.bv_binary(Kind::BvXor, m.bit_vector(sign, width), operands[0]);
  const Term magnitude = m.bv_binary(Kind::BvAnd, m.bit_vector(sign - 1, width), operands[0]);
  if (op == FloatOp::Absolute) return magnitude;
  return m.bv_binary(Kind::BvOr, magnitude, m.bv_binary(Kind::BvAnd, m.bit_vector(sign, width), operands[1]));
}

/// Is the value, whatever its variables are, what an operation computes (so that a NaN is the canonical one)?
bool is_computed(Term t) {
  return t.kind() == Kind::Floating && t.sort().is_bit_vector() && gives_float(t.float_op());
}

bool is_truth_tree(Term t) {
  return is_constant_tree(t) && t.constant_leaves() <= max_pushed_leaves;
}

void check_operands(FloatOp op, std::span<const Term> operands, unsigned width) {
  require(operands.size() == arity(op), "floating: another number of operands");
  for (const Term t : operands) {
    require(t.sort().is_bit_vector() && t.sort() == operands[0].sort(),
            "floating: operands must be bit-vectors of one width");
  }
  const unsigned operand_width = operands[0].sort().width();
  require(!takes_float(op) || float_format(operand_width).has_value(), "floating: operands of no format");
  const bool changes_format = op == FloatOp::Convert || !takes_float(op);
  if (gives_float(op)) {
    require(float_format(width).has_value() && (changes_format || width == operand_width),
            "floating: result of another format");
  } else {
    require(is_float_predicate(op) || width > 0, "floating: result of width 0");
  }
}

/// Remainders that need no division: one operand is a zero, an infinity or a NaN (ISO/IEC 9899:2011, F.10.7). Null:
/// none is.
Term special_remainder(TermManager& m, Term x, Term y) {
  const unsigned width = x.sort().width();
  const Term nan = m.bit_vector(nan_pattern(width), width);
  const auto is = [&m](FloatOp op, Term t) { return m.floating(op, {t}, 1); };
  const Term zero = m.bit_vector(0, width);
  const auto is_zero = [&](Term t) { return m.floating(FloatOp::Equal, {t, zero}, 1); };
  if (x.is_constant()) {
    if (is_zero(x).is_true()) return m.ite(m.or_({is_zero(y), is(FloatOp::IsNan, y)}), nan, x);
    if (is(FloatOp::IsNan, x).is_true() || is(FloatOp::IsInfinite, x).is_true()) return nan;
  }
  if (y.is_constant()) {
    if (is(FloatOp::IsInfinite, y).is_true())
      return m.ite(m.or_({is(FloatOp::IsInfinite, x), is(FloatOp::IsNan, x)}), nan, x);
    if (is(FloatOp::IsNan, y).is_true() || is_zero(y).is_true()) return nan;
  }
  return {};
}

/// Rules that need no constants, or only one; null: none applies.
Term rewritten(TermManager& m, FloatOp op, std::span<const Term> operands, unsigned width) {
  const Term x = operands[0];
  switch (op) {
    case FloatOp::Convert:
      // A computed value is its own conversion; of others a NaN might change.
      if (width == x.sort().width() && is_computed(x)) return x;
      // Through a wider format and back.
      if (is_computed(x) && x.float_op() == FloatOp::Convert && x[0].sort().width() == width &&
          width < x.sort().width() && is_computed(x[0]))
        return x[0];
      return {};
    case FloatOp::Remainder:
    case FloatOp::Mod:
      return special_remainder(m, x, operands[1]);
    case FloatOp::Equal:
    case FloatOp::LessEqual:
      if (x == operands[1]) return m.not_(m.floating(FloatOp::IsNan, {x}, 1));
      return {};
    case FloatOp::Less:
      return x == operands[1] ? m.false_term() : Term{};
    case FloatOp::IsNan:
      if (!is_computed(x)) return {};
      if (x.float_op() == FloatOp::Convert) return m.floating(FloatOp::IsNan, {x[0]}, 1);
      return takes_float(x.float_op()) ? Term{} : m.false_term();  // no integer is a NaN
    default:
      return {};
  }
}

}  // namespace

Term TermManager::floating(FloatOp op, std::span<const Term> operands, unsigned width) {
  check_operands(op, operands, width);
  bool constant = true;
  for (const Term t : operands) constant = constant && t.is_constant();
  if (constant) return fold(*this, op, operands, width);
  if (op == FloatOp::Negate || op == FloatOp::Absolute || op == FloatOp::CopySign)
    return change_sign(*this, op, operands);
  if (operands.size() == 1 && is_truth_tree(operands[0]))
    return map_leaves(*this, operands[0], [&](Term leaf) { return floating(op, {leaf}, width); });
  if (operands.size() == 2) {
    const Term pushed = push_binary(*this, operands[0], operands[1], [&](Term a, Term b) {
      return floating(op, {a, b}, width);
    });
    if (!pushed.is_null()) return pushed;
  }
  if (const Term result = rewritten(*this, op, operands, width); !result.is_null()) return result;
  const bool commutes = op == FloatOp::Add || op == FloatOp::Mul || op == FloatOp::Equal;
  TermVector children(operands.begin(), operands.end());
  if (commutes && children[1] < children[0]) std::swap(children[0], children[1]);
  const Sort sort = is_float_predicate(op) ? Sort::boolean() : Sort::bit_vector(width);
  return TermAccess::make(*this, Kind::Floating, sort, span_of(children), static_cast<std::uint32_t>(op));
}

}  // namespace bireach::logic
