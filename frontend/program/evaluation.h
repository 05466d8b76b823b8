// SPDX-License-Identifier: Apache-2.0
/// C's operators on values: what all share that execute expressions, wherever their variables' values are.
///
/// Values are 128-bit patterns of their C type (sign- or zero-extended): no C type is wider, and arbitrary precision
/// would cost most of the time of a long run.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <vector>

#include "frontend/program/program.h"
#include "frontend/program/undefined_behaviour.h"

namespace bireach::frontend {

__extension__ using Bits = unsigned __int128;
__extension__ using Signed = __int128;

inline constexpr unsigned max_width = 128;

inline Bits to_bits(const logic::Integer& value) {
  const auto& backend = value.backend();
  const auto* limbs = backend.limbs();
  static_assert(sizeof(*limbs) == 8 || sizeof(*limbs) == 16);
  Bits magnitude = limbs[0];
  if constexpr (sizeof(*limbs) == 8) {
    if (backend.size() > 1) magnitude |= static_cast<Bits>(limbs[1]) << 64U;
  }
  return backend.sign() ? Bits{0} - magnitude : magnitude;
}

/// Precondition: it is from -2^127 to 2^127 - 1, as sizes, addresses and values of at most 64 bits are.
inline Signed to_signed(const logic::Integer& value) {
  return static_cast<Signed>(to_bits(value));
}

inline logic::Integer from_bits(Bits bits, const ScalarType& type) {
  if (type.is_signed()) {
    const auto value = static_cast<Signed>(bits);
    const auto narrow = static_cast<std::int64_t>(value);
    return narrow == value ? logic::Integer(narrow) : logic::Integer(value);
  }
  const auto narrow = static_cast<std::uint64_t>(bits);
  return narrow == bits ? logic::Integer(narrow) : logic::Integer(bits);
}

/// The value modulo 2^width as the pattern of the type; to _Bool: nonzero.
inline Bits convert(Bits bits, const ScalarType& type) {
  if (type.is_boolean()) return bits != 0 ? 1 : 0;
  if (type.width >= max_width) return bits;
  const unsigned unused = max_width - type.width;
  const Bits shifted = bits << unused;
  return type.is_signed() ? static_cast<Bits>(static_cast<Signed>(shifted) >> unused) : shifted >> unused;
}

inline bool less(Bits a, Bits b, const ScalarType& type) {
  return type.is_signed() ? static_cast<Signed>(a) < static_cast<Signed>(b) : a < b;
}

inline bool is_negative(Bits bits) {
  return static_cast<Signed>(bits) < 0;
}

/// Evaluates expressions; `Derived` has
///   Bits variable(const Expr&)                                 the value of a Variable expression,
///   Bits element(const Expr&)                                  of an Element expression, whose index it evaluates,
///   void note(UndefinedBehaviour, const SourceRange&)          undefined behaviour; evaluation goes on (`evaluate`).
template <typename Derived>
class Evaluation {
 public:
  /// Signed overflow is noted where it is undefined; of INT_MIN / -1, which traps, always.
  explicit Evaluation(SignedOverflow overflow) : overflow_(overflow) {}

  Bits value(const Expr& expr) {
    switch (expr.kind) {
      case Expr::Kind::Constant:
        return to_bits(expr.value);
      case Expr::Kind::Variable:
        return self().variable(expr);
      case Expr::Kind::Element:
        return self().element(expr);
      case Expr::Kind::Unary:
        return unary(expr);
      case Expr::Kind::Binary:
        return binary(expr);
      case Expr::Kind::Conditional:
        return value(*expr.operands[0]) != 0 ? value(*expr.operands[1]) : value(*expr.operands[2]);
      case Expr::Kind::Cast:
        return convert(value(*expr.operands[0]), expr.type);
      case Expr::Kind::Floating:
        return floating(expr);
      case Expr::Kind::Pattern:
        return value(*expr.operands[0]);
      case Expr::Kind::Table:
        break;  // no number
    }
    throw std::logic_error("interpreter: unknown kind of expression");
  }

 private:
  Derived& self() { return static_cast<Derived&>(*this); }

  Bits unary(const Expr& expr) {
    const Bits operand = value(*expr.operands[0]);
    switch (expr.unary) {
      case UnaryOp::Minus:
        return subtract(0, operand, expr);
      case UnaryOp::BitNot:
        return convert(~operand, expr.type);
      case UnaryOp::LogicalNot:
        return operand == 0 ? 1 : 0;
    }
    throw std::logic_error("interpreter: unknown unary operator");
  }

  /// Operands of floating-point operations are patterns or, in conversions, integers.
  Bits floating(const Expr& expr) {
    const unsigned width = expr.operands[0]->type.width;
    const ScalarType pattern = unsigned_integer(width);
    std::vector<logic::Integer> operands;
    for (const ExprPtr& operand : expr.operands)
      operands.push_back(from_bits(convert(value(*operand), pattern), pattern));
    const logic::FloatOp op = expr.floating;
    if (op == logic::FloatOp::ToSigned || op == logic::FloatOp::ToUnsigned) {
      const logic::IntegerBounds bounds = logic::integer_bounds(width, expr.type.width, expr.type.is_signed());
      const auto low = bounds.low_included ? logic::FloatOp::LessEqual : logic::FloatOp::Less;
      const bool inside = logic::fold_floating(low, {bounds.low, operands[0]}, width, 1) != 0 &&
                          logic::fold_floating(logic::FloatOp::Less, {operands[0], bounds.high}, width, 1) != 0;
      if (!inside) self().note(UndefinedBehaviour::ConversionOutOfRange, expr.source);
    }
    const bool truth = logic::is_float_predicate(op);
    const logic::Integer result = logic::fold_floating(op, operands, width, truth ? 1 : expr.type.width);
    return convert(to_bits(result), expr.type);
  }

