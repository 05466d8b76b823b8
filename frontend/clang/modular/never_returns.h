// SPDX-License-Identifier: Apache-2.0
/// Calls that no execution comes back from.
#pragma once

#include <clang/AST/Expr.h>

#include <map>

namespace bireach::frontend {

class NeverReturns {
 public:
  /// Is the callee one that gives up: `exit` and its like, what is declared `noreturn`, or a function of this file each
  /// of whose paths ends in such a call or goes round for ever? Conditions are not looked at, but for absent ones.
  [[nodiscard]] bool operator()(const clang::CallExpr* call);

 private:
  bool by_body(const clang::FunctionDecl* definition);

  std::map<const clang::FunctionDecl*, bool> known_;
};

}  // namespace bireach::frontend
