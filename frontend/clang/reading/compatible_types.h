// SPDX-License-Identifier: Apache-2.0
/// Types of one name in different files.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

namespace bireach::frontend {

/// May the function or variable be used as `use` declares it where `definition` defines it, in another file? C's
/// compatibility (C11 6.2.7, 6.7.6.3p15) with two relaxations that no value shows: numbers of one representation (long
/// and long long) and pointers to whatever data fit each other. Where types do not fit the behaviour is undefined.
[[nodiscard]] bool types_fit(const clang::ValueDecl* use, const clang::ValueDecl* definition);

/// Do the arguments of a call through a type without parameters, `int f()`, fit the definition's (C11 6.5.2.2p6)?
/// Arguments beyond its parameters do, as with gcc. Without a definition (null) those of a built-in function have to
/// fit what Clang knows of it, integers of any size each other. True of other calls.
[[nodiscard]] bool arguments_fit(const clang::CallExpr* call, const clang::FunctionDecl* definition);

}  // namespace bireach::frontend
