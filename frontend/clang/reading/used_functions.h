// SPDX-License-Identifier: Apache-2.0
/// Which functions a file refers to: calls them, or takes their addresses.
#pragma once

#include <set>

namespace clang {
class ASTContext;
class FunctionDecl;
}  // namespace clang

namespace bireach::frontend {

/// In all of its code and initialisers, of headers, too.
[[nodiscard]] std::set<const clang::FunctionDecl*> used_functions(const clang::ASTContext& file);

}  // namespace bireach::frontend
