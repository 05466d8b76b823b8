// SPDX-License-Identifier: Apache-2.0
#include <clang/AST/Decl.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>

#include "frontend/clang_library.h"
#include "frontend/clang_lowering.h"

namespace bireach::frontend {
namespace {

constexpr std::uint64_t max_expanded_elements = 1024;
constexpr IntegerType index_type{64, true, false};

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
  const clang::TagDecl* tag_a = a->getAsTagDecl();
  const clang::TagDecl* tag_b = b->getAsTagDecl();
  return tag_a && tag_b && &tag_a->getASTContext() != &tag_b->getASTContext() && same_tag(tag_a, tag_b);
}

/// The value as an unsigned number of its bits, and back.
ExprPtr as_bits(ExprPtr value, SourceRange where) {
  if (!value->type.is_floating) return value;
  const IntegerType bits{value->type.width, false, false};
  return make_pattern(std::move(value), bits, where);
}
ExprPtr from_bits(ExprPtr bits, const IntegerType& type, SourceRange where) {
  return type.is_floating ? make_pattern(std::move(bits), type, where) : make_cast(std::move(bits), type, where);
}

/// The bits of a union that its member lies in.
IntegerType member_bits(const IntegerType& member) {
  return IntegerType{member.is_boolean ? 8 : member.width, false, false};
}

}  // namespace

void Lowering::own(const clang::VarDecl* variable) {
  owners_.resize(program_.variables.size(), variable);
  const clang::FunctionDecl* function = frame().function;
  if (variable) {
    function = variable->hasGlobalStorage() ? nullptr : llvm::dyn_cast<clang::FunctionDecl>(variable->getDeclContext());
    if (function) function = linker_.definition(function);
  }
  functions_.resize(program_.variables.size(), function);
}

void Lowering::own_globally() {
  owners_.resize(program_.variables.size(), nullptr);
  functions_.resize(program_.variables.size(), nullptr);
}

const Storage* Lowering::storage_of(const clang::VarDecl* variable) {
  variable = linker_.variable(variable);
  const auto known = variables_.find(variable);
  if (known != variables_.end()) return &known->second;
  StorageBuilder::Origin origin;
  origin.user_name = variable->getNameAsString();
  origin.name = origin.user_name;
  if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(variable->getDeclContext())) {
    origin.function = library_name(function->getNameAsString());
    origin.name = origin.function + "::" + origin.user_name;
  }
  const Unit& unit = linker_.unit_of(variable);
  origin.declared = unit.mapper.range(clang::SourceRange(variable->getLocation()));
  if (variable->getType().isVolatileQualified()) {
    assume_globally("volatile variables are changed by the program only");
  }
  if (variable->hasGlobalStorage()) globals_.push_back(variable);
  if (plan_.overlaps(variable)) {
    Storage in_memory;
    in_memory.kind = Storage::Kind::Memory;
    in_memory.type = variable->getType();
    in_memory.object = variable;
    memory_variables_.emplace(variable, variable);
    return &variables_.emplace(variable, std::move(in_memory)).first->second;
  }
  const Storage& storage =
      variables_.emplace(variable, storages_.create(std::move(origin), variable->getType(), unit.context()))
          .first->second;
  own(variable);
  return &storage;
}

bool Lowering::literal_in_memory(const clang::Expr* literal) {
  const auto [entry, fresh] = literals_.try_emplace(literal, false);
  if (fresh) entry->second = plan_.overlaps(literal);
  return entry->second;
}

const Storage* Lowering::internal_storage(const clang::Expr* node, const std::string& name, clang::QualType type) {
  const auto key = std::make_pair(static_cast<const void*>(node), name);
  const auto known = internals_.find(key);
  if (known != internals_.end()) return &known->second;
  if (llvm::isa<clang::StringLiteral, clang::CompoundLiteralExpr>(node) && literal_in_memory(node)) {
    Storage in_memory;
    in_memory.kind = Storage::Kind::Memory;
    in_memory.type = type;
    in_memory.object = node;
    return &internals_.emplace(key, std::move(in_memory)).first->second;
  }
  StorageBuilder::Origin place;
  place.declared = range(node);
  place.function = frame().name;
  place.name = frame().name + "::" + name + "@" + std::to_string(place.declared.line) + ":" +
               std::to_string(place.declared.column);
  const Storage& storage = internals_.emplace(key, storages_.create(std::move(place), type, context())).first->second;
  own(nullptr);
  return &storage;
}

