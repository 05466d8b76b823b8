// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/edits/facts.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>

#include <algorithm>

#include "frontend/clang/edits/source_file.h"

namespace bireach::frontend {
namespace {

constexpr std::size_t most_pure_nodes = 120;
/// … and with what they call, if edits call them: each call is inlined.
constexpr std::size_t most_value_nodes = 30;

bool is_parameter_only(const clang::Expr* condition) {
  bool only = true;
  bool any = false;
  for_each_node(condition, [&](const clang::Stmt* node) {
    if (llvm::isa<clang::CallExpr>(node)) only = false;
    const auto* use = llvm::dyn_cast<clang::DeclRefExpr>(node);
    if (!use) return;
    if (llvm::isa<clang::ParmVarDecl>(use->getDecl()))
      any = true;
    else if (llvm::isa<clang::VarDecl>(use->getDecl()))
      only = false;
  });
  return only && any;
}

const clang::Expr* condition_of(const clang::Stmt* statement) {
  if (const auto* choice = llvm::dyn_cast<clang::IfStmt>(statement)) return choice->getCond();
  if (const auto* loop = llvm::dyn_cast<clang::WhileStmt>(statement)) return loop->getCond();
  if (const auto* loop = llvm::dyn_cast<clang::ForStmt>(statement)) return loop->getCond();
  if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(statement)) return choice->getCond();
  if (const auto* pair = llvm::dyn_cast<clang::BinaryOperator>(statement))
    if (pair->isLogicalOp()) return pair->getLHS();
  return nullptr;
}

/// The object that an assignment changes is a variable of the function.
bool is_own_variable(const clang::Expr* target) {
  const auto* use = llvm::dyn_cast<clang::DeclRefExpr>(target->IgnoreParens());
  const auto* variable = use ? llvm::dyn_cast<clang::VarDecl>(use->getDecl()) : nullptr;
  return variable && variable->hasLocalStorage();
}

/// Does this node, without those below, change something? Calls are asked for apart.
bool changes(const clang::Stmt* node, bool own_too) {
  if (const auto* pair = llvm::dyn_cast<clang::BinaryOperator>(node))
    return pair->isAssignmentOp() && (own_too || !is_own_variable(pair->getLHS()));
  if (const auto* single = llvm::dyn_cast<clang::UnaryOperator>(node))
    return single->isIncrementDecrementOp() && (own_too || !is_own_variable(single->getSubExpr()));
  if (const auto* expression = llvm::dyn_cast<clang::Expr>(node))
    if (expression->getType().isVolatileQualified()) return true;
  return llvm::isa<clang::StmtExpr, clang::AsmStmt, clang::AtomicExpr, clang::VAArgExpr>(node);
}

}  // namespace

bool has_calls(const clang::Stmt* expression) {
  bool found = false;
  for_each_node(expression, [&](const clang::Stmt* node) { found = found || llvm::isa<clang::CallExpr>(node); });
  return found;
}

Facts::Facts(const std::vector<const clang::ASTContext*>& units, const Property& property, const EditWishes& wishes)
    : errors_(property.error_functions.begin(), property.error_functions.end()),
      excluded_(wishes.excluded_functions),
      recording_(wishes.recording_functions),
      excluded_variables_(wishes.excluded_variables),
      constants_(wishes.constant_variables) {
  for (const char* name : {"__assert_fail", "__assert", "__VERIFIER_error"}) errors_.insert(name);
  for (const clang::ASTContext* unit : units)
    for (const clang::Decl* declaration : unit->getTranslationUnitDecl()->decls()) {
      const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
      if (!function || !function->doesThisDeclarationHaveABody()) continue;
      functions_.emplace(function->getNameAsString(), function);
      order_.push_back(function);
      std::set<std::string>& callees = callees_[function->getNameAsString()];
      for_each_node(function->getBody(), [&](const clang::Stmt* node) {
        if (const clang::FunctionDecl* callee = callee_of(node)) callees.insert(callee->getNameAsString());
      });
      find_inputs(function->getBody());
      count_mentions(function->getBody());
    }
  is_one_file_ = units.size() == 1;
  excluded_.insert(errors_.begin(), errors_.end());
  find_deciding();
  find_pure();
}

bool Facts::is_excluded(const clang::VarDecl* variable) const {
  if (variable->hasGlobalStorage() && !variable->isStaticLocal())
    return excluded_variables_.contains(variable->getNameAsString());
  const auto* function = llvm::dyn_cast<clang::FunctionDecl>(variable->getDeclContext());
  return function && excluded_variables_.contains(function->getNameAsString() + "::" + variable->getNameAsString());
}

bool Facts::is_assignable(const clang::VarDecl* variable) const {
  const bool is_input = variable->hasGlobalStorage() && constants_.contains(variable->getNameAsString());
  return !is_input && !variable->getType().isConstQualified();
}

