// SPDX-License-Identifier: Apache-2.0
/// Bit-vector and array terms as C text: each text has a width and says whether it reads its bits as a signed number.
#include <fmt/format.h>

#include <algorithm>

#include "checker/report/text/formula_printer.h"

namespace bireach::checker {
namespace {

using Relation = CFormula::Relation;
using frontend::integer_of;
using frontend::Interval;
using frontend::ScalarType;
using frontend::unsigned_integer;
using logic::Integer;
using logic::Kind;
using logic::Term;

Integer signed_reading(const Term& constant) {
  return logic::wrap_signed(constant.constant(), constant.sort().width());
}

bool has_type(unsigned width) {
  return width == 8 || width == 16 || width == 32 || width == 64 || width == 128;
}

/// The type in which C computes.
ScalarType promoted(const ScalarType& type) {
  if (type.width < 32) return frontend::int_type;
  return integer_of(type.width == 32 ? 32U : type.width <= 64 ? 64U : type.width, type.is_signed());
}

/// Unsigned constants that are no int in C say so: "4294967280u".
CText literal(const Term& constant, bool is_signed) {
  const Integer value = is_signed ? signed_reading(constant) : constant.constant();
  CText result;
  result.text = value.str();
  const bool is_int = is_signed || value < logic::power_of_two(31);
  if (!is_int) result.text += "u";
  result.level = value < 0 ? CLevel::unary : CLevel::primary;
  result.range = Interval::point(value);
  result.is_signed = is_signed;
  result.type = is_int ? frontend::int_type : unsigned_integer(32);
  return result;
}

/// Where it matters, those of 64 bits say so: "1ll".
CText typed_literal(const Term& constant, const ScalarType& type) {
  CText result = literal(constant, type.is_signed());
  if (type.width != 64) return result;
  result.text += type.is_signed() || result.text.back() == 'u' ? "ll" : "ull";
  result.type = type;
  return result;
}

/// C's usual arithmetic conversions, of promoted types.
ScalarType common_type(const ScalarType& a, const ScalarType& b) {
  if (a.width != b.width) return a.width > b.width ? a : b;
  return a.is_signed() ? b : a;
}

/// The last bits. A cast to _Bool would ask for zero instead.
CText last_bits(const CText& inner, unsigned width) {
  CText result = inner;
  result.is_signed = false;
  const Interval range = Interval::of(unsigned_integer(width));
  if (inner.range.within(range)) return result;
  result.text = fmt::format("{} & {}", operand(inner, CLevel::sum), Integer(logic::power_of_two(width) - 1).str());
  result.level = CLevel::bit_and;
  result.range = range;
  result.type = common_type(inner.type, promoted(frontend::signed_integer(width)));
  result.is_boolean = false;
  return checked(std::move(result));
}

CText cast(const CText& inner, const ScalarType& type) {
  if (type.width == 1 || (!type.is_signed() && !has_type(type.width))) return last_bits(inner, type.width);
  CText result;
  result.text = fmt::format("({}){}", type_name(type), operand(inner, CLevel::unary));
  result.level = CLevel::unary;
  result.range = Interval::of(type);
  result.is_signed = type.is_signed();
  result.type = promoted(type);
  result.order = inner.order;
  return checked(std::move(result));
}

/// Casts operands, which have values of this type, until C computes in it.
void fit(CText& a, CText& b, const ScalarType& type) {
  const ScalarType wanted = promoted(type);
  for (CText* const operand : {&a, &b}) {
    const bool drags_along = operand->type.width == wanted.width && wanted.is_signed() && !operand->type.is_signed();
    if (drags_along) *operand = cast(*operand, wanted);
  }
  if (common_type(a.type, b.type) != wanted) a = cast(a, wanted);
}

/// For a comparison a narrower type will do, if it has both values.
void fit_comparison(CText& a, CText& b, const ScalarType& type) {
  const ScalarType common = common_type(a.type, b.type);
  if (common.contains(a.range.low) && common.contains(a.range.high) && common.contains(b.range.low) &&
      common.contains(b.range.high))
    return;
  fit(a, b, type);
}

bool is_atom(const CText& text) {
  return text.level == CLevel::primary;
}

struct Operator {
  const char* symbol;
  CLevel level;
};

std::optional<Operator> operator_of(Kind kind) {
  switch (kind) {
    case Kind::BvMul:
      return Operator{"*", CLevel::product};
    case Kind::BvUdiv:
    case Kind::BvSdiv:
      return Operator{"/", CLevel::product};
    case Kind::BvUrem:
    case Kind::BvSrem:
      return Operator{"%", CLevel::product};
    case Kind::BvShl:
      return Operator{"<<", CLevel::shift};
    case Kind::BvLshr:
    case Kind::BvAshr:
      return Operator{">>", CLevel::shift};
    case Kind::BvAnd:
      return Operator{"&", CLevel::bit_and};
    case Kind::BvOr:
      return Operator{"|", CLevel::bit_or};
    case Kind::BvXor:
      return Operator{"^", CLevel::bit_xor};
    default:
      return std::nullopt;
  }
}

}  // namespace

/// As the first variable or element in it is declared; signed if there is none.
bool FormulaPrinter::reads_signed(Term term) {
  switch (term.kind()) {
    case Kind::Constant:
      return true;
    case Kind::Variable: {
      const VariableText& shown = name(term);
      return !shown.type || shown.type->is_signed();
    }
    case Kind::Select:
      return reads_signed(term[0]);
    case Kind::BvUdiv:
    case Kind::BvUrem:
    case Kind::BvLshr:
    case Kind::ZeroExtend:
      return false;
    case Kind::Floating:
      return term.float_op() == logic::FloatOp::ToSigned;
    case Kind::BvSdiv:
    case Kind::BvSrem:
    case Kind::BvAshr:
    case Kind::SignExtend:
      return true;
    case Kind::Ite:
      return reads_signed(term[1].is_constant() ? term[2] : term[1]);
    default:
      break;
  }
  for (const Term child : term.children())
    if (!child.is_constant()) return reads_signed(child);
  return true;
}

CFormula FormulaPrinter::bit_comparison(Kind kind, Term left, Term right) {
  const bool equality = kind == Kind::Equal;
  const bool is_signed =
      equality ? reads_signed(left.is_constant() ? right : left) : kind == Kind::BvSlt || kind == Kind::BvSle;
  const bool strict = kind == Kind::BvSlt || kind == Kind::BvUlt;
  const unsigned width = left.sort().width();
  if (left.is_constant() || right.is_constant()) {
    const bool constant_right = right.is_constant();
    CText base = bits(constant_right ? left : right, integer_of(width, is_signed));
    if (is_floating(constant_right ? left : right)) {
      base.text = "bits(" + base.text + ")";
      base.level = CLevel::primary;
    }
    const Term constant = constant_right ? right : left;
    Integer limit = base.is_signed ? signed_reading(constant) : constant.constant();
    if (strict) limit += constant_right ? -1 : 1;
    const Relation relation = equality ? Relation::equal : constant_right ? Relation::at_most : Relation::at_least;
    return make_bound({{base, 1}}, relation, limit);
  }
  CText a = bits(left, integer_of(width, is_signed));
  const ScalarType type = integer_of(width, a.is_signed);
  CText b = bits(right, type);
  fit_comparison(a, b, type);
  if (equality) {
    return make_text(binary_text(a, "==", b, CLevel::equality, CLevel::sum, CLevel::sum),
                     binary_text(a, "!=", b, CLevel::equality, CLevel::sum, CLevel::sum));
  }
  const auto relation = [](const CText& x, const char* symbol, const CText& y) {
    return binary_text(x, symbol, y, CLevel::relation, CLevel::sum, CLevel::sum);
  };
  return make_text(relation(a, strict ? "<" : "<=", b), relation(b, strict ? "<=" : "<", a));
}

CText FormulaPrinter::bits(Term term, ScalarType type) {
  if (type.width == 1) type = unsigned_integer(1);
  if (term.is_constant()) return literal(term, type.is_signed());
  CText result = bit_base(term, type);
  if (result.is_signed == type.is_signed()) return result;
  // What fits into both readings is the same number.
  if (result.range.within(Interval::of(type))) {
    result.is_signed = type.is_signed();
    return result;
  }
  return cast(result, type);
}

CText FormulaPrinter::bit_base(Term term, const ScalarType& type) {
  switch (term.kind()) {
    case Kind::Variable: {
      const VariableText& shown = name(term);
      CText result;
      result.text = shown.text;
      result.level = shown.level;
      result.is_signed = type.width > 1 && (!shown.type || shown.type->is_signed());
      result.is_boolean = shown.type && shown.type->is_boolean();
      result.range = Interval::of(shown.type.value_or(integer_of(type.width, result.is_signed)));
      result.type = promoted(integer_of(type.width, result.is_signed));
      result.order = {term.id()};
      result.value_name = shown.value_name;
      result.addresses_are_known = shown.addresses_are_known;
      result.pointee = shown.pointee;
      result.pointee_size = shown.pointee_size;
      return result;
    }
    case Kind::Select:
      return element(term[0], term[1]);
    case Kind::Floating:
      if (!logic::gives_float(term.float_op())) return float_to_integer(term);
      {
        CText result = floating(term);
        result.text = "bits(" + result.text + ")";
        result.level = CLevel::primary;
        result.is_signed = false;
        result.range = Interval::of(unsigned_type(term));
        result.type = promoted(unsigned_type(term));
        return result;
      }
    case Kind::Ite: {
      const bool is_truth =
          term[1].is_constant() && term[2].is_constant() && term[1].constant() == 1 && term[2].constant() == 0;
      if (!is_truth) {
        CText then_text = bits(term[1], type);
        CText else_text = bits(term[2], type);
        fit(then_text, else_text, type);
        CText result = conditional(term, then_text, else_text);
        result.type = promoted(type);
        return result;
      }
      CText result = condition(term[0]);
      result.range = {0, 1};
      result.is_boolean = true;
      result.is_signed = type.is_signed();
      return result;
    }
    case Kind::ZeroExtend:
    case Kind::SignExtend: {
      // To a wider type that has all the values: C does that by itself.
      const bool of_signed = term.kind() == Kind::SignExtend;
      CText inner = bits(term[0], integer_of(term[0].sort().width(), of_signed));
      if (!is_atom(inner) && inner.level != CLevel::unary && type.width > 32) inner = cast(inner, type);
      if (of_signed && !type.is_signed() && inner.range.low < 0) return cast(inner, type);
      inner.is_signed = type.is_signed();
      return inner;
    }
    case Kind::Extract:
      if (term.second() == 0) return cast(bits(term[0], read_type(term[0])), type);
      {
        CText shifted = bits(term[0], unsigned_type(term[0]));
        shifted.text = fmt::format("{} >> {}", operand(shifted, CLevel::shift), term.second());
        shifted.level = CLevel::shift;
        shifted.range = Interval::of(unsigned_integer(term[0].sort().width() - term.second()));
        shifted.is_boolean = false;
        return cast(shifted, type);
      }
    default:
      return bit_operation(term, type);
  }
}

CText FormulaPrinter::bit_operation(Term term, ScalarType type) {
  CText result;
  const auto of_type = [&] {  // C computes in int, or wider
    result.range = Interval::of(type);
    result.is_signed = type.is_signed();
    result.type = promoted(type);
    if (type.width >= 32 && has_type(type.width)) return checked(result);
    result.range = all_integers();
    return checked(cast(result, type));
  };
  switch (term.kind()) {
    case Kind::BvUdiv:
    case Kind::BvUrem:
    case Kind::BvLshr:
      type = unsigned_integer(type.width);
      break;
    case Kind::BvSdiv:
    case Kind::BvSrem:
    case Kind::BvAshr:
      type = frontend::signed_integer(type.width);
      break;
    case Kind::BvAdd:
      result = bit_sum(term, type);
      return of_type();
    case Kind::BvNot:
    case Kind::BvNeg: {
      result = bits(term[0], type);
      if (type.width == 1) {
        if (term.kind() == Kind::BvNeg) return result;
        result.text = "!" + operand(result, CLevel::unary);
        result.level = CLevel::unary;
        return result;
      }
      if (result.type != promoted(type)) result = cast(result, type);
      result.text = (term.kind() == Kind::BvNot ? "~" : "-") +
                    operand(result, term.kind() == Kind::BvNeg ? CLevel::primary : CLevel::unary);
      result.level = CLevel::unary;
      result.is_boolean = false;
      return of_type();
    }
    case Kind::Concat: {
      type = unsigned_integer(type.width);
      CText high = bits(term[0], unsigned_type(term[0]));
      if (high.type != promoted(type)) high = cast(high, type);
      const CText low = bits(term[1], unsigned_type(term[1]));
      result.text =
          fmt::format("{} << {} | {}", operand(high, CLevel::sum), term[1].sort().width(), operand(low, CLevel::shift));
      result.order = merged(high.order, low.order);
      result.type = promoted(type);
      result.level = CLevel::bit_or;
      result.is_signed = false;
      result.range = Interval::of(type);
      return checked(result);
    }
    default:
      break;
  }
  const auto op = operator_of(term.kind());
  if (!op) return result;
  const bool shift = op->level == CLevel::shift;
  // A person writes the constant on the right.
  const bool swap = !shift && term[0].is_constant() && op->symbol[0] != '/' && op->symbol[0] != '%';
  const Term first = swap ? term[1] : term[0];
  const Term second = swap ? term[0] : term[1];
  CText a = first.is_constant() ? typed_literal(first, type) : bits(first, type);
  CText b = bits(
      second, shift && !second.is_constant() ? read_type(second) : integer_of(type.width, shift || type.is_signed()));
  const bool bitwise = op->level <= CLevel::bit_and;
  if (!shift)
    fit(a, b, type);
  else if (a.type != promoted(type))
    a = cast(a, type);
  result = binary_text(a, op->symbol, b, op->level, bitwise || shift ? CLevel::sum : CLevel::unary,
                       bitwise || shift ? CLevel::sum : CLevel::unary);
  if (term.kind() == Kind::BvAnd && second.is_constant() && signed_reading(second) >= 0) {
    result.range = {0, signed_reading(second)};
    result.is_signed = type.is_signed();
    result.type = promoted(type);
    return result;
  }
  return of_type();
}

/// Summands in order, negated ones and the constant last.
CText FormulaPrinter::bit_sum(Term term, const ScalarType& type) {
  LinearText sum;
  std::vector<Term> open{term};
  for (std::size_t i = 0; i < open.size(); ++i) {
    const Term summand = open[i];
    if (summand.kind() == Kind::BvAdd)
      open.insert(open.end(), summand.children().begin(), summand.children().end());
    else if (summand.is_constant())
      sum.constant += signed_reading(summand);
    else if (summand.kind() == Kind::BvNeg)
      sum.parts.push_back({bits(summand[0], type), -1});
    else
      sum.parts.push_back({bits(summand, type), 1});
  }
  sum.constant = logic::wrap_signed(sum.constant, type.width);
  // C computes from the left, positive summands first.
  CText constant;
  constant.range = Interval::point(sum.constant);
  const auto first =
      std::find_if(sum.parts.begin(), sum.parts.end(), [](const auto& part) { return part.coefficient > 0; });
  if (first == sum.parts.end()) {
    for (auto& part : sum.parts) fit(part.base, constant, type);
  } else {
    for (auto& part : sum.parts)
      if (&part != &*first) fit(first->base, part.base, type);
    if (sum.parts.size() == 1) fit(first->base, constant, type);
  }
  CText result = sum_text(sum);
  result.is_boolean = false;
  // 2147483648 is no int: C would compute in a wider type.
  if (sum.constant == -logic::power_of_two(31) && type.width == 32) return cast(result, type);
  return result;
}

CText FormulaPrinter::array(Term term) {
  CText result;
  switch (term.kind()) {
    case Kind::Variable: {
      const VariableText& shown = name(term);
      const logic::Sort element = term.sort().element();
      result.text = shown.text;
      result.level = shown.level;
      result.is_signed = !shown.type || shown.type->is_signed();
      result.is_boolean = shown.type && shown.type->is_boolean();
      result.range = shown.type                ? Interval::of(*shown.type)
                     : element.is_bit_vector() ? Interval::of(frontend::signed_integer(element.width()))
                                               : all_integers();
      result.order = {term.id()};
      return result;
    }
    case Kind::Store: {
      const CText before = array(term[0]);
      const CText index = number(term[1]);
      const CText value = number(term[2]);
      result.text = fmt::format("({} with [{}] = {})", before.text, index.text, value.text);
      result.order = merged(before.order, merged(index.order, value.order));
      result.is_signed = before.is_signed;
      break;
    }
    case Kind::ConstArray: {
      const CText value = number(term[0]);
      result.text = value.text == "0" ? "{0}" : fmt::format("{{every element {}}}", value.text);
      result.order = value.order;
      break;
    }
    default: {
      const CText then_text = array(term[1]);
      return conditional(term, then_text, array(term[2]));
    }
  }
  result.range = all_integers();
  return checked(std::move(result));
}

}  // namespace bireach::checker
