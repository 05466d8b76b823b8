// SPDX-License-Identifier: Apache-2.0
/// Floating-point operations in Z3's theory of floating point.
#include "logic/solvers/z3_translation.h"

namespace bireach::logic {

namespace {

z3::expr wrap_ast(z3::context& context, Z3_ast ast) {
  context.check_error();
  return {context, ast};
}

z3::sort float_sort(z3::context& context, unsigned width) {
  const FloatFormat format = float_format(width).value();
  return {context, Z3_mk_fpa_sort(context, format.exponent_bits, format.significand_bits)};
}

z3::expr rounding_mode(z3::context& context, FloatOp op) {
  switch (op) {
    case FloatOp::RoundAway:
      return wrap_ast(context, Z3_mk_fpa_rna(context));
    case FloatOp::Floor:
      return wrap_ast(context, Z3_mk_fpa_rtn(context));
    case FloatOp::Ceil:
      return wrap_ast(context, Z3_mk_fpa_rtp(context));
    case FloatOp::Truncate:
    case FloatOp::ToSigned:
    case FloatOp::ToUnsigned:
      return wrap_ast(context, Z3_mk_fpa_rtz(context));
    default:
      return wrap_ast(context, Z3_mk_fpa_rne(context));
  }
}

z3::expr pattern_numeral(z3::context& context, const Integer& pattern, unsigned width) {
  return wrap_ast(context, Z3_mk_numeral(context, pattern.str().c_str(), context.bv_sort(width)));
}

z3::expr constant(z3::context& context, const Integer& pattern, unsigned width) {
  return wrap_ast(context,
                  Z3_mk_fpa_to_fp_bv(context, pattern_numeral(context, pattern, width), float_sort(context, width)));
}

/// The number without its fraction as an integer, 0 if it does not fit.
z3::expr to_integer(Term term, const z3::expr& x) {
  z3::context& c = x.ctx();
  const bool is_signed = term.float_op() == FloatOp::ToSigned;
  const unsigned width = term.sort().width();
  const unsigned float_width = term[0].sort().width();
  const IntegerBounds bounds = integer_bounds(float_width, width, is_signed);
  const z3::expr low = constant(c, bounds.low, float_width);
  const z3::expr inside = (bounds.low_included ? low <= x : low < x) && x < constant(c, bounds.high, float_width);
  const z3::expr mode = rounding_mode(c, term.float_op());
  const z3::expr value =
      wrap_ast(c, is_signed ? Z3_mk_fpa_to_sbv(c, mode, x, width) : Z3_mk_fpa_to_ubv(c, mode, x, width));
  return z3::ite(inside, value, c.bv_val(0, width));
}

z3::expr predicate(FloatOp op, const std::vector<z3::expr>& x) {
  z3::context& c = x[0].ctx();
  switch (op) {
    case FloatOp::Equal:
      return wrap_ast(c, Z3_mk_fpa_eq(c, x[0], x[1]));
    case FloatOp::Less:
      return x[0] < x[1];
    case FloatOp::LessEqual:
      return x[0] <= x[1];
    case FloatOp::IsNan:
      return wrap_ast(c, Z3_mk_fpa_is_nan(c, x[0]));
    case FloatOp::IsInfinite:
      return wrap_ast(c, Z3_mk_fpa_is_infinite(c, x[0]));
    case FloatOp::IsNormal:
      return wrap_ast(c, Z3_mk_fpa_is_normal(c, x[0]));
    default:
      return wrap_ast(c, Z3_mk_fpa_is_subnormal(c, x[0]));
  }
}

/// The number an operation computes.
z3::expr number(Term term, const std::vector<z3::expr>& x) {
  z3::context& c = x[0].ctx();
  const z3::expr mode = rounding_mode(c, term.float_op());
  switch (term.float_op()) {
    case FloatOp::Add:
      return wrap_ast(c, Z3_mk_fpa_add(c, mode, x[0], x[1]));
    case FloatOp::Sub:
      return wrap_ast(c, Z3_mk_fpa_sub(c, mode, x[0], x[1]));
    case FloatOp::Mul:
      return wrap_ast(c, Z3_mk_fpa_mul(c, mode, x[0], x[1]));
    case FloatOp::Div:
      return wrap_ast(c, Z3_mk_fpa_div(c, mode, x[0], x[1]));
    case FloatOp::Fma:
      return wrap_ast(c, Z3_mk_fpa_fma(c, mode, x[0], x[1], x[2]));
    case FloatOp::Sqrt:
      return wrap_ast(c, Z3_mk_fpa_sqrt(c, mode, x[0]));
    case FloatOp::RoundEven:
    case FloatOp::RoundAway:
    case FloatOp::Floor:
    case FloatOp::Ceil:
    case FloatOp::Truncate:
      return wrap_ast(c, Z3_mk_fpa_round_to_integral(c, mode, x[0]));
    case FloatOp::Convert:
      return wrap_ast(c, Z3_mk_fpa_to_fp_float(c, mode, x[0], float_sort(c, term.sort().width())));
    case FloatOp::FromSigned:
      return wrap_ast(c, Z3_mk_fpa_to_fp_signed(c, mode, x[0], float_sort(c, term.sort().width())));
    case FloatOp::FromUnsigned:
      return wrap_ast(c, Z3_mk_fpa_to_fp_unsigned(c, mode, x[0], float_sort(c, term.sort().width())));
    default:
      // Z3's remainder needs bit-vectors as wide as the range of exponents.
      throw z3::exception("remainders of floating-point variables are not decided");
  }
}

}  // namespace

z3::expr Z3Translator::as_float(Term term, const z3::expr& pattern) {
  if (const auto known = floats_.find(term); known != floats_.end()) return known->second;
  return wrap_ast(context_, Z3_mk_fpa_to_fp_bv(context_, pattern, float_sort(context_, term.sort().width())));
}

z3::expr Z3Translator::build_floating(Term term, const z3::expr_vector& arguments) {
  const FloatOp op = term.float_op();
  std::vector<z3::expr> operands;
  for (unsigned i = 0; i < arguments.size(); ++i) {
    const z3::expr argument = arguments[static_cast<int>(i)];
    operands.push_back(takes_float(op) ? as_float(term[i], argument) : argument);
  }
  if (is_float_predicate(op)) return predicate(op, operands);
  if (!gives_float(op)) return to_integer(term, operands[0]);
  const z3::expr result = number(term, operands);
  floats_.emplace(term, result);
  const z3::expr nan = pattern_numeral(context_, nan_pattern(term.sort().width()), term.sort().width());
  return z3::ite(wrap_ast(context_, Z3_mk_fpa_is_nan(context_, result)), nan,
                 wrap_ast(context_, Z3_mk_fpa_to_ieee_bv(context_, result)));
}

void Z3Translator::keep_float(Term term, const z3::expr_vector& arguments) {
  if (!term.sort().is_bit_vector() || term.kind() == Kind::Floating) return;
  const unsigned width = term.sort().width();
  if (term.kind() == Kind::Ite && (floats_.contains(term[1]) || floats_.contains(term[2]))) {
    floats_.emplace(term, z3::ite(arguments[0], as_float(term[1], arguments[1]), as_float(term[2], arguments[2])));
  } else if ((term.kind() == Kind::BvXor || term.kind() == Kind::BvAnd) && term[0].is_constant()) {
    const auto known = floats_.find(term[1]);
    if (known == floats_.end()) return;
    const Integer sign = power_of_two(width - 1);
    if (term.kind() == Kind::BvXor && term[0].constant() == sign)
      floats_.emplace(term, wrap_ast(context_, Z3_mk_fpa_neg(context_, known->second)));
    else if (term.kind() == Kind::BvAnd && term[0].constant() == sign - 1)
      floats_.emplace(term, wrap_ast(context_, Z3_mk_fpa_abs(context_, known->second)));
  }
}

z3::expr without_floats(const z3::expr& formula) {
  z3::context& context = formula.ctx();
  z3::goal goal(context);
  goal.add(formula);
  z3::params parameters(context);
  parameters.set("bit2bool", false);  // an operator that the solver for QF_BV does not know
  const z3::tactic strategy = z3::with(z3::tactic(context, "simplify"), parameters) & z3::tactic(context, "fpa2bv");
  const z3::apply_result result = strategy(goal);
  z3::expr_vector disjuncts(context);
  for (int i = 0; i < static_cast<int>(result.size()); ++i) disjuncts.push_back(result[i].as_expr());
  return z3::mk_or(disjuncts);
}

}  // namespace bireach::logic
