// SPDX-License-Identifier: Apache-2.0
#include "frontend/checks/memory_conditions.h"

#include <algorithm>
#include <utility>

#include "frontend/program/pointer_origin.h"
#include "frontend/threads/accesses.h"

namespace bireach::frontend {
namespace {

using logic::Integer;
using Object = Memory::Object;

ExprPtr conjunction(ExprPtr a, ExprPtr b) {
  if (!a || !b) return a ? a : b;
  return make_binary(BinaryOp::LogicalAnd, std::move(a), std::move(b), int_type);
}

ExprPtr either_of(ExprPtr a, ExprPtr b) {
  if (!a || !b) return a ? a : b;
  return make_binary(BinaryOp::LogicalOr, std::move(a), std::move(b), int_type);
}

/// Conditions on addresses in a type in which nothing about them overflows.
class InvalidAccess {
 public:
  InvalidAccess(const Program& program, VariableId cells, const ExprPtr& index, bool writes)
      : writes_(writes),
        program_(program),
        cells_(program.memory.cells.at(cells)),
        wide_(signed_integer(index->type.width + 2)),
        address_(add(make_cast(index, wide_), cells_.shift)),
        size_(cells_.size) {
    if (index->kind == Expr::Kind::Constant) named_ = object_at(index->value + cells_.shift);
    const ExprPtr origin = pointer_origin(program, index, cells_.shift);
    if (!origin || same_expression(*origin, *index)) return;
    // A field's cells have the addresses of its structures as indices.
    if (origin->kind == Expr::Kind::Constant)
      named_ = object_at(origin->value + cells_.shift);
    else
      origin_ = add(make_cast(origin, wide_), cells_.shift);
  }

  [[nodiscard]] ExprPtr condition() const {
    if (named_ != nullptr) return writes_ && named_->is_read_only ? make_constant(1, int_type) : outside(*named_);
    return either_of(either_of(either_of(outside_of_variables(), outside_of_allocated()), behind_all()),
                     in_read_only());
  }

  [[nodiscard]] ExprPtr valid() const {
    if (named_ != nullptr) return inside(*named_);
    ExprPtr result = make_constant(0, int_type);
    for (const std::size_t number : cells_.objects)
      result = either_of(std::move(result), inside(program_.memory.objects[number]));
    return program_.memory.tracked ? either_of(std::move(result), inside_tracked()) : result;
  }

  /// In an object, but not where these cells lie in it. Null: never.
  [[nodiscard]] ExprPtr among_other_members() const {
    ExprPtr result;
    for (const auto& [number, layout] : cells_.members) {
      const Object& object = program_.memory.objects[number];
      if (named_ != nullptr && named_ != &object) continue;
      const ExprPtr distance = make_binary(BinaryOp::Sub, address_, constant(object.address), wide_);
      result = either_of(std::move(result), conjunction(inside(object), make_not(lies_in(distance, layout))));
    }
    if (named_ != nullptr || !program_.memory.tracked || cells_.allocated_members.empty()) return result;
    const ExprPtr distance = make_binary(BinaryOp::Sub, address_, read(program_.memory.tracked->address), wide_);
    ExprPtr elsewhere;
    for (const Memory::Layout& layout : cells_.allocated_members)
      elsewhere = either_of(std::move(elsewhere), make_not(lies_in(distance, layout)));
    return either_of(std::move(result), conjunction(inside_tracked(), std::move(elsewhere)));
  }

