// SPDX-License-Identifier: Apache-2.0
/// Sizes of variably modified types. Each length has a variable (of each thread; recursive calls save it as other
/// locals), which gets its value where the type is evaluated: what is measured by the type later does not follow
/// changes of what the length was computed from (C11 6.7.6.2p5).
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Type.h>

#include <map>

#include "frontend/clang/analysis/variable_types.h"
#include "frontend/clang/lowering/emitter.h"
#include "frontend/clang/lowering/program_variables.h"

namespace bireach::frontend {

/// The type of the variables of lengths.
inline constexpr ScalarType length_type = signed_integer(64);

class VariableSizes {
 public:
  VariableSizes(Emitter& emitter, ProgramVariables& variables) : emitter_(emitter), variables_(variables) {}

  /// The variable of the array's length, which is evaluated in this function.
  [[nodiscard]] VariableId variable(const clang::VariableArrayType* array, const clang::FunctionDecl* function);
  /// How many elements the array has; the path ends, and it is 0, where its length was never evaluated.
  [[nodiscard]] ExprPtr count(const clang::VariableArrayType* array, SourceRange where);
  /// Its length was evaluated within an expression, whose operands are in no order.
  void note_within_expression(const clang::VariableArrayType* array) {
    within_.insert_or_assign(variables_.lengths().at(array->getSizeExpr()), array->getSizeExpr());
  }
  /// The length that the variable holds, if that has been noted of it; else null.
  [[nodiscard]] const clang::Expr* within_expression(VariableId variable) const {
    const auto found = within_.find(variable);
    return found == within_.end() ? nullptr : found->second;
  }
  /// The size of an object of this complete type in bytes, as a number of the unsigned type `as`, in which it may wrap
  /// around as in C.
  [[nodiscard]] ExprPtr bytes(clang::QualType type, const ScalarType& as, SourceRange where);

 private:
  Emitter& emitter_;
  ProgramVariables& variables_;
  std::map<VariableId, const clang::Expr*> within_;  ///< see within_expression
};

}  // namespace bireach::frontend
