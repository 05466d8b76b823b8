// SPDX-License-Identifier: Apache-2.0
/// Scalars in memory that is used through several scalar types: bytes, the least significant one first.
#include "frontend/clang/lowering/lowering.h"
#include "frontend/program/lowering_names.h"

namespace bireach::frontend {
namespace {

constexpr ScalarType byte_type = unsigned_integer(8);

/// The bytes of the scalar as one number, the first byte being the least significant.
ScalarType pattern_of(const Place& scalar) {
  const ScalarType& type = *scalar.member;
  if (scalar.first_bit) return unsigned_integer((*scalar.first_bit + type.width + 7) / 8 * 8);
  return unsigned_integer(type.is_boolean() ? 8 : type.width);
}

/// Of the cells that the scalar's bytes lie in.
ScalarType cell_type(const Place& scalar) {
  const Storage& storage = *scalar.storage;
  return storage.kind == Storage::Kind::Union ? storage.children.front().integer : storage.integer;
}

/// number op 2^bits
ExprPtr times_power(const ExprPtr& number, unsigned bits, BinaryOp op, SourceRange where) {
  if (bits == 0) return number;
  return make_binary(op, number, make_constant(logic::power_of_two(bits), number->type), number->type, where);
}

ExprPtr joined_bytes(const Place& scalar, SourceRange where) {
  const ScalarType pattern = pattern_of(scalar);
  ExprPtr sum;
  for (unsigned i = 0; i < pattern.width / 8; ++i) {
    const ExprPtr distance = make_constant(i, scalar.index->type);
    const ExprPtr index =
        i == 0 ? scalar.index : make_binary(BinaryOp::Add, scalar.index, distance, scalar.index->type, where);
    const ExprPtr cell = make_element(scalar.storage->variable, index, cell_type(scalar), where);
    const ExprPtr byte = make_cast(make_cast(cell, byte_type, where), pattern, where);
    const ExprPtr part = times_power(byte, 8 * i, BinaryOp::Mul, where);
    sum = sum ? make_binary(BinaryOp::Add, sum, part, pattern, where) : part;
  }
  return sum;
}

/// A field's lowest bit is the least significant one (x86's ABIs); above it others may follow.
ExprPtr bit_field(const Place& field, const ExprPtr& bytes, SourceRange where) {
  const ScalarType bits = unsigned_integer(field.member->width);
  const ExprPtr shifted = times_power(bytes, *field.first_bit, BinaryOp::Div, where);
  return make_cast(make_cast(shifted, bits, where), *field.member, where);
}

/// The bytes with the value in the field.
ExprPtr with_bit_field(const Place& field, const ExprPtr& bytes, const ExprPtr& value, SourceRange where) {
  const ScalarType& whole = bytes->type;
  const unsigned first = *field.first_bit;
  const unsigned end = first + field.member->width;
  const ExprPtr bits = make_cast(make_cast(value, unsigned_integer(field.member->width), where), whole, where);
  ExprPtr result = times_power(bits, first, BinaryOp::Mul, where);
  if (first != 0) {
    const ExprPtr below = times_power(bytes, first, BinaryOp::Rem, where);
    result = make_binary(BinaryOp::Add, result, below, whole, where);
  }
  if (end < whole.width) {
    const ExprPtr above = times_power(times_power(bytes, end, BinaryOp::Div, where), end, BinaryOp::Mul, where);
    result = make_binary(BinaryOp::Add, result, above, whole, where);
  }
  return result;
}

}  // namespace

std::vector<Place> Lowering::bytes_of(const Place& scalar) {
  std::vector<Place> result;
  for (unsigned i = 0; i < pattern_of(scalar).width / 8; ++i) {
    Place byte = scalar;
    if (scalar.storage->kind == Storage::Kind::Union) byte.storage = &scalar.storage->children.front();
    byte.member.reset();
    byte.is_bytes = false;
    const ExprPtr distance = make_constant(i, scalar.index->type);
    if (i != 0) byte.index = make_binary(BinaryOp::Add, scalar.index, distance, scalar.index->type);
    result.push_back(std::move(byte));
  }
  return result;
}

ExprPtr Lowering::load_bytes(const Place& scalar, SourceRange where) const {
  const ExprPtr sum = joined_bytes(scalar, where);
  if (scalar.first_bit) return bit_field(scalar, sum, where);
  return scalar.member->is_floating() ? make_pattern(sum, *scalar.member, where)
                                      : make_cast(sum, *scalar.member, where);
}

ExprPtr Lowering::keep_number(const ExprPtr& number, const Kept& as, const Origin& origin, const Part& part) {
  const ScalarType& type = number->type;
  const char* const kind = type.is_floating() ? "f" : type.is_boolean() ? "b" : type.is_signed() ? "s" : "u";
  const std::string name = "(" + as.purpose + std::to_string(type.width) + kind + ")";
  const Storage* storage = variables_.internal(nullptr, name);
  if (!storage) {
    StorageBuilder::Origin place;
    place.name = variables_.own_name(name);
    place.user_name = as.user_name;
    Storage made = variables_.create_scalar(std::move(place), number->type, VariableOwner{});
    storage = &variables_.keep_internal(nullptr, name, std::move(made));
  }
  emitter_.emit(Assign{LValue{storage->variable, nullptr}, number}, origin, as.role, part);
  return make_variable(storage->variable, number->type, origin.range);
}

ExprPtr Lowering::load_for_copy(const Place& source, const Origin& origin, const Part& part) {
  if (!needs_region(source, false)) return load(source, {});
  const Origin silent{origin.node, origin.range, {}};
  emitter_.begin_atomic(silent);
  ExprPtr result = keep_number(load(source, {}), {"copied", "", EdgeRole::Internal}, origin, part);
  emitter_.end_atomic(silent);
  return result;
}

void Lowering::store_bytes(const Place& scalar, ExprPtr stored, const Origin& origin, EdgeRole role, const Part& part) {
  const ScalarType pattern = pattern_of(scalar);
  stored = make_cast(std::move(stored), *scalar.member, origin.range);
  const auto is_constant = [](const ExprPtr& expr) { return expr->kind == Expr::Kind::Constant; };
  if (emitter_.gathers() && is_constant(stored) && is_constant(scalar.index) && !scalar.first_bit)
    return emit_bytes(scalar, stored, origin, role, part);
  // The bytes are written one after the other, and both value and address may be read from them, before the one step
  // in which they are written. The value is what the statement assigns; its bytes are steps that no user knows.
  const ExprPtr value = keep_number(stored, {"stored", std::string(stored_value_name), role}, origin, part);
  Place place = scalar;
  if (place.index->kind != Expr::Kind::Constant)
    place.index = keep_number(scalar.index, {"address", "", EdgeRole::Internal}, origin, part);
  const bool is_one_step = needs_region(scalar, false);
  const Origin silent{origin.node, origin.range, {}};
  if (is_one_step) emitter_.begin_atomic(silent);
  ExprPtr kept =
      value->type.is_floating() ? make_pattern(value, pattern, origin.range) : make_cast(value, pattern, origin.range);
  if (scalar.first_bit) {
    kept = with_bit_field(place, joined_bytes(place, {}), value, origin.range);
    kept = keep_number(kept, {"bits", "", EdgeRole::Internal}, origin, part);
  }
  emit_bytes(place, kept, origin, EdgeRole::Internal, part);
  if (is_one_step) emitter_.end_atomic(silent);
}

void Lowering::emit_bytes(const Place& scalar, const ExprPtr& value, const Origin& origin, EdgeRole role,
                          const Part& part) {
  const ScalarType pattern = pattern_of(scalar);
  const ExprPtr kept =
      value->type.is_floating() ? make_pattern(value, pattern, origin.range) : make_cast(value, pattern, origin.range);
  unsigned number = 0;
  for (const Place& byte : bytes_of(scalar)) {
    const ExprPtr shifted = make_binary(BinaryOp::Div, kept, make_constant(logic::power_of_two(8 * number), pattern),
                                        pattern, origin.range);
    emitter_.emit(Assign{LValue{byte.storage->variable, byte.index},
                         make_cast(make_cast(number == 0 ? kept : shifted, byte_type, origin.range),
                                   byte.storage->integer, origin.range)},
                  origin, role, part.of(number));
    ++number;
  }
}

}  // namespace bireach::frontend