const Storage* Lowering::temporary(const clang::Expr* node, const std::string& purpose, IntegerType type) {
  const auto key = std::make_pair(static_cast<const void*>(node), purpose + std::to_string(type.width) +
                                                                      (type.is_floating ? "f"
                                                                       : type.is_signed ? "s"
                                                                                        : "u"));
  const auto known = internals_.find(key);
  if (known != internals_.end()) return &known->second;
  StorageBuilder::Origin place;
  place.declared = range(node);
  place.function = frame().name;
  place.name = frame().name + "::$" + purpose + "@" + std::to_string(place.declared.line) + ":" +
               std::to_string(place.declared.column);
  const Storage& storage = internals_.emplace(key, storages_.create_integer(std::move(place), type)).first->second;
  own(nullptr);
  return &storage;
}

Lowering::StringObject* Lowering::string_object(const Storage* array_or_element) {
  const auto found = string_storages_.find(array_or_element);
  return found == string_storages_.end() ? nullptr : &strings_[found->second];
}

Place Lowering::string_place(const clang::Expr* expr) {
  if (const auto* name = llvm::dyn_cast<clang::PredefinedExpr>(expr)) expr = name->getFunctionName();
  const auto* literal = llvm::cast<clang::StringLiteral>(expr);
  Place result = place_of(internal_storage(literal, "string", literal->getType()));
  if (result.address) {
    const bool is_new = memory_strings_.insert(literal).second;
    if (is_new) strings_.push_back({literal, frame().unit, result, true});
    return result;
  }
  if (result.storage->kind == Storage::Kind::Array && !string_object(result.storage)) {
    string_storages_[result.storage] = string_storages_[&result.storage->children.front()] = strings_.size();
    strings_.push_back({literal, frame().unit, result});
  }
  return result;
}

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
      seen_type->is_floating != storage.integer.is_floating && seen_type->width == storage.integer.width) {
    object.member = seen_type;
    assume_globally("objects may be accessed through pointers to other types of their size (-fno-strict-aliasing)");
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

Place Lowering::element(const Place& array, ExprPtr index, SourceRange where) {
  if (array.address) return memory_element(array, index, where);
  if (StringObject* string = string_object(array.storage)) string->is_read = true;
  Place result = place_of(&array.storage->children.front());
  if (!array.index && !array.storage->length) {
    result.index = std::move(index);
    return result;
  }
  // In an inner dimension an index out of bounds would fall into a neighbouring row, and a variable-length array has
  // bounds that its variable does not know: such an index is turned into -1, which is out of the bounds of the whole.
  const IntegerType truth{};
  const ExprPtr inner = make_cast(std::move(index), index_type, where);
  const ExprPtr count = array.storage->length ? make_variable(*array.storage->length, index_type, where)
                                              : make_constant(logic::Integer(array.storage->count), index_type, where);
  const ExprPtr linear =
      array.index
          ? make_binary(BinaryOp::Add,
                        make_binary(BinaryOp::Mul, make_cast(array.index, index_type, where), count, index_type, where),
                        inner, index_type, where)
          : inner;
  const ExprPtr inside = make_binary(
      BinaryOp::LogicalAnd, make_binary(BinaryOp::Ge, inner, make_constant(0, index_type, where), truth, where),
      make_binary(BinaryOp::Lt, inner, count, truth, where), truth, where);
  result.index = make_conditional(inside, linear, make_constant(-1, index_type, where), index_type, where);
  return result;
}

ExprPtr Lowering::load(const Place& place, SourceRange where) const {
  const Storage& storage = *place.storage;
  ExprPtr whole = place.index ? make_element(storage.variable, place.index, storage.integer, where)
                              : make_variable(storage.variable, storage.integer, where);
  if (!place.member) return whole;
  return from_bits(make_cast(as_bits(whole, where), member_bits(*place.member), where), *place.member, where);
}

void Lowering::store(const Place& place, ExprPtr stored, const Origin& origin, EdgeRole role, unsigned part) {
  const Storage& storage = *place.storage;
  if (storage.kind == Storage::Kind::Opaque) return emit_step(origin, EdgeRole::Internal);
  if (!in_globals_ && string_object(place.storage)) return unsupported_at("write to a string literal", origin);
  if (frame().library_call && place.index) check_inside(place, origin);
  if (place.member) {
    const IntegerType bits = member_bits(*place.member);
    const IntegerType whole{storage.integer.width, storage.integer.is_signed, false};
    stored = as_bits(make_cast(std::move(stored), *place.member, origin.range), origin.range);
    stored = make_cast(make_cast(std::move(stored), bits, origin.range), whole, origin.range);
    if (bits.width < whole.width) {
      const logic::Integer mask = whole.max() - bits.max();
      Place all = place;
      all.member.reset();
      stored = make_binary(
          BinaryOp::BitOr,
          make_binary(BinaryOp::BitAnd, load(all, origin.range), make_constant(mask, whole), whole, origin.range),
          stored, whole, origin.range);
    }
    if (storage.integer.is_floating) stored = make_pattern(std::move(stored), storage.integer, origin.range);
  }
  emit(Assign{LValue{storage.variable, place.index}, make_cast(std::move(stored), storage.integer, origin.range)},
       origin, role, part);
}

void Lowering::check_inside(const Place& place, const Origin& origin) {
  const auto& array = program_.variables[place.storage->variable].array;
  if (!array || is_memory(place.storage->variable) || !alive()) return;
  const IntegerType truth{};
  const ExprPtr index = make_cast(place.index, index_type, origin.range);
  const ExprPtr inside = make_binary(
      BinaryOp::LogicalAnd, make_binary(BinaryOp::Ge, index, make_constant(0, index_type), truth, origin.range),
      make_binary(BinaryOp::Lt, index, make_constant(array->size, index_type), truth, origin.range), truth,
      origin.range);
  const Node ok = new_node();
  const Node outside = new_node();
  branch(inside, origin, ok, outside);
  enter(outside);
  unsupported_at("write outside an array", origin);
  enter(ok);
}

void Lowering::leaves(const Place& place, bool expand, std::vector<Place>& result) {
  const Storage& storage = *place.storage;
  switch (storage.kind) {
    case Storage::Kind::Scalar:
    case Storage::Kind::Union:
      result.push_back(place);
      return;
    case Storage::Kind::Struct:
      if (place.address) {
        for (const clang::FieldDecl* field : storage.type->getAs<clang::RecordType>()->getDecl()->fields()) {
          if (!field->isUnnamedBitfield()) leaves(part(place, field, {}), expand, result);
        }
        return;
      }
      for (const Storage& child : storage.children) {
        leaves(Place{&child, place.index, std::nullopt, nullptr, 0}, expand, result);
      }
      return;
    case Storage::Kind::Array:
      if (!expand && !place.index && !place.address)
        return leaves(Place{&storage.children.front(), nullptr, std::nullopt, nullptr, 0}, expand, result);
      if (storage.count > max_expanded_elements) {
        return unsupported_at("copy of a large array inside an array", Origin{});
      }
      for (std::uint64_t i = 0; i < storage.count; ++i) {
        leaves(element(place, make_constant(logic::Integer(i), index_type), {}), true, result);
      }
      return;
    case Storage::Kind::Memory:
    case Storage::Kind::Opaque:
      return;
  }
}

void Lowering::havoc(const Place& place, const Origin& origin, EdgeRole role, const std::string& function) {
  std::vector<Place> parts;
  leaves(place, false, parts);
  unsigned number = 0;
  for (const Place& part : parts) {
    emit(Havoc{LValue{part.storage->variable, part.index}, function}, origin, role, number++);
  }
}

void Lowering::zero(const Place& place, const Origin& origin, EdgeRole role) {
  std::vector<Place> parts;
  leaves(place, false, parts);
  unsigned number = 0;
  for (const Place& part : parts) {
    emit(Assign{LValue{part.storage->variable, part.index}, make_constant(0, part.storage->integer)}, origin, role,
         number++);
  }
}

void Lowering::copy(const Place& to, const Place& from, const Origin& origin, EdgeRole role) {
  if (to.storage->kind == Storage::Kind::Opaque || from.storage->kind == Storage::Kind::Opaque) {
    if (from.storage->is_modelled() || to.storage->is_modelled())
      return unsupported_at("copy of " + to.storage->what + from.storage->what, origin);
    return emit_step(origin, EdgeRole::Internal);
  }
  const bool expand = to.index || from.index || to.address || from.address;
  std::vector<Place> targets;
  std::vector<Place> sources;
  leaves(to, expand, targets);
  leaves(from, expand, sources);
  if (targets.size() != sources.size()) return unsupported_at("copy between objects of different shape", origin);
  for (unsigned i = 0; i < targets.size(); ++i) {
    const ExprPtr value = make_cast(load(sources[i], origin.range), targets[i].storage->integer, origin.range);
    emit(Assign{LValue{targets[i].storage->variable, targets[i].index}, value}, origin, role, i);
  }
  if (targets.empty()) emit_step(origin, EdgeRole::Internal);
}

std::optional<Place> Lowering::place(const clang::Expr* expr) {
  expr = expr->IgnoreParens();
  if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(expr)) {
    if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl())) return place_of(storage_of(variable));
  }
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(expr)) return member_place(member);
  if (const auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(expr)) return subscript_place(subscript);
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expr)) {
    if (unary->getOpcode() == clang::UO_Deref) return dereference(unary->getSubExpr(), expr);
    if (unary->getOpcode() == clang::UO_Extension) return place(unary->getSubExpr());
  }
  if (const auto* literal = llvm::dyn_cast<clang::CompoundLiteralExpr>(expr)) {
    const Place object = place_of(internal_storage(literal, "literal", literal->getType()));
    initialize(object, literal->getInitializer(), origin(literal), EdgeRole::Internal);
    return object;
  }
  if (const auto* temporary_object = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(expr)) {
    return place(temporary_object->getSubExpr());
  }
  if (const auto* selection = llvm::dyn_cast<clang::GenericSelectionExpr>(expr))
    return place(selection->getResultExpr());
  if (expr->getType()->isRecordType()) return struct_value(expr);
  if (llvm::isa<clang::StringLiteral, clang::PredefinedExpr>(expr)) return string_place(expr);
  unsupported(expr->getStmtClassName(), expr);
  return std::nullopt;
}

