// SPDX-License-Identifier: Apache-2.0
#include "frontend/checks/tracked_object.h"

#include <utility>

namespace bireach::frontend {
namespace {

using Tracked = Memory::Tracked;

constexpr ScalarType state_type = unsigned_integer(8);

VariableId add_variable(Program& program, const char* name, ScalarType type) {
  Variable variable;
  variable.name = name;
  variable.type = type;
  variable.c_type = type.width == state_type.width ? "unsigned char" : "uintptr_t";
  program.variables.push_back(std::move(variable));
  return static_cast<VariableId>(program.variables.size() - 1);
}

ExprPtr read(const Program& program, VariableId variable) {
  return make_variable(variable, program.variables[variable].type);
}

Assign set(const Program& program, VariableId variable, const logic::Integer& value) {
  return Assign{LValue{variable, nullptr}, make_constant(value, program.variables[variable].type)};
}

/// variable := value, if `address` is the tracked object's.
Assign set_if_tracked(const Program& program, const ExprPtr& address, VariableId variable, ExprPtr value) {
  const ExprPtr is_tracked =
      make_binary(BinaryOp::Eq, address, read(program, program.memory.tracked->address), int_type);
  const ScalarType type = program.variables[variable].type;
  return Assign{LValue{variable, nullptr},
                make_conditional(is_tracked, std::move(value), read(program, variable), type)};
}

}  // namespace

void add_tracked_object(Program& program) {
  const ScalarType pointer = program.variables[*program.memory.top].type;
  Tracked tracked;
  tracked.address = add_variable(program, "(tracked object)", pointer);
  tracked.end = add_variable(program, "(tracked object's end)", pointer);
  tracked.size = add_variable(program, "(tracked object's size)", pointer);
  tracked.state = add_variable(program, "(tracked object's state)", state_type);
  program.memory.tracked = tracked;
}

std::vector<Statement> tracking_at_start(const Program& program) {
  const Tracked& tracked = *program.memory.tracked;
  return {Havoc{LValue{tracked.address, nullptr}, {}}, set(program, tracked.end, 0), set(program, tracked.size, 0),
          set(program, tracked.state, Tracked::none)};
}

SizeChange size_change(const Program& program, const Edge& edge) {
  const Assign* assign = as_assign(edge.statement);
  const Memory& memory = program.memory;
  if (!memory.sizes || assign == nullptr || assign->target.variable != *memory.sizes || !assign->target.index)
    return SizeChange::none;
  const Expr& address = *assign->target.index;
  const bool is_next = address.kind == Expr::Kind::Variable && address.variable == memory.top;
  if (is_next) return SizeChange::allocates;
  const bool is_zero = assign->value->kind == Expr::Kind::Constant && assign->value->value == 0;
  if (!is_zero) return SizeChange::places_on_stack;
  return edge.role == EdgeRole::Call ? SizeChange::frees : SizeChange::leaves;
}

std::vector<Statement> tracking_before(const Program& program, const Edge& edge) {
  const Assign* assign = as_assign(edge.statement);
  const Tracked& tracked = *program.memory.tracked;
  const auto state = [](Tracked::Life life) { return make_constant(life, state_type); };
  const SizeChange change = size_change(program, edge);
  switch (change) {
    case SizeChange::none:
      break;
    case SizeChange::allocates:
    case SizeChange::places_on_stack: {
      const ExprPtr& address = assign->target.index;
      const auto life = change == SizeChange::allocates ? Tracked::on_heap : Tracked::on_stack;
      return {set_if_tracked(program, address, tracked.size, assign->value),
              set_if_tracked(program, address, tracked.state, state(life))};
    }
    case SizeChange::frees:
    case SizeChange::leaves:
      return {set_if_tracked(program, assign->target.index, tracked.state, state(Tracked::none))};
  }
  // The next free address, which moves right after an object is placed, is where this object's addresses end.
  if (assign != nullptr && assign->target.variable == program.memory.top && !assign->target.index &&
      assign->value->kind == Expr::Kind::Binary)
    return {set_if_tracked(program, assign->value->operands[0], tracked.end, assign->value)};
  return {};
}

}  // namespace bireach::frontend
