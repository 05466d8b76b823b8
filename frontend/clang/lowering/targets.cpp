// SPDX-License-Identifier: Apache-2.0
/// Following pointers: to what is statically known, else to memory.
#include <clang/AST/Decl.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>

#include "frontend/clang/lowering/lowering.h"
#include "frontend/clang/reading/synchronisation.h"

namespace bireach::frontend {
namespace {

constexpr ScalarType target_index_type = signed_integer(64);

/// Do two files say the same of this tag? What one of them leaves open does not matter.
bool same_tag(const clang::TagDecl* a, const clang::TagDecl* b) {
  if (!a->getIdentifier() || a->getName() != b->getName() || a->getTagKind() != b->getTagKind()) return false;
  const auto* first = llvm::dyn_cast_or_null<clang::RecordDecl>(a->getDefinition());
  const auto* second = llvm::dyn_cast_or_null<clang::RecordDecl>(b->getDefinition());
  if (!first || !second) return true;
  const auto same = [](const clang::FieldDecl* x, const clang::FieldDecl* y) {
    const clang::ASTContext& of_x = x->getASTContext();
    const clang::ASTContext& of_y = y->getASTContext();
    if (x->getName() != y->getName() || x->isBitField() != y->isBitField()) return false;
    if (x->isBitField() && x->getBitWidthValue(of_x) != y->getBitWidthValue(of_y)) return false;
    if (x->getType().getCanonicalType().getAsString() != y->getType().getCanonicalType().getAsString()) return false;
    // Members are compared too: each file may have its own type of their tag.
    const clang::TagDecl* inner_x = of_x.getBaseElementType(x->getType())->getAsTagDecl();
    const clang::TagDecl* inner_y = of_y.getBaseElementType(y->getType())->getAsTagDecl();
    return !inner_x || !inner_y || same_tag(inner_x, inner_y);
  };
  return std::equal(first->field_begin(), first->field_end(), second->field_begin(), second->field_end(), same);
}

/// The types of different files are never one object in Clang, so they are compared.
bool same_object_type(clang::QualType a, clang::QualType b) {
  a = a.getCanonicalType().getUnqualifiedType();
  b = b.getCanonicalType().getUnqualifiedType();
  if (a == b) return true;
  const auto* builtin_a = a->getAs<clang::BuiltinType>();
  const auto* builtin_b = b->getAs<clang::BuiltinType>();
  if (builtin_a && builtin_b) return builtin_a->getKind() == builtin_b->getKind();
  if (a->isPointerType() && b->isPointerType()) {
    return a->getPointeeType().getQualifiers() == b->getPointeeType().getQualifiers() &&
           same_object_type(a->getPointeeType(), b->getPointeeType());
  }
  if (const std::string_view name = synchronisation_type(a); !name.empty()) return name == synchronisation_type(b);
  const clang::TagDecl* tag_a = a->getAsTagDecl();
  const clang::TagDecl* tag_b = b->getAsTagDecl();
  return tag_a && tag_b && &tag_a->getASTContext() != &tag_b->getASTContext() && same_tag(tag_a, tag_b);
}

}  // namespace

std::optional<Place> Lowering::seen_as(Place object, clang::QualType type) {
  const Storage& storage = *object.storage;
  if (same_object_type(storage.type, type) || storage.kind == Storage::Kind::Opaque) return object;
  const clang::ArrayType* seen = context().getAsIncompleteArrayType(type);
  const clang::ArrayType* array = context().getAsConstantArrayType(storage.type);
  if (seen && array && same_object_type(seen->getElementType(), array->getElementType())) return object;
  // gcc reads the bits of a floating-point object through a pointer to an integer of its size (and the other way
  // round) as programs expect it, without optimisation by type.
  const auto seen_type = integer(type);
  const bool both_numbers = storage.type->isArithmeticType() && type->isArithmeticType();
  if (storage.kind == Storage::Kind::Scalar && !object.member && both_numbers && seen_type &&
      seen_type->is_floating() != storage.integer.is_floating() && seen_type->width == storage.integer.width) {
    object.member = seen_type;
    emitter_.assume_globally(
        "objects may be accessed through pointers to other types of their size (-fno-strict-aliasing)");
    return object;
  }
  // A signed type and its unsigned one may be used for each other (C11 6.5p7).
  const auto unsigned_type = [this](clang::QualType from) {
    from = from.getCanonicalType().getUnqualifiedType();
    return from->hasSignedIntegerRepresentation() && !from->isEnumeralType()
               ? context().getCorrespondingUnsignedType(from)
               : from;
  };
  if (storage.kind != Storage::Kind::Scalar || object.member || !storage.type->isIntegerType() ||
      !type->isIntegerType() || storage.type->isAtomicType() || type->isAtomicType() ||
      !same_object_type(unsigned_type(storage.type), unsigned_type(type)))
    return std::nullopt;
  object.member = integer(type);
  return object;
}

bool Lowering::is_bounded(const clang::Expr* array) {
  const auto* type = context().getAsConstantArrayType(array->getType());
  const bool is_variable = context().getAsVariableArrayType(array->getType()) != nullptr;
  array = array->IgnoreParens();
  if ((!type && !is_variable) || llvm::isa<clang::DeclRefExpr>(array) || !options_.property.has(Violation::valid_deref))
    return false;
  const auto* member = llvm::dyn_cast<clang::MemberExpr>(array);
  const auto* field = member ? llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl()) : nullptr;
  if (!field || is_variable || type->getSize().ugt(1)) return true;
  const auto* record = field->getParent();
  return !record->isUnion() &&
         field->getFieldIndex() + 1 != static_cast<unsigned>(std::distance(record->field_begin(), record->field_end()));
}

