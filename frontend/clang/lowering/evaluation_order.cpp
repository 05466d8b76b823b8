// SPDX-License-Identifier: Apache-2.0
/// Which operands are evaluated first where C does not say, and what that has to keep of the values computed first.
#include <clang/AST/Decl.h>

#include <algorithm>

#include "frontend/clang/lowering/lowering.h"
#include "frontend/program/pointer_origin.h"

namespace bireach::frontend {
namespace {

/// Does the expression read a part of this object?
bool reads_storage(const Expr& expr, const Storage& storage) {
  if (storage.kind == Storage::Kind::Scalar || storage.kind == Storage::Kind::Union)
    return any_read(expr, [&storage](const Expr& read) { return read.variable == storage.variable; });
  return std::any_of(storage.children.begin(), storage.children.end(),
                     [&expr](const Storage& child) { return reads_storage(expr, child); });
}

/// Does the code itself read what is written?
bool mentions(const clang::Stmt* code, const Writes& writes, const Linker& linker) {
  if (!code || llvm::isa<clang::UnaryExprOrTypeTraitExpr>(code)) return false;
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(code);
  const auto* variable = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
  if (variable && (writes.anything || writes.variables.contains(linker.variable(variable)))) return true;
  return std::any_of(code->child_begin(), code->child_end(),
                     [&](const clang::Stmt* child) { return mentions(child, writes, linker); });
}

/// The expression with this part of it replaced.
ExprPtr with_instead(const ExprPtr& expr, const ExprPtr& part, const ExprPtr& by) {
  if (expr == part) return by;
  if (expr->operands.empty()) return expr;
  auto result = std::make_shared<Expr>(*expr);
  for (ExprPtr& operand : result->operands) operand = with_instead(operand, part, by);
  return result;
}

bool reads_any(const Expr& expr, const Linker& linker, const ProgramVariables& variables, const VariableSizes& sizes,
               const MemoryRegions& memory, const Writes& writes) {
  const bool writes_memory = writes.anything || std::any_of(writes.variables.begin(), writes.variables.end(),
                                                            [&memory](const clang::VarDecl* written) {
                                                              return memory.plan().overlaps(written);
                                                            });
  return any_read(expr, [&](const Expr& read) {
    if (writes_memory && memory.is_cells(read.variable)) return true;
    const clang::Expr* length = sizes.within_expression(read.variable);
    if (length && mentions(length, writes, linker)) return true;
    const clang::VarDecl* owner = variables.owner(read.variable).variable;
    return owner != nullptr && (writes.anything || writes.variables.contains(owner));
  });
}

}  // namespace

void Lowering::assume_order(Order order) {
  emitter_.assume_globally(order == Order::operands
                               ? "operands and arguments are evaluated from left to right"
                               : "the right side of an assignment is evaluated before its left side");
}

void Lowering::note_order(const clang::Expr* first, const clang::Expr* second, Order order) {
  if (!emitter_.alive() || !effects_.has_effects(first) || !effects_.has_effects(second)) return;
  if (order_matters(effects_.writes(first), effects_.writes(second))) assume_order(order);
}

void Lowering::note_type_order(const clang::ExplicitCastExpr* cast) {
  if (!emitter_.alive() || !effects_.has_effects(cast->getSubExpr())) return;
  const Writes writes = effects_.writes(cast->getSubExpr());
  for_each_type_operand(cast, [&](const clang::Expr* operand) {
    if (mentions(operand, writes, linker_)) assume_order(Order::operands);
  });
}

void Lowering::note_order(const clang::InitListExpr* list) {
  if (!emitter_.alive() || !effects_.has_effects(list)) return;
  for (const clang::Expr* writer : list->inits()) {
    if (!effects_.has_effects(writer)) continue;
    const Writes writes = effects_.writes(writer);
    if (writes.is_empty()) continue;
    for (const clang::Expr* other : list->inits()) {
      if (other == writer) continue;
      note_order(writer, other, Order::operands);
      if (mentions(other, writes, linker_)) assume_order(Order::operands);
    }
  }
}

void Lowering::note_order(const clang::Expr* first, const ExprPtr& later, Order order) {
  if (!emitter_.alive() || !later || !effects_.has_effects(first)) return;
  if (reads_any(*later, linker_, variables_, sizes_, memory_, effects_.writes(first))) assume_order(order);
}

ExprPtr Lowering::protect(ExprPtr kept, const clang::Expr* owner, const clang::Expr* next, Order order) {
  if (!emitter_.alive()) return kept;
  if (next) {
    note_order(owner, next, order);
    if (!kept || !effects_.has_effects(next)) return kept;
    if (!reads_any(*kept, linker_, variables_, sizes_, memory_, effects_.writes(next))) return kept;
    assume_order(order);
  }
  if (!kept || kept->kind == Expr::Kind::Constant) return kept;
  const auto save = [&](const char* purpose, const ExprPtr& value) {
    const Place saved = place_of(temporary(owner, purpose, value->type));
    store(saved, value, emitter_.origin(owner), EdgeRole::Internal);
    return load(saved, value->source);
  };
  // Where an address is led to from which pointer is asked when it is used.
  const ExprPtr origin = pointer_origin(program_, kept, 0);
  if (!origin || origin->kind == Expr::Kind::Constant || origin->type.width != kept->type.width)
    return save("value", kept);
  const ExprPtr pointer = save("pointer", origin);
  Variable& saved = program_.variables[pointer->variable];
  saved.is_pointer = true;
  saved.pointee = program_.variables[origin->variable].pointee;
  const ExprPtr led = with_instead(kept, origin, pointer);
  if (!any_read(*led, [&](const Expr& read) { return read.variable != pointer->variable; })) return led;
  const ScalarType type = led->type;
  const ExprPtr start = make_cast(pointer, type);
  const ExprPtr distance = save("value", make_binary(BinaryOp::Sub, led, start, type));
  return make_binary(BinaryOp::Add, start, distance, type, led->source);
}

Place Lowering::protect(Place kept, const clang::Expr* owner, const clang::Expr* next, Order order) {
  if (next) note_order(owner, next, order);
  if (kept.index) kept.index = protect(kept.index, owner, next, order);
  if (kept.address) kept.address = protect(kept.address, owner, next, order);
  return kept;
}

void Lowering::fix_index(Place& place, const clang::Expr* owner) {
  if (place.index && (reads_storage(*place.index, *place.storage) || may_be_shared(*place.index)))
    place.index = protect(place.index, owner, nullptr);
  if (place.address) place.address = protect(place.address, owner, nullptr);
}

void Lowering::fix_source(Place& from, const Place& target, const clang::Expr* owner) {
  if (from.index && (target.address || reads_storage(*from.index, *target.storage) || may_be_shared(*from.index)))
    from.index = protect(from.index, owner, nullptr);
  if (from.address) from.address = protect(from.address, owner, nullptr);
}

void Lowering::fix_target(Target& target, const clang::Expr* pointer) {
  target.index = protect(target.index, pointer, nullptr);
  ExprPtr& base = target.base.index;
  if (!base || base->kind == Expr::Kind::Constant || !emitter_.alive()) return;
  // Not the temporary of the index, which belongs to the same expression.
  const Place saved = place_of(temporary(pointer, "base", base->type));
  store(saved, base, emitter_.origin(pointer), EdgeRole::Internal);
  base = load(saved, base->source);
}

}  // namespace bireach::frontend
