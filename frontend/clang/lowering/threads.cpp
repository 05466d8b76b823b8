// SPDX-License-Identifier: Apache-2.0
/// Calls of functions that have to do with threads, but for those that create and join them.
#include <clang/AST/Decl.h>

#include <algorithm>
#include <array>

#include "frontend/clang/lowering/lowering.h"

namespace bireach::frontend {
namespace {

/// They change nothing that is modelled, and return 0: threads are created without fail, whatever their attributes, and
/// no thread is cancelled (pthread_cancel is refused).
constexpr std::array<std::string_view, 12> without_effect{"pthread_attr_destroy",         "pthread_attr_init",
                                                          "pthread_attr_setdetachstate",  "pthread_attr_setguardsize",
                                                          "pthread_attr_setinheritsched", "pthread_attr_setschedparam",
                                                          "pthread_attr_setschedpolicy",  "pthread_attr_setscope",
                                                          "pthread_attr_setstack",        "pthread_attr_setstacksize",
                                                          "pthread_setconcurrency",       "pthread_testcancel"};
constexpr std::array<std::string_view, 3> yields{"sched_yield", "pthread_yield", "thrd_yield"};

template <std::size_t Count>
bool contains(const std::array<std::string_view, Count>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

bool Lowering::may_be_shared(const Expr& read) {
  return is_threaded() && any_read(read, [this](const Expr& part) {
           const VariableOwner& owner = variables_.owner(part.variable);
           return owner.function == nullptr || (owner.variable && plan_.is_shared(owner.variable));
         });
}

bool Lowering::may_be_shared(const Place& place) {
  if (!is_threaded()) return false;
  if (place.address || place.is_bytes || place.index) return true;
  const Storage::Kind kind = place.storage->kind;
  if (kind != Storage::Kind::Scalar && kind != Storage::Kind::Union) return true;
  return may_be_shared(*make_variable(place.storage->variable, place.storage->integer));
}

ExprPtr Lowering::read_once(ExprPtr value, const clang::Expr* owner) {
  if (!value || !emitter_.alive() || !may_be_shared(*value)) return value;
  return protect(std::move(value), owner, nullptr);
}

void Lowering::read_in_vain(ExprPtr value, const clang::Expr* expr) {
  if (counts_races()) return static_cast<void>(read_once(std::move(value), expr));
  keep_evaluation(expr, value);
}

void Lowering::step_unseen(const Origin& origin) {
  if (counts_races())
    return emitter_.unsupported_at({"data races on an object whose type is not modelled", Remedy::memory_of_bytes},
                                   origin);
  if (options_.property.has(Violation::valid_deref) && !in_globals_)
    return emitter_.unsupported_at({"access to an object whose type is not modelled", Remedy::memory_of_bytes}, origin);
  emitter_.emit_step(origin, EdgeRole::Internal);
}

bool Lowering::needs_region(const Place& place, bool is_atomic) {
  return counts_races() ? is_atomic && may_be_shared(place) : place.is_bytes && is_threaded();
}

ExprPtr Lowering::load_once(Place place, const clang::Expr* read, bool is_atomic) {
  const SourceRange where = emitter_.range(read);
  if (!needs_region(place, is_atomic)) return load(place, where);
  const Origin silent{read, where, {}};
  fix_index(place, read);  // where the object lies is read before it is
  emitter_.begin_atomic(silent);
  ExprPtr value = settled(load(place, where), read, "loaded");
  emitter_.end_atomic(silent);
  return value;
}

std::optional<Place> Lowering::number_result(const clang::CallExpr* call, const ExprPtr& number, bool wants_result) {
  if (!emitter_.alive() || !wants_result || !integer(call->getType())) return std::nullopt;
  const Place result = place_of(result_storage(call, call->getType()));
  store(result, number, Origin{call, emitter_.range(call), {}}, EdgeRole::Internal);
  return result;
}

ExprPtr Lowering::own_id(SourceRange where) {
  const ThreadInstance& own = threads_[thread()];
  return own.id ? make_variable(*own.id, id_type, where) : make_constant(logic::Integer(thread() + 1), id_type, where);
}

void Lowering::block_until(const clang::CallExpr* call, const ExprPtr& condition) {
  if (!emitter_.alive()) return;
  if (!is_threaded()) return wait_alone(call, condition);
  if (condition->kind == Expr::Kind::Constant && condition->value != 0) return;
  emitter_.emit(Assume{condition}, emitter_.origin(call), EdgeRole::Call);
}

/// Nobody else could make the condition hold.
void Lowering::wait_alone(const clang::CallExpr* call, const ExprPtr& condition) {
  if (!options_.property.has(Violation::deadlock)) return keep_if(condition, call);
  const Node holds = emitter_.new_node();
  const Node waits = emitter_.new_node();
  emitter_.branch(condition, emitter_.origin(call), holds, waits);
  emitter_.enter(waits);
  Location end;
  end.kind = LocationKind::Error;
  end.violation = Violation::deadlock;
  end.function = emitter_.copy().name;
  end.note = "deadlock: no thread can go on";
  end.place = emitter_.range(call);
  if (emitter_.alive()) emitter_.end_path(end, emitter_.origin(call), EdgeRole::Call);
  emitter_.enter(holds);
}

bool Lowering::call_intrinsic(const clang::CallExpr* call, const std::string& name, bool wants_result,
                              std::optional<Place>& result) {
  const bool begins = name == "bireach_atomic_begin" || (name == "__VERIFIER_atomic_begin" && is_threaded());
  const bool ends = name == "bireach_atomic_end" || (name == "__VERIFIER_atomic_end" && is_threaded());
  if (begins || ends) {
    const Origin place = emitter_.copy().library_call ? Origin{call, emitter_.range(call), {}} : emitter_.origin(call);
    const EdgeRole role = place.text.empty() ? EdgeRole::Internal : EdgeRole::Call;
    begins ? emitter_.begin_atomic(place, role) : emitter_.end_atomic(place, role);
    return true;
  }
  if (name == "bireach_block_until" && call->getNumArgs() == 1) {
    block_until(call, truth_value(call->getArg(0)));
    return true;
  }
  if (name == "bireach_self") {
    result = number_result(call, own_id(emitter_.range(call)), wants_result);
    return true;
  }
  return false;
}

bool Lowering::call_of_threads(const clang::CallExpr* call, const std::string& name, bool wants_result,
                               std::optional<Place>& result) {
  if (call_intrinsic(call, name, wants_result, result)) return true;
  const clang::FunctionDecl* callee = call->getDirectCallee();
  const SourceRange where = emitter_.range(call);
  const ExprPtr success = make_constant(0, int_type, where);
  if (creates_thread(name)) {
    create_thread(call, name);
    result = number_result(call, success, wants_result);
    return true;
  }
  if (joins_thread(name)) {
    join_thread(call, name, wants_result, result);
    return true;
  }
  if (detaches_thread(name)) {
    detach_thread(call, wants_result, result);
    return true;
  }
  if (ends_thread(name)) {
    exit_thread(call);
    return true;
  }
  if (name == "pthread_self" || name == "thrd_current") {
    result = number_result(call, own_id(where), wants_result);
    return true;
  }
  if ((name == "pthread_equal" || name == "thrd_equal") && call->getNumArgs() == 2) {
    const ExprPtr left = protect(value(call->getArg(0)), call->getArg(0), call->getArg(1));
    const ExprPtr right = value(call->getArg(1));
    if (!wants_result) {
      keep_evaluation(call->getArg(0), left);
      keep_evaluation(call->getArg(1), right);
    }
    if (emitter_.alive())
      result = number_result(call, make_binary(BinaryOp::Eq, left, right, int_type, where), wants_result);
    return true;
  }
  const bool is_state = name == "pthread_setcancelstate" || name == "pthread_setcanceltype";
  const bool wants_old =
      is_state && (call->getNumArgs() != 2 ||
                   !call->getArg(1)->isNullPointerConstant(context(), clang::Expr::NPC_ValueDependentIsNotNull));
  if (wants_old || (!is_state && !contains(without_effect, name) && !contains(yields, name))) return false;
  if (name == "pthread_attr_setdetachstate" && is_threaded() && call->getNumArgs() == 2 &&
      !call->getArg(1)->isNullPointerConstant(context(), clang::Expr::NPC_ValueDependentIsNotNull))
    emitter_.assume_globally("no thread is joined or detached that its attributes detach");
  if (call->getNumArgs() > 0) assume_exists(call->getArg(0), name);
  evaluate_arguments(call, callee, true);
  emitter_.emit_step(emitter_.origin(call), EdgeRole::Call);
  result = number_result(call, success, wants_result);
  return true;
}

void Lowering::exit_thread(const clang::CallExpr* call) {
  const Storage* kept = threads_[thread()].result;
  const clang::Expr* argument = call->getNumArgs() == 1 ? call->getArg(0) : nullptr;
  if (argument && kept && kept->is_modelled() && integer(argument->getType())) {
    const ExprPtr returned = value(argument);
    if (emitter_.alive()) store(place_of(kept), returned, emitter_.origin(call), EdgeRole::Return);
  } else {
    if (argument) discard(argument);
    emitter_.emit_step(emitter_.origin(call), EdgeRole::Return);
  }
  if (thread() != 0) end_activations();
  run_key_destructors(call);
  if (!emitter_.alive()) return;
  if (thread() != 0 || !is_threaded()) return emitter_.go_to(thread() != 0 ? threads_[thread()].end : end_of_main_);
  PendingJoin exit;
  exit.call = call;
  exit.copy = emitter_.copy();
  exit.from = emitter_.new_node();
  emitter_.go_to(exit.from);
  main_exits_.push_back(std::move(exit));
}

void Lowering::assume_exists(const clang::Expr* pointer, const std::string& function) {
  if (!options_.property.has(Violation::valid_deref) || !pointer->getType()->isPointerType()) return;
  const auto* address = llvm::dyn_cast<clang::UnaryOperator>(pointer->IgnoreParenCasts());
  const bool is_variable = address && address->getOpcode() == clang::UO_AddrOf &&
                           llvm::isa<clang::DeclRefExpr>(address->getSubExpr()->IgnoreParens());
  if (!is_variable && !pointer->isNullPointerConstant(context(), clang::Expr::NPC_ValueDependentIsNotNull))
    emitter_.assume_globally("what " + function + " is given exists");
}

void Lowering::note_left_out(const clang::CallExpr* call, const std::string& name) {
  if (counts_races() && (name.find("_try") != std::string::npos))
    emitter_.assume_globally("who fails to lock is synchronised with who holds the lock");
  for (const clang::Expr* argument : call->arguments()) {
    const auto* record =
        argument->getType()->isPointerType() ? argument->getType()->getPointeeType()->getAsRecordDecl() : nullptr;
    if (record && record->getName() == "timespec") assume_exists(argument, name);
  }
}

void Lowering::end_activations() {
  Frame* const here = frame_;
  for (; emitter_.alive(); frame_ = frame().caller) {
    for_each_open_block([this](Scopes::Block block) { lifetimes_.end_block(frame().function, block); });
    if (frame().is_thread || frame().caller == nullptr) break;
  }
  frame_ = here;
}

void Lowering::run_key_destructors(const clang::CallExpr* where) {
  if (!plan_.uses().destructors || !emitter_.alive()) return;
  if (is_ending_thread_ && where)
    return emitter_.undefined_at(Violation::undefined_call, "end of a thread in a destructor of its data",
                                 emitter_.origin(where));
  const clang::FunctionDecl* function = linker_.own_function(run_destructors_name);
  const clang::CallExpr* call = linker_.implied_call(function);
  const SourceRange place = where ? emitter_.range(where) : emitter_.range(frame().function->getBody());
  emitter_.set_origin(call, Origin{call, place, {}});
  is_ending_thread_ = true;
  static_cast<void>(inline_call(call, function, false));
  is_ending_thread_ = false;
}

void Lowering::lower_main_exit(const PendingJoin& exit) {
  const Emitter::Inside inside(emitter_, exit.copy);
  const Origin silent{exit.call, emitter_.range(exit.call), {}};
  emitter_.resume(exit.from);
  if (plan_.has_templates())  // how many there are, nobody knows
    emitter_.emit_to(end_of_main_, Assume{make_constant(0, int_type)}, silent, EdgeRole::Internal);
  // A thread has a larger number than the one that creates it, so all that this one created are known once it ended.
  for (std::uint32_t other = 1; other < threads_.size() && emitter_.alive(); ++other) {
    const Node runs = emitter_.new_node();
    const Node next = emitter_.new_node();
    const Node here = emitter_.here();
    const ExprPtr started = load(place_of(threads_[other].started), silent.range);
    emitter_.emit_to(runs, Assume{started}, silent, EdgeRole::Internal, Part(2 * other));
    emitter_.resume(here);
    emitter_.emit_to(next, Assume{make_not(started)}, silent, EdgeRole::Internal, Part(2 * other));
    emitter_.enter(runs);
    emitter_.emit_thread_step({ThreadStep::Kind::join, other}, silent, EdgeRole::Internal, Part(2 * other + 1));
    emitter_.go_to(next);
    emitter_.enter(next);
  }
  emitter_.go_to(end_of_main_);
}

}  // namespace bireach::frontend
