// SPDX-License-Identifier: Apache-2.0
/// memset, memcpy and memmove of a whole known object: an assignment instead of a loop over its bytes.
#include <clang/AST/Decl.h>

#include <algorithm>

#include "frontend/clang/lowering/lowering.h"

namespace bireach::frontend {
namespace {

constexpr unsigned max_copied_elements = 256;

/// The first so many bytes of the array that a string literal of characters makes; none: it is shorter, or another
/// literal.
std::vector<logic::Integer> first_bytes(const clang::StringLiteral& literal, const logic::Integer& count) {
  std::vector<logic::Integer> result;
  const unsigned length = literal.getLength();
  if (literal.getCharByteWidth() != 1 || count > length + 1) return result;
  for (unsigned i = 0; i < count; ++i) result.emplace_back(i < length ? literal.getCodeUnit(i) : 0U);
  return result;
}

}  // namespace

std::optional<logic::Integer> Lowering::filled_value(const Storage& storage, unsigned byte) {
  if (byte == 0) return logic::Integer(0);
  const ScalarType& type = storage.integer;
  if (type.is_boolean() || type.width % 8 != 0 || type.width != context().getTypeSize(storage.type))
    return std::nullopt;
  logic::Integer result = 0;
  for (unsigned i = 0; i < type.width / 8; ++i) result = result * 256 + byte;
  return type.convert(result);
}

std::optional<Place> Lowering::whole_object(const clang::Expr* pointer, const logic::Integer& bytes) {
  const auto target = target_of(pointer);
  if (!target) return memory_object(pointer, bytes);
  if (strings_.contains(target->base.storage) || target->base.storage->has_variable_length()) return std::nullopt;
  const auto has_size = [&](const Storage& storage) {
    return logic::Integer(context().getTypeSizeInChars(storage.type).getQuantity()) == bytes;
  };
  if (!target->index) return has_size(*target->base.storage) ? std::optional(target->base) : std::nullopt;
  const bool is_first = target->index->kind == Expr::Kind::Constant && target->index->value == 0;
  if (is_first && has_size(*target->base.storage)) return target->base;
  if (!has_size(target->base.storage->children.front())) return std::nullopt;
  return element(target->base, target->index, emitter_.range(pointer));
}

bool Lowering::is_aligned(const clang::Expr* pointer) {
  const clang::QualType type = memory_.points_to().element_type(memory_.points_to().target(pointer));
  if (type.isNull() || context().getTypeSizeInChars(type).isOne()) return true;
  pointer = pointer->IgnoreParenCasts();
  const clang::QualType own =
      pointer->getType()->isArrayType() ? pointer->getType() : pointer->getType()->getPointeeType();
  return !own.isNull() && !own->isVoidType() &&
         memory_.points_to().view_of(own, context()) == memory_.points_to().view_of(type, context());
}

std::optional<Place> Lowering::memory_object(const clang::Expr* pointer, const logic::Integer& bytes) {
  if (!memory_.points_to().covers(frame().function) || !integer(pointer->getType())) return std::nullopt;
  const PointsTo::Region region = memory_.points_to().target(pointer);
  clang::QualType type = memory_.points_to().element_type(region);
  if (type.isNull() || type->isIncompleteType() || !memory_.problem(region).empty()) return std::nullopt;
  const clang::QualType own = pointer->IgnoreParenCasts()->getType()->getPointeeType();
  const bool is_object = !own.isNull() && own->isRecordType() && !own->isIncompleteType() && !ends_in_array(own) &&
                         logic::Integer(context().getTypeSizeInChars(own).getQuantity()) == bytes;
  if (memory_.points_to().is_bytes(region) && is_object) {
    const ExprPtr address = pure_value(pointer);
    if (!address) return std::nullopt;
    use_memory(region);
    return memory_.place(address, own, region, emitter_.range(pointer));
  }
  const logic::Integer size(context().getTypeSizeInChars(type).getQuantity());
  if (size == 0 || bytes == 0 || bytes % size != 0 || !is_aligned(pointer)) return std::nullopt;
  const logic::Integer count = bytes / size;
  if (count > max_copied_elements || (count != 1 && ends_in_array(type))) return std::nullopt;
  if (ends_in_padding_array(type, context())) return std::nullopt;
  const ExprPtr address = pure_value(pointer);
  if (!address) return std::nullopt;
  if (count != 1) {
    // A member of a structure is followed by others, which lie elsewhere; an array as a member is known to its end.
    const clang::Expr* object = pointer->IgnoreParenCasts();
    const bool is_whole_array = object->getType()->isConstantArrayType() &&
                                logic::Integer(context().getTypeSizeInChars(object->getType()).getQuantity()) >= bytes;
    if (memory_.points_to().has_field(region) && !is_whole_array) return std::nullopt;
    type = context().getConstantArrayType(type, llvm::APInt(64, static_cast<std::uint64_t>(count)), nullptr,
                                          clang::ArrayType::Normal, 0);
  }
  use_memory(region);
  return memory_.place(address, type, region, emitter_.range(pointer));
}

std::optional<Place> Lowering::as_byte_array(const Place& object, const clang::Expr* pointer,
                                             const logic::Integer& bytes) {
  if (!object.address || bytes > max_copied_elements || !memory_.points_to().covers(frame().function))
    return std::nullopt;
  const PointsTo::Region region = memory_.points_to().target(pointer);
  if (!memory_.points_to().is_bytes(region) || !memory_.problem(region).empty()) return std::nullopt;
  const clang::QualType type =
      context().getConstantArrayType(context().UnsignedCharTy, llvm::APInt(64, static_cast<std::uint64_t>(bytes)),
                                     nullptr, clang::ArrayType::Normal, 0);
  return memory_.place(object.address, type, region, emitter_.range(pointer));
}

void Lowering::move(const Place& to, const Place& from, const clang::CallExpr* call) {
  std::vector<Place> targets;
  std::vector<Place> sources;
  leaves(to, true, targets);
  leaves(from, true, sources);
  if (targets.size() != sources.size()) return emitter_.unsupported("memmove between objects of different shape", call);
  std::vector<ExprPtr> values;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const ExprPtr loaded = load(sources[i], {});
    const Place kept = place_of(temporary(call, "moved" + std::to_string(i) + "_", loaded->type));
    store(kept, loaded, emitter_.origin(call), EdgeRole::Internal);
    values.push_back(load(kept, {}));
  }
  for (unsigned i = 0; i < targets.size(); ++i)
    store(targets[i], values[i], emitter_.origin(call), EdgeRole::Plain, Part(i));
}

