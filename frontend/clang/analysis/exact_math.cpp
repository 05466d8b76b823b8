// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/analysis/exact_math.h"

#include <clang/AST/Decl.h>

#include <algorithm>
#include <array>

namespace bireach::frontend {
namespace {

using logic::FloatOp;

/// ISO/IEC 9899:2011, 7.12 and F.10; gcc's manual, "Other Built-in Functions". Each also with the suffixes f and l and,
/// where gcc has it, the prefix __builtin_.
constexpr std::array functions{MathFunction{"fabs", MathMeaning::operation, FloatOp::Absolute},
                               MathFunction{"sqrt", MathMeaning::operation, FloatOp::Sqrt},
                               MathFunction{"fma", MathMeaning::operation, FloatOp::Fma},
                               MathFunction{"fmod", MathMeaning::operation, FloatOp::Mod},
                               MathFunction{"remainder", MathMeaning::operation, FloatOp::Remainder},
                               MathFunction{"drem", MathMeaning::operation, FloatOp::Remainder},
                               MathFunction{"copysign", MathMeaning::operation, FloatOp::CopySign},
                               MathFunction{"floor", MathMeaning::operation, FloatOp::Floor},
                               MathFunction{"ceil", MathMeaning::operation, FloatOp::Ceil},
                               MathFunction{"trunc", MathMeaning::operation, FloatOp::Truncate},
                               MathFunction{"round", MathMeaning::operation, FloatOp::RoundAway},
                               MathFunction{"rint", MathMeaning::operation, FloatOp::RoundEven, true},
                               MathFunction{"nearbyint", MathMeaning::operation, FloatOp::RoundEven, true},
                               MathFunction{"roundeven", MathMeaning::operation, FloatOp::RoundEven},
                               MathFunction{"lrint", MathMeaning::to_integer, FloatOp::RoundEven, true},
                               MathFunction{"llrint", MathMeaning::to_integer, FloatOp::RoundEven, true},
                               MathFunction{"lround", MathMeaning::to_integer, FloatOp::RoundAway},
                               MathFunction{"llround", MathMeaning::to_integer, FloatOp::RoundAway},
                               MathFunction{"isnan", MathMeaning::predicate, FloatOp::IsNan},
                               MathFunction{"__isnan", MathMeaning::predicate, FloatOp::IsNan},
                               MathFunction{"isinf", MathMeaning::predicate, FloatOp::IsInfinite},
                               MathFunction{"__isinf", MathMeaning::infinite_with_sign},
                               MathFunction{"isinf_sign", MathMeaning::infinite_with_sign},
                               MathFunction{"isnormal", MathMeaning::predicate, FloatOp::IsNormal},
                               MathFunction{"isfinite", MathMeaning::finite},
                               MathFunction{"finite", MathMeaning::finite},
                               MathFunction{"__finite", MathMeaning::finite},
                               MathFunction{"signbit", MathMeaning::sign},
                               MathFunction{"__signbit", MathMeaning::sign},
                               MathFunction{"isless", MathMeaning::predicate, FloatOp::Less},
                               MathFunction{"islessequal", MathMeaning::predicate, FloatOp::LessEqual},
                               MathFunction{"isgreater", MathMeaning::greater},
                               MathFunction{"isgreaterequal", MathMeaning::greater_equal},
                               MathFunction{"islessgreater", MathMeaning::less_or_greater},
                               MathFunction{"isunordered", MathMeaning::unordered},
                               MathFunction{"__fpclassify", MathMeaning::classify},
                               MathFunction{"fpclassify", MathMeaning::classify_chosen}};

unsigned argument_count(const MathFunction& function) {
  switch (function.meaning) {
    case MathMeaning::operation:
    case MathMeaning::predicate:
    case MathMeaning::to_integer:
      return logic::arity(function.op);
    case MathMeaning::greater:
    case MathMeaning::greater_equal:
    case MathMeaning::less_or_greater:
    case MathMeaning::unordered:
      return 2;
    case MathMeaning::classify_chosen:
      return 6;
    default:
      return 1;
  }
}

const MathFunction* find_function(std::string_view name) {
  const auto* found = std::find_if(functions.begin(), functions.end(),
                                   [name](const MathFunction& function) { return function.name == name; });
  return found == functions.end() ? nullptr : found;
}

}  // namespace

const MathFunction* exact_math_function(const clang::CallExpr* call) {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  if (!callee || !callee->getIdentifier()) return nullptr;
  std::string_view name = callee->getName();
  constexpr std::string_view builtin_prefix = "__builtin_";
  const bool is_builtin = name.starts_with(builtin_prefix);
  if (is_builtin) name.remove_prefix(builtin_prefix.size());
  const MathFunction* function = find_function(name);
  if (!function && (name.ends_with('f') || name.ends_with('l')))
    function = find_function(name.substr(0, name.size() - 1));
  if (!function || call->getNumArgs() != argument_count(*function)) return nullptr;
  if (function->meaning == MathMeaning::classify_chosen && !is_builtin) return nullptr;
  const unsigned first = function->meaning == MathMeaning::classify_chosen ? 5 : 0;
  for (unsigned i = first; i < call->getNumArgs(); ++i)
    if (!call->getArg(i)->getType()->isRealFloatingType()) return nullptr;
  const bool result_fits = function->meaning == MathMeaning::operation ? call->getType()->isRealFloatingType()
                                                                       : call->getType()->isIntegerType();
  return result_fits ? function : nullptr;
}

bool is_exact_math(const clang::CallExpr* call, const Linker& linker) {
  return exact_math_function(call) && !linker.definition(call->getDirectCallee());
}

}  // namespace bireach::frontend
