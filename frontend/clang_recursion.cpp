// SPDX-License-Identifier: Apache-2.0
/// Recursion with an explicit stack. The outermost activation of a recursive function is inlined as any other. A call
/// of a function that is active saves what the suspended activations still need in arrays, indexed by the depth of the
/// stack, and jumps to the entry of the activation that is there; at the function's end control goes where the call's
/// number says.
#include <clang/AST/Decl.h>

#include <algorithm>

#include "frontend/clang_library.h"
#include "frontend/clang_lowering.h"

namespace bireach::frontend {
namespace {

constexpr IntegerType depth_type{64, true, false};
constexpr IntegerType place_type{32, true, false};
/// No stack of any machine is that deep.
const logic::Integer stack_size = logic::Integer(1) << 40U;
/// Longer arrays of suspended activations are not saved.
constexpr std::int64_t max_saved_elements = 64;

bool reads_function(const Expr& expr, const std::vector<const clang::FunctionDecl*>& functions,
                    const clang::FunctionDecl* function) {
  const bool reads = expr.kind == Expr::Kind::Variable || expr.kind == Expr::Kind::Element;
  if (reads && functions[expr.variable] == function) return true;
  return std::any_of(expr.operands.begin(), expr.operands.end(),
                     [&](const ExprPtr& operand) { return reads_function(*operand, functions, function); });
}

bool same_index(const ExprPtr& a, const ExprPtr& b) {
  return a && b ? same_expression(*a, *b) : !a && !b;
}

}  // namespace

Lowering::Frame* Lowering::activation_of(const clang::FunctionDecl* function) {
  Frame* found = frame_;
  while (found && found->function != function) found = found->caller;
  return found;
}

bool Lowering::is_in_recursion(const clang::FunctionDecl* function) {
  for (const Frame* frame = activation_of(function); frame; frame = frame->caller) {
    if (frame->recursion) return true;
  }
  return false;
}

const Storage* Lowering::shared_result(const clang::FunctionDecl* body) {
  const auto key = std::make_pair(static_cast<const void*>(body), std::string("result"));
  const auto known = internals_.find(key);
  if (known != internals_.end()) return &known->second;
  StorageBuilder::Origin place;
  place.function = library_name(body->getNameAsString());
  place.name = place.function + "::(result)";
  const clang::ASTContext& types = linker_.unit_of(body).context();
  const Storage& storage =
      internals_.emplace(key, storages_.create(std::move(place), body->getReturnType(), types)).first->second;
  own_globally();  // it hands a value from one activation to another
  return &storage;
}

std::optional<Place> Lowering::take_result(const clang::CallExpr* call, const clang::FunctionDecl* body,
                                           bool wants_result) {
  if (!alive() || !wants_result || call->getType()->isVoidType() || body->getReturnType()->isVoidType()) {
    return std::nullopt;
  }
  const Place from = place_of(shared_result(body));
  const Place to = place_of(result_storage(call, call->getType()));
  const Origin silent{call, range(call), {}};
  if (integer(call->getType()) && integer(body->getReturnType())) {
    store(to, load(from, silent.range), silent, EdgeRole::Internal);
  } else {
    copy(to, from, silent, EdgeRole::Internal);
  }
  return to;
}

ExprPtr Lowering::depth() {
  if (!depth_) {
    StorageBuilder::Origin place;
    place.name = "(depth)";
    depth_ = storages_.create_integer(std::move(place), depth_type).variable;
    own_globally();
  }
  return make_variable(*depth_, depth_type);
}

void Lowering::change_depth(BinaryOp op, const Origin& origin) {
  const ExprPtr changed = make_binary(op, depth(), make_constant(1, depth_type), depth_type);
  emit(Assign{LValue{*depth_, nullptr}, changed}, origin, EdgeRole::Internal, op == BinaryOp::Add ? 0 : 1);
}

VariableId Lowering::stack_of(VariableId variable) {
  const auto known = stacks_.find(variable);
  if (known != stacks_.end()) return known->second;
  Variable stack = program_.variables[variable];
  stack.name += ".(stack)";
  stack.user_name.clear();
  const logic::Integer elements = stack.array ? stack.array->size : 1;
  stack.array = ArrayShape{stack_size * elements};
  const auto id = static_cast<VariableId>(program_.variables.size());
  program_.variables.push_back(std::move(stack));
  owners_.push_back(nullptr);
  functions_.push_back(nullptr);
  stacks_.emplace(variable, id);
  return id;
}

void Lowering::lower_stacks() {
  if (depth_) emit(Assign{LValue{*depth_, nullptr}, make_constant(0, depth_type)}, Origin{}, EdgeRole::Internal);
  for (const auto& [variable, stack] : stacks_) {
    const ExprPtr zero = make_constant(0, program_.variables[stack].type);
    emit(Assign{LValue{stack, nullptr}, zero}, Origin{}, EdgeRole::Internal);
  }
}

void Lowering::begin_recursion() {
  Frame& activation = frame();
  const clang::FunctionDecl* function = activation.function;
  const auto key = std::make_pair(static_cast<const void*>(function), std::string("return place"));
  auto known = internals_.find(key);
  if (known == internals_.end()) {
    StorageBuilder::Origin place;
    place.function = activation.name;
    place.name = activation.name + "::(return)";
    known = internals_.emplace(key, storages_.create_integer(std::move(place), place_type)).first;
    own(nullptr);
  }
  const clang::QualType result = function->getReturnType();
  activation.result = result->isVoidType() ? nullptr : shared_result(function);
  const Node start = new_node();
  go_to(start);
  enter(start);
  store(place_of(&known->second), make_constant(0, place_type), Origin{function, {}, {}}, EdgeRole::Internal);
  const Node entry = new_node();
  go_to(entry);
  enter(entry);
  activation.recursion = Recursion{start, entry, &known->second, {}};
}

void Lowering::keep_arguments(const clang::CallExpr* call, const clang::FunctionDecl* body,
                              std::vector<Argument>& arguments) {
  // Parameters with an address of their own get another one first.
  const bool has_addresses = std::any_of(body->param_begin(), body->param_end(), [this](const auto* parameter) {
    return recursions_.activated.contains(parameter);
  });
  if (arguments.size() < 2 && !has_addresses) return;
  // The parameters are assigned one after the other, and arguments may read those of the suspended activation.
  for (unsigned i = 0; i < arguments.size() && alive(); ++i) {
    Argument& argument = arguments[i];
    const clang::Expr* source = call->getArg(i);
    const bool is_fixed = !argument.value || (i == 0 && !has_addresses);
    const bool is_read_from_memory = has_addresses && argument.value;  // at such an address
    if (!is_fixed && (is_read_from_memory || reads_function(*argument.value, functions_, body))) {
      argument.value = protect(argument.value, source, nullptr);
    }
    if (argument.object && (argument.object->storage->is_modelled() || argument.object->address)) {
      const Place kept = place_of(internal_storage(source, "argument", source->getType()));
      copy(kept, *argument.object, Origin{source, range(source), {}}, EdgeRole::Internal);
      argument.object = kept;
    }
  }
}

void Lowering::compare_targets(const Frame& outermost, const Frame& again) {
  for (const auto& [variable, target] : outermost.pointers) {
    const auto* parameter = llvm::dyn_cast<clang::ParmVarDecl>(variable);
    if (!parameter) continue;
    const auto found = again.pointers.find(variable);
    const bool same = found != again.pointers.end() && found->second.base.storage == target.base.storage &&
                      same_index(found->second.base.index, target.base.index) &&
                      same_index(found->second.index, target.index);
    if (!same && recursions_.varying.insert(parameter).second) recursions_.changed = true;
  }
}

std::optional<Place> Lowering::call_again(const clang::CallExpr* call, Frame& callee, bool wants_result) {
  const clang::FunctionDecl* body = callee.function;
  for (const Frame* frame = frame_; frame != callee.caller; frame = frame->caller) {
    if (recursions_.suspended.insert(frame->function).second) recursions_.changed = true;
  }
  if (!callee.recursion) {
    if (recursions_.functions.insert(body).second) recursions_.changed = true;
    evaluate_arguments(call, body, true);
    unsupported("recursive call of " + callee.name, call);
    return std::nullopt;
  }
  std::vector<Argument> arguments = evaluate_parameters(call, body);
  keep_arguments(call, body, arguments);
  if (!alive()) return std::nullopt;
  RecursiveCall site;
  site.saving = *current_;
  site.passing = new_node();
  site.resumed = new_node();
  site.origin = Origin{call, range(call), {}};
  site.function = frame().name;
  site.call_path = frame().call_path;
  for (const Frame* frame = frame_; frame != callee.caller; frame = frame->caller) {
    site.suspended.insert(frame->function);
  }
  current_ = site.passing;
  Frame again;
  pass_arguments(call, body, arguments, again);
  compare_targets(callee, again);
  Recursion& recursion = *callee.recursion;
  const auto number = static_cast<std::int64_t>(recursion.calls.size() + 1);
  store(place_of(recursion.return_place), make_constant(number, place_type), site.origin, EdgeRole::Internal);
  go_to(recursion.entry);
  current_ = site.resumed;
  recursion.calls.push_back(std::move(site));
  return take_result(call, body, wants_result);
}

std::vector<VariableId> Lowering::saved_variables(const RecursiveCall& call, const std::set<VariableId>& live) {
  std::vector<VariableId> result;
  for (const VariableId variable : live) {
    if (call.suspended.contains(functions_[variable])) result.push_back(variable);
  }
  return result;
}

void Lowering::save_and_call(const RecursiveCall& call) {
  current_ = call.saving;
  for (const VariableId variable : call.saved) {
    const Variable shape = program_.variables[variable];
    const VariableId stack = stack_of(variable);
    if (!shape.array) {
      emit(Assign{LValue{stack, depth()}, make_variable(variable, shape.type)}, call.origin, EdgeRole::Internal);
      continue;
    }
    if (shape.array->size > max_saved_elements) {
      return unsupported_at("recursive call while the array '" + shape.user_name + "' is in use", call.origin);
    }
    const ExprPtr first = make_binary(BinaryOp::Mul, depth(), make_constant(shape.array->size, depth_type), depth_type);
    for (logic::Integer i = 0; i < shape.array->size; ++i) {
      const ExprPtr index = make_constant(i, depth_type);
      emit(Assign{LValue{stack, make_binary(BinaryOp::Add, first, index, depth_type)},
                  make_element(variable, index, shape.type)},
           call.origin, EdgeRole::Internal, static_cast<unsigned>(i));
    }
  }
  change_depth(BinaryOp::Add, call.origin);
  go_to(call.passing);
}

void Lowering::restore(const RecursiveCall& call) {
  change_depth(BinaryOp::Sub, call.origin);
  for (const VariableId variable : call.saved) {
    const Variable shape = program_.variables[variable];
    const VariableId stack = stack_of(variable);
    if (!shape.array) {
      emit(Assign{LValue{variable, nullptr}, make_element(stack, depth(), shape.type)}, call.origin,
           EdgeRole::Internal);
      continue;
    }
    if (shape.array->size > max_saved_elements) {  // such a call is not made
      return unsupported_at("long array in use across a recursive call", call.origin);
    }
    const ExprPtr first = make_binary(BinaryOp::Mul, depth(), make_constant(shape.array->size, depth_type), depth_type);
    for (logic::Integer i = 0; i < shape.array->size; ++i) {
      const ExprPtr index = make_constant(i, depth_type);
      emit(Assign{LValue{variable, index},
                  make_element(stack, make_binary(BinaryOp::Add, first, index, depth_type), shape.type)},
           call.origin, EdgeRole::Internal, static_cast<unsigned>(i));
    }
  }
  go_to(call.resumed);
}

void Lowering::finish_recursion(Node outermost_end) {
  Frame& activation = frame();
  Recursion& recursion = *activation.recursion;
  std::set<VariableId> locals;
  for (VariableId variable = 0; variable < functions_.size(); ++variable) {
    const bool is_some = std::any_of(recursion.calls.begin(), recursion.calls.end(), [&](const RecursiveCall& call) {
      return functions_[variable] && call.suspended.contains(functions_[variable]);
    });
    if (is_some) locals.insert(variable);
  }
  for (const StringObject& string : strings_) {
    locals.erase(string.place.storage->children.front().variable);  // never changed
  }
  const VariableId return_place = recursion.return_place->variable;
  std::vector<Node> resumed;
  std::vector<std::pair<Node, Node>> calls;
  for (const Frame* frame = frame_; frame; frame = frame->caller) {
    if (!frame->recursion) continue;
    for (const RecursiveCall& call : frame->recursion->calls) {
      calls.emplace_back(call.saving, call.resumed);
      calls.emplace_back(call.saving, call.passing);  // which reads arguments
    }
  }
  for (const RecursiveCall& call : recursion.calls) resumed.push_back(call.resumed);
  const std::vector<std::set<VariableId>> live = graph_.live_variables(resumed, calls, locals);

  Frame scope = activation;
  Frame* const outer = frame_;
  frame_ = &scope;
  Node next = activation.end;
  for (std::size_t i = 0; i < recursion.calls.size(); ++i) {
    RecursiveCall& call = recursion.calls[i];
    call.saved = saved_variables(call, live[i]);
    if (std::find(call.saved.begin(), call.saved.end(), return_place) == call.saved.end()) {
      call.saved.push_back(return_place);
    }
    scope.name = call.function;
    scope.call_path = call.call_path;
    save_and_call(call);
    const Node here = next;
    next = new_node();
    const Node returning = new_node();
    const ExprPtr is_here = make_binary(BinaryOp::Eq, make_variable(return_place, place_type),
                                        make_constant(static_cast<std::int64_t>(i + 1), place_type), int_type);
    enter(here);
    if (!alive()) continue;
    emit_to(returning, Assume{is_here}, call.origin, EdgeRole::Internal);
    current_ = here;
    emit_to(next, Assume{make_not(is_here)}, call.origin, EdgeRole::Internal);
    enter(returning);
    restore(call);
  }
  enter(next);
  frame_ = outer;
  go_to(outermost_end);
  procedures_.push_back({activation.name, recursion, activation.end, outermost_end});
}

void Lowering::note_procedures() {
  for (const LoweredProcedure& lowered : procedures_) {
    const auto start = graph_.location_of(lowered.recursion.start);
    const auto entry = graph_.location_of(lowered.recursion.entry);
    const auto exit = graph_.location_of(lowered.end);
    const auto end = graph_.location_of(lowered.outermost_end);
    if (!start || !entry) continue;
    // Without an end it is left by no call; its locations need no procedure of their own then.
    if (!exit || !end || lowered.recursion.calls.empty()) continue;
    RecursiveProcedure procedure{lowered.function, *entry, *exit, {{*start, *end, {}}}};
    for (const RecursiveCall& call : lowered.recursion.calls) {
      const auto saving = graph_.location_of(call.saving);
      const auto resumed = graph_.location_of(call.resumed);
      if (!saving || !resumed) continue;
      procedure.calls.push_back({*saving, *resumed, call.saved});
      std::sort(procedure.calls.back().kept.begin(), procedure.calls.back().kept.end());
    }
    program_.procedures.push_back(std::move(procedure));
  }
  if (depth_) program_.stack.push_back(*depth_);
  for (const auto& [variable, stack] : stacks_) program_.stack.push_back(stack);
  for (const LoweredProcedure& lowered : procedures_) {
    program_.stack.push_back(lowered.recursion.return_place->variable);
  }
  std::sort(program_.stack.begin(), program_.stack.end());
  program_.stack.erase(std::unique(program_.stack.begin(), program_.stack.end()), program_.stack.end());
}

}  // namespace bireach::frontend
