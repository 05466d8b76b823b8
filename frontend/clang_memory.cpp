// SPDX-License-Identifier: Apache-2.0
/// memset, memcpy and memmove of a whole known object: an assignment instead of a loop over its bytes.
#include <clang/AST/Decl.h>

#include "frontend/clang_lowering.h"

namespace bireach::frontend {
namespace {

/// The value of an object all of whose bytes are `byte`; nothing if it has bits that no byte fills.
std::optional<logic::Integer> filled(const Storage& storage, unsigned byte, const clang::ASTContext& context) {
  if (byte == 0) return logic::Integer(0);
  const IntegerType& type = storage.integer;
  if (type.is_boolean || type.width % 8 != 0 || type.width != context.getTypeSize(storage.type)) return std::nullopt;
  logic::Integer result = 0;
  for (unsigned i = 0; i < type.width / 8; ++i) result = result * 256 + byte;
  return type.convert(result);
}

}  // namespace

std::optional<Place> Lowering::whole_object(const clang::Expr* pointer, const logic::Integer& bytes) {
  const auto target = target_of(pointer);
  if (!target || string_object(target->base.storage) || target->base.storage->length) return std::nullopt;
  const auto has_size = [&](const Storage& storage) {
    return logic::Integer(context().getTypeSizeInChars(storage.type).getQuantity()) == bytes;
  };
  if (!target->index) return has_size(*target->base.storage) ? std::optional(target->base) : std::nullopt;
  const bool is_first = target->index->kind == Expr::Kind::Constant && target->index->value == 0;
  if (is_first && has_size(*target->base.storage)) return target->base;
  if (!has_size(target->base.storage->children.front())) return std::nullopt;
  return element(target->base, target->index, range(pointer));
}

bool Lowering::call_on_object(const clang::CallExpr* call, const std::string& name) {
  if (name != "memset" && name != "memcpy" && name != "memmove") return false;
  if (call->getNumArgs() != 3 || !alive()) return false;
  const ExprPtr bytes = pure_value(call->getArg(2));
  if (!bytes || bytes->kind != Expr::Kind::Constant) return false;
  auto object = whole_object(call->getArg(0), bytes->value);
  if (!object) return false;
  if (name == "memset") return fill(call, *object);
  auto from = whole_object(call->getArg(1), bytes->value);
  if (!from || from->storage->type.getCanonicalType().getUnqualifiedType() !=
                   object->storage->type.getCanonicalType().getUnqualifiedType())
    return false;
  fix_index(*object, call->getArg(0));
  fix_index(*from, call->getArg(1));
  if (from->index) from->index = protect(from->index, call->getArg(1), nullptr);
  copy(*object, *from, origin(call), EdgeRole::Plain);
  return true;
}

bool Lowering::fill(const clang::CallExpr* call, const Place& object) {
  const ExprPtr byte = pure_value(call->getArg(1));
  if (!byte || byte->kind != Expr::Kind::Constant) return false;
  const auto pattern = static_cast<unsigned>(IntegerType{8, false, false}.convert(byte->value));
  std::vector<Place> parts;
  leaves(object, false, parts);
  std::vector<logic::Integer> values;
  for (const Place& part : parts) {
    const auto value = filled(*part.storage, pattern, context());
    if (!value) return false;
    values.push_back(*value);
  }
  for (unsigned i = 0; i < parts.size(); ++i) {
    const Storage& storage = *parts[i].storage;
    emit(Assign{LValue{storage.variable, parts[i].index}, make_constant(values[i], storage.integer)}, origin(call),
         EdgeRole::Plain, i);
  }
  if (parts.empty()) emit_step(origin(call), EdgeRole::Internal);
  return true;
}

}  // namespace bireach::frontend
