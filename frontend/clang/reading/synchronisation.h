// SPDX-License-Identifier: Apache-2.0
/// The C library's types of objects that threads synchronise with: mutexes, condition variables, their attributes, ….
/// What the implementation keeps in them is its own business, so here such an object is one number, its *state*.
/// library_text.cpp says what it means, in functions over structures of the same names that hold nothing else.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "frontend/program/expr.h"

namespace bireach::frontend {

/// The name of the type ("pthread_mutex_t"), if it is a structure or union of the implementation (all names in it are
/// reserved, C11 7.1.3) or of ours; empty: it is something else.
[[nodiscard]] std::string_view synchronisation_type(clang::QualType type);
[[nodiscard]] std::string_view synchronisation_type(const clang::RecordDecl* record);
/// The state of objects of the type of this name.
[[nodiscard]] ScalarType state_type(std::string_view name);
/// Is it the state in one of our structures?
[[nodiscard]] bool is_state(const clang::ValueDecl* member);
/// The state that an initialiser stands for, as the C library's headers have them: 0, or the kind of a mutex. Nothing:
/// it is another one.
[[nodiscard]] std::optional<unsigned> initial_state(const clang::InitListExpr* initialiser,
                                                    const clang::ASTContext& context);
/// Are there other mutexes than plain ones in the file?
[[nodiscard]] bool has_mutex_kinds(const clang::ASTContext& context);

/// Some programs say `typedef int pthread_mutex_t;`: those of the types that are integers in the file, with their
/// names.
[[nodiscard]] std::map<std::string, std::string> synchronisation_integers(const clang::ASTContext& context);

}  // namespace bireach::frontend
