// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/modular/never_returns.h"

#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/Analysis/CFG.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace bireach::frontend {

bool NeverReturns::operator()(const clang::CallExpr* call) {
  static const std::set<std::string> names{"exit",
                                           "_exit",
                                           "_Exit",
                                           "quick_exit",
                                           "abort",
                                           "longjmp",
                                           "siglongjmp",
                                           "__assert_fail",
                                           "__builtin_trap",
                                           "__builtin_abort",
                                           "__builtin_unreachable",
                                           "pthread_exit",
                                           "thrd_exit",
                                           "reach_error",
                                           "__VERIFIER_error"};
  const clang::FunctionDecl* callee = call->getDirectCallee();
  if (!callee) {
    const auto* pointer = call->getCallee()->getType()->getAs<clang::PointerType>();
    const auto* type = pointer ? pointer->getPointeeType()->getAs<clang::FunctionType>() : nullptr;
    return type && type->getNoReturnAttr();
  }
  if (callee->isNoReturn() || names.contains(callee->getNameAsString())) return true;
  const clang::FunctionDecl* definition = nullptr;
  if (!callee->hasBody(definition) || callee->getMostRecentDecl()->hasAttr<clang::WeakAttr>()) return false;
  return by_body(definition);
}

bool NeverReturns::by_body(const clang::FunctionDecl* definition) {
  // One that calls itself meanwhile is taken to return.
  const auto [known, is_new] = known_.emplace(definition, false);
  if (!is_new) return known->second;
  clang::CFG::BuildOptions options;
  options.PruneTriviallyFalseEdges = false;  // which a configuration may say
  const std::unique_ptr<clang::CFG> graph =
      clang::CFG::buildCFG(definition, definition->getBody(), &definition->getASTContext(), options);
  if (!graph) return false;
  const auto gives_up = [&](const clang::CFGBlock& block) {
    if (block.hasNoReturnElement()) return true;
    for (const clang::CFGElement& element : block) {
      const auto statement = element.getAs<clang::CFGStmt>();
      const auto* call = statement ? llvm::dyn_cast<clang::CallExpr>(statement->getStmt()) : nullptr;
      if (call && (*this)(call)) return true;
    }
    return false;
  };
  std::set<const clang::CFGBlock*> seen{&graph->getEntry()};
  std::vector<const clang::CFGBlock*> open{&graph->getEntry()};
  while (!open.empty()) {
    const clang::CFGBlock* block = open.back();
    open.pop_back();
    if (block == &graph->getExit()) return false;
    if (gives_up(*block)) continue;
    for (const clang::CFGBlock* next : block->succs())
      if (next && seen.insert(next).second) open.push_back(next);
  }
  return known_[definition] = true;
}

}  // namespace bireach::frontend
