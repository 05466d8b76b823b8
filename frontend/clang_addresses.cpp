// SPDX-License-Identifier: Apache-2.0
/// Pointers as numbers. Every object whose address is taken gets a number of its own, far from the others; the bytes
/// of an object follow it in C's layout. The numbers themselves are arbitrary, and the program is assumed not to depend
/// on them.
#include <clang/AST/Decl.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecordLayout.h>

#include <algorithm>

#include "frontend/clang_lowering.h"

namespace bireach::frontend {
namespace {

constexpr unsigned alignment = 16;
constexpr std::uint64_t size_if_unknown = 4096;

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

ExprPtr Lowering::fixed_address(const void* object, clang::QualType type) {
  const IntegerType pointer = *integer(context().VoidPtrTy);
  const auto known = addresses_.find(object);
  if (known != addresses_.end()) return make_constant(known->second, pointer);
  assume_globally("the numeric values of addresses do not matter");
  const bool has_size = !type->isIncompleteType() && !type->isFunctionType() && type->isConstantSizeType();
  const std::uint64_t size =
      has_size ? static_cast<std::uint64_t>(context().getTypeSizeInChars(type).getQuantity()) : size_if_unknown;
  const logic::Integer address = next_address_;
  addresses_.emplace(object, address);
  // One object never begins where another ends, so that pointers behind the end differ from all others.
  next_address_ += logic::Integer((size / alignment + 2) * alignment);
  return make_constant(pointer.convert(address), pointer);
}

ExprPtr Lowering::address_value(const clang::Expr* object) {
  object = object->IgnoreParens();
  if (!alive()) return make_constant(0, *integer(context().VoidPtrTy));
  if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(object)) {
    if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl())) {
      variable = linker_.variable(variable);
      if (is_argument_list(variable->getType())) unsupported("va_list used as an object", object);
      if (storage_of(variable)->is_modelled()) objects_have_addresses_ = true;
      ExprPtr address = object_address(local_object(variable));
      const bool is_fixed = address->kind == Expr::Kind::Constant;
      if (is_fixed) program_.memory.names.emplace(address->value, variable->getNameAsString());
      return address;
    }
    if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(name->getDecl())) {
      const ExprPtr address = fixed_address(linker_.function(function), function->getType());
      program_.memory.names.emplace(address->value, function->getNameAsString());
      return address;
    }
  }
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(object)) return member_address(member);
  if (const auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(object)) {
    const clang::QualType pointer = subscript->getBase()->getType();
    const ExprPtr base = protect(value(subscript->getBase()), subscript->getBase(), subscript->getIdx());
    const ExprPtr index = value(subscript->getIdx());
    return offset_pointer(base, pointer, index, true, range(object));
  }
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(object)) {
    if (unary->getOpcode() == clang::UO_Deref) return value(unary->getSubExpr());
    if (unary->getOpcode() == clang::UO_Extension) return address_value(unary->getSubExpr());
  }
  if (const auto* name = llvm::dyn_cast<clang::PredefinedExpr>(object)) object = name->getFunctionName();
  if (llvm::isa<clang::StringLiteral>(object)) {
    if (literal_in_memory(object)) static_cast<void>(string_place(object));
    const ExprPtr address = fixed_address(object, object->getType());
    program_.memory.names.emplace(address->value, frame().unit->mapper.text(object->getSourceRange()));
    return address;
  }
  if (llvm::isa<clang::CompoundLiteralExpr, clang::MaterializeTemporaryExpr>(object)) {
    const auto found = place(object);
    if (found && (found->address || found->storage->is_modelled())) objects_have_addresses_ = true;
    if (const auto* literal = llvm::dyn_cast<clang::CompoundLiteralExpr>(object)) {
      static_cast<void>(literal_in_memory(literal));
      return object_address(local_object(literal));
    }
    if (recursions_.suspended.contains(frame().function)) {
      unsupported("address of a temporary object of a recursive function", object);
    }
    return fixed_address(object, object->getType());
  }
  if (const auto* choice = llvm::dyn_cast<clang::GenericSelectionExpr>(object)) {
    return address_value(choice->getResultExpr());
  }
  unsupported(std::string("address of ") + object->getStmtClassName(), object);
  return make_constant(0, *integer(context().VoidPtrTy));
}

ExprPtr Lowering::member_address(const clang::MemberExpr* member) {
  const clang::Expr* base = member->getBase();
  ExprPtr start = member->isArrow() ? value(base) : address_value(base);
  const auto* field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
  if (!field || field->isBitField()) {
    unsupported("address of a member", member);
    return start;
  }
  const std::uint64_t bytes = context().getFieldOffset(field) / context().getCharWidth();
  const ExprPtr offset = make_constant(logic::Integer(bytes), start->type);
  return make_binary(BinaryOp::Add, start, offset, start->type, range(member));
}

logic::Integer Lowering::step_of(clang::QualType pointer) {
  const clang::QualType target = pointer->getPointeeType();
  // GNU C: pointers to void and to functions step by one byte.
  if (target->isVoidType() || target->isFunctionType()) return 1;
  if (target->isIncompleteType() || !target->isConstantSizeType()) return 0;
  return logic::Integer(context().getTypeSizeInChars(target).getQuantity());
}

ExprPtr Lowering::offset_pointer(ExprPtr pointer, clang::QualType type, ExprPtr count, bool forward,
                                 SourceRange where) {
  const logic::Integer step = step_of(type);
  if (step == 0) {
    unsupported_at("arithmetic on pointers to objects of unknown size", Origin{nullptr, where, {}});
    return pointer;
  }
  const IntegerType number = pointer->type;
  ExprPtr bytes = make_cast(std::move(count), number, where);
  if (step != 1) bytes = make_binary(BinaryOp::Mul, bytes, make_constant(step, number), number, where);
  return make_binary(forward ? BinaryOp::Add : BinaryOp::Sub, std::move(pointer), bytes, number, where);
}

ExprPtr Lowering::pointer_value(const clang::BinaryOperator* binary) {
  const clang::Expr* first = binary->getLHS();
  const clang::Expr* second = binary->getRHS();
  const ExprPtr left = protect(value(first), first, second);
  const ExprPtr right = value(second);
  const bool forward = binary->getOpcode() == clang::BO_Add;
  const SourceRange where = range(binary);
  if (!alive()) return zero_value(binary);
  if (!first->getType()->isPointerType()) return offset_pointer(right, second->getType(), left, true, where);
  if (!second->getType()->isPointerType()) return offset_pointer(left, first->getType(), right, forward, where);
  const logic::Integer step = step_of(first->getType());
  const IntegerType type = *integer(binary->getType());
  if (step == 0) {
    unsupported("arithmetic on pointers to objects of unknown size", binary);
    return zero_value(binary);
  }
  const ExprPtr bytes = make_cast(make_binary(BinaryOp::Sub, left, right, left->type, where), type, where);
  return step == 1 ? bytes : make_binary(BinaryOp::Div, bytes, make_constant(step, type), type, where);
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
