// SPDX-License-Identifier: Apache-2.0
/// Functions that are called without a call in the text: before and after main, and where the scope of a variable ends.
#include <clang/AST/Attr.h>
#include <clang/Basic/SourceManager.h>

#include "frontend/clang/lowering/lowering.h"

namespace bireach::frontend {

void Lowering::refuse_inside(const clang::FunctionDecl* body) {
  for (const Refused& entry : linker_.refused_inside(body))
    emitter_.unsupported_at(entry.what, Origin{body, entry.unit->mapper.range(entry.where), {}});
}

void Lowering::run_destructors(const clang::Stmt* where) {
  if (is_ending_ && where) return emitter_.unsupported("exit while the program ends", where);
  is_ending_ = true;
  call_around(linker_.around().destructors(), where);
  is_ending_ = false;
}

void Lowering::call_around(const std::vector<const clang::FunctionDecl*>& functions, const clang::Stmt* where) {
  if (functions.empty() || !emitter_.alive()) return;
  if (linker_.around().has_ties())
    emitter_.assume_globally("constructors of one priority run in the order of the text, destructors in the reverse");
  // Outside of main no function is active.
  const clang::FunctionDecl* caller = frame().function;
  if (!where) frame().function = nullptr;
  for (const clang::FunctionDecl* function : functions) {
    if (!emitter_.alive()) break;
    if (function->getNumParams() != 0) {
      emitter_.unsupported("constructor or destructor with parameters", function);
      break;
    }
    const clang::CallExpr* call = linker_.implied_call(function);
    // What the library calls has its place at the end of `main`.
    const bool is_of_library = linker_.is_library(function);
    const SourceRange place =
        linker_.unit_of(is_of_library ? entry_ : function)
            .mapper.range(is_of_library ? entry_->getBody()->getEndLoc() : function->getLocation());
    emitter_.set_origin(call, Origin{call, place, function->getNameAsString() + "()"});
    static_cast<void>(call_function(call, function, false));
  }
  frame().function = caller;
}

void Lowering::clean_up(Scopes::Block block) {
  for (std::size_t i = frame().cleanups.size(); i-- > 0;)
    if (frame().cleanups[i].block == block) clean_up(frame().cleanups[i].variable);
}

void Lowering::clean_up_behind(const clang::LabelDecl* label) {
  const Scopes& scopes = lifetimes_.scopes(frame().function);
  const clang::SourceManager& sources = context().getSourceManager();
  for (std::size_t i = frame().cleanups.size(); i-- > 0;) {
    const Frame::Cleanup cleanup = frame().cleanups[i];
    const bool is_behind =
        sources.isBeforeInTranslationUnit(label->getStmt()->getBeginLoc(), cleanup.variable->getLocation());
    if (is_behind && scopes.is_inside(scopes.of(label), cleanup.block)) clean_up(cleanup.variable);
  }
}

void Lowering::clean_up(const clang::VarDecl* variable) {
  if (!emitter_.alive()) return;
  const clang::CallExpr* call = linker_.cleanup_call(variable);
  const clang::FunctionDecl* function = call->getDirectCallee();
  Origin place = emitter_.origin(variable);
  place.node = call;
  place.text = function->getNameAsString() + "(&" + variable->getNameAsString() + ")";
  emitter_.set_origin(call, place);
  for (const clang::Expr* argument = call->getArg(0); argument;) {
    place.node = argument;
    place.text = "&" + variable->getNameAsString();
    emitter_.set_origin(argument, place);
    const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(argument);
    argument = cast ? cast->getSubExpr() : nullptr;
  }
  static_cast<void>(call_function(call, function, false));
}

}  // namespace bireach::frontend
