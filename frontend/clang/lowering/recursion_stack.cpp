// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/lowering/recursion_stack.h"

#include <algorithm>

namespace bireach::frontend {
namespace {

constexpr ScalarType depth_type = signed_integer(64);
constexpr ScalarType place_type = signed_integer(32);
/// No stack of any machine is that deep.
const logic::Integer stack_size = logic::Integer(1) << 40U;
/// Longer arrays of suspended activations are not saved.
constexpr std::int64_t max_saved_elements = 64;

}  // namespace

ExprPtr RecursionStack::depth() {
  if (!depth_) {
    StorageBuilder::Origin place;
    place.name = "(depth)";
    depth_ = variables_.create_scalar(std::move(place), depth_type, VariableOwner{}).variable;
  }
  return make_variable(*depth_, depth_type);
}

void RecursionStack::change_depth(BinaryOp op, const Origin& origin) {
  const ExprPtr changed = make_binary(op, depth(), make_constant(1, depth_type), depth_type);
  emitter_.emit(Assign{LValue{*depth_, nullptr}, changed}, origin, EdgeRole::Internal,
                Part(op == BinaryOp::Add ? 0 : 1));
}

VariableId RecursionStack::stack_of(VariableId variable) {
  const auto known = stacks_.find(variable);
  if (known != stacks_.end()) return known->second;
  Variable stack = variables_[variable];
  stack.name += ".(stack)";
  stack.user_name.clear();
  stack.indices.clear();
  const logic::Integer elements = stack.array ? stack.array->size : 1;
  stack.array = ArrayShape{stack_size * elements};
  const VariableId id = variables_.add(std::move(stack), VariableOwner{});
  stacks_.emplace(variable, id);
  return id;
}

void RecursionStack::initialize() {
  if (depth_)
    emitter_.emit(Assign{LValue{*depth_, nullptr}, make_constant(0, depth_type)}, Origin{}, EdgeRole::Internal);
  for (const auto& [variable, stack] : stacks_) {
    const ExprPtr zero = make_constant(0, variables_[stack].type);
    emitter_.emit(Assign{LValue{stack, nullptr}, zero}, Origin{}, EdgeRole::Internal);
  }
}

Recursion RecursionStack::begin(const clang::FunctionDecl* function) {
  const std::string purpose = "return place";
  const Storage* place = variables_.internal(function, purpose);
  if (!place) {
    StorageBuilder::Origin origin;
    origin.function = emitter_.copy().name;
    origin.name = emitter_.copy().name + "::(return)";
    Storage made = variables_.create_scalar(std::move(origin), place_type, {nullptr, function});
    place = &variables_.keep_internal(function, purpose, std::move(made));
  }
  const Node start = emitter_.new_node();
  emitter_.go_to(start);
  emitter_.enter(start);
  emitter_.emit(Assign{LValue{place->variable, nullptr}, make_constant(0, place_type)}, Origin{function, {}, {}},
                EdgeRole::Internal);
  const Node entry = emitter_.new_node();
  emitter_.go_to(entry);
  emitter_.enter(entry);
  return Recursion{start, entry, place->variable, {}};
}

RecursiveCall RecursionStack::begin_call(const Origin& call, std::set<const clang::FunctionDecl*> suspended) {
  RecursiveCall site;
  site.saving = emitter_.here();
  site.passing = emitter_.new_node();
  site.resumed = emitter_.new_node();
  site.origin = call;
  site.function = emitter_.copy().name;
  site.call_path = emitter_.copy().call_path;
  site.suspended = std::move(suspended);
  emitter_.resume(site.passing);
  return site;
}

void RecursionStack::enter(Recursion& recursion, RecursiveCall call) {
  const auto number = static_cast<std::int64_t>(recursion.calls.size() + 1);
  emitter_.emit(Assign{LValue{recursion.return_place, nullptr}, make_constant(number, place_type)}, call.origin,
                EdgeRole::Internal);
  emitter_.go_to(recursion.entry);
  emitter_.resume(call.resumed);
  recursion.calls.push_back(std::move(call));
}

std::vector<VariableId> RecursionStack::saved_variables(const RecursiveCall& call,
                                                        const std::set<VariableId>& live) const {
  std::vector<VariableId> result;
  for (const VariableId variable : live)
    if (call.suspended.contains(variables_.owner(variable).function)) result.push_back(variable);
  return result;
}

void RecursionStack::save_and_call(const RecursiveCall& call) {
  emitter_.resume(call.saving);
  for (const VariableId variable : call.saved) {
    const Variable shape = variables_[variable];
    const VariableId stack = stack_of(variable);
    if (!shape.array) {
      emitter_.emit(Assign{LValue{stack, depth()}, make_variable(variable, shape.type)}, call.origin,
                    EdgeRole::Internal);
      continue;
    }
    if (shape.array->size > max_saved_elements)
      return emitter_.unsupported_at("recursive call while the array '" + shape.user_name + "' is in use", call.origin);
    const ExprPtr first = make_binary(BinaryOp::Mul, depth(), make_constant(shape.array->size, depth_type), depth_type);
    for (logic::Integer i = 0; i < shape.array->size; ++i) {
      const ExprPtr index = make_constant(i, depth_type);
      emitter_.emit(Assign{LValue{stack, make_binary(BinaryOp::Add, first, index, depth_type)},
                           make_element(variable, index, shape.type)},
                    call.origin, EdgeRole::Internal, Part(static_cast<unsigned>(i)));
    }
  }
  change_depth(BinaryOp::Add, call.origin);
  emitter_.go_to(call.passing);
}

void RecursionStack::restore(const RecursiveCall& call) {
  change_depth(BinaryOp::Sub, call.origin);
  for (const VariableId variable : call.saved) {
    const Variable shape = variables_[variable];
    const VariableId stack = stack_of(variable);
    if (!shape.array) {
      emitter_.emit(Assign{LValue{variable, nullptr}, make_element(stack, depth(), shape.type)}, call.origin,
                    EdgeRole::Internal);
      continue;
    }
    if (shape.array->size > max_saved_elements)  // such a call is not made
      return emitter_.unsupported_at("long array in use across a recursive call", call.origin);
    const ExprPtr first = make_binary(BinaryOp::Mul, depth(), make_constant(shape.array->size, depth_type), depth_type);
    for (logic::Integer i = 0; i < shape.array->size; ++i) {
      const ExprPtr index = make_constant(i, depth_type);
      emitter_.emit(Assign{LValue{variable, index},
                           make_element(stack, make_binary(BinaryOp::Add, first, index, depth_type), shape.type)},
                    call.origin, EdgeRole::Internal, Part(static_cast<unsigned>(i)));
    }
  }
  emitter_.go_to(call.resumed);
}

std::set<VariableId> RecursionStack::locals_of(const Recursion& recursion) const {
  std::set<VariableId> result;
  for (VariableId variable = 0; variable < variables_.count(); ++variable) {
    const clang::FunctionDecl* function = variables_.owner(variable).function;
    const bool is_some = std::any_of(recursion.calls.begin(), recursion.calls.end(), [&](const RecursiveCall& call) {
      return function && call.suspended.contains(function);
    });
    if (is_some) result.insert(variable);
  }
  return result;
}

void RecursionStack::finish(Recursion& recursion, const std::vector<const Recursion*>& active,
                            const std::set<VariableId>& constant, Node end, Node outermost_end) {
  std::set<VariableId> locals = locals_of(recursion);
  for (const VariableId variable : constant) locals.erase(variable);
  std::vector<Node> resumed;
  std::vector<std::pair<Node, Node>> calls;
  for (const Recursion* other : active) {
    for (const RecursiveCall& call : other->calls) {
      calls.emplace_back(call.saving, call.resumed);
      calls.emplace_back(call.saving, call.passing);  // which reads arguments
    }
  }
  for (const RecursiveCall& call : recursion.calls) resumed.push_back(call.resumed);
  const std::vector<std::set<VariableId>> live = emitter_.live_variables(resumed, calls, locals);
  for (std::size_t i = 0; i < recursion.calls.size(); ++i) {
    RecursiveCall& call = recursion.calls[i];
    call.saved = saved_variables(call, live[i]);
    if (std::find(call.saved.begin(), call.saved.end(), recursion.return_place) == call.saved.end())
      call.saved.push_back(recursion.return_place);
  }
  lower_calls(recursion, end);
  emitter_.go_to(outermost_end);
  procedures_.push_back({emitter_.copy().name, recursion, end, outermost_end});
}

void RecursionStack::lower_calls(const Recursion& recursion, Node end) {
  InlinedCopy caller = emitter_.copy();
  const Emitter::Inside inside(emitter_, caller);
  Node next = end;
  std::int64_t number = 0;
  for (const RecursiveCall& call : recursion.calls) {
    caller.name = call.function;
    caller.call_path = call.call_path;
    save_and_call(call);
    const Node here = next;
    next = emitter_.new_node();
    const Node returning = emitter_.new_node();
    const ExprPtr is_here = make_binary(BinaryOp::Eq, make_variable(recursion.return_place, place_type),
                                        make_constant(++number, place_type), int_type);
    emitter_.enter(here);
    if (!emitter_.alive()) continue;
    emitter_.emit_to(returning, Assume{is_here}, call.origin, EdgeRole::Internal);
    emitter_.resume(here);
    emitter_.emit_to(next, Assume{make_not(is_here)}, call.origin, EdgeRole::Internal);
    emitter_.enter(returning);
    restore(call);
  }
  emitter_.enter(next);
}

void RecursionStack::note_procedures() {
  for (const Procedure& lowered : procedures_) {
    const auto start = emitter_.location_of(lowered.recursion.start);
    const auto entry = emitter_.location_of(lowered.recursion.entry);
    const auto exit = emitter_.location_of(lowered.end);
    const auto end = emitter_.location_of(lowered.outermost_end);
    if (!start || !entry) continue;
    // Without an end it is left by no call; its locations need no procedure of their own then.
    if (!exit || !end || lowered.recursion.calls.empty()) continue;
    frontend::Procedure procedure{lowered.function, *entry, *exit, {{*start, *end, {}}}};
    for (const RecursiveCall& call : lowered.recursion.calls) {
      const auto saving = emitter_.location_of(call.saving);
      const auto resumed = emitter_.location_of(call.resumed);
      if (!saving || !resumed) continue;
      procedure.calls.push_back({*saving, *resumed, call.saved});
      std::sort(procedure.calls.back().kept.begin(), procedure.calls.back().kept.end());
    }
    program_.procedures.push_back(std::move(procedure));
  }
  if (depth_) program_.stack.push_back(*depth_);
  for (const auto& [variable, stack] : stacks_) program_.stack.push_back(stack);
  for (const Procedure& lowered : procedures_) program_.stack.push_back(lowered.recursion.return_place);
  std::sort(program_.stack.begin(), program_.stack.end());
  program_.stack.erase(std::unique(program_.stack.begin(), program_.stack.end()), program_.stack.end());
}

}  // namespace bireach::frontend
