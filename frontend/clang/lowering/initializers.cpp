// SPDX-License-Identifier: Apache-2.0
#include <clang/AST/Decl.h>

#include "frontend/clang/lowering/lowering.h"
#include "frontend/clang/reading/synchronisation.h"

namespace bireach::frontend {

void Lowering::initialize_object(const Place& place, const clang::Expr* value, const Origin& origin, EdgeRole role,
                                 bool is_zero) {
  // Once there are threads, each element is a step that others may see.
  if (is_threaded() && !in_globals_) return initialize(place, value, origin, role, is_zero);
  emitter_.gather(origin, [&] { initialize(place, value, origin, role, is_zero); });
}

void Lowering::initialize(const Place& place, const clang::Expr* value_expr, const Origin& origin, EdgeRole role,
                          bool is_zero) {
  value_expr = value_expr->IgnoreParens();
  if (const auto* constant = llvm::dyn_cast<clang::ConstantExpr>(value_expr)) value_expr = constant->getSubExpr();
  if (llvm::isa<clang::ImplicitValueInitExpr, clang::NoInitExpr>(value_expr)) {
    if (!is_zero) initialize_zero(place, origin, role);
    return;
  }
  const auto* list = llvm::dyn_cast<clang::InitListExpr>(value_expr);
  if (place.storage->kind == Storage::Kind::Opaque) {
    if (in_globals_) return;  // a constant; nothing to evaluate
    if (!list)
      discard(value_expr);
    else
      for (const clang::Expr* part : list->inits()) initialize(place, part, origin, role, is_zero);
    return emitter_.emit_step(origin, EdgeRole::Internal);
  }
  if (list && !synchronisation_type(list->getType()).empty())
    return initialize_state(place, list, origin, role, is_zero);
  if (list && place.storage->kind != Storage::Kind::Scalar) return initialize_list(place, list, origin, role, is_zero);
  if (list)
    return list->getNumInits() == 0 ? initialize_zero(place, origin, role)
                                    : initialize(place, list->getInit(0), origin, role, is_zero);
  if (place.storage->kind == Storage::Kind::Array) {
    if (const auto* literal = llvm::dyn_cast<clang::CompoundLiteralExpr>(value_expr))
      return initialize(place, literal->getInitializer(), origin, role, is_zero);
    return initialize_string(place, value_expr, origin, role);
  }
  if (integer(value_expr->getType())) {
    if (assign_call(place, value_expr, origin)) return;
    const ExprPtr stored = value(value_expr);
    const bool stays_zero = is_zero && stored->kind == Expr::Kind::Constant && stored->value == 0;
    if (!stays_zero) {
      const bool is_element = place.index && place.index->kind == Expr::Kind::Constant;
      emitter_.store_gathered([&] {
        store(place, stored, origin, role, is_element ? Part(static_cast<unsigned>(place.index->value) + 1) : Part());
      });
    }
    return;
  }
  if (const auto from = struct_value(value_expr)) copy(place, *from, origin, role);
}

void Lowering::initialize_zero(const Place& place, const Origin& origin, EdgeRole role) {
  emitter_.store_gathered([&] { zero(place, origin, role); });
}

void Lowering::initialize_state(const Place& place, const clang::InitListExpr* list, const Origin& origin,
                                EdgeRole role, bool is_zero) {
  const auto state = initial_state(list, context());
  if (!state)
    emitter_.unsupported("initialiser of an object of type " + std::string(synchronisation_type(list->getType())),
                         list);
  else if (!is_zero || *state != 0)
    store(place, make_constant(logic::Integer(*state), place.storage->integer, origin.range), origin, role);
}

void Lowering::clear_bit_fields(const Place& place, const clang::RecordDecl* record, const Origin& origin) {
  for (const clang::FieldDecl* field : record->fields()) {
    if (!field->isBitField() || field->isUnnamedBitfield()) continue;
    const Place member = memory_.part(place, field, origin.range);
    if (!member.first_bit || member.index->kind != Expr::Kind::Constant) continue;
    emitter_.store_gathered([&] {
      emit_bytes(member, make_constant(logic::Integer(0), *member.member), origin, EdgeRole::Internal, Part());
    });
  }
}

void Lowering::initialize_list(const Place& place, const clang::InitListExpr* list, const Origin& origin, EdgeRole role,
                               bool is_zero) {
  if (!list->isSemanticForm() && list->getSemanticForm()) list = list->getSemanticForm();
  if (list->isTransparent()) return initialize(place, list->getInit(0), origin, role, is_zero);
  note_order(list);
  const Storage& storage = *place.storage;
  if (storage.kind == Storage::Kind::Union) {
    if (!is_zero) initialize_zero(place, origin, EdgeRole::Internal);
    const clang::FieldDecl* field = list->getInitializedFieldInUnion();
    if (!field || list->getNumInits() == 0) return;
    return initialize(union_member(place, field), list->getInit(0), origin, role, true);
  }
  if (storage.kind == Storage::Kind::Struct) {
    const clang::RecordDecl* record = storage.type->getAs<clang::RecordType>()->getDecl();
    if (record->isUnion()) {
      if (!is_zero) initialize_zero(place, origin, EdgeRole::Internal);
      const clang::FieldDecl* field = list->getInitializedFieldInUnion();
      if (!field || list->getNumInits() == 0) return;
      return initialize(memory_.part(place, field, origin.range), list->getInit(0), origin, role, true);
    }
    if (!is_zero) clear_bit_fields(place, record, origin);
    unsigned next = 0;
    for (const clang::FieldDecl* field : record->fields()) {
      if (field->isUnnamedBitfield()) continue;
      const Place member = memory_.part(place, field, origin.range);
      if (next < list->getNumInits()) {
        const clang::Expr* value = list->getInit(next++);
        Origin part = origin;
        if (!origin.text.empty() && emitter_.range(value).is_known()) part.range = emitter_.range(value);
        initialize(member, value, part, role, is_zero);
      } else if (!is_zero) {
        initialize_zero(member, origin, role);
      }
    }
    return;
  }
  const clang::Expr* first = list->getNumInits() == 1 ? list->getInit(0)->IgnoreParens() : nullptr;
  if (first && llvm::isa<clang::StringLiteral>(first) && storage.children.front().kind == Storage::Kind::Scalar)
    return initialize_string(place, first, origin, role);
  if (!is_zero) initialize_zero(place, origin, role);
  for (unsigned i = 0; i < list->getNumInits(); ++i) {
    // GNU C's [0 ... 2] = f() is one tree for several elements: gcc evaluates it once.
    const bool is_shared = i > 0 && list->getInit(i) == list->getInit(i - 1);
    if (is_shared && effects_.has_effects(list->getInit(i)))
      return emitter_.unsupported_at("initialiser of a range of elements with side effects", origin);
    const ExprPtr index = make_constant(logic::Integer(i), signed_integer(64));
    Origin part = origin;
    if (!origin.text.empty() && emitter_.range(list->getInit(i)).is_known())
      part.range = emitter_.range(list->getInit(i));
    initialize(element(place, index, origin.range), list->getInit(i), part, role, true);
  }
}

void Lowering::initialize_string(const Place& place, const clang::Expr* string, const Origin& origin, EdgeRole role) {
  if (const auto* name = llvm::dyn_cast<clang::PredefinedExpr>(string)) string = name->getFunctionName();
  const auto* literal = llvm::dyn_cast<clang::StringLiteral>(string);
  if (!literal || place.storage->children.front().kind != Storage::Kind::Scalar)
    return emitter_.unsupported_at("initialiser of an array", origin);
  initialize_zero(place, origin, role);
  const Storage& target = place.storage->children.front();
  for (unsigned i = 0; i < literal->getLength() && i < place.storage->count; ++i) {
    const ExprPtr index = make_constant(logic::Integer(i), signed_integer(64));
    const logic::Integer unit = target.integer.convert(logic::Integer(literal->getCodeUnit(i)));
    emitter_.store_gathered([&] {
      store(element(place, index, origin.range), make_constant(unit, target.integer), origin, role, Part(i + 1));
    });
  }
}

}  // namespace bireach::frontend
