// SPDX-License-Identifier: Apache-2.0
/// Floating-point operations in cvc5's theory of floating point.
#include "logic/solvers/cvc5_translation.h"

#include <stdexcept>

namespace bireach::logic {

namespace {

cvc5::Kind kind_of(FloatOp op) {
  switch (op) {
    case FloatOp::Add:
      return cvc5::FLOATINGPOINT_ADD;
    case FloatOp::Sub:
      return cvc5::FLOATINGPOINT_SUB;
    case FloatOp::Mul:
      return cvc5::FLOATINGPOINT_MULT;
    case FloatOp::Div:
      return cvc5::FLOATINGPOINT_DIV;
    case FloatOp::Fma:
      return cvc5::FLOATINGPOINT_FMA;
    case FloatOp::Sqrt:
      return cvc5::FLOATINGPOINT_SQRT;
    case FloatOp::RoundEven:
    case FloatOp::RoundAway:
    case FloatOp::Floor:
    case FloatOp::Ceil:
    case FloatOp::Truncate:
      return cvc5::FLOATINGPOINT_RTI;
    case FloatOp::Convert:
      return cvc5::FLOATINGPOINT_TO_FP_FROM_FP;
    case FloatOp::FromSigned:
      return cvc5::FLOATINGPOINT_TO_FP_FROM_SBV;
    case FloatOp::FromUnsigned:
      return cvc5::FLOATINGPOINT_TO_FP_FROM_UBV;
    case FloatOp::ToSigned:
      return cvc5::FLOATINGPOINT_TO_SBV;
    case FloatOp::ToUnsigned:
      return cvc5::FLOATINGPOINT_TO_UBV;
    case FloatOp::Equal:
      return cvc5::FLOATINGPOINT_EQ;
    case FloatOp::Less:
      return cvc5::FLOATINGPOINT_LT;
    case FloatOp::LessEqual:
      return cvc5::FLOATINGPOINT_LEQ;
    case FloatOp::IsNan:
      return cvc5::FLOATINGPOINT_IS_NAN;
    case FloatOp::IsInfinite:
      return cvc5::FLOATINGPOINT_IS_INF;
    case FloatOp::IsNormal:
      return cvc5::FLOATINGPOINT_IS_NORMAL;
    case FloatOp::IsSubnormal:
      return cvc5::FLOATINGPOINT_IS_SUBNORMAL;
    case FloatOp::Remainder:
    case FloatOp::Mod:
    case FloatOp::Negate:
    case FloatOp::Absolute:
    case FloatOp::CopySign:
      break;
  }
  throw std::invalid_argument("cvc5: remainders of floating-point variables are not decided");
}

cvc5::RoundingMode rounding_mode(FloatOp op) {
  switch (op) {
    case FloatOp::RoundAway:
      return cvc5::ROUND_NEAREST_TIES_TO_AWAY;
    case FloatOp::Floor:
      return cvc5::ROUND_TOWARD_NEGATIVE;
    case FloatOp::Ceil:
      return cvc5::ROUND_TOWARD_POSITIVE;
    case FloatOp::Truncate:
    case FloatOp::ToSigned:
    case FloatOp::ToUnsigned:
      return cvc5::ROUND_TOWARD_ZERO;
    default:
      return cvc5::ROUND_NEAREST_TIES_TO_EVEN;
  }
}

}  // namespace

cvc5::Term Cvc5Translator::as_float(Term term, const cvc5::Term& pattern) {
  if (const auto known = floats_.find(term); known != floats_.end()) return known->second.number;
  const FloatFormat format = float_format(term.sort().width()).value();
  return solver_.mkTerm(
      solver_.mkOp(cvc5::FLOATINGPOINT_TO_FP_FROM_IEEE_BV, {format.exponent_bits, format.significand_bits}), {pattern});
}

cvc5::Term Cvc5Translator::build_floating(Term term, const std::vector<cvc5::Term>& arguments) {
  const FloatOp op = term.float_op();
  std::vector<cvc5::Term> operands;
  for (std::size_t i = 0; i < arguments.size(); ++i)
    operands.push_back(takes_float(op) ? as_float(term[i], arguments[i]) : arguments[i]);
  const cvc5::Kind kind = kind_of(op);
  if (is_float_predicate(op)) return solver_.mkTerm(kind, operands);
  if (!gives_float(op)) return float_to_integer(term, operands[0]);
  const unsigned width = term.sort().width();
  const FloatFormat format = float_format(width).value();
  std::vector<cvc5::Term> children{solver_.mkRoundingMode(rounding_mode(op))};
  children.insert(children.end(), operands.begin(), operands.end());
  const bool changes_format = op == FloatOp::Convert || !takes_float(op);
  const cvc5::Term number =
      changes_format ? solver_.mkTerm(solver_.mkOp(kind, {format.exponent_bits, format.significand_bits}), children)
                     : solver_.mkTerm(kind, children);
  // No operator gives the pattern, so it is a constant of its own, which `definition` determines.
  const cvc5::Term pattern = solver_.mkConst(to_cvc5(term.sort()), "pattern!" + std::to_string(term.id()));
  const cvc5::Term nan = solver_.mkBitVector(width, nan_pattern(width).str(), 10);
  const cvc5::Term reads_back = solver_.mkTerm(cvc5::EQUAL, {as_float(term, pattern), number});
  const cvc5::Term definition = solver_.mkTerm(cvc5::ITE, {solver_.mkTerm(cvc5::FLOATINGPOINT_IS_NAN, {number}),
                                                           solver_.mkTerm(cvc5::EQUAL, {pattern, nan}), reads_back});
  floats_.emplace(term, Float{number, definition});
  return pattern;
}

cvc5::Term Cvc5Translator::float_to_integer(Term term, const cvc5::Term& x) {
  const bool is_signed = term.float_op() == FloatOp::ToSigned;
  const unsigned width = term.sort().width();
  const unsigned float_width = term[0].sort().width();
  const IntegerBounds bounds = integer_bounds(float_width, width, is_signed);
  const auto constant = [&](const Integer& pattern) {
    return as_float(terms_.bit_vector(pattern, float_width), solver_.mkBitVector(float_width, pattern.str(), 10));
  };
  const cvc5::Term above =
      solver_.mkTerm(bounds.low_included ? cvc5::FLOATINGPOINT_LEQ : cvc5::FLOATINGPOINT_LT, {constant(bounds.low), x});
  const cvc5::Term below = solver_.mkTerm(cvc5::FLOATINGPOINT_LT, {x, constant(bounds.high)});
  const cvc5::Term value = solver_.mkTerm(solver_.mkOp(kind_of(term.float_op()), {width}),
                                          {solver_.mkRoundingMode(rounding_mode(term.float_op())), x});
  return solver_.mkTerm(cvc5::ITE,
                        {solver_.mkTerm(cvc5::AND, {above, below}), value, solver_.mkBitVector(width, "0", 10)});
}

cvc5::Term Cvc5Translator::with_definitions(Term term, const cvc5::Term& translated) {
  std::vector<cvc5::Term> parts{translated};
  std::unordered_map<Term, bool, TermHash> seen;
  std::vector<Term> stack{term};
  while (!stack.empty()) {
    const Term current = stack.back();
    stack.pop_back();
    if (!seen.emplace(current, true).second) continue;
    if (const auto found = floats_.find(current); found != floats_.end()) parts.push_back(found->second.definition);
    stack.insert(stack.end(), current.children().begin(), current.children().end());
  }
  return parts.size() == 1 ? translated : solver_.mkTerm(cvc5::AND, parts);
}

}  // namespace bireach::logic