bool Lowering::call_on_object(const clang::CallExpr* call, const std::string& name) {
  if (name != "memset" && name != "memcpy" && name != "memmove") return false;
  if (call->getNumArgs() != 3 || !emitter_.alive()) return false;
  ExprPtr bytes = pure_value(call->getArg(2));
  if (const auto known = known_count(call->getArg(2))) bytes = make_constant(*known, bytes->type);
  const bool is_constant = bytes && bytes->kind == Expr::Kind::Constant;
  if (is_constant && name != "memset" && copy_number(call, bytes->value)) return true;
  auto object = is_constant ? whole_object(call->getArg(0), bytes->value) : std::nullopt;
  if (!object && name == "memset" && bytes && !target_of(call->getArg(0))) return fill_memory(call, bytes);
  if (!object) return false;
  // With the padding, where that can be seen.
  const auto to_bytes = as_byte_array(*object, call->getArg(0), bytes->value);
  if (name == "memset") return fill(call, to_bytes.value_or(*object));
  const auto* literal = llvm::dyn_cast<clang::StringLiteral>(call->getArg(1)->IgnoreParenCasts());
  if (literal && object->address) {
    std::vector<Place> parts;
    leaves(to_bytes.value_or(*object), true, parts);
    const std::vector<logic::Integer> characters = first_bytes(*literal, bytes->value);
    const bool fits =
        parts.size() == characters.size() && std::all_of(parts.begin(), parts.end(), [](const Place& part) {
          return part.storage->integer.width == 8 && !part.storage->integer.is_boolean() && !part.member;
        });
    for (unsigned i = 0; fits && i < parts.size(); ++i) {
      const ScalarType& type = parts[i].storage->integer;
      store(parts[i], make_constant(type.convert(characters[i]), type), emitter_.origin(call), EdgeRole::Plain,
            Part(i));
    }
    if (fits) return true;
  }
  auto from = whole_object(call->getArg(1), bytes->value);
  if (!from) return false;
  const auto from_bytes = as_byte_array(*from, call->getArg(1), bytes->value);
  if (to_bytes && from_bytes) {
    move(*to_bytes, *from_bytes, call);
    return true;
  }
  if (from->storage->type.getCanonicalType().getUnqualifiedType() !=
      object->storage->type.getCanonicalType().getUnqualifiedType()) {
    if (copy_pattern(call, *object, *from)) return true;
    use_common_memory(call);
    return false;
  }
  fix_index(*object, call->getArg(0));
  fix_index(*from, call->getArg(1));
  if (from->index) from->index = protect(from->index, call->getArg(1), nullptr);
  if (from->address) from->address = protect(from->address, call->getArg(1), nullptr);
  if (name == "memmove" && (object->address || from->address))
    move(*object, *from, call);
  else
    copy(*object, *from, emitter_.origin(call), EdgeRole::Plain);
  return true;
}

