// SPDX-License-Identifier: Apache-2.0
/// Functions without a body of which nothing is known but their declaration: what they may return and change.
#pragma once

#include <clang/AST/Decl.h>

namespace bireach::frontend {

/// May the pointer that the function returns be null or lead to an object of its own, a new one at each call? Not where
/// it is known to lead elsewhere: into an argument (strstr) or to a function. What is no nondeterministic function
/// (__VERIFIER_nondet_pointer) is assumed to return nothing else.
[[nodiscard]] bool returns_own_object(const clang::FunctionDecl* function);
/// Does an object of this type hold numbers only, so that whoever writes it changes nothing else?
[[nodiscard]] bool is_flat(clang::QualType type, const clang::ASTContext& context);
/// Is it what <stdio.h> calls FILE, as glibc has it?
[[nodiscard]] bool is_stream(const clang::RecordDecl* record);
/// A pointer to it?
[[nodiscard]] bool is_stream(clang::QualType type);

}  // namespace bireach::frontend
