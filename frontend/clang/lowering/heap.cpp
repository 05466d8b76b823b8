// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/lowering/heap.h"

namespace bireach::frontend {
namespace {

/// Between objects, so that a pointer behind the end of one differs from all others.
constexpr unsigned gap = 16;
/// Addresses must not wrap around. Smaller objects would have to be too many for any machine, or any execution.
constexpr std::uint64_t small_object = 1U << 20U;

}  // namespace

ExprPtr Heap::distance_of(const ExprPtr& size, const SourceRange& where) const {
  const ScalarType& pointer = size->type;
  if (size->kind == Expr::Kind::Constant) return make_constant((size->value + gap - 1) / gap * gap + gap, pointer);
  const auto binary = [&](BinaryOp op, const ExprPtr& left, unsigned right) {
    return make_binary(op, left, make_constant(right, pointer), pointer, where);
  };
  if (!looks_at_addresses_()) return binary(BinaryOp::Add, size, gap);
  return binary(BinaryOp::Mul, binary(BinaryOp::Div, binary(BinaryOp::Add, size, 2 * gap - 1), gap), gap);
}

ScalarType Heap::pointer() const {
  return *integer_type(emitter_.context().VoidPtrTy, emitter_.context());
}

VariableId Heap::make(std::optional<VariableId>& variable, const std::string& name) {
  if (variable) return *variable;
  StorageBuilder::Origin origin;
  origin.name = name;
  variable = variables_.create_scalar(std::move(origin), pointer(), VariableOwner{}).variable;
  return *variable;
}

VariableId Heap::sizes() {
  const VariableId sizes = make(memory_.sizes, "(heap sizes)");
  variables_[sizes].array = ArrayShape{logic::power_of_two(pointer().width)};
  return sizes;
}

void Heap::make_variables() {
  static_cast<void>(top());
  static_cast<void>(sizes());
}

bool Heap::is_small(const ExprPtr& size) {
  return size->kind == Expr::Kind::Constant && size->value <= small_object;
}

void Heap::require_room(const ExprPtr& size, const Origin& origin) {
  if (is_small(size)) return;
  const ScalarType pointer = size->type;
  const VariableId next = top();
  emitter_.assume_globally("allocations do not exhaust the address space");
  // With 64 bits what was allocated before is not taken off: queries are simpler so, and it is far less.
  constexpr std::uint64_t allocated_before = std::uint64_t{1} << 40U;
  const std::uint64_t left_out = pointer.width < 64 ? std::uint64_t{4} * gap : allocated_before;
  const ExprPtr last = make_constant(logic::Integer(end_of_objects(pointer.width) - left_out), pointer);
  const ExprPtr room = pointer.width < 64 ? make_binary(BinaryOp::Sub, last, make_variable(next, pointer, origin.range),
                                                        pointer, origin.range)
                                          : last;
  const Emitter::Node enough = emitter_.new_node();
  const Emitter::Node too_much = emitter_.new_node();
  emitter_.branch(make_binary(BinaryOp::Lt, size, room, int_type, origin.range), Origin{origin.node, origin.range, {}},
                  enough, too_much);
  emitter_.enter(too_much);
  Location exit;
  exit.kind = LocationKind::Exit;
  exit.place = origin.range;
  if (emitter_.alive()) emitter_.end_path(exit, origin, EdgeRole::Call);
  emitter_.enter(enough);
}

void Heap::take(const ExprPtr& address, const ExprPtr& size, const Origin& origin, const Part& sizing,
                const Part& moving, const ExprPtr& room) {
  const ScalarType pointer = address->type;
  emitter_.emit(Assign{LValue{sizes(), address}, size}, origin, EdgeRole::Internal, sizing);
  emitter_.emit(Assign{LValue{top(), nullptr},
                       make_binary(BinaryOp::Add, address, distance_of(room ? room : size, address->source), pointer,
                                   address->source)},
                origin, EdgeRole::Internal, moving);
}

void Heap::release(const ExprPtr& address, const Origin& origin, EdgeRole role, const Part& part) {
  emitter_.emit(Assign{LValue{sizes(), address}, make_constant(0, address->type)}, origin, role, part);
}

}  // namespace bireach::frontend
