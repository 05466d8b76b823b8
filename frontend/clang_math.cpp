// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang_math.h"

#include <clang/AST/Decl.h>
#include <llvm/ADT/SmallString.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "frontend/clang_lowering.h"

namespace bireach::frontend {
namespace {

using logic::FloatOp;

enum class Meaning : std::uint8_t {
  operation,   ///< op, of the type of the call
  to_integer,  ///< op, then converted to the integer type of the call
  predicate,   ///< op
  finite,
  infinite_with_sign,  ///< -1, 0 or 1
  sign,
  greater,
  greater_equal,
  less_or_greater,
  unordered,
  classify,         ///< into glibc's numbers
  classify_chosen,  ///< into the numbers that are given
};

struct Function {
  std::string_view name;
  Meaning meaning;
  FloatOp op = FloatOp::Add;
};

/// ISO/IEC 9899:2011, 7.12 and F.10; gcc's manual, "Other Built-in Functions". Each also with the suffixes f and l and,
/// where gcc has it, the prefix __builtin_.
constexpr std::array functions{Function{"fabs", Meaning::operation, FloatOp::Absolute},
                               Function{"sqrt", Meaning::operation, FloatOp::Sqrt},
                               Function{"fma", Meaning::operation, FloatOp::Fma},
                               Function{"fmod", Meaning::operation, FloatOp::Mod},
                               Function{"remainder", Meaning::operation, FloatOp::Remainder},
                               Function{"drem", Meaning::operation, FloatOp::Remainder},
                               Function{"copysign", Meaning::operation, FloatOp::CopySign},
                               Function{"floor", Meaning::operation, FloatOp::Floor},
                               Function{"ceil", Meaning::operation, FloatOp::Ceil},
                               Function{"trunc", Meaning::operation, FloatOp::Truncate},
                               Function{"round", Meaning::operation, FloatOp::RoundAway},
                               Function{"rint", Meaning::operation, FloatOp::RoundEven},
                               Function{"nearbyint", Meaning::operation, FloatOp::RoundEven},
                               Function{"roundeven", Meaning::operation, FloatOp::RoundEven},
                               Function{"lrint", Meaning::to_integer, FloatOp::RoundEven},
                               Function{"llrint", Meaning::to_integer, FloatOp::RoundEven},
                               Function{"lround", Meaning::to_integer, FloatOp::RoundAway},
                               Function{"llround", Meaning::to_integer, FloatOp::RoundAway},
                               Function{"isnan", Meaning::predicate, FloatOp::IsNan},
                               Function{"__isnan", Meaning::predicate, FloatOp::IsNan},
                               Function{"isinf", Meaning::predicate, FloatOp::IsInfinite},
                               Function{"__isinf", Meaning::infinite_with_sign},
                               Function{"isinf_sign", Meaning::infinite_with_sign},
                               Function{"isnormal", Meaning::predicate, FloatOp::IsNormal},
                               Function{"isfinite", Meaning::finite},
                               Function{"finite", Meaning::finite},
                               Function{"__finite", Meaning::finite},
                               Function{"signbit", Meaning::sign},
                               Function{"__signbit", Meaning::sign},
                               Function{"isless", Meaning::predicate, FloatOp::Less},
                               Function{"islessequal", Meaning::predicate, FloatOp::LessEqual},
                               Function{"isgreater", Meaning::greater},
                               Function{"isgreaterequal", Meaning::greater_equal},
                               Function{"islessgreater", Meaning::less_or_greater},
                               Function{"isunordered", Meaning::unordered},
                               Function{"__fpclassify", Meaning::classify},
                               Function{"fpclassify", Meaning::classify_chosen}};

constexpr std::array<std::string_view, 13> environment_functions{
    "fesetround",      "fegetround",     "fesetenv",       "fegetenv",      "feholdexcept",
    "feupdateenv",     "fetestexcept",   "feraiseexcept",  "feclearexcept", "fegetexceptflag",
    "fesetexceptflag", "feenableexcept", "fedisableexcept"};

unsigned argument_count(const Function& function) {
  switch (function.meaning) {
    case Meaning::operation:
    case Meaning::predicate:
    case Meaning::to_integer:
      return logic::arity(function.op);
    case Meaning::greater:
    case Meaning::greater_equal:
    case Meaning::less_or_greater:
    case Meaning::unordered:
      return 2;
    case Meaning::classify_chosen:
      return 6;
    default:
      return 1;
  }
}

const Function* find_function(std::string_view name) {
  const auto* found = std::find_if(functions.begin(), functions.end(),
                                   [name](const Function& function) { return function.name == name; });
  return found == functions.end() ? nullptr : found;
}

/// The function of this call; null: none of these, or called in another way than declared in <math.h>.
const Function* exact_function(const clang::CallExpr* call) {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  if (!callee || !callee->getIdentifier()) return nullptr;
  std::string_view name = callee->getName();
  constexpr std::string_view builtin_prefix = "__builtin_";
  const bool is_builtin = name.starts_with(builtin_prefix);
  if (is_builtin) name.remove_prefix(builtin_prefix.size());
  const Function* function = find_function(name);
  if (!function && (name.ends_with('f') || name.ends_with('l')))
    function = find_function(name.substr(0, name.size() - 1));
  if (!function || call->getNumArgs() != argument_count(*function)) return nullptr;
  if (function->meaning == Meaning::classify_chosen && !is_builtin) return nullptr;
  const unsigned first = function->meaning == Meaning::classify_chosen ? 5 : 0;
  for (unsigned i = first; i < call->getNumArgs(); ++i) {
    if (!call->getArg(i)->getType()->isRealFloatingType()) return nullptr;
  }
  const bool result_fits = function->meaning == Meaning::operation ? call->getType()->isRealFloatingType()
                                                                   : call->getType()->isIntegerType();
  return result_fits ? function : nullptr;
}

/// What a function computes from its operands, all of one type.
class MathExpression {
 public:
  MathExpression(std::vector<ExprPtr> operands, IntegerType type, SourceRange where)
      : x_(std::move(operands)), type_(type), where_(where) {}

