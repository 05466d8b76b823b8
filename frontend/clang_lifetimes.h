// SPDX-License-Identifier: Apache-2.0
/// What lowering notes of the lifetimes of objects with automatic storage duration.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include "frontend/program.h"

namespace bireach::frontend {

/// A variable or a compound literal with automatic storage duration.
struct LocalObject {
  const clang::VarDecl* variable = nullptr;
  const clang::CompoundLiteralExpr* literal = nullptr;
  const clang::FunctionDecl* function = nullptr;  ///< the definition that holds it
  clang::QualType type;

  [[nodiscard]] const void* key() const { return variable ? static_cast<const void*>(variable) : literal; }
};

/// How the lifetime of a local object shows in the program.
struct Lifetime {
  enum class Kind {
    unnoted,    ///< nothing can tell when it ends
    flagged,    ///< at a fixed address; `variable` is not 0 while the object exists
    activated,  ///< a new object at a new address each time, which `variable` holds
  };
  Kind kind = Kind::unnoted;
  bool in_memory = false;
  bool ends = false;  ///< activated: a pointer may outlive it, so its end is noted
  VariableId variable = 0;
};

}  // namespace bireach::frontend