 private:
  [[nodiscard]] ExprPtr lies_in(const ExprPtr& distance, const Memory::Layout& layout) const {
    const ExprPtr place =
        layout.period == 0 ? distance : make_binary(BinaryOp::Rem, distance, constant(layout.period), wide_);
    ExprPtr result;
    for (const Memory::Layout::Stretch& stretch : layout.stretches)
      result = either_of(std::move(result), between(place, constant(stretch.first), constant(stretch.end - size_)));
    return result ? result : make_constant(0, int_type);
  }
  [[nodiscard]] const Object* object_at(const Integer& address) const {
    for (const Object& object : program_.memory.objects)
      if (object.address <= address && address < object.address + std::max<Integer>(object.size, 1)) return &object;
    return nullptr;
  }
  [[nodiscard]] ExprPtr add(ExprPtr value, const Integer& number) const {
    if (number == 0) return value;
    return make_binary(BinaryOp::Add, std::move(value), make_constant(number, wide_), wide_);
  }
  [[nodiscard]] ExprPtr constant(const Integer& value) const { return make_constant(value, wide_); }
  [[nodiscard]] static ExprPtr compare(BinaryOp op, const ExprPtr& a, const ExprPtr& b) {
    return make_binary(op, a, b, int_type);
  }
  [[nodiscard]] ExprPtr between(const ExprPtr& value, const ExprPtr& low, const ExprPtr& high) const {
    return conjunction(compare(BinaryOp::Ge, value, low), compare(BinaryOp::Le, value, high));
  }
  [[nodiscard]] ExprPtr read(VariableId variable) const {
    return make_cast(make_variable(variable, program_.variables[variable].type), wide_);
  }
  /// The whole access lies in it, and it exists.
  [[nodiscard]] ExprPtr inside(const Object& object) const {
    ExprPtr alive = object.alive ? compare(BinaryOp::Ne, read(*object.alive), constant(0)) : nullptr;
    return conjunction(between(address_, constant(object.address), constant(object.address + object.size - size_)),
                       std::move(alive));
  }
  [[nodiscard]] ExprPtr outside(const Object& object) const {
    return make_not(address_->kind == Expr::Kind::Constant && contains(object) && !object.alive
                        ? make_constant(1, int_type)
                        : inside(object));
  }
  [[nodiscard]] bool contains(const Object& object) const {
    return object.address <= address_->value && address_->value + size_ <= object.address + object.size;
  }

  /// Below all allocated objects, and in none of those that may lie in these cells; or led out of one of them.
  [[nodiscard]] ExprPtr outside_of_variables() const {
    ExprPtr in_some = make_constant(0, int_type);
    ExprPtr led_out;
    for (const std::size_t number : cells_.objects) {
      const Object& object = program_.memory.objects[number];
      in_some = make_binary(BinaryOp::LogicalOr, in_some, inside(object), int_type);
      if (origin_)
        led_out =
            either_of(std::move(led_out),
                      conjunction(between(origin_, constant(object.address), constant(object.address + object.size)),
                                  make_not(inside(object))));
    }
    const ExprPtr below =
        program_.memory.top ? compare(BinaryOp::Lt, address_, constant(program_.memory.first_allocated)) : nullptr;
    const ExprPtr in_none = in_some->kind == Expr::Kind::Constant ? nullptr : make_not(std::move(in_some));
    ExprPtr outside = conjunction(below, in_none);
    return either_of(outside ? std::move(outside) : make_constant(1, int_type), std::move(led_out));
  }

  /// In the addresses of the tracked object, or led there from it, but not within it while it exists.
  [[nodiscard]] ExprPtr outside_of_allocated() const {
    if (!program_.memory.tracked) return nullptr;
    const Memory::Tracked& tracked = *program_.memory.tracked;
    const ExprPtr start = read(tracked.address);
    const ExprPtr end = read(tracked.end);
    const ExprPtr behind = make_binary(BinaryOp::Add, start, read(tracked.size), wide_);
    ExprPtr concerned = conjunction(compare(BinaryOp::Ge, address_, start), compare(BinaryOp::Lt, address_, end));
    if (origin_)
      concerned = either_of(std::move(concerned),
                            conjunction(compare(BinaryOp::Ne, end, constant(0)), between(origin_, start, behind)));
    return conjunction(std::move(concerned), make_not(inside_tracked()));
  }

  [[nodiscard]] ExprPtr inside_tracked() const {
    const Memory::Tracked& tracked = *program_.memory.tracked;
    const ExprPtr start = read(tracked.address);
    const ExprPtr behind = make_binary(BinaryOp::Add, start, read(tracked.size), wide_);
    const ExprPtr last = make_binary(BinaryOp::Sub, behind, constant(size_), wide_);
    const ExprPtr exists = compare(BinaryOp::Ne, read(tracked.state), constant(Memory::Tracked::none));
    return conjunction(exists, between(address_, start, last));
  }

  /// C lets nobody write there (C11 6.4.5p7, 6.7.3p6).
  [[nodiscard]] ExprPtr in_read_only() const {
    ExprPtr result;
    for (const std::size_t number : cells_.objects)
      if (const Object& object = program_.memory.objects[number]; writes_ && object.is_read_only)
        result = either_of(std::move(result), inside(object));
    return result;
  }

  [[nodiscard]] ExprPtr behind_all() const {
    if (!program_.memory.top) return nullptr;
    return compare(BinaryOp::Ge, address_, read(*program_.memory.top));
  }