std::optional<Place> Lowering::subscript_place(const clang::ArraySubscriptExpr* subscript) {
  const clang::Expr* base = subscript->getBase()->IgnoreParens();
  const auto* decay = llvm::dyn_cast<clang::ImplicitCastExpr>(base);
  std::optional<Place> array;
  ExprPtr offset;
  if (decay && decay->getCastKind() == clang::CK_ArrayToPointerDecay) {
    array = place(decay->getSubExpr());
  } else if (const auto target = target_of(base);
             target && target->index &&
             seen_as(place_of(&target->base.storage->children.front()), subscript->getType())) {
    array = target->base;
    offset = target->index;
  } else if (target && !target->index && same_object_type(target->base.storage->type, subscript->getType()) &&
             integer(subscript->getIdx()->getType())) {
    const ExprPtr index = pure_value(subscript->getIdx());
    if (index && index->kind == Expr::Kind::Constant && index->value == 0) return target->base;
  }
  if (!array && base->getType()->isPointerType()) {
    const ExprPtr start = protect(value(base), base, subscript->getIdx());
    const ExprPtr index = value(subscript->getIdx());
    note_order(base, index, Order::operands);
    if (!emitter_.alive()) return std::nullopt;
    const ExprPtr address = offset_pointer(start, base->getType(), index, true, emitter_.range(subscript));
    return memory_dereference(base, address, subscript->getType(), subscript);
  }
  if (!array) {
    evaluate_opaque(base);
    emitter_.unsupported("pointer dereference", subscript);
    return std::nullopt;
  }
  Place container = protect(*array, base, subscript->getIdx());
  ExprPtr index = value(subscript->getIdx());
  note_order(base, index, Order::operands);
  // An inner dimension's index is compared with its bounds too.
  const bool is_part = container.address && decay && is_bounded(decay->getSubExpr());
  if (container.index || container.storage->has_variable_length() || is_part)
    index = read_once(index, subscript->getIdx());
  if (!emitter_.alive()) return std::nullopt;
  if (container.storage->kind == Storage::Kind::Opaque) return container;
  if (offset && !(offset->kind == Expr::Kind::Constant && offset->value == 0)) {
    index = make_binary(BinaryOp::Add, make_cast(offset, target_index_type), make_cast(index, target_index_type),
                        target_index_type, emitter_.range(subscript));
  }
  if (is_part) return memory_.element_within(container, index, emitter_.range(subscript));
  Place result = element(container, index, emitter_.range(subscript));
  return offset ? seen_as(result, subscript->getType()) : result;
}

std::optional<Place> Lowering::dereference(const clang::Expr* pointer, const clang::Expr* whole) {
  const clang::QualType pointee = pointer->getType()->getPointeeType();
  if (const auto target = target_of(pointer)) {
    const Place object = target->index && target->base.storage->kind == Storage::Kind::Array
                             ? element(target->base, target->index, emitter_.range(whole))
                             : target->base;
    if (auto seen = seen_as(object, pointee)) return seen;
  }
  return memory_dereference(pointer, value(pointer), pointee, whole);
}

std::optional<Place> Lowering::memory_dereference(const clang::Expr* pointer, const ExprPtr& address,
                                                  clang::QualType type, const clang::Expr* whole) {
  if (!emitter_.alive()) return std::nullopt;
  if (!memory_.points_to().covers(frame().function)) {  // memcpy and the like are modelled for whole objects only
    emitter_.unsupported({"access to memory", Remedy::memory_of_bytes}, whole);
    return std::nullopt;
  }
  const PointsTo::Region region = memory_.points_to().target(pointer);
  Unmodelled problem = memory_.problem(region);
  if (problem.empty() && type->isIncompleteType()) problem = "access through a pointer to an incomplete type";
  if (problem.empty() && type->isFunctionType()) problem = "function as an object";
  if (!problem.empty()) {
    emitter_.unsupported(problem, whole);
    return std::nullopt;
  }
  use_memory(region);
  return memory_.place(within_named_array(pointer, address, whole), type, region, emitter_.range(whole));
}

void Lowering::note_followed(const clang::VarDecl* variable) {
  const Storage* storage = storage_of(variable);
  if (storage->kind == Storage::Kind::Scalar) program_.followed.insert(storage->variable);
}