  Bits binary(const Expr& expr) {
    const Bits left = value(*expr.operands[0]);
    if (expr.binary == BinaryOp::LogicalAnd) return left != 0 && value(*expr.operands[1]) != 0 ? 1 : 0;
    if (expr.binary == BinaryOp::LogicalOr) return left != 0 || value(*expr.operands[1]) != 0 ? 1 : 0;
    const Bits right = value(*expr.operands[1]);
    if (is_comparison(expr.binary)) return compare(expr.binary, left, right, expr.operands[0]->type) ? 1 : 0;
    return arithmetic(expr, left, right);
  }

  static bool compare(BinaryOp op, Bits left, Bits right, const ScalarType& type) {
    switch (op) {
      case BinaryOp::Eq:
        return left == right;
      case BinaryOp::Ne:
        return left != right;
      case BinaryOp::Lt:
        return less(left, right, type);
      case BinaryOp::Le:
        return !less(right, left, type);
      case BinaryOp::Gt:
        return less(right, left, type);
      default:
        return !less(left, right, type);
    }
  }

  Bits arithmetic(const Expr& expr, Bits left, Bits right) {
    switch (expr.binary) {
      case BinaryOp::Add:
        return add(left, right, expr);
      case BinaryOp::Sub:
        return subtract(left, right, expr);
      case BinaryOp::Mul:
        return multiply(left, right, expr);
      case BinaryOp::Div:
      case BinaryOp::Rem:
        return divide(left, right, expr);
      case BinaryOp::Shl:
      case BinaryOp::Shr:
        return shift(left, right, expr);
      case BinaryOp::BitAnd:
        return left & right;
      case BinaryOp::BitOr:
        return left | right;
      case BinaryOp::BitXor:
        return left ^ right;
      default:
        throw std::logic_error("interpreter: unknown binary operator");
    }
  }

  /// Wraps; notes an overflow if the type is signed and the sign tells, or the value left the type.
  Bits finish(Bits result, bool overflowed_bits, const Expr& expr) {
    const Bits wrapped = convert(result, expr.type);
    if (overflow_ == SignedOverflow::undefined && expr.type.is_signed() && (overflowed_bits || wrapped != result))
      self().note(UndefinedBehaviour::SignedOverflow, expr.source);
    return wrapped;
  }

  Bits add(Bits left, Bits right, const Expr& expr) {
    const Bits sum = left + right;
    const bool overflowed = is_negative(left) == is_negative(right) && is_negative(sum) != is_negative(left);
    return finish(sum, overflowed, expr);
  }

  Bits subtract(Bits left, Bits right, const Expr& expr) {
    const Bits difference = left - right;
    const bool overflowed = is_negative(left) != is_negative(right) && is_negative(difference) != is_negative(left);
    return finish(difference, overflowed, expr);
  }

  Bits multiply(Bits left, Bits right, const Expr& expr) {
    const Bits product = left * right;
    bool overflowed = false;
    if (expr.type.is_signed() && expr.type.width > 64)
      overflowed = !expr.type.contains(from_bits(left, expr.type) * from_bits(right, expr.type));
    return finish(product, overflowed, expr);
  }

  Bits divide(Bits left, Bits right, const Expr& expr) {
    const bool quotient = expr.binary == BinaryOp::Div;
    if (right == 0) {
      self().note(UndefinedBehaviour::DivisionByZero, expr.source);
      return quotient ? 0 : left;
    }
    if (!expr.type.is_signed()) return quotient ? left / right : left % right;
    if (right == ~Bits{0}) {  // by -1: the only quotient that may not fit
      const Bits negated = convert(Bits{0} - left, expr.type);
      if (negated == left && left != 0)  // it traps, also where overflow wraps
        self().note(UndefinedBehaviour::SignedOverflow, expr.source);
      return quotient ? negated : 0;
    }
    const auto a = static_cast<Signed>(left);
    const auto b = static_cast<Signed>(right);
    return static_cast<Bits>(quotient ? a / b : a % b);
  }

  Bits shift(Bits left, Bits right, const Expr& expr) {
    const unsigned width = expr.type.width;
    const bool negative = expr.operands[1]->type.is_signed() && is_negative(right);
    if (negative || right >= width) {
      self().note(UndefinedBehaviour::ShiftOutOfRange, expr.source);
      const auto remainder =
          negative ? static_cast<Signed>(right) % static_cast<Signed>(width) : static_cast<Signed>(right % width);
      right = static_cast<Bits>(remainder < 0 ? remainder + static_cast<Signed>(width) : remainder);
    }
    const auto amount = static_cast<unsigned>(right);
    if (expr.binary == BinaryOp::Shl) return convert(left << amount, expr.type);
    return expr.type.is_signed() ? static_cast<Bits>(static_cast<Signed>(left) >> amount) : left >> amount;
  }

  SignedOverflow overflow_;
};

}  // namespace bireach::frontend
