// SPDX-License-Identifier: Apache-2.0
/// Calls of functions that are active (recursion_stack.h).
#include <clang/AST/Decl.h>

#include <algorithm>

#include "frontend/clang/lowering/lowering.h"

namespace bireach::frontend {
namespace {

bool reads_function(const Expr& expr, const ProgramVariables& variables, const clang::FunctionDecl* function) {
  return any_read(expr, [&](const Expr& read) { return variables.owner(read.variable).function == function; });
}

bool same_index(const ExprPtr& a, const ExprPtr& b) {
  return a && b ? same_expression(*a, *b) : !a && !b;
}

}  // namespace

Frame* Lowering::activation_of(const clang::FunctionDecl* function) {
  Frame* found = frame_;
  while (found && found->function != function) found = found->caller;
  return found;
}

bool Lowering::is_in_recursion(const clang::FunctionDecl* function) {
  for (const Frame* frame = activation_of(function); frame; frame = frame->caller)
    if (frame->recursion) return true;
  return false;
}

void Lowering::begin_recursion() {
  Frame& activation = frame();
  activation.recursion = recursion_stack_.begin(activation.function);
  const bool has_result = !activation.function->getReturnType()->isVoidType();
  activation.result = has_result ? shared_result(activation.function) : nullptr;
}

void Lowering::keep_arguments(const clang::CallExpr* call, const clang::FunctionDecl* body,
                              std::vector<Argument>& arguments) {
  // Parameters with an address of their own get another one first.
  const auto has_address = [this](const clang::ParmVarDecl* parameter) {
    return lifetimes_.of(lifetimes_.object(parameter)).kind == Lifetime::Kind::activated;
  };
  const bool has_addresses = std::any_of(body->param_begin(), body->param_end(), has_address);
  if (arguments.size() < 2 && !has_addresses) return;
  // The parameters are assigned one after the other, and arguments may read those of the suspended activation.
  for (unsigned i = 0; i < arguments.size() && emitter_.alive(); ++i) {
    Argument& argument = arguments[i];
    const clang::Expr* source = call->getArg(i);
    const bool is_fixed = !argument.value || (i == 0 && !has_addresses);
    const bool is_read_from_memory = has_addresses && argument.value;  // at such an address
    if (!is_fixed && (is_read_from_memory || reads_function(*argument.value, variables_, body)))
      argument.value = protect(argument.value, source, nullptr);
    if (argument.object && (argument.object->storage->is_modelled() || argument.object->address)) {
      const Place kept = place_of(internal_storage(source, "argument", source->getType()));
      copy(kept, *argument.object, Origin{source, emitter_.range(source), {}}, EdgeRole::Internal);
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
    if (!same) recursions_.add_varying(parameter);
  }
}

std::optional<Place> Lowering::call_again(const clang::CallExpr* call, Frame& callee, bool wants_result) {
  const clang::FunctionDecl* body = callee.function;
  for (const Frame* frame = frame_; frame != callee.caller; frame = frame->caller)
    recursions_.add_suspended(frame->function);
  if (!callee.recursion) {
    recursions_.add_recursive(body);
    evaluate_arguments(call, body, true);
    emitter_.unsupported("recursive call of " + callee.copy.name, call);
    return std::nullopt;
  }
  std::vector<Argument> arguments = evaluate_parameters(call, body);
  keep_arguments(call, body, arguments);
  if (!emitter_.alive()) return std::nullopt;
  std::set<const clang::FunctionDecl*> suspended;
  for (const Frame* frame = frame_; frame != callee.caller; frame = frame->caller) suspended.insert(frame->function);
  RecursiveCall site = recursion_stack_.begin_call(Origin{call, emitter_.range(call), {}}, std::move(suspended));
  Frame again;
  pass_arguments(call, body, arguments, again);
  compare_targets(callee, again);
  recursion_stack_.enter(*callee.recursion, std::move(site));
  return take_result(call, body, wants_result);
}

void Lowering::finish_recursion(Node outermost_end) {
  std::set<VariableId> constant;  // strings; those in memory have no variables
  for (const StringObject& string : strings_.all())
    if (!string.place.address) constant.insert(string.place.storage->children.front().variable);
  std::vector<const Recursion*> active;
  for (const Frame* outer = frame_; outer; outer = outer->caller)
    if (outer->recursion) active.push_back(&*outer->recursion);
  recursion_stack_.finish(*frame().recursion, active, constant, frame().end, outermost_end);
  // Arrays of variable length cannot be saved element by element: in memory each activation has its own.
  for (const RecursiveCall& call : frame().recursion->calls) {
    for (const VariableId saved : call.saved) {
      const clang::VarDecl* owner = variables_.owner(saved).variable;
      if (owner && program_.variables[saved].array && has_variable_size(owner->getType()))
        use_memory(memory_.points_to().of(owner));
    }
  }
}

}  // namespace bireach::frontend