void Facts::count_mentions(const clang::Stmt* body) {
  const auto global = [](const clang::Expr* expression) -> const clang::VarDecl* {
    const auto* use = llvm::dyn_cast<clang::DeclRefExpr>(expression->IgnoreParenImpCasts());
    const auto* variable = use ? llvm::dyn_cast<clang::VarDecl>(use->getDecl()) : nullptr;
    return variable && variable->hasGlobalStorage() ? variable->getCanonicalDecl() : nullptr;
  };
  for_each_node(body, [&](const clang::Stmt* node) {
    if (const auto* use = llvm::dyn_cast<clang::DeclRefExpr>(node))
      if (const clang::VarDecl* variable = global(use)) ++mentions_[variable].all;
    const auto* read = llvm::dyn_cast<clang::ImplicitCastExpr>(node);
    if (!read || read->getCastKind() != clang::CK_LValueToRValue) return;
    const clang::Expr* inner = read->getSubExpr()->IgnoreParens();
    if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(inner))
      inner = element->getBase()->IgnoreParenImpCasts();
    if (const clang::VarDecl* variable = global(inner)) ++mentions_[variable].reads;
  });
}

bool Facts::keeps_its_value(const clang::VarDecl* variable) const {
  if (!variable->hasGlobalStorage() || is_excluded(variable) || variable->getType().isVolatileQualified()) return false;
  clang::QualType type = variable->getType();
  if (const clang::ArrayType* array = type->getAsArrayTypeUnsafe()) type = array->getElementType();
  if (!is_one_file_ && variable->isExternallyVisible()) return false;
  const auto found = mentions_.find(variable->getCanonicalDecl());
  return type.isConstQualified() || (found != mentions_.end() && found->second.all == found->second.reads);
}

void Facts::find_inputs(const clang::Stmt* body) {
  const auto is_nondet = [](const clang::Expr* value) {
    const clang::FunctionDecl* callee = value ? callee_of(value->IgnoreParenCasts()) : nullptr;
    return callee && callee->getNameAsString().starts_with("__VERIFIER_nondet");
  };
  for_each_node(body, [&](const clang::Stmt* node) {
    if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(node)) {
      for (const clang::Decl* part : declaration->decls())
        if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(part))
          if (is_nondet(variable->getInit())) inputs_.insert(variable);
      return;
    }
    const auto* assignment = llvm::dyn_cast<clang::BinaryOperator>(node);
    if (!assignment || assignment->getOpcode() != clang::BO_Assign || !is_nondet(assignment->getRHS())) return;
    const auto* target = llvm::dyn_cast<clang::DeclRefExpr>(assignment->getLHS()->IgnoreParens());
    const auto* variable = target ? llvm::dyn_cast<clang::VarDecl>(target->getDecl()) : nullptr;
    if (variable) inputs_.insert(variable);
  });
}

bool Facts::is_error_call(const clang::Stmt* statement) const {
  const auto* expression = llvm::dyn_cast<clang::Expr>(statement);
  const clang::FunctionDecl* callee = expression ? callee_of(expression->IgnoreParenCasts()) : nullptr;
  return callee && errors_.contains(callee->getNameAsString());
}

bool Facts::is_specification(const std::string& function) const {
  if (errors_.contains(function)) return true;
  for (const char* begin : {"__VERIFIER_", "assume", "__builtin_assume", "assert"})
    if (function.starts_with(begin)) return true;
  return function == "abort" || function == "exit" || function == "_Exit";
}

bool Facts::mentions_specification(const clang::Stmt* statement) const {
  bool found = false;
  for_each_node(statement, [&](const clang::Stmt* node) {
    if (const clang::FunctionDecl* callee = callee_of(node))
      found = found || is_specification(callee->getNameAsString());
  });
  return found;
}

void Facts::find_deciding() {
  bool changed = true;
  while (changed) {  // ends: what is an error only grows
    changed = false;
    for (const clang::FunctionDecl* function : order_) {
      const std::string name = function->getNameAsString();
      if (!find_deciding(function) || errors_.contains(name) || name == "main") continue;
      errors_.insert(name);
      excluded_.insert(name);
      changed = true;
    }
  }
}

bool Facts::find_deciding(const clang::FunctionDecl* function) {
  std::vector<const clang::Expr*> found;
  bool undecided = false;
  const std::size_t labels = error_labels_.size();
  find_deciding(function->getBody(), nullptr, found, undecided);
  if (error_labels_.size() != labels) {  // jumps to them may stand before them
    undecided = false;
    found.clear();
    find_deciding(function->getBody(), nullptr, found, undecided);
  }
  deciding_.insert(found.begin(), found.end());
  return undecided || std::any_of(found.begin(), found.end(), is_parameter_only);
}

