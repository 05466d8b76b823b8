// SPDX-License-Identifier: Apache-2.0
/// Calls of functions with a body: their arguments, and the body in place of the call.
#include <clang/AST/Decl.h>

#include "frontend/clang/library/library_functions.h"
#include "frontend/clang/library/library_text.h"
#include "frontend/clang/lowering/lowering.h"

namespace bireach::frontend {
namespace {

/// Beyond this many edges, calls are not inlined any more.
constexpr std::size_t max_edges = 2'000'000;

}  // namespace

Lowering::Argument Lowering::evaluate_argument(const clang::CallExpr* call, unsigned number,
                                               const clang::ParmVarDecl* parameter, const clang::FunctionDecl* body) {
  Argument result;
  const clang::Expr* argument = call->getArg(number);
  const auto keep = [&](ExprPtr kept) {
    for (unsigned earlier = 0; earlier < number; ++earlier) note_order(call->getArg(earlier), kept, Order::operands);
    for (unsigned later = number + 1; later < call->getNumArgs(); ++later)
      kept = protect(std::move(kept), argument, call->getArg(later));
    return kept;
  };
  if (parameter && is_argument_list(parameter->getOriginalType())) return result;  // see pass_list
  if (parameter && integer(parameter->getType()) && integer(argument->getType())) {
    if (parameter->getType()->isPointerType() && !effects_.written_by(body).variables.contains(parameter)) {
      result.target = target_of(argument);
      if (!result.target) result.target = literal_target(argument);
    }
    // The callee may change what the indices were computed from.
    if (result.target) fix_target(*result.target, argument);
    const bool is_followed = linker_.is_library(body) && !effects_.written_by(body).variables.contains(parameter) &&
                             !recursions_.is_recursive(body) && pure_range(call, body->getNameAsString()).empty();
    // What comes behind it may change what it is computed from, as the callee may.
    if (is_followed && !result.target) result.array = named_array(argument);
    if (result.array && result.array->start) result.array->start = protect(result.array->start, argument, nullptr);
    result.value = keep(value(argument));
    if (result.array && !result.array->start) result.array->start = protect(result.value, argument, nullptr);
  } else if (parameter && parameter->getType()->isRecordType() && argument->getType()->isRecordType()) {
    result.object = struct_value(argument);
    if (result.object) result.object->index = keep(result.object->index);
  } else if (!parameter && reads_argument_list(body) && integer(argument->getType())) {
    result.value = keep(value(argument));
  } else {
    discard(argument);
  }
  return result;
}

void Lowering::pass_argument(const clang::CallExpr* call, unsigned number, const clang::ParmVarDecl* parameter,
                             const Argument& argument, Frame& inner) {
  if (!parameter) {
    if (reads_argument_list(inner.function)) keep_argument(call->getArg(number), argument.value, inner);
    return;
  }
  if (is_argument_list(parameter->getOriginalType())) return pass_list(call->getArg(number), parameter, inner);
  Origin place;
  place.node = call->getArg(number);
  place.range = emitter_.range(call->getArg(number));
  place.text = parameter->getNameAsString() + " = " + emitter_.origin(call->getArg(number)).text;
  const Storage* storage = storage_of(parameter);
  lifetimes_.begin(lifetimes_.object(parameter));
  if (argument.array) inner.arrays[parameter] = *argument.array;
  if (argument.target && !recursions_.is_varying(parameter)) inner.pointers[parameter] = *argument.target;
  // Of a call of a function that is active there is no frame.
  const bool is_kept = inner.function && argument.value && argument.value->kind == Expr::Kind::Constant &&
                       parameter->getType()->isIntegerType() && !recursions_.is_recursive(inner.function) &&
                       !effects_.written_by(inner.function).variables.contains(parameter);
  if (is_kept) inner.numbers[parameter] = argument.value->value;
  if (argument.value)
    store(place_of(storage), argument.value, place, EdgeRole::Parameter);
  else if (argument.object)
    copy(place_of(storage), *argument.object, place, EdgeRole::Parameter);
  else if (storage->is_modelled())
    emitter_.unsupported("argument of another type", call->getArg(number));
}

std::vector<Lowering::Argument> Lowering::evaluate_parameters(const clang::CallExpr* call,
                                                              const clang::FunctionDecl* body) {
  std::vector<Argument> arguments;
  for (unsigned i = 0; i < call->getNumArgs(); ++i) {
    const clang::ParmVarDecl* parameter = i < body->getNumParams() ? body->getParamDecl(i) : nullptr;
    arguments.push_back(evaluate_argument(call, i, parameter, body));
  }
  return arguments;
}

void Lowering::pass_arguments(const clang::CallExpr* call, const clang::FunctionDecl* body,
                              const std::vector<Argument>& arguments, Frame& inner) {
  const auto parameter = [body](unsigned i) { return i < body->getNumParams() ? body->getParamDecl(i) : nullptr; };
  for (unsigned i = 0; i < call->getNumArgs(); ++i) pass_argument(call, i, parameter(i), arguments[i], inner);
  for (unsigned i = call->getNumArgs(); i < body->getNumParams(); ++i) {
    lifetimes_.begin(lifetimes_.object(parameter(i)));
    havoc(place_of(storage_of(parameter(i))), emitter_.origin(call), EdgeRole::Parameter);
  }
}

std::optional<Place> Lowering::inline_call(const clang::CallExpr* call, const clang::FunctionDecl* body,
                                           bool wants_result) {
  const bool is_part = emitter_.copy().library_call && library_name(body->getNameAsString()).starts_with(model_prefix);
  const std::string name = is_part ? emitter_.copy().name : library_name(body->getNameAsString());
  if (Frame* active = activation_of(body)) {
    if (!is_threaded()) return call_again(call, *active, wants_result);
    evaluate_arguments(call, body, true);
    emitter_.unsupported("recursive call of " + name + " in a program with threads", call);
    return std::nullopt;
  }
  if (emitter_.edge_count() > max_edges) {
    emitter_.unsupported("program too large after inlining", call);
    return std::nullopt;
  }
  Frame inner;
  inner.function = body;
  inner.copy.unit = &linker_.unit_of(body);
  inner.copy.name = name;
  if (linker_.is_library(body)) inner.copy.library_call = emitter_.range(call);
  inner.caller = frame_;
  inner.call = call;
  pass_arguments(call, body, evaluate_parameters(call, body), inner);
  if (!emitter_.alive()) return std::nullopt;
  const bool has_result = wants_result && !call->getType()->isVoidType();
  const bool is_recursive = recursions_.is_recursive(body);
  if (has_result && !is_recursive) inner.result = result_storage(call, call->getType());
  const Node end = emitter_.new_node();
  inner.copy.call_path = static_cast<std::uint32_t>(program_.call_paths.size());
  program_.call_paths.push_back(CallSite{emitter_.copy().name, name, emitter_.range(call), emitter_.copy().call_path,
                                         inner.copy.library_call.has_value()});
  lower_inlined(inner, end);
  emitter_.enter(end);
  if (is_recursive) return take_result(call, body, wants_result);
  if (!inner.result) return std::nullopt;
  return place_of(inner.result);
}

void Lowering::lower_inlined(Frame& inner, Node end) {
  const bool is_recursive = recursions_.is_recursive(inner.function);
  const bool is_atomic = is_threaded() && is_atomic_function(inner.function->getNameAsString());
  inner.end = is_recursive || is_atomic ? emitter_.new_node() : end;
  const Emitter::Inside inside(emitter_, inner.copy);
  frame_ = &inner;
  if (is_recursive) begin_recursion();
  const Origin silent{inner.function, emitter_.range(inner.function->getBody()), {}};
  if (is_atomic) emitter_.begin_atomic(silent);
  lower_body(inner.function);
  end_of_body(inner.function);
  emitter_.go_to(inner.end);
  if (is_atomic) {
    emitter_.enter(inner.end);
    emitter_.end_atomic(silent);
    emitter_.go_to(end);
  }
  if (is_recursive) finish_recursion(end);
  frame_ = inner.caller;
}

void Lowering::lower_body(const clang::FunctionDecl* body) {
  refuse_inside(body);
  const auto [entry, fresh] = bypassable_.try_emplace(body);
  if (fresh) entry->second = bypassable_locals(body);
  for (const clang::VarDecl* local : entry->second) {
    // A jump can enter the scope of this variable behind its declaration: it is arbitrary then.
    // Where lifetimes are noted, a jump to its block sees to that.
    if (lifetimes_.of(lifetimes_.object(local)).kind == Lifetime::Kind::unnoted)
      havoc(place_of(storage_of(local)), emitter_.origin(local), EdgeRole::Internal);
  }
  for (const clang::ParmVarDecl* parameter : body->parameters()) evaluate_type(parameter->getType());
  lower(body->getBody());
}

}  // namespace bireach::frontend