std::optional<Place> Lowering::member_place(const clang::MemberExpr* member) {
  const auto* field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
  std::optional<Place> base = member->isArrow() ? dereference(member->getBase(), member) : place(member->getBase());
  if (!base || !field) return std::nullopt;
  const Storage& storage = *base->storage;
  if (storage.kind == Storage::Kind::Struct) return part(*base, field, range(member));
  if (storage.kind == Storage::Kind::Union) {
    Place result = *base;
    result.member = integer(field->getType());
    if (field->isBitField()) result.member->width = std::min(result.member->width, field->getBitWidthValue(context()));
    return result;
  }
  return base;  // a part of what is not modelled is not modelled
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
    if (!alive()) return std::nullopt;
    const ExprPtr address = offset_pointer(start, base->getType(), index, true, range(subscript));
    return memory_dereference(base, address, subscript->getType(), subscript);
  }
  if (!array) {
    evaluate_opaque(base);
    unsupported("pointer dereference", subscript);
    return std::nullopt;
  }
  Place container = protect(*array, base, subscript->getIdx());
  ExprPtr index = value(subscript->getIdx());
  if (!alive()) return std::nullopt;
  if (container.storage->kind == Storage::Kind::Opaque) return container;
  if (offset && !(offset->kind == Expr::Kind::Constant && offset->value == 0)) {
    index = make_binary(BinaryOp::Add, make_cast(offset, index_type), make_cast(index, index_type), index_type,
                        range(subscript));
  }
  Place result = element(container, index, range(subscript));
  return offset ? seen_as(result, subscript->getType()) : result;
}

