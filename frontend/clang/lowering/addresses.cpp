// SPDX-License-Identifier: Apache-2.0
/// Expressions that are addresses, as numbers. Which number an object gets is said in memory_regions.cpp and heap.cpp.
#include <clang/AST/Decl.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecordLayout.h>

#include <algorithm>

#include "frontend/clang/lowering/lowering.h"
#include "frontend/clang/reading/compatible_types.h"

namespace bireach::frontend {
namespace {

/// Does an object of the type hold a pointer through which something may be written?
bool holds_writable_pointer(clang::QualType type) {
  while (const clang::ArrayType* array = type->getAsArrayTypeUnsafe()) type = array->getElementType();
  if (type->isPointerType()) return !type->getPointeeType().isConstQualified() && !type->isFunctionPointerType();
  const auto* record = type->getAs<clang::RecordType>();
  const clang::RecordDecl* definition = record ? record->getDecl()->getDefinition() : nullptr;
  if (!definition) return false;
  return std::any_of(definition->field_begin(), definition->field_end(),
                     [](const clang::FieldDecl* field) { return holds_writable_pointer(field->getType()); });
}

}  // namespace

ExprPtr Lowering::address_value(const clang::Expr* object) {
  object = object->IgnoreParens();
  if (!emitter_.alive()) return make_constant(0, *integer(context().VoidPtrTy));
  if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(object)) {
    const clang::NamedDecl* symbol = name->getDecl();
    ExprPtr null = make_constant(0, *integer(context().VoidPtrTy));
    if (refuse_symbol(symbol, object)) return null;
    if (linker_.is_null(symbol)) {
      assume_undefined(symbol);
      return null;
    }
    if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl())) {
      variable = linker_.variable(variable);
      if (is_argument_list(variable->getType())) emitter_.unsupported("va_list used as an object", object);
      if (storage_of(variable)->is_modelled()) memory_.note_address();
      ExprPtr address = lifetimes_.address(lifetimes_.object(variable));
      const bool is_fixed = address->kind == Expr::Kind::Constant;
      if (is_fixed) memory_.note_apart(address->value, variable->getType(), object_name(variable));
      return address;
    }
    if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(name->getDecl())) {
      ExprPtr address = memory_.fixed_address(linker_.function(function), function->getType());
      memory_.note_apart(address->value, function->getType(), function->getNameAsString());
      return address;
    }
  }
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(object)) return member_address(member);
  if (const auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(object)) {
    const clang::QualType pointer = subscript->getBase()->getType();
    const ExprPtr base = protect(value(subscript->getBase()), subscript->getBase(), subscript->getIdx());
    const ExprPtr index = value(subscript->getIdx());
    note_order(subscript->getBase(), index, Order::operands);
    return offset_pointer(base, pointer, index, true, emitter_.range(object));
  }
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(object)) {
    if (unary->getOpcode() == clang::UO_Deref) return value(unary->getSubExpr());
    if (unary->getOpcode() == clang::UO_Extension) return address_value(unary->getSubExpr());
  }
  if (const auto* name = llvm::dyn_cast<clang::PredefinedExpr>(object)) object = name->getFunctionName();
  if (llvm::isa<clang::StringLiteral>(object)) {
    if (memory_.holds(object)) static_cast<void>(string_place(object));
    ExprPtr address = memory_.fixed_address(object, object->getType());
    memory_.note_apart(address->value, object->getType(), emitter_.copy().unit->mapper.text(object->getSourceRange()));
    return address;
  }
  if (llvm::isa<clang::CompoundLiteralExpr, clang::MaterializeTemporaryExpr>(object)) {
    const auto found = place(object);
    if (found && (found->address || found->storage->is_modelled())) memory_.note_address();
    if (const auto* literal = llvm::dyn_cast<clang::CompoundLiteralExpr>(object)) {
      static_cast<void>(memory_.holds(literal));
      return lifetimes_.address(Lifetimes::object(literal, frame().function));
    }
    if (recursions_.is_suspended(frame().function))
      emitter_.unsupported("address of a temporary object of a recursive function", object);
    return memory_.fixed_address(object, object->getType(), thread());
  }
  if (const auto* choice = llvm::dyn_cast<clang::GenericSelectionExpr>(object))
    return address_value(choice->getResultExpr());
  emitter_.unsupported(std::string("address of ") + object->getStmtClassName(), object);
  return make_constant(0, *integer(context().VoidPtrTy));
}

