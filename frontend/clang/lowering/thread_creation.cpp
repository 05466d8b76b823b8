// SPDX-License-Identifier: Apache-2.0
/// Calls that create threads: which thread starts, with what argument, and where its handle goes.
#include <clang/AST/Decl.h>

#include <algorithm>
#include <array>

#include "frontend/clang/library/library_text.h"
#include "frontend/clang/lowering/lowering.h"

namespace bireach::frontend {
namespace {

/// Beyond so many threads (of all functions together) nothing is modelled.
constexpr std::size_t max_threads = 64;
/// Their addresses tell copies of one creation apart.
constexpr std::array<char, max_threads> copy_numbers{};

/// How often does the start of this function by this call lead to the creation?
unsigned occurrences(const ThreadPlan::Creation& creation, const clang::FunctionDecl* function,
                     const clang::CallExpr* call) {
  unsigned count = 0;
  for (std::size_t i = 0; i + 1 < creation.size(); ++i)
    if (creation[i] == function && creation[i + 1] == call) ++count;
  return count;
}

/// What all copies have in common.
ThreadPlan::Creation place_of_creation(const ThreadInstance& instance) {
  return {instance.creation.begin(), instance.creation.end() - 1};
}

/// Can it be run as a start routine?
bool may_start(const clang::FunctionDecl* function, const clang::CallExpr* call) {
  const clang::QualType result = function->getReturnType();
  const bool is_c11 = start_routine_argument(call->getDirectCallee()->getNameAsString()) == 1;
  return function->getNumParams() == 1 && !function->isVariadic() &&
         (is_c11 ? result->isIntegerType() : result->isPointerType());
}

}  // namespace

void Lowering::create_thread(const clang::CallExpr* call, const std::string& name) {
  const unsigned start = start_routine_argument(name);
  if (!is_threaded() || call->getNumArgs() != start + 2) return emitter_.unsupported("threads: call of " + name, call);
  const clang::Expr* handle_argument = call->getArg(0);
  std::optional<Place> handle = dereference(handle_argument, call);
  if (!handle || !emitter_.alive()) return;
  if (handle->storage->kind != Storage::Kind::Scalar)
    return emitter_.unsupported("threads: a handle that is not a number", call);
  if (handle->index) handle->index = protect(handle->index, handle_argument, nullptr);
  if (start == 2) discard(call->getArg(1));
  const clang::Expr* routine = call->getArg(start);
  const clang::FunctionDecl* named = named_function(routine);
  const ExprPtr pointer = named ? nullptr : protect(value(routine), routine, nullptr);
  const ThreadArgument argument = evaluate_thread_argument(call->getArg(start + 1));
  if (!emitter_.alive()) return;
  emitter_.assume_globally("threads are created without failure");
  if (named) return start_threads(call, linker_.function(named), argument, *handle);
  if (!addressed_functions_) addressed_functions_ = addressed_functions(entry_, linker_);
  std::set<const clang::FunctionDecl*> possible;
  if (memory_.points_to().covers(frame().function))
    possible = memory_.points_to().functions(memory_.points_to().target(routine));
  const Node end = emitter_.new_node();
  unsigned number = 0;
  for (const clang::FunctionDecl* function : *addressed_functions_) {
    if (!may_start(function, call) || (!possible.empty() && !possible.contains(function))) continue;
    if (linker_.is_null(function) || !linker_.refusal(function).empty()) continue;
    const Node chosen = emitter_.new_node();
    const Node others = emitter_.new_node();
    Origin place = emitter_.origin(routine);
    place.text += " == " + function->getNameAsString();
    const ExprPtr address = memory_.fixed_address(function, function->getType());
    emitter_.branch(make_binary(BinaryOp::Eq, pointer, address, int_type, place.range), place, chosen, others,
                    Part(++number));
    emitter_.enter(chosen);
    if (emitter_.alive()) start_threads(call, function, argument, *handle);
    emitter_.go_to(end);
    emitter_.enter(others);
  }
  emitter_.unsupported("thread started through a pointer to none of the functions that can be", call);
  emitter_.enter(end);
}

ThreadArgument Lowering::evaluate_thread_argument(const clang::Expr* argument) {
  ThreadArgument result;
  if (!integer(argument->getType())) {
    discard(argument);
    return result;
  }
  result.target = lasting_target(argument);
  result.value = protect(value(argument), argument, nullptr);
  return result;
}

std::optional<Target> Lowering::lasting_target(const clang::Expr* argument) {
  std::optional<Target> target = target_of(argument);
  if (!target) return std::nullopt;
  const Storage* part = target->base.storage;
  while (part->kind == Storage::Kind::Struct || part->kind == Storage::Kind::Array) {
    if (part->children.empty()) return std::nullopt;
    part = &part->children.front();
  }
  if (part->kind != Storage::Kind::Scalar && part->kind != Storage::Kind::Union) return std::nullopt;
  const clang::VarDecl* variable = variables_.owner(part->variable).variable;
  if (!variable || is_of_thread(variable)) return std::nullopt;
  if (!variable->hasGlobalStorage()) {
    // Objects in the body of the entry function exist until the program ends, or the first thread does.
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(variable->getDeclContext());
    const bool lasts = thread() == 0 && function && linker_.definition(function) == entry_ &&
                       lifetimes_.scopes(entry_).of(variable) == Scopes::body;
    if (!lasts) return std::nullopt;
    plan_.add_shared(variable);
  }
  fix_target(*target, argument);
  // The index is the creator's to compute.
  const auto is_constant = [](const ExprPtr& index) { return !index || index->kind == Expr::Kind::Constant; };
  if (!is_constant(target->index) || !is_constant(target->base.index)) return std::nullopt;
  return target;
}

ThreadPlan::Creation Lowering::creation(const clang::CallExpr* call, const clang::FunctionDecl* function) {
  ThreadPlan::Creation result{linker_.definition(function), call};
  for (const Frame* outer = frame_; outer; outer = outer->caller)
    if (outer->call) result.push_back(outer->call);
  const ThreadPlan::Creation& of_creator = threads_[thread()].creation;
  result.insert(result.end(), of_creator.begin(), of_creator.end());
  return result;
}

std::uint32_t Lowering::instance(const clang::CallExpr* call, const clang::FunctionDecl* function,
                                 ThreadPlan::Creation creation, unsigned number, bool any_number) {
  creation.push_back(&copy_numbers[number]);
  for (std::uint32_t known = 1; known < threads_.size(); ++known)
    if (threads_[known].creation == creation) return known;
  ThreadInstance made;
  made.function = linker_.definition(function);
  made.creation = std::move(creation);
  made.created = emitter_.range(call);
  made.creator = thread();
  made.any_number = any_number;
  const std::string name = library_name(function->getNameAsString());
  const auto same = std::count_if(threads_.begin(), threads_.end(), [&](const ThreadInstance& other) {
    return other.function->getNameAsString() == function->getNameAsString();
  });
  made.name = same == 0 ? name : name + "#" + std::to_string(same + 1);
  made.call_path = static_cast<std::uint32_t>(program_.call_paths.size());
  program_.call_paths.push_back(
      CallSite{emitter_.copy().name, name, emitter_.range(call), emitter_.copy().call_path, false});
  Location end;
  end.kind = LocationKind::Exit;
  end.function = name;
  made.end = emitter_.new_node(std::move(end));
  made.entry = emitter_.new_node();
  threads_.push_back(std::move(made));
  ThreadInstance& result = threads_.back();
  const auto scalar = [&](const std::string& purpose, clang::QualType type) {
    StorageBuilder::Origin place;
    place.name = result.name + "::" + purpose;
    Storage storage = variables_.create(std::move(place), type, context(), VariableOwner{});
    return &variables_.keep_internal(&result, purpose, std::move(storage));
  };
  if (any_number) {
    StorageBuilder::Origin place;
    place.name = result.name + "::(id)";
    result.id = variables_.create_scalar(std::move(place), id_type, VariableOwner{nullptr, result.function}).variable;
  }
  if (plan_.wants_results() && integer(result.function->getReturnType()))
    result.result = scalar("(result)", result.function->getReturnType());
  if (plan_.uses().ends && !plan_.has_templates()) result.started = scalar("(started)", context().BoolTy);
  if (plan_.may_be_joined_again(result.creation)) result.claimed = scalar("(claimed)", context().BoolTy);
  return static_cast<std::uint32_t>(threads_.size() - 1);
}

void Lowering::start_threads(const clang::CallExpr* call, const clang::FunctionDecl* function,
                             const ThreadArgument& argument, const Place& handle) {
  const std::string name = function->getNameAsString();
  const clang::FunctionDecl* body = linker_.definition(function);
  if (!body) return emitter_.unsupported("thread that runs " + name + ", which has no body", call);
  if (body->getNumParams() > 1 || body->isVariadic())
    return emitter_.unsupported("thread that runs " + name + ", which has other parameters than one", call);
  const ThreadPlan::Creation place = creation(call, function);
  const unsigned outer = occurrences(threads_[thread()].creation, body, call);
  if (outer > 0) plan_.note_recursive();
  if (threads_.size() > max_threads) return emitter_.unsupported("more than 64 threads", call);
  if (plan_.has_templates()) {
    std::uint32_t ancestor = thread();
    for (; outer > 0 && ancestor != 0; ancestor = threads_[ancestor].creator) {
      const ThreadPlan::Creation& of_ancestor = threads_[ancestor].creation;
      if (of_ancestor[0] == body && of_ancestor[1] == call) break;
    }
    if (outer > 0) {  // which stands for this one as well
      if (!threads_[ancestor].any_number) {
        plan_.add_repeated(place_of_creation(threads_[ancestor]));
        throw LowerAgain(LowerReason::repeated_creation);
      }
      return start_thread(ancestor, call, argument, handle);
    }
    const bool any_number = plan_.is_repeated(place) || threads_[thread()].any_number;
    return start_thread(instance(call, function, place, 0, any_number), call, argument, handle);
  }
  const std::string too_many = "more than " + std::to_string(plan_.copies()) + " threads of " + name;
  if (outer >= plan_.copies()) return emitter_.unsupported(too_many, call);
  if (!plan_.is_repeated(place)) {
    start_thread(instance(call, function, place, 0, false), call, argument, handle);
    return;
  }
  const auto [counter, fresh] = counters_.try_emplace(place, 0);
  if (fresh) {
    StorageBuilder::Origin origin;
    origin.name = variables_.own_name("(threads of " + name + ")");
    origin.declared = emitter_.range(call);
    counter->second = variables_.create_scalar(std::move(origin), int_type, VariableOwner{}).variable;
  }
  const Origin silent{call, emitter_.range(call), {}};
  const ExprPtr count = make_variable(counter->second, int_type, silent.range);
  const Node end = emitter_.new_node();
  for (unsigned i = 0; i < plan_.copies() && emitter_.alive(); ++i) {
    const Node chosen = emitter_.new_node();
    const Node next = emitter_.new_node();
    const Node here = emitter_.here();
    const ExprPtr is_here = make_binary(BinaryOp::Eq, count, make_constant(i, int_type), int_type, silent.range);
    emitter_.emit_to(chosen, Assume{is_here}, silent, EdgeRole::Internal, Part(2 * i));
    emitter_.resume(here);
    emitter_.emit_to(next, Assume{make_not(is_here)}, silent, EdgeRole::Internal, Part(2 * i));
    emitter_.enter(chosen);
    emitter_.emit(Assign{LValue{counter->second, nullptr}, make_constant(i + 1, int_type)}, silent, EdgeRole::Internal,
                  Part(2 * i + 1));
    start_thread(instance(call, function, place, i, false), call, argument, handle);
    emitter_.go_to(end);
    emitter_.enter(next);
  }
  emitter_.unsupported(too_many, call);
  emitter_.enter(end);
}

void Lowering::start_thread(std::uint32_t started, const clang::CallExpr* call, const ThreadArgument& argument,
                            const Place& handle) {
  ThreadInstance& instance = threads_[started];
  const Origin silent{call, emitter_.range(call), {}};
  const bool takes = instance.function->getNumParams() == 1 && instance.function->getParamDecl(0)->isReferenced();
  if (argument.target && !instance.any_number) instance.target = argument.target;
  const bool passes = takes && argument.value && (instance.any_number || argument.value->kind != Expr::Kind::Constant);
  if (takes && argument.value && !passes) instance.constant = argument.value;
  const bool is_one_step = passes || instance.started;
  if (is_one_step) emitter_.begin_atomic(silent);
  if (passes) {
    if (!instance.argument) {
      StorageBuilder::Origin place;
      place.name = instance.name + "::(argument)";
      Storage storage = variables_.create_scalar(std::move(place), argument.value->type, VariableOwner{});
      instance.argument = &variables_.keep_internal(&instance, "(argument)", std::move(storage));
    }
    store(place_of(instance.argument), argument.value, silent, EdgeRole::Internal, Part(1));
  }
  if (instance.started)
    store(place_of(instance.started), make_constant(1, bool_type), silent, EdgeRole::Internal, Part(2));
  emitter_.emit_thread_step({ThreadStep::Kind::start, started}, emitter_.origin(call), EdgeRole::Call);
  if (!plan_.has_templates() || !instance.any_number)
    starts_.push_back({emitter_.edge_count() - 1, place_of_creation(instance)});
  if (is_one_step) emitter_.end_atomic(silent);
  // Only now: the new thread may run before its id is stored.
  ExprPtr id = make_constant(logic::Integer(started + 1), id_type, silent.range);
  if (instance.any_number) id = any_id(temporary(call, "id", id_type)->variable, silent);
  if (emitter_.alive())
    store(handle, make_cast(id, handle.storage->integer, silent.range), emitter_.origin(call), EdgeRole::Internal,
          Part(3));
  const clang::VarDecl* variable = handle_variable(call->getArg(0));
  if (!variable) return;
  variable = linker_.variable(variable);
  const bool is_own = !variable->hasGlobalStorage() || is_of_thread(variable);
  handles_[{variable, is_own ? thread() : 0}].insert(started);
}

ExprPtr Lowering::any_id(VariableId variable, const Origin& origin) {
  emitter_.emit(Havoc{LValue{variable, nullptr}, {}}, origin, EdgeRole::Internal, Part(4));
  const ExprPtr id = make_variable(variable, id_type, origin.range);
  // None of a thread that is counted.
  const ExprPtr is_other =
      make_binary(BinaryOp::Gt, id, make_constant(logic::Integer(max_threads + 1), id_type), int_type);
  const Node kept = emitter_.new_node();
  const Node left_out = emitter_.new_node();
  emitter_.branch(is_other, origin, kept, left_out, Part(5));
  emitter_.enter(left_out);
  if (emitter_.alive()) leave_out(origin);
  emitter_.enter(kept);
  return id;
}

}  // namespace bireach::frontend