std::optional<Place> Lowering::dereference(const clang::Expr* pointer, const clang::Expr* whole) {
  const clang::QualType pointee = pointer->getType()->getPointeeType();
  if (const auto target = target_of(pointer)) {
    const Place object = target->index && target->base.storage->kind == Storage::Kind::Array
                             ? element(target->base, target->index, range(whole))
                             : target->base;
    if (auto seen = seen_as(object, pointee)) return seen;
    unsupported("access through a pointer to another type", whole);
    return std::nullopt;
  }
  return memory_dereference(pointer, value(pointer), pointee, whole);
}

std::optional<Lowering::Target> Lowering::target_of(const clang::Expr* pointer) {
  pointer = pointer->IgnoreParens();
  if (effects_.has_effects(pointer)) return std::nullopt;
  const auto object = [this](const clang::Expr* expr) -> std::optional<Place> {
    const bool outer_failed = pure_failed_;
    pure_failed_ = false;
    ++pure_;
    std::optional<Place> found = place(expr);
    --pure_;
    const bool failed = pure_failed_;
    pure_failed_ = outer_failed;
    if (failed || !found || found->member || found->storage->kind == Storage::Kind::Opaque) return std::nullopt;
    const bool in_memory = found->address || (found->index && is_memory(found->storage->variable));
    return in_memory ? std::nullopt : found;
  };
  if (const auto* list = llvm::dyn_cast<clang::InitListExpr>(pointer); list && list->getNumInits() == 1) {
    return target_of(list->getInit(0));
  }
  if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(pointer)) {
    const clang::Expr* inner = cast->getSubExpr();
    if (cast->getCastKind() == clang::CK_NoOp || cast->getCastKind() == clang::CK_BitCast) return target_of(inner);
    if (cast->getCastKind() == clang::CK_ArrayToPointerDecay) {
      const auto array = object(inner);
      if (array && array->storage->kind == Storage::Kind::Array) return Target{*array, make_constant(0, index_type)};
    }
    const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(inner->IgnoreParens());
    const auto* variable = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
    if (cast->getCastKind() != clang::CK_LValueToRValue || !variable) return std::nullopt;
    const auto known = frame().pointers.find(variable);
    if (known == frame().pointers.end()) return std::nullopt;
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
      array->index =
          make_binary(BinaryOp::Add, make_cast(array->index, index_type), make_cast(index, index_type), index_type);
      return array;
    }
    const auto found = object(operand);
    if (found) return Target{*found, nullptr};
  }
  if (const auto* sum = llvm::dyn_cast<clang::BinaryOperator>(pointer)) return offset_target(sum);
  return std::nullopt;
}

std::optional<Lowering::Target> Lowering::literal_target(const clang::Expr* pointer) {
  pointer = pointer->IgnoreParens();
  const auto* cast = llvm::dyn_cast<clang::CastExpr>(pointer);
  if (cast && (cast->getCastKind() == clang::CK_NoOp || cast->getCastKind() == clang::CK_BitCast)) {
    return literal_target(cast->getSubExpr());
  }
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
  return Target{place_of(storage), is_array ? make_constant(0, index_type) : nullptr};
}

std::optional<Lowering::Target> Lowering::offset_target(const clang::BinaryOperator* sum) {
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
                              make_cast(target->index, index_type), make_cast(distance, index_type), index_type);
  return target;
}

}  // namespace bireach::frontend