bool Lowering::refuse_symbol(const clang::NamedDecl* symbol, const clang::Stmt* use) {
  std::string reason = linker_.refusal(symbol);
  const auto* call = llvm::dyn_cast<clang::CallExpr>(use);
  const auto* callee = llvm::dyn_cast<clang::FunctionDecl>(symbol);
  if (reason.empty() && call && callee && !arguments_fit(call, linker_.definition(callee)))
    reason = "arguments of other types than the parameters of '" + callee->getNameAsString() + "'";
  if (!reason.empty()) emitter_.unsupported(reason, use);
  return !reason.empty();
}

void Lowering::assume_undefined(const clang::NamedDecl* symbol) {
  emitter_.assume_globally("the weak symbol '" + symbol->getNameAsString() +
                           "' is defined nowhere: its address is null");
}

ExprPtr Lowering::member_address(const clang::MemberExpr* member) {
  const clang::Expr* base = member->getBase();
  ExprPtr start = member->isArrow() ? value(base) : address_value(base);
  const auto* field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
  if (!field || field->isBitField()) {
    emitter_.unsupported("address of a member", member);
    return start;
  }
  const std::uint64_t bytes = context().getFieldOffset(field) / context().getCharWidth();
  const ExprPtr offset = make_constant(logic::Integer(bytes), start->type);
  return make_binary(BinaryOp::Add, start, offset, start->type, emitter_.range(member));
}

ExprPtr Lowering::step_of(clang::QualType pointer, const ScalarType& type, SourceRange where) {
  const clang::QualType target = pointer->getPointeeType();
  // GNU C: pointers to void and to functions step by one byte.
  if (target->isVoidType() || target->isFunctionType()) return make_constant(1, type);
  if (target->isIncompleteType()) return nullptr;
  ExprPtr size = sizes_.bytes(target, type, where);
  return size->kind == Expr::Kind::Constant && size->value == 0 ? nullptr : size;
}

ExprPtr Lowering::offset_pointer(ExprPtr pointer, clang::QualType type, ExprPtr count, bool forward,
                                 SourceRange where) {
  const ExprPtr step = step_of(type, pointer->type, where);
  if (!step) {
    emitter_.unsupported_at("arithmetic on pointers to objects of unknown size", Origin{nullptr, where, {}});
    return pointer;
  }
  const ScalarType number = pointer->type;
  ExprPtr bytes = make_cast(std::move(count), number, where);
  const bool is_byte = step->kind == Expr::Kind::Constant && step->value == 1;
  if (!is_byte) bytes = make_binary(BinaryOp::Mul, bytes, step, number, where);
  const BinaryOp op = forward ? BinaryOp::Add : BinaryOp::Sub;
  if (options_.property.has(Violation::pointer_arithmetic) &&
      !(bytes->kind == Expr::Kind::Constant && bytes->value == 0))
    return make_visible_sum(op, std::move(pointer), bytes, where);
  return make_binary(op, std::move(pointer), bytes, number, where);
}

ExprPtr Lowering::pointer_value(const clang::BinaryOperator* binary) {
  const clang::Expr* first = binary->getLHS();
  const clang::Expr* second = binary->getRHS();
  const ExprPtr left = protect(value(first), first, second);
  const ExprPtr right = value(second);
  note_order(first, right, Order::operands);
  const bool forward = binary->getOpcode() == clang::BO_Add;
  const SourceRange where = emitter_.range(binary);
  if (!emitter_.alive()) return zero_value(binary);
  if (!first->getType()->isPointerType()) return offset_pointer(right, second->getType(), left, true, where);
  if (!second->getType()->isPointerType()) return offset_pointer(left, first->getType(), right, forward, where);
  const ExprPtr step = step_of(first->getType(), left->type, where);
  const ScalarType type = *integer(binary->getType());
  if (!step) {
    emitter_.unsupported("arithmetic on pointers to objects of unknown size", binary);
    return zero_value(binary);
  }
  ExprPtr bytes = make_cast(make_binary(BinaryOp::Sub, left, right, left->type, where), type, where);
  if (step->kind == Expr::Kind::Constant && step->value == 1) return bytes;
  return make_binary(BinaryOp::Div, bytes, make_cast(step, type), type, where);
}

bool Lowering::may_be_written_through(const clang::CallExpr* call, const clang::FunctionDecl* callee, unsigned number) {
  const clang::Expr* argument = call->getArg(number);
  if (argument->getType()->isRecordType()) return holds_writable_pointer(argument->getType());
  if (!argument->getType()->isPointerType()) return false;
  const clang::Expr* written = argument->IgnoreParenCasts();
  if (llvm::isa<clang::StringLiteral, clang::IntegerLiteral>(written) || written->getType()->isFunctionType())
    return false;
  const clang::QualType type =
      number < callee->getNumParams() ? callee->getParamDecl(number)->getType() : argument->getType();
  return !type->isPointerType() || !type->getPointeeType().isConstQualified();
}

}  // namespace bireach::frontend
