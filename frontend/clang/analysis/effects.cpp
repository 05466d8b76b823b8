// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/analysis/effects.h"

#include <clang/AST/Stmt.h>
#include <clang/Basic/Builtins.h>

#include <algorithm>

#include "frontend/clang/analysis/exact_math.h"
#include "frontend/clang/analysis/variable_types.h"

namespace bireach::frontend {
namespace {

bool is_effect(const clang::Stmt* node) {
  if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(node)) return binary->isAssignmentOp();
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(node)) return unary->isIncrementDecrementOp();
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(node)) {
    const unsigned builtin = call->getBuiltinCallee();
    return builtin != clang::Builtin::BI__builtin_expect &&
           builtin != clang::Builtin::BI__builtin_expect_with_probability &&
           builtin != clang::Builtin::BI__builtin_constant_p;
  }
  const auto* cast = llvm::dyn_cast<clang::CastExpr>(node);
  if (cast && cast->getCastKind() == clang::CK_LValueToRValue && cast->getSubExpr()->getType().isVolatileQualified())
    return true;  // C11 5.1.2.3
  return llvm::isa<clang::StmtExpr, clang::CompoundLiteralExpr, clang::VAArgExpr, clang::AtomicExpr>(node);
}

/// Builtins that store a result through a pointer (others get no definition, or are defined in C).
bool writes_through_pointer(const std::string& name) {
  return name.starts_with("__sync_") || (name.starts_with("__builtin_") && name.ends_with("_overflow"));
}

/// May a function without a body, which gets these arguments, write what the program sees?
bool may_write(const clang::CallExpr* call) {
  return std::any_of(call->arg_begin(), call->arg_end(), [](const clang::Expr* argument) {
    const clang::Expr* given = argument->IgnoreParenCasts();
    const bool is_pointer = argument->getType()->isPointerType() || argument->getType()->isRecordType();
    return is_pointer && !llvm::isa<clang::StringLiteral, clang::IntegerLiteral>(given);
  });
}

/// What code reads that is not its own: variables of static storage, and through pointers.
void collect_reads(const clang::Stmt* code, const Linker& linker, Writes& writes) {
  if (!code) return;
  for_each_type_operand(code, [&](const clang::Expr* operand) { collect_reads(operand, linker, writes); });
  if (llvm::isa<clang::UnaryExprOrTypeTraitExpr>(code)) return;
  if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(code)) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl());
    if (variable && !variable->hasLocalStorage()) writes.called_reads.insert(linker.variable(variable));
  }
  const auto* member = llvm::dyn_cast<clang::MemberExpr>(code);
  const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(code);
  const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(code);
  if ((member && member->isArrow()) || (unary && unary->getOpcode() == clang::UO_Deref) ||
      (element && !element->getBase()->IgnoreParenImpCasts()->getType()->isArrayType()))
    writes.called_reads_anything = true;
  for (const clang::Stmt* child : code->children()) collect_reads(child, linker, writes);
}

bool intersect(const std::set<const clang::VarDecl*>& some, const std::set<const clang::VarDecl*>& others) {
  return std::any_of(some.begin(), some.end(),
                     [&](const clang::VarDecl* variable) { return others.contains(variable); });
}

/// May functions that the second expression calls read what the first writes?
bool is_read_by_calls(const Writes& first, const Writes& second) {
  if (first.is_empty()) return false;
  return second.called_reads_anything || (first.anything && !second.called_reads.empty()) ||
         intersect(first.variables, second.called_reads);
}

/// Positions, in the order of the text, of declarations, jumps and their targets.
struct Positions {
  struct Local {
    const clang::VarDecl* variable;
    unsigned declared;
    unsigned scope_end;
  };
  struct Jump {
    unsigned from;
    unsigned to;
  };
  unsigned next = 0;
  std::vector<Local> locals;
  std::vector<std::size_t> open;  ///< locals whose scope has not ended
  std::map<const clang::LabelDecl*, unsigned> labels;
  std::vector<std::pair<unsigned, const clang::LabelDecl*>> gotos;
  std::vector<unsigned> computed_gotos;
  std::vector<const clang::LabelDecl*> addressed;  ///< labels whose address is taken
  std::vector<Jump> jumps;
  std::vector<unsigned> switches;

  void visit(const clang::Stmt* node);
  void visit_node(const clang::Stmt* node);
};