std::optional<Target> Lowering::target_of(const clang::Expr* pointer) {
  pointer = pointer->IgnoreParens();
  if (effects_.has_effects(pointer)) return std::nullopt;
  const auto object = [this](const clang::Expr* expr) -> std::optional<Place> {
    std::optional<Place> found;
    const bool is_pure = emitter_.attempt([&] { found = place(expr); });
    if (!is_pure || !found || found->member || found->storage->kind == Storage::Kind::Opaque) return std::nullopt;
    const bool in_memory = found->address || (found->index && memory_.is_cells(found->storage->variable));
    return in_memory ? std::nullopt : found;
  };
  if (const auto* list = llvm::dyn_cast<clang::InitListExpr>(pointer); list && list->getNumInits() == 1)
    return target_of(list->getInit(0));
  if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(pointer)) {
    const clang::Expr* inner = cast->getSubExpr();
    const auto* written = llvm::dyn_cast<clang::ExplicitCastExpr>(cast);
    if (written && has_operands(written->getTypeAsWritten())) return std::nullopt;  // they are to be evaluated
    if (cast->getCastKind() == clang::CK_NoOp || cast->getCastKind() == clang::CK_BitCast) return target_of(inner);
    if (cast->getCastKind() == clang::CK_ArrayToPointerDecay) {
      const auto array = object(inner);
      if (array && array->storage->kind == Storage::Kind::Array)
        return Target{*array, make_constant(0, target_index_type)};
    }
    const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(inner->IgnoreParens());
    const auto* variable = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
    if (cast->getCastKind() != clang::CK_LValueToRValue || !variable) return std::nullopt;
    const auto known = frame().pointers.find(variable);
    if (known == frame().pointers.end()) return std::nullopt;
    note_followed(variable);
    return known->second;
  }
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(pointer);
      unary && unary->getOpcode() == clang::UO_AddrOf) {
    const clang::Expr* operand = unary->getSubExpr()->IgnoreParens();
    if (const auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(operand)) {
      auto array = target_of(subscript->getBase());
      const ExprPtr index = pure_value(subscript->getIdx());
      if (!array || !array->index || !index) return std::nullopt;
      // The subscript counts objects of the pointer's type, the index elements of the array.
      if (!seen_as(place_of(&array->base.storage->children.front()), subscript->getType())) return std::nullopt;
      array->index = make_binary(BinaryOp::Add, make_cast(array->index, target_index_type),
                                 make_cast(index, target_index_type), target_index_type);
      return array;
    }
    const auto found = object(operand);
    if (found) return Target{*found, nullptr};
  }
  if (const auto* sum = llvm::dyn_cast<clang::BinaryOperator>(pointer)) return offset_target(sum);
  return std::nullopt;
}

std::optional<Target> Lowering::literal_target(const clang::Expr* pointer) {
  pointer = pointer->IgnoreParens();
  const auto* cast = llvm::dyn_cast<clang::CastExpr>(pointer);
  if (cast && (cast->getCastKind() == clang::CK_NoOp || cast->getCastKind() == clang::CK_BitCast))
    return literal_target(cast->getSubExpr());
  const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(pointer);
  const bool is_array = cast && cast->getCastKind() == clang::CK_ArrayToPointerDecay;
  const bool is_address = unary && unary->getOpcode() == clang::UO_AddrOf;
  if (!is_array && !is_address) return std::nullopt;
  const clang::Expr* object = (is_array ? cast->getSubExpr() : unary->getSubExpr())->IgnoreParens();
  const auto* literal = llvm::dyn_cast<clang::CompoundLiteralExpr>(object);
  if (!literal) return std::nullopt;
  const Storage* storage = internal_storage(literal, "literal", literal->getType());
  if (storage->kind == Storage::Kind::Memory) return std::nullopt;
  if (is_array && storage->kind != Storage::Kind::Array) return std::nullopt;
  return Target{place_of(storage), is_array ? make_constant(0, target_index_type) : nullptr};
}

std::optional<Target> Lowering::offset_target(const clang::BinaryOperator* sum) {
  if (sum->getOpcode() != clang::BO_Add && sum->getOpcode() != clang::BO_Sub) return std::nullopt;
  const bool pointer_first = sum->getLHS()->getType()->isPointerType();
  const clang::Expr* pointer = pointer_first ? sum->getLHS() : sum->getRHS();
  const clang::Expr* offset = pointer_first ? sum->getRHS() : sum->getLHS();
  if (!integer(offset->getType())) return std::nullopt;
  auto target = target_of(pointer);
  if (!target || !target->index) return std::nullopt;
  // The offset counts objects of the pointer's type, the index elements of the array.
  const Place first = place_of(&target->base.storage->children.front());
  if (!seen_as(first, pointer->getType()->getPointeeType())) return std::nullopt;
  const ExprPtr distance = pure_value(offset);
  if (!distance) return std::nullopt;
  target->index = make_binary(sum->getOpcode() == clang::BO_Add ? BinaryOp::Add : BinaryOp::Sub,
                              make_cast(target->index, target_index_type), make_cast(distance, target_index_type),
                              target_index_type);
  return target;
}

}  // namespace bireach::frontend
