// SPDX-License-Identifier: Apache-2.0
/// Variably modified types (C11 6.7.6p3): arrays whose lengths the program computes, and what is derived from such.
/// Their lengths are evaluated where the type is written, and stay the same from then on (C11 6.7.6.2p5).
#pragma once

#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>
#include <clang/AST/Type.h>

#include <functional>
#include <optional>

#include "logic/terms/element_map.h"

namespace bireach::frontend {

/// Is its size known only when the program runs?
[[nodiscard]] bool has_variable_size(clang::QualType type);

/// The length of such an array if it is a constant, as that of the outer one in `int a[4][n]`; nothing: it is computed.
[[nodiscard]] std::optional<logic::Integer> constant_length(const clang::VariableArrayType& array,
                                                            const clang::ASTContext& context);

/// What is evaluated where a type is written.
struct TypeOperands {
  /// An array whose length is; outer ones first. What a name of a type stands for was evaluated with that name.
  std::function<void(const clang::VariableArrayType*)> length;
  /// The operand of a typeof.
  std::function<void(const clang::Expr*)> operand;
};
void for_each_operand(clang::QualType written, const TypeOperands& visit);
/// Is anything?
[[nodiscard]] bool has_operands(clang::QualType written);

/// The expressions that are evaluated with the types written in this node itself, and that it has not as children, or
/// not for evaluation: lengths, operands of sizeof and typeof.
void for_each_type_operand(const clang::Stmt* node, const std::function<void(const clang::Expr*)>& visit);
/// The same of the function's parameters, whose types are evaluated when it is entered (C11 6.9.1p10).
void for_each_parameter_operand(const clang::FunctionDecl* definition,
                                const std::function<void(const clang::Expr*)>& visit);

}  // namespace bireach::frontend