void Positions::visit_node(const clang::Stmt* node) {
  const unsigned here = next++;
  if (const auto* label = llvm::dyn_cast<clang::LabelStmt>(node)) labels[label->getDecl()] = here;
  if (const auto* jump = llvm::dyn_cast<clang::GotoStmt>(node)) gotos.emplace_back(here, jump->getLabel());
  if (llvm::isa<clang::IndirectGotoStmt>(node)) computed_gotos.push_back(here);
  if (const auto* address = llvm::dyn_cast<clang::AddrLabelExpr>(node)) {
    const bool is_known = std::find(addressed.begin(), addressed.end(), address->getLabel()) != addressed.end();
    if (!is_known) addressed.push_back(address->getLabel());
  }
  if (llvm::isa<clang::SwitchCase>(node) && !switches.empty()) jumps.push_back({switches.back(), here});
  if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(node)) {
    for (const clang::Decl* decl : declaration->decls()) {
      const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl);
      if (!variable || !variable->hasLocalStorage()) continue;
      open.push_back(locals.size());
      locals.push_back({variable, here, 0});
    }
  }
}

void Positions::visit(const clang::Stmt* node) {
  if (!node) return;
  const unsigned begin = next;
  visit_node(node);
  const bool is_scope = llvm::isa<clang::CompoundStmt, clang::ForStmt>(node);
  const bool is_switch = llvm::isa<clang::SwitchStmt>(node);
  const std::size_t outer = open.size();
  if (is_switch) switches.push_back(begin);
  for (const clang::Stmt* child : node->children()) visit(child);
  if (is_switch) switches.pop_back();
  if (!is_scope) return;
  for (std::size_t i = outer; i < open.size(); ++i) locals[open[i]].scope_end = next;
  open.resize(outer);
}

/// Walks the code that can run and notes every function mentioned elsewhere than as the callee of a call.
class AddressCollector {
 public:
  explicit AddressCollector(const Linker& linker) : linker_(linker) {}

  void add_function(const clang::FunctionDecl* function) {
    const clang::FunctionDecl* body = linker_.definition(function);
    if (body && seen_.insert(body).second) pending_.push_back(body->getBody());
  }

  std::vector<const clang::FunctionDecl*> run() {
    while (!pending_.empty()) {
      const clang::Stmt* code = pending_.back();
      pending_.pop_back();
      visit(code);
    }
    return result_;
  }

 private:
  void visit(const clang::Stmt* code) {
    if (!code) return;
    if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(code)) visit_name(name);
    const auto* call = llvm::dyn_cast<clang::CallExpr>(code);
    const clang::FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
    if (callee) add_function(callee);
    if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(code)) {
      for (const clang::Decl* decl : declaration->decls())
        if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl)) visit(linker_.cleanup_call(variable));
    }
    for (const clang::Stmt* child : code->children())
      if (!callee || child != call->getCallee()) visit(child);
  }

  void visit_name(const clang::DeclRefExpr* name) {
    if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(name->getDecl())) {
      const clang::FunctionDecl* addressed = linker_.function(function);
      if (addressed_.insert(addressed).second) result_.push_back(addressed);
      add_function(function);
    }
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl());
    if (!variable || !variable->hasGlobalStorage()) return;
    variable = linker_.variable(variable);
    if (seen_.insert(variable).second) pending_.push_back(variable->getAnyInitializer());
  }

  const Linker& linker_;
  std::vector<const clang::Stmt*> pending_;
  std::set<const clang::Decl*> seen_;
  std::set<const clang::FunctionDecl*> addressed_;
  std::vector<const clang::FunctionDecl*> result_;
};

}  // namespace

bool order_matters(const Writes& first, const Writes& second) {
  return (!first.is_empty() && !second.is_empty()) || is_read_by_calls(first, second) ||
         is_read_by_calls(second, first);
}

bool Effects::has_effects(const clang::Expr* expr) {
  const auto known = effects_.find(expr);
  if (known != effects_.end()) return known->second;
  const auto* invocation = llvm::dyn_cast<clang::CallExpr>(expr);
  bool result = is_effect(expr) && !(invocation && is_exact_math(invocation, linker_));
  if (!llvm::isa<clang::UnaryExprOrTypeTraitExpr>(expr)) {
    for (const clang::Stmt* child : expr->children()) {
      const auto* operand = llvm::dyn_cast_or_null<clang::Expr>(child);
      result = result || (operand && has_effects(operand));
    }
  }
  effects_[expr] = result;
  return result;
}

bool Effects::contains_label(const clang::Stmt* statement) {
  if (!statement) return false;
  const auto known = labels_.find(statement);
  if (known != labels_.end()) return known->second;
  bool result = llvm::isa<clang::LabelStmt, clang::SwitchCase>(statement);
  for (const clang::Stmt* child : statement->children()) result = contains_label(child) || result;
  labels_[statement] = result;
  return result;
}

