// SPDX-License-Identifier: Apache-2.0
/// Where a program creates threads, and in which variables it keeps their handles.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <set>
#include <string_view>

#include "frontend/clang/reading/linker.h"

namespace bireach::frontend {

/// Functions of POSIX and C11 that start a thread, wait for one, say that nobody will, end one.
[[nodiscard]] bool creates_thread(std::string_view name);
[[nodiscard]] bool joins_thread(std::string_view name);
[[nodiscard]] bool detaches_thread(std::string_view name);
[[nodiscard]] bool ends_thread(std::string_view name);
/// Which argument of the former is the start routine; the next one is its argument.
[[nodiscard]] unsigned start_routine_argument(std::string_view name);
/// The function that an expression names; null: it is a pointer to one.
[[nodiscard]] const clang::FunctionDecl* named_function(const clang::Expr* expr);
/// The variable (or the array) that `expr`, `&expr`, `expr[i]` is, of which a handle may be a part; null: it is
/// something else.
[[nodiscard]] const clang::VarDecl* handle_variable(const clang::Expr* expr);

/// What a thread calls at its end where there is such data: our function of this name.
inline constexpr const char* run_destructors_name = "bireach_run_destructors";
/// May the call make a key of thread-specific data with a destructor?
[[nodiscard]] bool makes_destructor(const clang::CallExpr* call);

struct ThreadUses {
  bool creates = false;
  bool ends = false;         ///< a thread ends elsewhere than where its start routine does
  bool destructors = false;  ///< there may be thread-specific data with destructors, which the end of a thread calls
  /// Variables that are written, or whose address is taken, elsewhere than where a thread's handle is stored.
  std::set<const clang::VarDecl*> open;
};

/// Of the code that can run when the program starts with `entry`. Linear in its size.
[[nodiscard]] ThreadUses thread_uses(const clang::FunctionDecl* entry, const Linker& linker);

}  // namespace bireach::frontend