  bool writes_;
  const Program& program_;
  const Memory::Cells& cells_;
  ScalarType wide_;
  ExprPtr address_;
  ExprPtr origin_;                 ///< null: the address itself
  const Object* named_ = nullptr;  ///< the object that the address is computed from, if that is known
  Integer size_;
};

}  // namespace

ExprPtr invalid_access(const Program& program, VariableId cells, const ExprPtr& index, bool writes) {
  ExprPtr result = InvalidAccess(program, cells, index, writes).condition();
  return result && result->kind == Expr::Kind::Constant && result->value == 0 ? nullptr : result;
}

ExprPtr access_of_other_member(const Program& program, VariableId cells, const ExprPtr& index) {
  ExprPtr result = InvalidAccess(program, cells, index, false).among_other_members();
  return result && result->kind == Expr::Kind::Constant && result->value == 0 ? nullptr : result;
}

ExprPtr valid_access(const Program& program, VariableId cells, const ExprPtr& index) {
  return InvalidAccess(program, cells, index, false).valid();
}

Departure pointer_leaves_object(const Program& program, const ExprPtr& pointer) {
  const ExprPtr origin = pointer_origin(program, pointer, 0);
  if (!origin || same_expression(*origin, *pointer)) return {};
  const ScalarType wide = signed_integer(pointer->type.width + 2);
  const auto widened = [&](const ExprPtr& value) { return make_cast(value, wide); };
  const auto between = [&](const ExprPtr& value, const ExprPtr& low, const ExprPtr& high) {
    return conjunction(make_binary(BinaryOp::Ge, value, low, int_type),
                       make_binary(BinaryOp::Le, value, high, int_type));
  };
  const ExprPtr from = widened(origin);
  const ExprPtr to = widened(pointer);
  const ExprPtr null = make_constant(0, wide);
  Departure result;
  ExprPtr& leaves = result.leaves;
  leaves = conjunction(make_binary(BinaryOp::Eq, from, null, int_type), make_binary(BinaryOp::Ne, to, null, int_type));
  result.open = make_binary(BinaryOp::Ne, from, null, int_type);
  if (program.memory.top)
    result.open =
        conjunction(std::move(result.open),
                    make_binary(BinaryOp::Lt, from, make_constant(program.memory.first_allocated, wide), int_type));
  for (const Object& object : program.memory.objects) {
    const ExprPtr low = make_constant(object.address, wide);
    const ExprPtr high = make_constant(object.address + object.size, wide);
    result.open = conjunction(std::move(result.open), make_not(between(from, low, high)));
    leaves = either_of(std::move(leaves), conjunction(between(from, low, high), make_not(between(to, low, high))));
  }
  if (!program.memory.tracked) return result;
  const Memory::Tracked& tracked = *program.memory.tracked;
  const auto read = [&](VariableId variable) {
    return widened(make_variable(variable, program.variables[variable].type));
  };
  const ExprPtr low = read(tracked.address);
  const ExprPtr high = make_binary(BinaryOp::Add, low, read(tracked.size), wide);
  const ExprPtr exists =
      make_binary(BinaryOp::Ne, read(tracked.state), make_constant(Memory::Tracked::none, wide), int_type);
  leaves = either_of(std::move(leaves),
                     conjunction(conjunction(exists, between(from, low, high)), make_not(between(to, low, high))));
  return result;
}

ExprPtr invalid_free(const Program& program, const ExprPtr& address) {
  const Memory& memory = program.memory;
  const ScalarType& pointer = address->type;
  const auto compare = [&](BinaryOp op, const ExprPtr& a, const ExprPtr& b) { return make_binary(op, a, b, int_type); };
  const auto read = [&](VariableId variable) { return make_variable(variable, program.variables[variable].type); };
  ExprPtr given = compare(BinaryOp::Ne, address, make_constant(0, pointer));
  if (!memory.top || !memory.tracked) return given;
  const Memory::Tracked& tracked = *memory.tracked;
  const ExprPtr elsewhere = either_of(compare(BinaryOp::Lt, address, make_constant(memory.first_allocated, pointer)),
                                      compare(BinaryOp::Ge, address, read(*memory.top)));
  const ExprPtr state = read(tracked.state);
  const ExprPtr is_base =
      conjunction(compare(BinaryOp::Eq, address, read(tracked.address)),
                  compare(BinaryOp::Eq, state, make_constant(Memory::Tracked::on_heap, state->type)));
  const ExprPtr in_tracked = conjunction(compare(BinaryOp::Ge, address, read(tracked.address)),
                                         compare(BinaryOp::Lt, address, read(tracked.end)));
  return conjunction(given, either_of(elsewhere, conjunction(in_tracked, make_not(is_base))));
}

ExprPtr is_unfreed(const Program& program) {
  const VariableId state = program.memory.tracked->state;
  const ScalarType type = program.variables[state].type;
  return make_binary(BinaryOp::Eq, make_variable(state, type), make_constant(Memory::Tracked::on_heap, type), int_type);
}

namespace {

/// A pointer, or one of the user's numbers that are as wide.
bool may_hold_address(const Variable& variable, const ScalarType& address) {
  if (variable.is_pointer) return true;
  const ScalarType& type = variable.type;
  return !type.is_floating() && !type.is_boolean() && type.width >= address.width && !variable.user_name.empty();
}

/// Variables that other threads than the first one access: where the program ends, these may still run. Temporaries
/// are live within a statement only, so those of threads that somebody waits for are left out.
std::vector<bool> variables_of_other_threads(const Program& program) {
  std::vector<bool> joined(program.threads.size() + 1, false);
  for (EdgeId edge = 0; edge < program.edge_count(); ++edge)
    if (const ThreadStep& step = program.edge(edge).thread_step; step.kind == ThreadStep::Kind::join)
      joined[step.thread] = true;
  std::vector<bool> result(program.variables.size(), false);
  for (EdgeId edge = 0; edge < program.edge_count(); ++edge) {
    const std::uint32_t thread = program.edge(edge).thread;
    if (thread == 0) continue;
    for (const VariableAccess& access : accesses_of(program, program.edge(edge).statement))
      result[access.variable] =
          result[access.variable] || !joined[thread] || !program.variables[access.variable].user_name.empty();
  }
  return result;
}

}  // namespace

Unreached unreached_at_end(const Program& program, bool returned) {
  const Memory& memory = program.memory;
  const auto read = [&](VariableId variable) { return make_variable(variable, program.variables[variable].type); };
  // In memory, or in arrays, there may be pointers anywhere.
  bool holds_more = false;
  for (const auto& [cells, where] : memory.cells) {
    if (!program.variables[cells].is_pointer && !where.holds_pointers) continue;
    for (const std::size_t object : where.objects)
      holds_more = holds_more || !returned || memory.objects[object].is_static;
  }
  ExprPtr leads_there;
  ExprPtr leads_somewhere;
  ExprPtr held;  // by a thread that may still run
  const std::vector<bool> of_others = variables_of_other_threads(program);
  const ScalarType address = program.variables[memory.tracked->address].type;
  for (VariableId v = 0; v < program.variables.size(); ++v) {
    const Variable& variable = program.variables[v];
    const bool is_gone = returned && !variable.is_static;
    if (!may_hold_address(variable, address) || (is_gone && !of_others[v]) || memory.cells.contains(v)) continue;
    holds_more = holds_more || (variable.is_pointer && variable.array.has_value());
    if (variable.array) continue;
    const ExprPtr pointer = make_cast(read(v), address);
    const ExprPtr leads = conjunction(make_binary(BinaryOp::Ge, pointer, read(memory.tracked->address), int_type),
                                      make_binary(BinaryOp::Lt, pointer, read(memory.tracked->end), int_type));
    if (is_gone) {
      held = either_of(std::move(held), leads);
      continue;
    }
    leads_there = either_of(std::move(leads_there), leads);
    if (!variable.is_pointer) continue;  // a number leads there or nowhere
    leads_somewhere = either_of(std::move(leads_somewhere),
                                make_binary(BinaryOp::Ne, pointer, make_constant(0, pointer->type), int_type));
  }
  const ExprPtr unfreed = is_unfreed(program);
  const ExprPtr unled = leads_there ? conjunction(unfreed, make_not(leads_there)) : unfreed;
  if (holds_more || !returned) return {nullptr, unled};
  const ExprPtr lost = leads_somewhere ? conjunction(unfreed, make_not(leads_somewhere)) : unled;
  const ExprPtr open = leads_somewhere ? conjunction(unled, leads_somewhere) : nullptr;
  if (!held) return {lost, open};
  return {conjunction(lost, make_not(held)), either_of(open, conjunction(unled, held))};
}

}  // namespace bireach::frontend
