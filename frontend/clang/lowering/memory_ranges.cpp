// SPDX-License-Identifier: Apache-2.0
/// memset, memcpy, memmove and memcmp of any number of bytes in memory: a loop over the bytes, or over objects of one
/// type.
#include <clang/AST/Decl.h>

#include <algorithm>
#include <limits>

#include "frontend/clang/lowering/lowering.h"

namespace bireach::frontend {
namespace {

constexpr ScalarType range_byte_type = unsigned_integer(8);

bool is_byte(const Storage& storage) {
  return storage.kind == Storage::Kind::Scalar && storage.integer.width == 8 && !storage.integer.is_boolean();
}

/// The number that the bytes make in the other order: of two such numbers, the one whose first differing byte is larger
/// is the larger one.
ExprPtr swapped(const ExprPtr& bits, SourceRange where) {
  const ScalarType& type = bits->type;
  ExprPtr result;
  for (unsigned i = 0; i < type.width / 8; ++i) {
    const ExprPtr shifted =
        make_binary(BinaryOp::Div, bits, make_constant(logic::power_of_two(8 * i), type), type, where);
    const ExprPtr byte = make_cast(make_cast(shifted, range_byte_type, where), type, where);
    const ExprPtr moved =
        make_binary(BinaryOp::Mul, byte, make_constant(logic::power_of_two(type.width - 8 - 8 * i), type), type, where);
    result = result ? make_binary(BinaryOp::Add, result, moved, type, where) : moved;
  }
  return result;
}

}  // namespace

std::optional<logic::Integer> Lowering::known_count(const clang::Expr* count) {
  const ExprPtr number = pure_value(count);
  if (!number) return std::nullopt;
  if (number->kind == Expr::Kind::Constant) return number->value;
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(count->IgnoreParenImpCasts());
  const auto* parameter = name ? llvm::dyn_cast<clang::ParmVarDecl>(name->getDecl()) : nullptr;
  const auto known = frame().numbers.find(parameter);
  if (known == frame().numbers.end()) return std::nullopt;
  note_followed(parameter);
  return number->type.convert(known->second);
}

bool Lowering::leads_into_bytes(const clang::Expr* pointer) {
  const auto target = target_of(pointer);
  return target && target->index && is_byte(target->base.storage->children.front());
}

std::optional<Place> Lowering::number_in_bytes(const clang::Expr* pointer, const ScalarType& type) {
  if (type.is_boolean() || type.width % 8 != 0) return std::nullopt;
  if (leads_into_bytes(pointer)) {
    const auto target = target_of(pointer);
    if (target->base.storage->length) return std::nullopt;
    Place result = element(target->base, target->index, emitter_.range(pointer));
    result.member = type;
    result.is_bytes = true;
    return result;
  }
  if (target_of(pointer) || !memory_.points_to().covers(frame().function)) return std::nullopt;
  const PointsTo::Region region = memory_.points_to().target(pointer);
  const clang::QualType unit = memory_.points_to().element_type(region);
  const bool is_plain = !unit.isNull() && unit->isIntegerType() && !unit->isBooleanType() &&
                        context().getTypeSizeInChars(unit).isOne() && memory_.problem(region).empty();
  if (!is_plain || !stays_in_field(pointer, region, logic::Integer(type.width / 8))) return std::nullopt;
  const ExprPtr address = pure_value(pointer);
  if (!address) return std::nullopt;
  use_memory(region);
  Place result = memory_.place(address, unit, region, emitter_.range(pointer));
  result.member = type;
  result.is_bytes = true;
  return result;
}

bool Lowering::copy_number(const clang::CallExpr* call, const logic::Integer& bytes) {
  const auto number = [&](const clang::Expr* pointer) -> std::optional<Place> {
    const auto target = target_of(pointer);
    if (!target || target->index) return std::nullopt;
    const Storage& storage = *target->base.storage;
    const bool fits = storage.kind == Storage::Kind::Scalar && !target->base.is_bytes && !target->base.member &&
                      logic::Integer(storage.integer.width) == 8 * bytes && !storage.integer.is_boolean();
    return fits ? std::optional(target->base) : std::nullopt;
  };
  const auto to = number(call->getArg(0));
  const auto from = number(call->getArg(1));
  if (to.has_value() == from.has_value()) return false;
  const auto in_bytes = number_in_bytes(call->getArg(to ? 1 : 0), to ? to->storage->integer : from->storage->integer);
  if (!in_bytes) return false;
  const Place& target = to ? *to : *in_bytes;
  const Place& source = to ? *in_bytes : *from;
  store(target, load(source, emitter_.range(call)), emitter_.origin(call), EdgeRole::Plain);
  return true;
}

bool Lowering::stays_in_field(const clang::Expr* pointer, PointsTo::Region region, const logic::Integer& bytes) {
  if (!memory_.points_to().has_field(region)) return true;
  const clang::QualType object = pointer->IgnoreParenCasts()->getType();
  return object->isConstantArrayType() && logic::Integer(context().getTypeSizeInChars(object).getQuantity()) >= bytes;
}

clang::QualType Lowering::common_unit(const std::vector<Range>& ranges, const ExprPtr& bytes) {
  clang::QualType unit;
  for (const Range& range : ranges) {
    const clang::QualType type = memory_.points_to().element_type(range.region);
    if (type.isNull()) continue;
    if (type->isIncompleteType()) return {};
    if (unit.isNull()) unit = type;
    if (memory_.points_to().view_of(unit, context()) != memory_.points_to().view_of(type, context())) return {};
  }
  if (unit.isNull()) return context().UnsignedCharTy;
  const logic::Integer size(context().getTypeSizeInChars(unit).getQuantity());
  const bool is_one = bytes->kind == Expr::Kind::Constant && bytes->value == size;
  for (const Range& range : ranges) {
    if (!is_one && memory_.points_to().has_field(range.region) &&
        !(bytes->kind == Expr::Kind::Constant && stays_in_field(range.pointer, range.region, bytes->value)))
      return {};
    if (size != 1 && !is_aligned(range.pointer)) return {};
  }
  if (size == 1) return unit;
  if (size == 0 || ends_in_array(unit) || ends_in_padding_array(unit, context())) return {};
  return is_multiple(bytes, size) ? unit : clang::QualType();
}

bool Lowering::is_multiple(const ExprPtr& bytes, const logic::Integer& size) {
  if (bytes->kind == Expr::Kind::Constant) return bytes->value % size == 0;
  if (size == 1) return true;
  if ((size & (size - 1)) != 0) return false;  // a product may have wrapped around
  return bytes->kind == Expr::Kind::Binary && bytes->binary == BinaryOp::Mul &&
         std::any_of(bytes->operands.begin(), bytes->operands.end(), [&](const ExprPtr& factor) {
           return factor->kind == Expr::Kind::Constant && factor->value % size == 0;
         });
}

void Lowering::need_bytes(const clang::CallExpr* call, const std::vector<Range>& ranges) {
  bool is_free = options_.memory_as_bytes;
  if (!is_free)
    is_free = std::all_of(ranges.begin(), ranges.end(), [&](const Range& range) {
      return memory_.points_to().holds_numbers(range.region) && !memory_.points_to().has_field(range.region);
    });
  const Unmodelled open{"memory of several types that is copied, filled or compared", Remedy::memory_of_bytes};
  if (!is_free || !memory_.split_into_bytes(call)) emitter_.unsupported(open, call);
}

bool Lowering::call_on_range(const clang::CallExpr* call, const std::string& name, bool wants_result,
                             std::optional<Place>& result) {
  const bool fills = name == "memset";
  const bool compares = name == "memcmp";
  if (!fills && !compares && name != "memcpy" && name != "memmove") return false;
  if (call->getNumArgs() != 3 || !emitter_.alive() || !memory_.points_to().covers(frame().function)) return false;
  if (leads_into_bytes(call->getArg(0)) && (fills || leads_into_bytes(call->getArg(1)))) return false;
  std::vector<Range> ranges;
  for (unsigned i = 0; i < (fills ? 1U : 2U); ++i) {
    const clang::Expr* pointer = call->getArg(i);
    ranges.push_back({pointer, memory_.points_to().target(pointer), nullptr});
    if (const Unmodelled problem = memory_.problem(ranges.back().region); !problem.empty()) {
      emitter_.unsupported(problem, call);
      return true;
    }
  }
  std::vector<ExprPtr> values;
  std::vector<std::optional<PassedArray>> arrays(ranges.size());
  const bool is_checked = !pure_range(call, name).empty();
  for (unsigned i = 0; i < 3 && emitter_.alive(); ++i) {
    if (i < arrays.size() && !is_checked) arrays[i] = named_array(call->getArg(i));
    if (i < arrays.size() && arrays[i] && arrays[i]->start)
      arrays[i]->start = protect(arrays[i]->start, call->getArg(i), nullptr);
    values.push_back(value(call->getArg(i)));
    for (unsigned later = i + 1; later < 3; ++later) note_order(call->getArg(i), call->getArg(later), Order::operands);
    // What is written may hold what these were computed from.
    values.back() = protect(values.back(), call->getArg(i), nullptr);
  }
  if (!emitter_.alive()) return true;
  for (unsigned i = 0; i < arrays.size(); ++i)
    if (arrays[i]) stay_in_named_array(call, i, *arrays[i], values[i], values[2]);
  if (const auto count = known_count(call->getArg(2))) values[2] = make_constant(*count, values[2]->type);
  const ExprPtr bytes = make_cast(values[2], values[0]->type, emitter_.range(call));
  for (unsigned i = 0; i < ranges.size(); ++i) ranges[i].start = values[i];
  const clang::QualType unit = common_unit(ranges, bytes);
  const bool is_split = !unit.isNull() && (compares || fills) && !is_scalar_unit(unit);
  if (unit.isNull() || is_split || (fills && !context().getTypeSizeInChars(unit).isOne())) {
    need_bytes(call, ranges);
    return true;
  }
  for (const Range& range : ranges) use_memory(range.region);
  if (wants_result || compares) result = place_of(result_storage(call, call->getType()));
  if (fills) fill_bytes(call, ranges[0], unit, values[1], bytes);
  if (compares) compare_ranges(call, ranges, unit, bytes, *result);
  if (!fills && !compares) copy_range(call, ranges, unit, bytes, name == "memmove");
  if (wants_result && !compares && emitter_.alive())
    store(*result, values[0], emitter_.origin(call), EdgeRole::Internal);
  if (!wants_result || !emitter_.alive()) result.reset();
  return true;
}

bool Lowering::is_scalar_unit(clang::QualType unit) {
  const auto type = integer(unit);
  return type && !type->is_boolean() && type->width % 8 == 0 && type->width == context().getTypeSize(unit);
}

Place Lowering::unit_at(const clang::CallExpr* call, const Range& range, clang::QualType unit, const ExprPtr& offset) {
  const SourceRange where = emitter_.range(call);
  return memory_.place(make_binary(BinaryOp::Add, range.start, offset, range.start->type, where), unit, range.region,
                       where);
}

void Lowering::fill_bytes(const clang::CallExpr* call, const Range& range, clang::QualType unit, const ExprPtr& byte,
                          const ExprPtr& bytes) {
  for_objects(call, bytes, 1, {}, [&](const ExprPtr& offset, const Part& part) {
    store(unit_at(call, range, unit, offset), make_cast(byte, range_byte_type, emitter_.range(call)),
          emitter_.origin(call), EdgeRole::Plain, part.of(0));
  });
}

void Lowering::copy_range(const clang::CallExpr* call, const std::vector<Range>& ranges, clang::QualType unit,
                          const ExprPtr& bytes, bool may_overlap) {
  const SourceRange where = emitter_.range(call);
  const logic::Integer size(context().getTypeSizeInChars(unit).getQuantity());
  const auto forward = [&](const ExprPtr& offset, const Part&) {
    copy(unit_at(call, ranges[0], unit, offset), unit_at(call, ranges[1], unit, offset), emitter_.origin(call),
         EdgeRole::Plain);
  };
  const auto backward = [&](const ExprPtr& offset, const Part& part) {
    const ExprPtr last = make_binary(BinaryOp::Sub, bytes, make_constant(size, bytes->type), bytes->type, where);
    forward(make_binary(BinaryOp::Sub, last, offset, bytes->type, where), part);
  };
  if (!may_overlap || memory_.points_to().find(ranges[0].region) != memory_.points_to().find(ranges[1].region))
    return for_objects(call, bytes, size, {}, forward);
  const Node up = emitter_.new_node();
  const Node down = emitter_.new_node();
  const Node end = emitter_.new_node();
  emitter_.branch(make_binary(BinaryOp::Le, ranges[0].start, ranges[1].start, int_type, where), Origin{call, where, {}},
                  up, down, Part(1));
  emitter_.enter(up);
  for_objects(call, bytes, size, {}, forward);
  emitter_.go_to(end);
  emitter_.enter(down);
  for_objects(call, bytes, size, {}, backward);
  emitter_.go_to(end);
  emitter_.enter(end);
}

void Lowering::fill_unread(const clang::CallExpr* call, const Range& range, unsigned byte, const ExprPtr& bytes) {
  const SourceRange where = emitter_.range(call);
  const ScalarType& number = range.start->type;
  const ExprPtr count = make_cast(bytes, number, where);
  const ExprPtr none = make_constant(0, number);
  const Node some = emitter_.new_node();
  const Node end = emitter_.new_node();
  use_memory(range.region);
  emitter_.branch(make_binary(BinaryOp::Gt, count, none, int_type, where), Origin{call, where, {}}, some, end, Part(3));
  emitter_.enter(some);
  const ExprPtr last = make_binary(BinaryOp::Sub, count, make_constant(1, number), number, where);
  const ExprPtr value = make_constant(byte, range_byte_type);
  store(unit_at(call, range, context().UnsignedCharTy, none), value, emitter_.origin(call), EdgeRole::Plain, Part(4));
  store(unit_at(call, range, context().UnsignedCharTy, last), value, emitter_.origin(call), EdgeRole::Plain, Part(5));
  emitter_.go_to(end);
  emitter_.enter(end);
}

void Lowering::touch_last(const clang::CallExpr* call, const std::vector<Range>& ranges, clang::QualType unit,
                          const ExprPtr& bytes) {
  if (!options_.property.has(Violation::valid_deref)) return;
  const SourceRange where = emitter_.range(call);
  const ExprPtr none = make_constant(0, bytes->type);
  const Node some = emitter_.new_node();
  const Node end = emitter_.new_node();
  emitter_.branch(make_binary(BinaryOp::Gt, bytes, none, int_type, where), Origin{call, where, {}}, some, end, Part(3));
  emitter_.enter(some);
  const logic::Integer size(context().getTypeSizeInChars(unit).getQuantity());
  const ExprPtr last = make_binary(BinaryOp::Sub, bytes, make_constant(size, bytes->type), bytes->type, where);
  for (const Range& range : ranges) keep_evaluation(range.pointer, load(unit_at(call, range, unit, last), where));
  emitter_.go_to(end);
  emitter_.enter(end);
}

void Lowering::compare_ranges(const clang::CallExpr* call, const std::vector<Range>& ranges, clang::QualType unit,
                              const ExprPtr& bytes, const Place& result) {
  const SourceRange where = emitter_.range(call);
  const Origin origin = emitter_.origin(call);
  const logic::Integer size(context().getTypeSizeInChars(unit).getQuantity());
  const ScalarType bits = unsigned_integer(static_cast<unsigned>(context().getTypeSize(unit)));
  const Node end = emitter_.new_node();
  const auto number = [&](const Range& range, const ExprPtr& offset) {
    const ExprPtr loaded = load(unit_at(call, range, unit, offset), where);
    const ExprPtr pattern =
        loaded->type.is_floating() ? make_pattern(loaded, bits, where) : make_cast(loaded, bits, where);
    return swapped(pattern, where);
  };
  const auto sign = [&](Node here, std::int64_t low, std::int64_t high) {
    emitter_.enter(here);
    havoc(result, origin, EdgeRole::Internal);
    assume_between(result, low, high, call);
    emitter_.go_to(end);
  };
  const std::int64_t most = std::numeric_limits<std::int32_t>::max();
  touch_last(call, ranges, unit, bytes);
  const Node less = emitter_.new_node();
  const Node greater = emitter_.new_node();
  for_objects(call, bytes, size, {}, [&](const ExprPtr& offset, const Part& part) {
    const Node at_least = emitter_.new_node();
    const Node equal = emitter_.new_node();
    emitter_.branch(make_binary(BinaryOp::Lt, number(ranges[0], offset), number(ranges[1], offset), int_type, where),
                    Origin{call, where, {}}, less, at_least, part.of(1));
    emitter_.enter(at_least);
    emitter_.branch(make_binary(BinaryOp::Gt, number(ranges[0], offset), number(ranges[1], offset), int_type, where),
                    Origin{call, where, {}}, greater, equal, part.of(2));
    emitter_.enter(equal);
  });
  if (emitter_.alive()) {
    store(result, make_constant(0, result.storage->integer), origin, EdgeRole::Internal);
    emitter_.go_to(end);
  }
  sign(less, -most - 1, -1);
  sign(greater, 1, most);
  emitter_.enter(end);
}

}  // namespace bireach::frontend
