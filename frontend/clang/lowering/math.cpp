// SPDX-License-Identifier: Apache-2.0
#include <clang/AST/Decl.h>

#include <array>

#include "frontend/clang/analysis/exact_math.h"
#include "frontend/clang/library/rounding.h"
#include "frontend/clang/lowering/lowering.h"

namespace bireach::frontend {
namespace {

using logic::FloatOp;

/// What a function computes from its operands, all of one type.
class MathExpression {
 public:
  MathExpression(std::vector<ExprPtr> operands, ScalarType type, SourceRange where)
      : x_(std::move(operands)), type_(type), where_(where) {}

  /// `classes`: the results for NaN, infinite, normal, subnormal, zero. `mode`: how numbers are rounded; null: to
  /// nearest.
  [[nodiscard]] ExprPtr result(const MathFunction& function, const std::array<ExprPtr, 5>& classes,
                               const ExprPtr& mode) const {
    switch (function.meaning) {
      case MathMeaning::operation:
      case MathMeaning::to_integer:
        return mode && function.obeys_mode ? rounded(mode) : operation(function.op);
      case MathMeaning::predicate:
        return truth(function.op, x_);
      case MathMeaning::finite:
        return make_not(either(truth(FloatOp::IsNan, x_), truth(FloatOp::IsInfinite, x_)));
      case MathMeaning::infinite_with_sign:
        return choice(truth(FloatOp::IsInfinite, x_), choice(sign(), number(-1), number(1)), number(0));
      case MathMeaning::sign:
        return sign();
      case MathMeaning::greater:
        return truth(FloatOp::Less, {x_[1], x_[0]});
      case MathMeaning::greater_equal:
        return truth(FloatOp::LessEqual, {x_[1], x_[0]});
      case MathMeaning::less_or_greater:
        return either(truth(FloatOp::Less, x_), truth(FloatOp::Less, {x_[1], x_[0]}));
      case MathMeaning::unordered:
        return either(truth(FloatOp::IsNan, {x_[0]}), truth(FloatOp::IsNan, {x_[1]}));
      case MathMeaning::classify:
        return classified({number(0), number(1), number(4), number(3), number(2)});
      case MathMeaning::classify_chosen:
        return classified(classes);
    }
    return nullptr;
  }

 private:
  [[nodiscard]] ExprPtr operation(FloatOp op) const { return make_floating(op, x_, type_, where_); }
  [[nodiscard]] ExprPtr rounded(const ExprPtr& mode) const {
    ExprPtr result = operation(FloatOp::RoundEven);
    for (const auto& [number_of_mode, op] :
         {std::pair{round_downward, FloatOp::Floor}, {round_upward, FloatOp::Ceil}, {round_to_zero, FloatOp::Truncate}})
      result = make_conditional(make_binary(BinaryOp::Eq, mode, number(number_of_mode), int_type, where_),
                                operation(op), std::move(result), type_, where_);
    return result;
  }
  static ExprPtr number(int value) { return make_constant(value, int_type); }
  [[nodiscard]] ExprPtr truth(FloatOp op, std::vector<ExprPtr> operands) const {
    return make_floating(op, std::move(operands), int_type, where_);
  }
  [[nodiscard]] ExprPtr either(ExprPtr a, ExprPtr b) const {
    return make_binary(BinaryOp::LogicalOr, std::move(a), std::move(b), int_type, where_);
  }
  [[nodiscard]] ExprPtr choice(ExprPtr condition, ExprPtr yes, ExprPtr no) const {
    return make_conditional(std::move(condition), std::move(yes), std::move(no), int_type, where_);
  }
  /// 1 for negative patterns, else 0.
  [[nodiscard]] ExprPtr sign() const {
    const ScalarType bits = unsigned_integer(type_.width);
    const ExprPtr shifted = make_binary(BinaryOp::Shr, make_pattern(x_[0], bits, where_),
                                        make_constant(type_.width - 1, int_type), bits, where_);
    return make_cast(shifted, int_type, where_);
  }
  [[nodiscard]] ExprPtr classified(const std::array<ExprPtr, 5>& results) const {
    return choice(truth(FloatOp::IsNan, x_), results[0],
                  choice(truth(FloatOp::IsInfinite, x_), results[1],
                         choice(truth(FloatOp::IsNormal, x_), results[2],
                                choice(truth(FloatOp::IsSubnormal, x_), results[3], results[4]))));
  }