  /// `classes`: the results for NaN, infinite, normal, subnormal, zero.
  [[nodiscard]] ExprPtr result(const Function& function, const std::array<ExprPtr, 5>& classes) const {
    switch (function.meaning) {
      case Meaning::operation:
      case Meaning::to_integer:
        return make_floating(function.op, x_, type_, where_);
      case Meaning::predicate:
        return truth(function.op, x_);
      case Meaning::finite:
        return make_not(either(truth(FloatOp::IsNan, x_), truth(FloatOp::IsInfinite, x_)));
      case Meaning::infinite_with_sign:
        return choice(truth(FloatOp::IsInfinite, x_), choice(sign(), number(-1), number(1)), number(0));
      case Meaning::sign:
        return sign();
      case Meaning::greater:
        return truth(FloatOp::Less, {x_[1], x_[0]});
      case Meaning::greater_equal:
        return truth(FloatOp::LessEqual, {x_[1], x_[0]});
      case Meaning::less_or_greater:
        return either(truth(FloatOp::Less, x_), truth(FloatOp::Less, {x_[1], x_[0]}));
      case Meaning::unordered:
        return either(truth(FloatOp::IsNan, {x_[0]}), truth(FloatOp::IsNan, {x_[1]}));
      case Meaning::classify:
        return classified({number(0), number(1), number(4), number(3), number(2)});
      case Meaning::classify_chosen:
        return classified(classes);
    }
    return nullptr;
  }

 private:
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
    const IntegerType bits{type_.width, false, false};
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
  IntegerType type_;
  SourceRange where_;
};

}  // namespace

bool is_exact_math(const clang::CallExpr* call, const Linker& linker) {
  return exact_function(call) && !linker.definition(call->getDirectCallee());
}

std::optional<logic::Integer> constant_pattern(const clang::Expr* expr, const clang::ASTContext& context) {
  llvm::APFloat number(0.0);
  if (expr->isValueDependent() || !expr->EvaluateAsFloat(number, context, clang::Expr::SE_NoSideEffects))
    return std::nullopt;
  llvm::SmallString<48> digits;
  number.bitcastToAPInt().toStringUnsigned(digits);
  const logic::Integer bits{std::string(digits.str())};
  if (&number.getSemantics() != &llvm::APFloat::x87DoubleExtended()) return bits;
  return logic::Integer{(bits >> 64) * logic::power_of_two(63) + logic::wrap_unsigned(bits, 63)};  // no leading bit
}

bool is_floating_environment(const std::string& name) {
  return std::find(environment_functions.begin(), environment_functions.end(), name) != environment_functions.end();
}

ExprPtr Lowering::math_value(const clang::CallExpr* call) {
  if (!is_exact_math(call, linker_)) return nullptr;
  const Function& function = *exact_function(call);
  const SourceRange where = range(call);
  std::array<ExprPtr, 5> classes;
  const unsigned first = function.meaning == Meaning::classify_chosen ? 5 : 0;
  for (unsigned i = 0; i < first; ++i) {
    classes[i] = make_cast(constant_value(call->getArg(i), "fpclassify of variables"), int_type, where);
  }
  std::vector<ExprPtr> operands;
  IntegerType common{0, false, false, true};
  for (unsigned i = first; i < call->getNumArgs(); ++i) {
    const clang::Expr* argument = call->getArg(i);
    const auto format = integer(argument->getType());
    if (!format) {
      unsupported("use of " + opaque_name(argument->getType()), argument);
      return zero_value(call);
    }
    if (format->width > common.width) common = *format;
    ExprPtr operand = value(argument);
    for (unsigned later = i + 1; later < call->getNumArgs(); ++later) {
      operand = protect(std::move(operand), argument, call->getArg(later));
    }
    operands.push_back(std::move(operand));
  }
  if (!alive()) return zero_value(call);
  for (ExprPtr& operand : operands) operand = make_cast(std::move(operand), common, where);
  if (function.meaning == Meaning::sign) {
    assume_globally("signbit gives 1 for negative numbers; a NaN that an operation computes is positive");
  }
  return make_cast(MathExpression(std::move(operands), common, where).result(function, classes),
                   *integer(call->getType()), where);
}

}  // namespace bireach::frontend
