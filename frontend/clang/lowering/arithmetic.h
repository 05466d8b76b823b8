// SPDX-License-Identifier: Apache-2.0
/// Operators, and the types in which they compute.
///
/// Clang gives a bit-field that is wider than int its declared type in arithmetic. gcc gives it a type of its own, as
/// wide as the field (C11 6.7.2.1p10 leaves that open), and that is what is modelled: `x.b << 1` of an
/// `unsigned long long b : 40` has 40 bits. Such a type ranks by its width, below and above others.
#pragma once

#include <clang/AST/Expr.h>
#include <llvm/ADT/DenseMap.h>

#include <optional>

#include "frontend/program/expr.h"

namespace bireach::frontend {

/// What an arithmetic, bitwise or comparison operator does, also one that assigns; nothing: it is another one.
[[nodiscard]] std::optional<BinaryOp> arithmetic_operator(clang::BinaryOperatorKind kind);

/// The types in which `left op= right` computes.
struct CompoundTypes {
  ScalarType left;
  ScalarType right;
  ScalarType result;
};

/// The types of expressions where gcc's differ from those in Clang's tree, which are as wide or wider.
class ArithmeticTypes {
 public:
  /// The type that gcc gives the expression; nothing: it is the one in the tree.
  [[nodiscard]] std::optional<ScalarType> kept(const clang::Expr* expr, const clang::ASTContext& context);
  /// The type to which the operands are converted (of a shift: the left one); nothing: as the tree says.
  [[nodiscard]] std::optional<ScalarType> common(const clang::BinaryOperator* binary, const clang::ASTContext& context);
  /// The operands and the result have types of numbers.
  [[nodiscard]] CompoundTypes compound(const clang::CompoundAssignOperator* assignment,
                                       const clang::ASTContext& context);

 private:
  [[nodiscard]] std::optional<ScalarType> find(const clang::Expr* expr, const clang::ASTContext& context);
  [[nodiscard]] std::optional<ScalarType> find_operator(const clang::Expr* expr, const clang::ASTContext& context);
  [[nodiscard]] std::optional<ScalarType> common(const clang::Expr* left, const clang::Expr* right,
                                                 const clang::ASTContext& context);
  /// After C's integer promotions, before its usual arithmetic conversions; nothing: it is no integer.
  [[nodiscard]] std::optional<ScalarType> promoted(const clang::Expr* expr, const clang::ASTContext& context);

  llvm::DenseMap<const clang::Expr*, std::optional<ScalarType>> known_;
};

}  // namespace bireach::frontend
