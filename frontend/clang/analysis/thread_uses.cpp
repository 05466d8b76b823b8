// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/analysis/thread_uses.h"

#include <string>
#include <vector>

namespace bireach::frontend {
namespace {

class Collector {
 public:
  explicit Collector(const Linker& linker) : linker_(linker) {}

  void add_function(const clang::FunctionDecl* function) {
    const clang::FunctionDecl* body = linker_.definition(function);
    if (body && seen_.insert(body).second) pending_.push_back(body->getBody());
  }

  ThreadUses run() {
    while (!pending_.empty()) {
      const clang::Stmt* code = pending_.back();
      pending_.pop_back();
      visit(code);
    }
    return std::move(result_);
  }

 private:
  void visit(const clang::Stmt* code) {
    if (!code) return;
    if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(code);
        cast && cast->getCastKind() == clang::CK_LValueToRValue && handle_variable(cast->getSubExpr()))
      return visit_handle(cast->getSubExpr());
    if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(code)) {
      visit_name(name);
      if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl()))
        result_.open.insert(linker_.variable(variable));
    }
    const auto* call = llvm::dyn_cast<clang::CallExpr>(code);
    const clang::FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
    if (callee) add_function(callee);
    const bool is_creation = callee && !linker_.definition(callee) && creates_thread(callee->getNameAsString());
    result_.creates = result_.creates || is_creation;
    result_.destructors = result_.destructors || (call && makes_destructor(call));
    result_.ends = result_.ends || (callee && ends_thread(callee->getNameAsString()));
    if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(code)) {
      for (const clang::Decl* decl : declaration->decls())
        if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl)) visit(linker_.cleanup_call(variable));
    }
    const clang::Expr* handle = is_creation && call->getNumArgs() > 0 ? call->getArg(0) : nullptr;
    for (const clang::Stmt* child : code->children()) {
      if (callee && child == call->getCallee()) continue;
      if (handle && child == handle && handle_variable(handle))
        visit_handle(handle);
      else
        visit(child);
    }
  }

  /// The variable itself is neither written nor has its address taken here; its index is an expression like others.
  void visit_handle(const clang::Expr* expr) {
    expr = expr->IgnoreParenCasts();
    if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expr)) return visit_handle(unary->getSubExpr());
    if (const auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(expr)) {
      visit(subscript->getIdx());
      return visit_handle(subscript->getBase());
    }
    if (const auto* sum = llvm::dyn_cast<clang::BinaryOperator>(expr)) {
      visit(sum->getRHS());
      return visit_handle(sum->getLHS());
    }
    if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(expr)) visit_name(name);
  }

  void visit_name(const clang::DeclRefExpr* name) {
    if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(name->getDecl())) add_function(function);
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl());
    if (!variable || !variable->hasGlobalStorage()) return;
    variable = linker_.variable(variable);
    if (seen_.insert(variable).second) pending_.push_back(variable->getAnyInitializer());
  }

  const Linker& linker_;
  std::vector<const clang::Stmt*> pending_;
  std::set<const clang::Decl*> seen_;
  ThreadUses result_;
};

}  // namespace

bool creates_thread(std::string_view name) {
  return name == "pthread_create" || name == "thrd_create";
}

bool joins_thread(std::string_view name) {
  return name == "pthread_join" || name == "thrd_join";
}

bool detaches_thread(std::string_view name) {
  return name == "pthread_detach" || name == "thrd_detach";
}

bool ends_thread(std::string_view name) {
  return name == "pthread_exit" || name == "thrd_exit";
}

bool makes_destructor(const clang::CallExpr* call) {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  const std::string name = callee ? callee->getNameAsString() : std::string();
  if ((name != "pthread_key_create" && name != "tss_create") || call->getNumArgs() != 2) return false;
  return !call->getArg(1)->isNullPointerConstant(callee->getASTContext(), clang::Expr::NPC_ValueDependentIsNotNull);
}

unsigned start_routine_argument(std::string_view name) {
  return name == "thrd_create" ? 1 : 2;
}

const clang::FunctionDecl* named_function(const clang::Expr* expr) {
  expr = expr->IgnoreParenCasts();
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expr);
      unary && (unary->getOpcode() == clang::UO_AddrOf || unary->getOpcode() == clang::UO_Deref))
    return named_function(unary->getSubExpr());
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(expr);
  return name ? llvm::dyn_cast<clang::FunctionDecl>(name->getDecl()) : nullptr;
}

const clang::VarDecl* handle_variable(const clang::Expr* expr) {
  expr = expr->IgnoreParenCasts();
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expr))
    return unary->getOpcode() == clang::UO_AddrOf ? handle_variable(unary->getSubExpr()) : nullptr;
  // Through a pointer it is another object than the variable.
  const auto of_array = [](const clang::Expr* base) {
    const clang::VarDecl* variable = handle_variable(base);
    return variable && variable->getType()->isArrayType() ? variable : nullptr;
  };
  if (const auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(expr)) return of_array(subscript->getBase());
  if (const auto* sum = llvm::dyn_cast<clang::BinaryOperator>(expr))
    return sum->isAdditiveOp() ? of_array(sum->getLHS()) : nullptr;
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(expr);
  return name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
}

ThreadUses thread_uses(const clang::FunctionDecl* entry, const Linker& linker) {
  Collector collector(linker);
  collector.add_function(entry);
  for (const clang::FunctionDecl* function : linker.around().all()) collector.add_function(function);
  return collector.run();
}

}  // namespace bireach::frontend
