// SPDX-License-Identifier: Apache-2.0
/// Floating-point terms as C text.
#include <fmt/format.h>

#include "checker/report/text/formula_printer.h"

namespace bireach::checker {
namespace {

using logic::FloatOp;
using logic::Kind;
using logic::Term;

CText join_order(CText text, const CText& other) {
  text.order = merged(text.order, other.order);
  return text;
}

std::string type_of(unsigned width) {
  return width == 32 ? "float" : width == 64 ? "double" : width == 79 ? "long double" : "__float128";
}

std::string function_of(FloatOp op, unsigned width) {
  const std::string suffix = width == 32 ? "f" : width == 64 ? "" : "l";
  switch (op) {
    case FloatOp::Fma:
      return "fma" + suffix;
    case FloatOp::Sqrt:
      return "sqrt" + suffix;
    case FloatOp::Remainder:
      return "remainder" + suffix;
    case FloatOp::Mod:
      return "fmod" + suffix;
    case FloatOp::RoundEven:
      return "rint" + suffix;
    case FloatOp::RoundAway:
      return "round" + suffix;
    case FloatOp::Floor:
      return "floor" + suffix;
    case FloatOp::Ceil:
      return "ceil" + suffix;
    case FloatOp::Truncate:
      return "trunc" + suffix;
    case FloatOp::IsNan:
      return "isnan";
    case FloatOp::IsInfinite:
      return "isinf";
    case FloatOp::IsNormal:
      return "isnormal";
    default:
      return "issubnormal";
  }
}

CText negated_text(CText text) {
  text.text = "!" + operand(text, CLevel::unary);
  text.level = CLevel::unary;
  return text;
}

}  // namespace

bool FormulaPrinter::is_floating(Term term) {
  if (!term.sort().is_bit_vector()) return false;
  switch (term.kind()) {
    case Kind::Floating:
      return logic::gives_float(term.float_op());
    case Kind::Variable: {
      const VariableText& shown = name(term);
      return shown.type && shown.type->is_floating();
    }
    case Kind::Select: {
      Term array = term[0];
      while (array.kind() == Kind::Store) array = array[0];
      return array.is_variable() && name(array).type && name(array).type->is_floating();
    }
    case Kind::Ite:
      return is_floating(term[1].is_constant() ? term[2] : term[1]);
    case Kind::BvXor:
    case Kind::BvAnd:
      return term[0].is_constant() && is_sign_operation(term) && is_floating(term[1]);
    default:
      return false;
  }
}

bool FormulaPrinter::is_sign_operation(Term term) {
  const logic::Integer sign = logic::power_of_two(term.sort().width() - 1);
  return term[0].constant() == (term.kind() == Kind::BvXor ? sign : logic::Integer(sign - 1));
}

CText FormulaPrinter::floating(Term term) {
  const unsigned width = term.sort().width();
  if (term.is_constant()) {
    CText result;
    result.text = logic::float_text(term.constant(), width);
    result.level = result.text.starts_with('-') ? CLevel::unary : CLevel::primary;
    return result;
  }
  if (!is_floating(term)) {  // bits that are read as a number
    CText result = bits(term, unsigned_type(term));
    result.text = "from_bits(" + result.text + ")";
    result.level = CLevel::primary;
    return result;
  }
  switch (term.kind()) {
    case Kind::Floating:
      return checked(floating_operation(term));
    case Kind::Ite:
      return conditional(term, floating(term[1]), floating(term[2]));
    case Kind::BvXor:
    case Kind::BvAnd: {
      CText result = floating(term[1]);
      if (term.kind() == Kind::BvXor) {
        result.text = "-" + operand(result, CLevel::primary);
        result.level = CLevel::unary;
      } else {
        result.text = fmt::format("fabs{}({})", width == 32 ? "f" : width == 64 ? "" : "l", result.text);
        result.level = CLevel::primary;
      }
      return checked(result);
    }
    default:
      return bit_base(term, unsigned_type(term));  // a variable or an element
  }
}

CText FormulaPrinter::floating_operation(Term term) {
  const FloatOp op = term.float_op();
  const unsigned width = term.sort().width();
  const auto infix = [&](const char* symbol, CLevel level) {
    return binary_text(floating(term[0]), symbol, floating(term[1]), level, level, CLevel::unary);
  };
  switch (op) {
    case FloatOp::Add:
      return infix("+", CLevel::sum);
    case FloatOp::Sub:
      return infix("-", CLevel::sum);
    case FloatOp::Mul:
      return infix("*", CLevel::product);
    case FloatOp::Div:
      return infix("/", CLevel::product);
    case FloatOp::Convert:
    case FloatOp::FromSigned:
    case FloatOp::FromUnsigned: {
      const frontend::ScalarType from = frontend::integer_of(term[0].sort().width(), op == FloatOp::FromSigned);
      CText result = op == FloatOp::Convert ? floating(term[0]) : bits(term[0], from);
      result.text = fmt::format("({}){}", type_of(width), operand(result, CLevel::unary));
      result.level = CLevel::unary;
      return result;
    }
    default:
      break;
  }
  CText result;
  for (const Term child : term.children()) {
    const CText part = floating(child);
    result.text += (result.text.empty() ? "" : ", ") + part.text;
    result = join_order(std::move(result), part);
  }
  result.text = function_of(op, term[0].sort().width()) + "(" + result.text + ")";
  return result;
}

CFormula FormulaPrinter::floating_formula(Term term) {
  const FloatOp op = term.float_op();
  if (op == FloatOp::Equal || op == FloatOp::Less || op == FloatOp::LessEqual) {
    const bool equal = op == FloatOp::Equal;
    const CLevel level = equal ? CLevel::equality : CLevel::relation;
    const char* symbol = equal ? "==" : op == FloatOp::Less ? "<" : "<=";
    const CText positive = binary_text(floating(term[0]), symbol, floating(term[1]), level, CLevel::sum, CLevel::sum);
    // NaN makes every comparison false, so only the negation of == has an operator of its own.
    return make_text(positive,
                     equal ? binary_text(floating(term[0]), "!=", floating(term[1]), level, CLevel::sum, CLevel::sum)
                           : negated_text(positive));
  }
  const CText positive = floating_operation(term);
  return make_text(positive, negated_text(positive));
}

CFormula FormulaPrinter::floating_equality(Term left, Term right) {
  if (left.is_constant()) std::swap(left, right);
  if (right.is_constant() && logic::is_nan_pattern(right.constant(), right.sort().width())) {
    CText positive = floating(left);
    positive.text = "isnan(" + positive.text + ")";
    positive.level = CLevel::primary;
    return make_text(positive, negated_text(positive));
  }
  const CText a = floating(left);
  const CText b = floating(right);
  return make_text(binary_text(a, "==", b, CLevel::equality, CLevel::sum, CLevel::sum),
                   binary_text(a, "!=", b, CLevel::equality, CLevel::sum, CLevel::sum));
}

CText FormulaPrinter::float_to_integer(Term term) {
  const frontend::ScalarType type = frontend::integer_of(term.sort().width(), term.float_op() == FloatOp::ToSigned);
  CText result = floating(term[0]);
  result.text = fmt::format("({}){}", type_name(type), operand(result, CLevel::unary));
  result.level = CLevel::unary;
  result.is_signed = type.is_signed();
  result.range = frontend::Interval::of(type);
  result.type = type.width < 32 ? frontend::int_type : type;
  return checked(result);
}

}  // namespace bireach::checker
