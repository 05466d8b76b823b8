// SPDX-License-Identifier: Apache-2.0
/// The graphs of threads, and where threads wait for others: both are made when all threads are known.
#include <clang/AST/Decl.h>

#include <algorithm>
#include <map>

#include "frontend/clang/library/library_functions.h"
#include "frontend/clang/library/library_text.h"
#include "frontend/clang/lowering/lowering.h"

namespace bireach::frontend {
namespace {

/// What glibc returns to a thread that joins itself.
constexpr int would_wait_for_itself = 35;  // EDEADLK

}  // namespace

Lowering::InstanceScope::InstanceScope(Lowering& lowering, std::uint32_t thread)
    : lowering_(lowering), outer_(lowering.thread()) {
  lowering_.set_instance(thread);
}

Lowering::InstanceScope::~InstanceScope() {
  lowering_.set_instance(outer_);
}

void Lowering::set_instance(std::uint32_t thread) {
  const ThreadInstance& instance = threads_[thread];
  variables_.set_instance({thread, instance.name, library_name(instance.function->getNameAsString())});
  lifetimes_.set_thread(thread, instance.any_number);
}

const Storage* Lowering::keep_twin(const clang::Expr* node, const std::string& purpose, Storage made) {
  const Storage* result = &variables_.keep_internal(node, purpose, std::move(made));
  for (std::uint32_t other = 0; other < thread(); ++other) {
    const Storage* first = variables_.internal(other, node, purpose);
    if (!first) continue;
    note_twins(result, *first);
    break;
  }
  return result;
}

void Lowering::note_twins(const Storage* storage, const Storage& first) {
  if (storage == &first || storage->kind != first.kind || storage->children.size() != first.children.size()) return;
  const bool has_variable = storage->kind == Storage::Kind::Scalar || storage->kind == Storage::Kind::Union;
  if (has_variable) emitter_.note_twin(storage->variable, first.variable);
  for (std::size_t i = 0; i < storage->children.size(); ++i) note_twins(&storage->children[i], first.children[i]);
}

std::vector<std::uint32_t> Lowering::joinable(const clang::Expr* handle) {
  std::vector<std::uint32_t> result;
  const clang::VarDecl* variable = handle_variable(handle);
  if (variable) {
    variable = linker_.variable(variable);
    const bool is_own = !variable->hasGlobalStorage() || is_of_thread(variable);
    const auto stored = handles_.find({variable, is_own ? thread() : 0});
    // A parameter gets its value from a call, a local variable perhaps from another handle.
    const bool is_given =
        llvm::isa<clang::ParmVarDecl>(variable) || (variable->hasLocalStorage() && variable->getInit() &&
                                                    !variable->getInit()->isEvaluatable(variable->getASTContext()));
    if (!is_given && !plan_.uses().open.contains(variable)) {
      if (stored != handles_.end()) result.assign(stored->second.begin(), stored->second.end());
      return result;
    }
  }
  for (std::uint32_t other = 1; other < threads_.size(); ++other) result.push_back(other);
  if (thread() == 0) result.push_back(0);
  return result;
}

PendingJoin Lowering::pending_join(const clang::CallExpr* call) {
  PendingJoin join;
  join.call = call;
  join.copy = emitter_.copy();
  join.thread = thread();
  join.from = emitter_.new_node();
  return join;
}

void Lowering::join_thread(const clang::CallExpr* call, const std::string& name, bool wants_result,
                           std::optional<Place>& result) {
  if (call->getNumArgs() != 2 || !integer(call->getArg(0)->getType()))
    return emitter_.unsupported("threads: call of " + name, call);
  if (!is_threaded()) return emitter_.unsupported("threads: a thread is joined that is not known", call);
  const clang::Expr* value_argument = call->getArg(1);
  const bool wants_value = !value_argument->isNullPointerConstant(context(), clang::Expr::NPC_ValueDependentIsNotNull);
  const Origin silent{call, emitter_.range(call), {}};
  const Place handle = place_of(temporary(call->getArg(0), "handle", *integer(call->getArg(0)->getType())));
  const ExprPtr joined = value(call->getArg(0));
  if (!emitter_.alive()) return;
  store(handle, joined, silent, EdgeRole::Internal);
  if (wants_result) result = place_of(result_storage(call, call->getType()));
  const Node end = emitter_.new_node();
  const auto wait = [&](std::optional<Place> to) {
    if (!emitter_.alive()) return;
    PendingJoin join = pending_join(call);
    join.handle = handle;
    join.result = result;
    join.value = std::move(to);
    join.to = end;
    emitter_.go_to(join.from);
    joins_.push_back(std::move(join));
    emitter_.resume(end);
  };
  if (!wants_value) return wait(std::nullopt);
  plan_.want_results();
  if (!llvm::isa<clang::UnaryOperator>(value_argument->IgnoreParenCasts())) {
    const ExprPtr pointer = value(value_argument);
    if (!emitter_.alive()) return;
    if (effects_.has_effects(value_argument) || may_be_shared(*pointer))
      return emitter_.unsupported("threads: call of " + name + " with a pointer that other threads may change", call);
    const Node is_null = emitter_.new_node();
    const Node is_given = emitter_.new_node();
    emitter_.branch(make_truth(pointer, silent.range), silent, is_given, is_null);
    emitter_.enter(is_null);
    wait(std::nullopt);
    emitter_.enter(is_given);
  }
  if (!emitter_.alive()) return emitter_.enter(end);
  std::optional<Place> to = dereference(value_argument, call);
  if (!to || !emitter_.alive()) return emitter_.enter(end);
  if (to->index) to->index = protect(to->index, value_argument, nullptr);
  wait(std::move(to));
}

void Lowering::detach_thread(const clang::CallExpr* call, bool wants_result, std::optional<Place>& result) {
  if (!emitter_.alive()) return;
  const bool is_handle = call->getNumArgs() == 1 && integer(call->getArg(0)->getType());
  if (!is_handle) return emitter_.unsupported("threads: a handle that is not a number", call);
  const ExprPtr detached = value(call->getArg(0));
  if (!emitter_.alive()) return;
  if (!is_threaded()) {
    emitter_.emit_step(emitter_.origin(call), EdgeRole::Call);
    result = number_result(call, make_constant(0, int_type, emitter_.range(call)), wants_result);
    return;
  }
  PendingJoin detach = pending_join(call);
  detach.detaches = true;
  detach.handle = place_of(temporary(call->getArg(0), "handle", *integer(call->getArg(0)->getType())));
  store(*detach.handle, detached, Origin{call, emitter_.range(call), {}}, EdgeRole::Internal);
  if (wants_result) result = detach.result = place_of(result_storage(call, call->getType()));
  detach.to = emitter_.new_node();
  emitter_.go_to(detach.from);
  emitter_.resume(detach.to);
  joins_.push_back(std::move(detach));
}

Lowering::Node Lowering::if_handle_is(const PendingJoin& join, std::uint32_t other) {
  const Origin silent{join.call, emitter_.range(join.call), {}};
  const ExprPtr handle = load(*join.handle, silent.range);
  const Node chosen = emitter_.new_node();
  const Node next = emitter_.new_node();
  const Node here = emitter_.here();
  const ExprPtr is_it =
      make_binary(BinaryOp::Eq, handle, make_constant(logic::Integer(other + 1), handle->type), int_type, silent.range);
  emitter_.emit_to(chosen, Assume{is_it}, silent, EdgeRole::Internal, Part(4 * other + 10));
  emitter_.resume(here);
  emitter_.emit_to(next, Assume{make_not(is_it)}, silent, EdgeRole::Internal, Part(4 * other + 10));
  emitter_.enter(chosen);
  return next;
}

Lowering::Node Lowering::claim(const PendingJoin& join, std::uint32_t other) {
  const Origin silent{join.call, emitter_.range(join.call), {}};
  const Node gone = emitter_.new_node();
  if (!threads_[other].claimed) return gone;
  const Place claimed = place_of(threads_[other].claimed);
  const Node is_claimed = emitter_.new_node();
  const Node is_free = emitter_.new_node();
  emitter_.begin_atomic(silent);
  emitter_.branch(load(claimed, silent.range), silent, is_claimed, is_free, Part(4 * other + 12));
  emitter_.enter(is_claimed);
  emitter_.end_atomic(silent);
  emitter_.go_to(gone);
  emitter_.enter(is_free);
  store(claimed, make_constant(1, bool_type), emitter_.origin(join.call), EdgeRole::Call, Part(4 * other + 13));
  emitter_.end_atomic(silent);
  return gone;
}

void Lowering::claim_one_of_many(const PendingJoin& join) {
  if (options_.property.has(Violation::undefined_call))
    emitter_.unsupported("threads: whether one of any number is joined or detached twice", join.call);
  else
    emitter_.assume_globally("no thread is joined that was joined or detached before");
}

void Lowering::lower_detach(const PendingJoin& detach) {
  const Origin silent{detach.call, emitter_.range(detach.call), {}};
  const auto detached = [&] {
    if (detach.result) store(*detach.result, make_constant(0, int_type), silent, EdgeRole::Internal, Part(1));
    emitter_.go_to(detach.to);
  };
  bool is_any = false;
  for (const std::uint32_t other : joinable(detach.call->getArg(0))) {
    is_any = is_any || threads_[other].any_number;
    if (threads_[other].any_number || other == 0) continue;
    const Node next = if_handle_is(detach, other);
    const Node gone = claim(detach, other);
    if (threads_[other].claimed)
      emitter_.emit_step(silent, EdgeRole::Internal);
    else
      emitter_.emit_step(emitter_.origin(detach.call), EdgeRole::Call);
    claims_.push_back({emitter_.edge_count() - 1, other});
    detached();
    emitter_.enter(gone);
    if (options_.property.has(Violation::undefined_call)) {
      emitter_.undefined_at(Violation::undefined_call, "detachment of a thread that was joined or detached before",
                            emitter_.origin(detach.call));
    } else if (emitter_.alive()) {  // libraries return an error if they notice
      if (detach.result) havoc(*detach.result, silent, EdgeRole::Internal);
      emitter_.go_to(detach.to);
    }
    emitter_.enter(next);
  }
  if (is_any) claim_one_of_many(detach);
  emitter_.emit_step(emitter_.origin(detach.call), EdgeRole::Call);
  detached();
}

void Lowering::lower_join(const PendingJoin& join) {
  const InstanceScope instance(*this, join.thread);
  emitter_.set_thread(join.thread);
  const Emitter::Inside inside(emitter_, join.copy);
  const Origin silent{join.call, emitter_.range(join.call), {}};
  emitter_.resume(join.from);
  if (join.detaches) return lower_detach(join);
  const auto returned = [&](int result) {
    if (join.result) store(*join.result, make_constant(result, int_type), silent, EdgeRole::Internal, Part(1));
    emitter_.go_to(join.to);
  };
  bool is_any = false;
  for (const std::uint32_t other : joinable(join.call->getArg(0))) {
    if (threads_[other].any_number) {
      is_any = true;
      continue;
    }
    const bool is_posix = join.call->getDirectCallee()->getNameAsString().starts_with("pthread_");
    if (other == join.thread && !is_posix) continue;
    const Node next = if_handle_is(join, other);
    if (other == join.thread) {
      emitter_.emit_step(emitter_.origin(join.call), EdgeRole::Call);
      returned(would_wait_for_itself);
    } else {
      const Node gone = claim(join, other);
      emitter_.emit_thread_step({ThreadStep::Kind::join, other}, emitter_.origin(join.call), EdgeRole::Call);
      claims_.push_back({emitter_.edge_count() - 1, other});
      const Storage* kept = threads_[other].result;
      if (join.value && kept)
        store(*join.value, load(place_of(kept), silent.range), emitter_.origin(join.call), EdgeRole::Internal,
              Part(4 * other + 11));
      else if (join.value)
        havoc(*join.value, emitter_.origin(join.call), EdgeRole::Internal);
      returned(0);
      emitter_.enter(gone);
      emitter_.undefined_at(Violation::undefined_call, "join of a thread that was joined or detached before",
                            emitter_.origin(join.call));
    }
    emitter_.enter(next);
  }
  if (is_any || threads_[join.thread].any_number) {  // one of any number of threads may have ended, with any value
    claim_one_of_many(join);
    emitter_.emit_step(emitter_.origin(join.call), EdgeRole::Call);
    if (join.value) havoc(*join.value, silent, EdgeRole::Internal);
    if (join.result) havoc(*join.result, silent, EdgeRole::Internal);
    return emitter_.go_to(join.to);
  }
  emitter_.unsupported("threads: a thread is joined that is not known", join.call);
}

void Lowering::look_for_second_joins() {
  std::map<std::uint32_t, unsigned> counts;
  for (const Claim& claim : claims_) ++counts[claim.thread];
  bool is_new = false;
  for (const Claim& claim : claims_) {
    const ThreadInstance& thread = threads_[claim.thread];
    if (!thread.claimed && (counts[claim.thread] > 1 || emitter_.is_on_cycle(claim.edge)))
      is_new = plan_.add_joined_again(thread.creation) || is_new;
  }
  if (is_new) throw LowerAgain(LowerReason::joined_again);
}

void Lowering::lower_threads() {
  if (!is_threaded()) return;
  emitter_.assume_globally("memory is sequentially consistent, and each access of a scalar is one step");
  for (std::uint32_t number = 1; number < threads_.size(); ++number) lower_thread(number);
  for (const PendingJoin& join : joins_) lower_join(join);
  emitter_.set_thread(0);
  for (const PendingJoin& exit : main_exits_) lower_main_exit(exit);
  bool is_new = false;
  for (const Start& start : starts_)
    if (!plan_.is_repeated(start.creation) && emitter_.is_on_cycle(start.edge))
      is_new = plan_.add_repeated(start.creation) || is_new;
  if (is_new) throw LowerAgain(LowerReason::repeated_creation);
  look_for_second_joins();
}

void Lowering::lower_thread(std::uint32_t number) {
  const InstanceScope instance(*this, number);
  emitter_.set_thread(number);
  ThreadInstance& own = threads_[number];
  const clang::FunctionDecl* body = own.function;
  Frame frame;
  frame.function = body;
  frame.copy.unit = &linker_.unit_of(body);
  frame.copy.name = library_name(body->getNameAsString());
  frame.copy.call_path = own.call_path;
  frame.is_thread = true;
  frame.result = own.result;
  Frame* const outer = std::exchange(frame_, &frame);
  const Emitter::Inside inside(emitter_, frame.copy);
  const Origin silent{body, emitter_.range(body->getBody()), {}};
  const bool is_atomic = is_atomic_function(body->getNameAsString());
  frame.end = is_atomic || plan_.uses().destructors ? emitter_.new_node() : own.end;
  const Node start = emitter_.new_node();
  emitter_.resume(start);
  if (is_atomic) emitter_.begin_atomic(silent);
  if (body->getNumParams() == 1) {
    const clang::ParmVarDecl* parameter = body->getParamDecl(0);
    const Origin place = emitter_.origin(parameter);
    const Storage* storage = storage_of(parameter);
    lifetimes_.begin(lifetimes_.object(parameter));
    const bool keeps_target = !effects_.written_by(body).variables.contains(parameter);
    if (own.target && keeps_target) frame.pointers[parameter] = *own.target;
    const ExprPtr given = own.argument ? load(place_of(own.argument), place.range) : own.constant;
    if (given && integer(parameter->getType()))
      store(place_of(storage), make_cast(given, *integer(parameter->getType()), place.range), place,
            EdgeRole::Parameter);
    else if (parameter->isReferenced())
      havoc(place_of(storage), place, EdgeRole::Parameter);
  }
  lower_body(body);
  end_of_body(body);
  emitter_.go_to(frame.end);
  if (frame.end != own.end) {
    emitter_.enter(frame.end);
    if (is_atomic) emitter_.end_atomic(silent);
    run_key_destructors(nullptr);
    emitter_.go_to(own.end);
  }
  emitter_.resume(own.entry);
  if (own.id) static_cast<void>(any_id(*own.id, silent));
  if (!own.variables.empty() && options_.property.has_operations())
    emitter_.assume_globally("objects of storage duration thread live on when their thread has ended");
  for (const clang::VarDecl* variable : own.variables) lower_global(variable, false);
  emitter_.go_to(start);
  frame_ = outer;
}

void Lowering::initialize_threads() {
  std::vector<VariableId> zeros;
  for (const auto& [creation, counter] : counters_) zeros.push_back(counter);
  for (const ThreadInstance& thread : threads_)
    for (const Storage* flag : {thread.started, thread.claimed})
      if (flag) zeros.push_back(flag->variable);
  std::sort(zeros.begin(), zeros.end());  // not by where they are created, which is a matter of addresses
  for (const VariableId variable : zeros)
    emitter_.emit(Assign{LValue{variable, nullptr}, make_constant(0, variables_[variable].type)}, Origin{},
                  EdgeRole::Internal, Part(variable));
}

std::vector<Emitter::Node> Lowering::thread_roots() const {
  std::vector<Node> result;
  if (!is_threaded()) return result;
  for (const ThreadInstance& thread : threads_) {
    result.push_back(thread.entry);
    result.push_back(thread.end);
  }
  return result;
}

void Lowering::note_threads() {
  if (!is_threaded()) return;
  for (std::uint32_t number = 0; number < threads_.size(); ++number) {
    const ThreadInstance& thread = threads_[number];
    Thread noted;
    noted.function = library_name(thread.function->getNameAsString());
    noted.name = number == 0 ? noted.function : thread.name;
    noted.created = thread.created;
    if (number != 0) noted.creator = thread.creator;
    noted.entry = *emitter_.location_of(thread.entry);
    noted.end = *emitter_.location_of(thread.end);
    noted.any_number = thread.any_number;
    program_.threads.push_back(std::move(noted));
  }
}

}  // namespace bireach::frontend
