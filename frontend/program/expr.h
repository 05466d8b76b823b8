// SPDX-License-Identifier: Apache-2.0
/// Typed, side-effect-free C expressions as they stand on the edges of a program. Every conversion that C performs
/// implicitly is an explicit Cast here, so each operator has operands of one known type.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "frontend/program/source.h"
#include "logic/terms/element_map.h"
#include "logic/terms/floating.h"
#include "logic/terms/value.h"

namespace bireach::frontend {

/// A C scalar type. A value of a floating type is written as its bit pattern everywhere: an unsigned number of `width`
/// bits (logic/terms/floating.h; long double is the pattern of 79 bits). `_Bool` has width 1; a cast to it compares
/// with zero.
struct ScalarType {
  enum class Kind : std::uint8_t { signed_integer, unsigned_integer, boolean, floating };

  Kind kind = Kind::signed_integer;
  unsigned width = 32;  ///< number of value and sign bits: 8, 16, 32, 64, 128, or any for bit-fields

  bool operator==(const ScalarType&) const = default;
  [[nodiscard]] constexpr bool is_signed() const { return kind == Kind::signed_integer; }
  [[nodiscard]] constexpr bool is_boolean() const { return kind == Kind::boolean; }
  [[nodiscard]] constexpr bool is_floating() const { return kind == Kind::floating; }
  [[nodiscard]] logic::Integer min() const;
  [[nodiscard]] logic::Integer max() const;
  [[nodiscard]] bool contains(const logic::Integer& value) const { return min() <= value && value <= max(); }
  /// Conversion to this type as gcc does it: modulo 2^width; to _Bool: value != 0. Of a pattern to its own type.
  [[nodiscard]] logic::Integer convert(const logic::Integer& value) const;
  /// Is every value of `other` also a value of this type (so that converting to this type changes nothing)?
  [[nodiscard]] bool includes(const ScalarType& other) const;
};

[[nodiscard]] constexpr ScalarType signed_integer(unsigned width) {
  return {ScalarType::Kind::signed_integer, width};
}
[[nodiscard]] constexpr ScalarType unsigned_integer(unsigned width) {
  return {ScalarType::Kind::unsigned_integer, width};
}
/// Where the sign is computed.
[[nodiscard]] constexpr ScalarType integer_of(unsigned width, bool is_signed) {
  return is_signed ? signed_integer(width) : unsigned_integer(width);
}
/// The floating-point type with patterns of so many bits.
[[nodiscard]] constexpr ScalarType floating_type(unsigned width) {
  return {ScalarType::Kind::floating, width};
}
inline constexpr ScalarType int_type = signed_integer(32);
inline constexpr ScalarType bool_type{ScalarType::Kind::boolean, 1};
/// A value as C writes it: a number; for floating point a constant that reads back ("0.5f", "-INFINITY", "NAN").
[[nodiscard]] std::string value_text(const logic::Integer& value, const ScalarType& type);

using VariableId = std::uint32_t;

enum class UnaryOp : std::uint8_t { Minus, BitNot, LogicalNot };
/// Comparisons and LogicalNot, LogicalAnd, LogicalOr have type int, and (logical) operands of any integer type; the
/// right operand of LogicalAnd/Or is evaluated only if the left does not decide. Shl and Shr may have operands of two
/// types.
enum class BinaryOp : std::uint8_t {
  Add,
  Sub,
  Mul,
  Div,
  Rem,
  Shl,
  Shr,
  BitAnd,
  BitOr,
  BitXor,
  Eq,
  Ne,
  Lt,
  Le,
  Gt,
  Ge,
  LogicalAnd,
  LogicalOr
};

struct Expr;
using ExprPtr = std::shared_ptr<const Expr>;

/// Immutable expression node.
struct Expr {
  enum class Kind : std::uint8_t {
    Constant,     ///< value
    Variable,     ///< variable (integer, or a whole array where a statement copies arrays)
    Element,      ///< variable[operands[0]]: element of an array variable; index of any integer type, already linear
    Unary,        ///< unary, operands[0]
    Binary,       ///< binary, operands[0], operands[1]
    Conditional,  ///< operands[0] ? operands[1] : operands[2]; only the chosen one is evaluated
    Cast,         ///< operands[0] converted to `type`; both are integer types
    Floating,     ///< floating, operands: floating point; predicates have type int
    Pattern,      ///< the bits of operands[0] read as a value of `type`, of the same width
    Table  ///< a whole array of constants: `elements`, and at all other indices what operands[0] says: a Constant,
           ///< or the elements of a Variable of the same shape. Nothing but an Assign to a whole array has it
  };
  Kind kind;
  ScalarType type;       ///< of the result
  logic::Integer value;  ///< Constant: in range of `type`
  VariableId variable = 0;
  UnaryOp unary{};
  BinaryOp binary{};
  logic::FloatOp floating{};
  std::vector<ExprPtr> operands;
  SourceRange source;  ///< where it stands, for reports of undefined behaviour
  /// Table: by their indices, all inside the array; the values are in range of `type`. Else null.
  std::shared_ptr<const logic::ElementMap> elements;
};

/// Builders; they fold constants only where no undefined behaviour is lost. Unary, binary, cast and conditional accept
/// operands of floating type and then build Floating nodes.
[[nodiscard]] ExprPtr make_constant(const logic::Integer& value, ScalarType type, SourceRange source = {});
[[nodiscard]] ExprPtr make_variable(VariableId variable, ScalarType type, SourceRange source = {});
[[nodiscard]] ExprPtr make_element(VariableId array, ExprPtr index, ScalarType element_type, SourceRange source = {});
[[nodiscard]] ExprPtr make_unary(UnaryOp op, ExprPtr operand, ScalarType type, SourceRange source = {});
[[nodiscard]] ExprPtr make_binary(BinaryOp op, ExprPtr left, ExprPtr right, ScalarType type, SourceRange source = {});
[[nodiscard]] ExprPtr make_conditional(ExprPtr condition, ExprPtr then_expr, ExprPtr else_expr, ScalarType type,
                                       SourceRange source = {});
[[nodiscard]] ExprPtr make_cast(ExprPtr operand, ScalarType type, SourceRange source = {});
/// The same, but a constant that an integer type cannot represent stays a conversion: what is implementation-defined is
/// not lost either.
[[nodiscard]] ExprPtr make_visible_cast(ExprPtr operand, ScalarType type, SourceRange source = {});
/// A sum or difference that stays one though its operands be constants: as a pointer it may leave its object.
[[nodiscard]] ExprPtr make_visible_sum(BinaryOp op, ExprPtr left, ExprPtr right, SourceRange source = {});
/// A floating-point operation; see logic/terms/floating.h for operands and results.
[[nodiscard]] ExprPtr make_floating(logic::FloatOp op, std::vector<ExprPtr> operands, ScalarType type,
                                    SourceRange source = {});
/// The bits of the operand as a value of a type of the same width.
[[nodiscard]] ExprPtr make_pattern(ExprPtr operand, ScalarType type, SourceRange source = {});
/// The constants at their indices, and elsewhere `others`, which has the elements' type: a Constant or a whole array.
[[nodiscard]] ExprPtr make_table(ExprPtr others, logic::ElementMap elements, SourceRange source = {});
/// The integer as a constant of any scalar type: make_constant takes a pattern.
[[nodiscard]] ExprPtr make_number(const logic::Integer& value, ScalarType type, SourceRange source = {});
/// `operand != 0` as an int.
[[nodiscard]] ExprPtr make_truth(const ExprPtr& operand, SourceRange source = {});
/// The condition `operand == 0` (type int); undoes a double negation and flips comparisons.
[[nodiscard]] ExprPtr make_not(ExprPtr operand);

[[nodiscard]] bool is_comparison(BinaryOp op);
/// LogicalAnd or LogicalOr.
[[nodiscard]] bool is_logical(BinaryOp op);
/// The comparison that holds exactly where this one does not.
[[nodiscard]] BinaryOp negated(BinaryOp comparison);
/// The comparison that says the same with its operands exchanged.
[[nodiscard]] BinaryOp mirrored(BinaryOp comparison);
/// Is the node itself, apart from its operands, a read of a variable or of an element of one?
[[nodiscard]] bool is_read(const Expr& expr);
/// Is the value 0 or 1 by construction: a comparison, a logical operator, or a value-preserving cast of one?
[[nodiscard]] bool is_truth_value(const Expr& expr);
/// Equal up to source ranges.
[[nodiscard]] bool same_expression(const Expr& a, const Expr& b);
/// The same, where variables of one may stand for others: asked of each that both read.
[[nodiscard]] bool same_expression(const Expr& a, const Expr& b,
                                   const std::function<bool(VariableId, VariableId)>& same_variable);

/// Of an operation of floating point: does its result depend on the direction of rounding? Those that round to an
/// integral value do not, as each says how it does.
[[nodiscard]] bool rounds(const Expr& expr);

}  // namespace bireach::frontend