bool Lowering::copy_pattern(const clang::CallExpr* call, const Place& to, const Place& from) {
  const auto is_scalar = [](const Place& place) {
    const ScalarType& type = place.storage->integer;
    return place.storage->kind == Storage::Kind::Scalar && !place.is_bytes && !place.member && !type.is_boolean() &&
           type.width % 8 == 0;
  };
  const ScalarType type = to.storage->integer;
  if (!is_scalar(to) || !is_scalar(from) || type.width != from.storage->integer.width) return false;
  const SourceRange where = emitter_.range(call);
  const ScalarType bits = unsigned_integer(type.width);
  ExprPtr pattern = load(from, {});
  pattern = pattern->type.is_floating() ? make_pattern(pattern, bits, where) : make_cast(pattern, bits, where);
  store(to, type.is_floating() ? make_pattern(pattern, type, where) : make_cast(pattern, type, where),
        emitter_.origin(call), EdgeRole::Plain);
  return true;
}

void Lowering::use_common_memory(const clang::CallExpr* copying) {
  if (!memory_.points_to().covers(frame().function)) return;
  const PointsTo::Region region = memory_.points_to().target(copying->getArg(0));
  const bool is_common =
      region == memory_.points_to().target(copying->getArg(1)) && memory_.points_to().is_bytes(region);
  if (is_common && memory_.points_to().problem(region).empty()) use_memory(region);
}

bool Lowering::fill_memory(const clang::CallExpr* call, const ExprPtr& bytes) {
  const ExprPtr byte = pure_value(call->getArg(1));
  const ExprPtr start = pure_value(call->getArg(0));
  if (!byte || byte->kind != Expr::Kind::Constant || !start || !memory_.points_to().covers(frame().function))
    return false;
  if (!is_aligned(call->getArg(0))) return false;
  fill_range(call, call->getArg(0), start, make_cast(bytes, start->type, emitter_.range(call)),
             static_cast<unsigned>(unsigned_integer(8).convert(byte->value)), 0);
  return true;
}

bool Lowering::fill(const clang::CallExpr* call, const Place& object) {
  const ExprPtr byte = pure_value(call->getArg(1));
  if (!byte || byte->kind != Expr::Kind::Constant) return false;
  const auto pattern = static_cast<unsigned>(unsigned_integer(8).convert(byte->value));
  std::vector<Place> parts;
  leaves(object, false, parts);
  std::vector<logic::Integer> values;
  for (const Place& part : parts) {
    const auto value = filled_value(*part.storage, pattern);
    if (!value) return false;
    values.push_back(*value);
  }
  for (unsigned i = 0; i < parts.size(); ++i) {
    const Storage& storage = *parts[i].storage;
    emitter_.emit(Assign{LValue{storage.variable, parts[i].index}, make_constant(values[i], storage.integer)},
                  emitter_.origin(call), EdgeRole::Plain, Part(i));
  }
  if (parts.empty()) emitter_.emit_step(emitter_.origin(call), EdgeRole::Internal);
  return true;
}

}  // namespace bireach::frontend