void Effects::collect_target(const clang::Expr* target, Writes& writes) {
  target = target->IgnoreParenCasts();
  if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(target)) {
    if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl()))
      writes.variables.insert(linker_.variable(variable));
    return;
  }
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(target); member && !member->isArrow())
    return collect_target(member->getBase(), writes);
  if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(target)) {
    const clang::Expr* base = element->getBase()->IgnoreParenImpCasts();
    if (base->getType()->isArrayType()) return collect_target(base, writes);
  }
  writes.anything = true;
}

void Effects::collect(const clang::Stmt* code, Writes& writes) {
  if (!code || llvm::isa<clang::UnaryExprOrTypeTraitExpr>(code)) return;
  if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(code); binary && binary->isAssignmentOp())
    collect_target(binary->getLHS(), writes);
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(code)) {
    if (unary->isIncrementDecrementOp() || unary->getOpcode() == clang::UO_AddrOf)
      collect_target(unary->getSubExpr(), writes);
  }
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(code)) collect_call(call, writes);
  if (llvm::isa<clang::AtomicExpr, clang::VAArgExpr>(code)) writes.anything = true;
  if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(code)) {
    for (const clang::Decl* decl : declaration->decls()) {
      const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl);
      if (variable) collect(linker_.cleanup_call(variable), writes);
    }
  }
  for (const clang::Stmt* child : code->children()) collect(child, writes);
}

void Effects::collect_call(const clang::CallExpr* call, Writes& writes) {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  const clang::FunctionDecl* body = callee ? linker_.definition(callee) : nullptr;
  if (body) {
    const Writes& inner = written_by(body);
    writes.variables.insert(inner.variables.begin(), inner.variables.end());
    writes.anything = writes.anything || inner.anything;
    writes.called_reads.insert(inner.called_reads.begin(), inner.called_reads.end());
    writes.called_reads_anything = writes.called_reads_anything || inner.called_reads_anything;
  } else if (!callee) {
    writes.anything = writes.called_reads_anything = true;
  } else if (writes_through_pointer(callee->getNameAsString()) || (is_effect(call) && may_write(call))) {
    writes.anything = true;
  }
}

Writes Effects::writes(const clang::Stmt* code) {
  Writes result;
  collect(code, result);
  return result;
}

const Writes& Effects::written_by(const clang::FunctionDecl* definition) {
  // Until the set is complete, a recursive call is taken to write anything.
  const bool fresh = functions_.try_emplace(definition, Writes{{}, true, {}, true}).second;
  if (fresh) {
    Writes result;
    collect(definition->getBody(), result);
    collect_reads(definition->getBody(), linker_, result);
    for_each_parameter_operand(definition,
                               [&](const clang::Expr* operand) { collect_reads(operand, linker_, result); });
    functions_[definition] = result;
  }
  return functions_[definition];
}

std::vector<const clang::LabelDecl*> addressed_labels(const clang::FunctionDecl* definition) {
  Positions positions;
  positions.visit(definition->getBody());
  return positions.addressed;
}

std::vector<const clang::VarDecl*> bypassable_locals(const clang::FunctionDecl* definition) {
  Positions positions;
  positions.visit(definition->getBody());
  for (const unsigned from : positions.computed_gotos)
    for (const clang::LabelDecl* label : positions.addressed) positions.gotos.emplace_back(from, label);
  for (const auto& [from, label] : positions.gotos) {
    const auto target = positions.labels.find(label);
    if (target != positions.labels.end()) positions.jumps.push_back({from, target->second});
  }
  std::vector<const clang::VarDecl*> result;
  for (const Positions::Local& local : positions.locals) {
    const bool bypassed = std::any_of(positions.jumps.begin(), positions.jumps.end(), [&](const Positions::Jump& jump) {
      const bool enters_behind = jump.to > local.declared && jump.to < local.scope_end;
      return enters_behind && (jump.from < local.declared || jump.from >= local.scope_end);
    });
    if (bypassed) result.push_back(local.variable);
  }
  return result;
}

std::vector<const clang::FunctionDecl*> addressed_functions(const clang::FunctionDecl* entry, const Linker& linker) {
  AddressCollector collector(linker);
  collector.add_function(entry);
  for (const clang::FunctionDecl* function : linker.around().all()) collector.add_function(function);
  return collector.run();
}

}  // namespace bireach::frontend
