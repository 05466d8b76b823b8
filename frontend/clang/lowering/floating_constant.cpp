// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/lowering/floating_constant.h"

#include <llvm/ADT/SmallString.h>

#include <string>

namespace bireach::frontend {

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

}  // namespace bireach::frontend