  std::vector<ExprPtr> x_;
  ScalarType type_;
  SourceRange where_;
};

}  // namespace

ExprPtr Lowering::math_value(const clang::CallExpr* call) {
  if (!is_exact_math(call, linker_)) return nullptr;
  if (refuse_symbol(call->getDirectCallee(), call)) return zero_value(call);
  const MathFunction& function = *exact_math_function(call);
  const SourceRange where = emitter_.range(call);
  std::array<ExprPtr, 5> classes;
  const unsigned first = function.meaning == MathMeaning::classify_chosen ? 5 : 0;
  for (unsigned i = 0; i < first; ++i)
    classes[i] = make_cast(constant_value(call->getArg(i), "fpclassify of variables"), int_type, where);
  std::vector<ExprPtr> operands;
  ScalarType common = floating_type(0);
  for (unsigned i = first; i < call->getNumArgs(); ++i) {
    const clang::Expr* argument = call->getArg(i);
    const auto format = integer(argument->getType());
    if (!format) {
      emitter_.unsupported("use of " + opaque_name(argument->getType()), argument);
      return zero_value(call);
    }
    if (format->width > common.width) common = *format;
    ExprPtr operand = read_once(value(argument), argument);
    for (unsigned later = i + 1; later < call->getNumArgs(); ++later)
      operand = protect(std::move(operand), argument, call->getArg(later));
    operands.push_back(std::move(operand));
  }
  if (!emitter_.alive()) return zero_value(call);
  for (ExprPtr& operand : operands) operand = make_cast(std::move(operand), common, where);
  if (function.meaning == MathMeaning::sign)
    emitter_.assume_globally("signbit gives 1 for negative numbers; a NaN that an operation computes is positive");
  const ExprPtr mode = program_.rounding_mode ? make_variable(*program_.rounding_mode, int_type, where) : nullptr;
  ExprPtr result = make_cast(MathExpression(std::move(operands), common, where).result(function, classes, mode),
                             *integer(call->getType()), where);
  return mode && function.obeys_mode ? protect(std::move(result), call, nullptr) : result;
}

ExprPtr Lowering::rounding_value(const clang::CallExpr* call) {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  if (!callee || !callee->getIdentifier() || linker_.definition(callee) || is_threaded()) return nullptr;
  const SourceRange where = emitter_.range(call);
  const bool sets = callee->getName() == "fesetround" && call->getNumArgs() == 1;
  const bool gets = callee->getName() == "fegetround" && call->getNumArgs() == 0;
  if (!sets && !gets) return nullptr;
  if (refuse_symbol(callee, call)) return zero_value(call);
  if (gets && !program_.rounding_mode) return make_constant(0, int_type, where);
  if (!program_.rounding_mode) {
    emitter_.unsupported(
        "call of fesetround in a program with functions whose results are known to nearest only "
        "(sin, strtod, sprintf and the like)",
        call);
    return zero_value(call);
  }
  emitter_.assume_globally("operations round as fesetround says (gcc: -frounding-math)");
  const ExprPtr mode = make_variable(*program_.rounding_mode, int_type, where);
  if (gets) return protect(mode, call, nullptr);
  const clang::Expr* argument = call->getArg(0);
  const ExprPtr wanted = protect(make_cast(value(argument), int_type, where), argument, nullptr);
  if (!emitter_.alive()) return zero_value(call);
  ExprPtr is_known = make_constant(0, int_type, where);
  for (const int number : {0, round_downward, round_upward, round_to_zero}) {
    ExprPtr is_this = make_binary(BinaryOp::Eq, wanted, make_constant(number, int_type), int_type, where);
    is_known = make_binary(BinaryOp::LogicalOr, std::move(is_known), std::move(is_this), int_type, where);
  }
  emitter_.emit(
      Assign{LValue{*program_.rounding_mode, nullptr}, make_conditional(is_known, wanted, mode, int_type, where)},
      emitter_.origin(call), EdgeRole::Call);
  return make_not(is_known);
}

}  // namespace bireach::frontend