/// Is the statement, or does it begin with, a call that is an error?
bool Facts::find_deciding(const clang::Stmt* statement, const clang::Expr* decides,
                          std::vector<const clang::Expr*>& found, bool& undecided) {
  if (!statement) return false;
  const auto* jump = llvm::dyn_cast<clang::GotoStmt>(statement);
  const clang::FunctionDecl* callee = callee_of(statement);
  if ((callee && errors_.contains(callee->getNameAsString())) || (jump && error_labels_.contains(jump->getLabel()))) {
    if (decides)
      found.push_back(decides);
    else
      undecided = !jump;
    return true;
  }
  if (const auto* label = llvm::dyn_cast<clang::LabelStmt>(statement)) {
    const bool is_error = find_deciding(label->getSubStmt(), decides, found, undecided);
    if (is_error) {
      error_labels_.insert(label->getDecl());
      // Who jumps there decides.
      undecided = false;
    }
    return is_error;
  }
  const clang::Expr* condition = condition_of(statement);
  bool first = true;
  bool begins = false;
  for (const clang::Stmt* child : statement->children()) {
    if (!child) continue;
    const bool is_error = find_deciding(child, condition && child != condition ? condition : decides, found, undecided);
    if (first) begins = is_error && !condition;
    first = false;
  }
  return begins;
}

bool Facts::has_effects(const clang::Stmt* expression) const {
  bool found = false;
  for_each_node(expression, [&](const clang::Stmt* node) {
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(node)) {
      const clang::FunctionDecl* callee = call->getDirectCallee();
      found = found || !callee || !pure_.contains(callee->getNameAsString());
    }
    found = found || changes(node, true);
  });
  return found;
}

bool Facts::is_pure(const clang::FunctionDecl* function) const {
  std::size_t nodes = 0;
  bool pure = !excluded_.contains(function->getNameAsString());
  for_each_node(function->getBody(), [&](const clang::Stmt* node) {
    ++nodes;
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(node)) {
      const clang::FunctionDecl* callee = call->getDirectCallee();
      pure = pure && callee && pure_.contains(callee->getNameAsString());
    }
    if (const auto* declared = llvm::dyn_cast<clang::DeclStmt>(node))
      for (const clang::Decl* declaration : declared->decls()) {
        const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration);
        pure = pure && variable && variable->hasLocalStorage();
      }
    pure = pure && !changes(node, false) &&
           !llvm::isa<clang::WhileStmt, clang::ForStmt, clang::DoStmt, clang::GotoStmt, clang::LabelStmt>(node);
  });
  return pure && nodes <= most_pure_nodes && !function->getReturnType()->isVoidType();
}

void Facts::find_pure() {
  bool changed = true;
  while (changed) {  // ends: there are only so many functions
    changed = false;
    for (const clang::FunctionDecl* function : order_)
      if (!pure_.contains(function->getNameAsString()) && is_pure(function)) {
        pure_.insert(function->getNameAsString());
        changed = true;
      }
  }
  std::map<std::string, std::size_t> values;  // how large they are
  const auto size = [&](const clang::FunctionDecl* function) {
    std::size_t nodes = 0;
    for_each_node(function->getBody(), [&](const clang::Stmt* node) {
      if (llvm::isa<clang::ImplicitCastExpr, clang::ParenExpr>(node)) return;
      ++nodes;
      if (const clang::FunctionDecl* callee = callee_of(node)) nodes += values.at(callee->getNameAsString());
    });
    return nodes;
  };
  const auto is_value = [&](const clang::FunctionDecl* function) {
    const std::string name = function->getNameAsString();
    const auto& callees = callees_.at(name);
    return pure_.contains(name) && !values.contains(name) && function->getNumParams() == 0 &&
           is_integer(function->getReturnType()) &&
           std::all_of(callees.begin(), callees.end(),
                       [&](const std::string& callee) { return values.contains(callee); }) &&
           size(function) <= most_value_nodes;
  };
  changed = true;
  while (changed) {
    changed = false;
    for (const clang::FunctionDecl* function : order_)
      if (is_value(function)) {
        values.emplace(function->getNameAsString(), size(function));
        changed = true;
      }
  }
  for (const clang::FunctionDecl* function : order_)
    if (values.contains(function->getNameAsString())) values_.push_back(function);
}

bool Facts::reaches(const std::string& from, const std::string& to) const {
  std::set<std::string> seen{from};
  std::vector<std::string> open{from};
  while (!open.empty()) {
    const std::string function = open.back();
    open.pop_back();
    if (function == to) return true;
    const auto callees = callees_.find(function);
    if (callees == callees_.end()) continue;
    for (const std::string& callee : callees->second)
      if (seen.insert(callee).second) open.push_back(callee);
  }
  return false;
}

}  // namespace bireach::frontend
