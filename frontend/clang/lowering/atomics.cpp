// SPDX-License-Identifier: Apache-2.0
/// Atomic operations: gcc's `__sync_` and `__atomic_` builtins and those of <stdatomic.h>. Each is one step of its
/// thread, before which its operands are read. Memory orders are read as memory_order_seq_cst.
#include <clang/AST/Decl.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "frontend/clang/lowering/lowering.h"

namespace bireach::frontend {
namespace {

struct Named {
  std::string_view name;
  BinaryOp op;
  bool complemented;  ///< nand
};
constexpr std::array<Named, 6> atomic_operators{{{"add", BinaryOp::Add, false},
                                                 {"sub", BinaryOp::Sub, false},
                                                 {"and", BinaryOp::BitAnd, false},
                                                 {"or", BinaryOp::BitOr, false},
                                                 {"xor", BinaryOp::BitXor, false},
                                                 {"nand", BinaryOp::BitAnd, true}}};

/// What `__sync_NAME_SIZE` and `__atomic_NAME_n` are called without prefix and suffix.
std::string_view base_name(std::string_view name) {
  for (const std::string_view prefix : {"__sync_", "__atomic_", "__c11_atomic_"})
    if (name.starts_with(prefix)) name.remove_prefix(prefix.size());
  const std::size_t suffix = name.rfind('_');
  const std::string_view end = suffix == std::string_view::npos ? "" : name.substr(suffix + 1);
  const bool is_suffix = end == "n" || (!end.empty() && end.find_first_not_of("0123456789") == std::string_view::npos);
  return is_suffix ? name.substr(0, suffix) : name;
}

/// "fetch_add", "fetch_and_add": the old value; "add_fetch", "add_and_fetch": the new one.
const Named* fetching_operator(std::string_view name, bool& returns_new) {
  for (const Named& candidate : atomic_operators) {
    for (const std::string_view between : {"_", "_and_"}) {
      const std::string old_first = "fetch" + std::string(between) + std::string(candidate.name);
      const std::string new_first = std::string(candidate.name) + std::string(between) + "fetch";
      returns_new = name == new_first;
      if (returns_new || name == old_first) return &candidate;
    }
  }
  return nullptr;
}

/// "__atomic_fetch_add" and so on; empty for forms that are not modelled.
std::string_view atomic_name(clang::AtomicExpr::AtomicOp op) {
  switch (op) {
#define BUILTIN(id, type, attributes)
#define ATOMIC_BUILTIN(id, type, attributes) \
  case clang::AtomicExpr::AO##id:            \
    return #id;
#include <clang/Basic/Builtins.def>
  }
  return {};
}

/// These forms of __atomic_ builtins hand values over through pointers.
bool is_generic(std::string_view name) {
  return name == "__atomic_load" || name == "__atomic_store" || name == "__atomic_exchange" ||
         name == "__atomic_compare_exchange";
}

/// As long as it exists, no other thread moves.
class OneStep {
 public:
  OneStep(Emitter& emitter, const Origin& origin) : emitter_(emitter), silent_{origin.node, origin.range, {}} {
    emitter_.begin_atomic(silent_);
  }
  OneStep(const OneStep&) = delete;
  OneStep& operator=(const OneStep&) = delete;
  ~OneStep() { emitter_.end_atomic(silent_); }

 private:
  Emitter& emitter_;
  Origin silent_;
};

bool is_compare_and_swap(std::string_view name) {
  return name.starts_with("compare_exchange") || name == "val_compare_and_swap" || name == "bool_compare_and_swap";
}

/// Is the operand a constant that is not 0?
bool is_set(const clang::Expr* operand, const clang::ASTContext& context) {
  bool result = true;
  return !operand->EvaluateAsBooleanCondition(result, context) || result;
}

}  // namespace

ExprPtr Lowering::settled(ExprPtr operand, const clang::Expr* owner, const std::string& purpose) {
  if (!is_threaded() || !operand || operand->kind == Expr::Kind::Constant || !emitter_.alive()) return operand;
  const Place kept = place_of(temporary(owner, purpose, operand->type));
  store(kept, operand, emitter_.origin(owner), EdgeRole::Internal);
  return load(kept, operand->source);
}

Place Lowering::settled(Place object, const clang::Expr* owner) {
  object.index = settled(object.index, owner, "index");
  object.address = settled(object.address, owner, "address");
  return object;
}

ExprPtr Lowering::atomic_value(const clang::CallExpr* call, const std::string& name) {
  const std::string_view base = base_name(name);
  const bool is_sync = name.starts_with("__sync_");
  if (!is_sync && !name.starts_with("__atomic_") && !name.starts_with("__c11_atomic_")) return nullptr;
  const bool has_effects =
      std::any_of(call->arg_begin(), call->arg_end(), [this](const auto* e) { return effects_.has_effects(e); });
  if (is_sync) return atomic_value({call, base, call->getArgs(), call->getNumArgs(), false, false});
  if (has_effects) return nullptr;
  clang::Expr::EvalResult constant;
  if (base.find("lock_free") != std::string_view::npos && call->EvaluateAsRValue(constant, context()) &&
      constant.Val.isInt())
    return constant_value(call, {});
  if (base == "thread_fence" || base == "signal_fence") {
    emitter_.emit_step(emitter_.origin(call), EdgeRole::Internal);
    return zero_value(call);
  }
  return base == "test_and_set" || base == "clear" ? flag_value(call, base == "clear") : nullptr;
}

ExprPtr Lowering::flag_value(const clang::CallExpr* call, bool is_cleared) {
  const clang::Expr* pointer = call->getArg(0)->IgnoreParenImpCasts();
  const auto object = pointer->getType()->isPointerType() ? dereference(pointer, call) : std::nullopt;
  if (!object || !emitter_.alive()) return zero_value(call);
  std::vector<Place> parts;  // atomic_flag is a structure
  leaves(*object, true, parts);
  const SourceRange where = emitter_.range(call);
  if (parts.size() != 1 || load(parts.front(), where)->type.width > 8) {
    emitter_.unsupported("atomic operation on a flag that is not one byte", call);
    return zero_value(call);
  }
  const Place flag = settled(parts.front(), call);
  const Place old = place_of(temporary(call, "old", bool_type));
  const OneStep step(emitter_, emitter_.origin(call));
  const ScalarType type = load(flag, where)->type;
  if (!is_cleared) store(old, make_truth(load(flag, where), where), emitter_.origin(call), EdgeRole::Internal);
  store(flag, make_constant(is_cleared ? 0 : 1, type), emitter_.origin(call), EdgeRole::Plain);
  return is_cleared ? zero_value(call) : make_cast(load(old, where), *integer(call->getType()), where);
}

ExprPtr Lowering::atomic_value(const clang::AtomicExpr* atomic) {
  const std::string_view name = atomic_name(atomic->getOp());
  if (name.empty()) {
    emitter_.unsupported("call of an atomic builtin", atomic);
    return zero_value(atomic);
  }
  std::vector<const clang::Expr*> arguments{atomic->getPtr()};
  const std::string_view base = base_name(name);
  const bool is_generic_form = is_generic(name);
  const bool is_swap = base.starts_with("compare_exchange");
  if (base == "init" || base == "store" || base == "exchange" || base.find("fetch") != std::string_view::npos ||
      is_swap || is_generic_form)
    arguments.push_back(atomic->getVal1());
  if (is_swap || name == "__atomic_exchange") arguments.push_back(atomic->getVal2());
  for (const clang::Stmt* operand : atomic->children()) {  // also memory orders
    const bool is_given = std::find(arguments.begin(), arguments.end(), operand) != arguments.end();
    if (is_given || !effects_.has_effects(llvm::cast<clang::Expr>(operand))) continue;
    emitter_.unsupported("side effects in the arguments of an atomic operation", atomic);
    return zero_value(atomic);
  }
  if (base != "init") assume_order(atomic->getOrder());
  const bool is_weak =
      is_swap && (base.ends_with("weak") || (name.starts_with("__atomic_") && is_set(atomic->getWeak(), context())));
  ExprPtr result =
      atomic_value({atomic, base, arguments.data(), static_cast<unsigned>(arguments.size()), is_generic_form, is_weak});
  if (result) return result;
  emitter_.unsupported("call of " + std::string(name), atomic);
  return zero_value(atomic);
}

void Lowering::assume_order(const clang::Expr* memory_order) {
  clang::Expr::EvalResult order;
  constexpr std::int64_t acquire = 2;
  constexpr std::int64_t sequentially_consistent = 5;
  const bool is_known = memory_order->EvaluateAsInt(order, context());
  const std::int64_t number = is_known ? order.Val.getInt().getExtValue() : -1;
  if (number == sequentially_consistent || !is_threaded()) return;
  // Which accesses race depends on what the order makes visible (C11 5.1.2.4p25).
  if (number < acquire && options_.property.has(Violation::no_data_race))
    return emitter_.unsupported("data races beside relaxed atomic operations", memory_order);
  emitter_.assume_globally("atomic operations with weaker memory orders are sequentially consistent");
}

ExprPtr Lowering::atomic_value(const AtomicOperation& operation) {
  const clang::Expr* expr = operation.expr;
  const std::string_view name = operation.name;
  const clang::Expr* const* arguments = operation.arguments;
  if (name == "synchronize" || operation.count == 0) {
    emitter_.emit_step(emitter_.origin(expr), EdgeRole::Internal);
    return zero_value(expr);
  }
  const clang::QualType pointee = arguments[0]->getType()->getPointeeType();
  const auto type = integer(pointee);
  bool returns_new = false;
  const Named* fetching = fetching_operator(name, returns_new);
  if (!type || type->is_floating() || (fetching && pointee.getAtomicUnqualifiedType()->isPointerType())) {
    emitter_.unsupported("atomic operation on a value that is not an integer", expr);
    return zero_value(expr);
  }
  if (std::any_of(arguments, arguments + operation.count, [this](const auto* e) { return effects_.has_effects(e); })) {
    emitter_.unsupported("side effects in the arguments of an atomic operation", expr);
    return zero_value(expr);
  }
  if (fetching && type->is_boolean()) return nullptr;
  const SourceRange where = emitter_.range(expr);
  const auto found = dereference(arguments[0], expr);
  if (!found || !emitter_.alive()) return zero_value(expr);
  if (is_compare_and_swap(name)) return compare_and_swap(operation, *found, *type);
  const Place object = settled(*found, expr);
  ExprPtr operand;
  if (name == "lock_release")
    operand = make_constant(0, *type, where);
  else if (fetching || name == "init" || name == "store" || name == "exchange" || name == "lock_test_and_set")
    operand = atomic_operand(operation, 1, *type);
  else if (name != "load")
    return nullptr;
  if (!emitter_.alive()) return zero_value(expr);
  const Place old = place_of(temporary(expr, "old", *type));
  ExprPtr result = load(old, where);
  if (name == "init" || (is_threaded() && (name == "store" || name == "lock_release"))) {
    const bool takes_region = name != "init" && counts_races();  // else it is one step as it is
    const Origin silent{expr, where, {}};
    if (takes_region) emitter_.begin_atomic(silent);
    store(object, operand, emitter_.origin(expr), EdgeRole::Plain);
    if (takes_region) emitter_.end_atomic(silent);
    return result;
  }
  {
    const OneStep step(emitter_, emitter_.origin(expr));
    store(old, load(object, where), emitter_.origin(expr), EdgeRole::Internal);
    if (fetching) {  // signed values wrap
      const ScalarType bits = unsigned_integer(type->width);
      operand = make_binary(fetching->op, make_cast(result, bits, where), make_cast(operand, bits, where), bits, where);
      if (fetching->complemented) operand = make_unary(UnaryOp::BitNot, operand, bits, where);
      operand = make_cast(operand, *type, where);
    }
    if (operand && returns_new && is_threaded()) {
      const Place updated = place_of(temporary(expr, "result", *type));
      store(updated, operand, emitter_.origin(expr), EdgeRole::Internal);
      operand = result = load(updated, where);
    } else if (returns_new) {
      result = load(object, where);
    }
    if (operand) store(object, operand, emitter_.origin(expr), EdgeRole::Plain);
  }
  if (!operation.is_generic || name == "store") return result;
  const auto target = dereference(arguments[name == "load" ? 1 : 2], expr);
  if (target && emitter_.alive()) store(*target, result, emitter_.origin(expr), EdgeRole::Plain, Part(1));
  return zero_value(expr);
}

ExprPtr Lowering::atomic_operand(const AtomicOperation& operation, unsigned number, const ScalarType& type) {
  const clang::Expr* argument = operation.arguments[number];
  const SourceRange where = emitter_.range(operation.expr);
  ExprPtr result;
  if (operation.is_generic) {
    const auto object = dereference(argument, operation.expr);
    if (!object || !emitter_.alive()) return zero_value(operation.expr);
    result = load(*object, where);
  } else {
    result = value(argument);
  }
  return settled(make_cast(std::move(result), type, where), argument, "operand");
}

ExprPtr Lowering::compare_and_swap(const AtomicOperation& operation, const Place& target, const ScalarType& type) {
  const clang::Expr* expr = operation.expr;
  const Origin origin = emitter_.origin(expr);
  const SourceRange where = origin.range;
  const bool is_sync = operation.name.ends_with("swap");
  const Place object = settled(target, expr);
  const auto expected = is_sync ? std::nullopt : dereference(operation.arguments[1], expr);
  if (!emitter_.alive() || (!is_sync && !expected)) return zero_value(expr);
  const ExprPtr wanted =
      settled(make_cast(is_sync ? value(operation.arguments[1]) : load(*expected, where), type, where), expr, "wanted");
  ExprPtr desired = atomic_operand(operation, 2, type);
  const Place old = place_of(temporary(expr, "old", type));
  const Place decision = place_of(temporary(expr, "equal", int_type));
  const ExprPtr before = load(old, where);
  const ExprPtr equal = load(decision, where);
  const auto decide = [&] {
    store(old, load(object, where), origin, EdgeRole::Internal);
    store(decision, make_binary(BinaryOp::Eq, before, wanted, int_type, where), origin, EdgeRole::Internal);
  };
  if (is_threaded() || operation.is_weak) {
    swap_in_step(operation, object, {equal, desired, decision}, decide);
    if (expected && emitter_.alive()) {
      const Node failed = emitter_.new_node();
      const Node end = emitter_.new_node();
      emitter_.branch(equal, {expr, where, {}}, end, failed, Part(2));
      emitter_.enter(failed);
      store(*expected, before, origin, EdgeRole::Plain, Part(1));
      emitter_.go_to(end);
      emitter_.enter(end);
    }
  } else {
    decide();
    if (expected) {  // both are written, so the desired value is read first
      const Place kept = place_of(temporary(expr, "desired", type));
      store(kept, desired, origin, EdgeRole::Internal);
      desired = load(kept, where);
    }
    store(object, make_conditional(equal, desired, before, type, where), origin, EdgeRole::Plain);
    if (expected)
      store(*expected, make_conditional(equal, wanted, before, type, where), origin, EdgeRole::Plain, Part(1));
  }
  return operation.name == "val_compare_and_swap" ? before : make_cast(equal, *integer(expr->getType()), where);
}

void Lowering::swap_in_step(const AtomicOperation& operation, const Place& object, const Swap& swap,
                            const std::function<void()>& decide) {
  const Origin origin = emitter_.origin(operation.expr);
  const OneStep step(emitter_, origin);
  decide();
  if (operation.is_weak) {  // it may fail all the same (C11 7.17.7.4p4)
    const Place any = place_of(temporary(operation.expr, "spurious", bool_type));
    havoc(any, {operation.expr, origin.range, {}}, EdgeRole::Internal);
    store(swap.decision, make_binary(BinaryOp::LogicalAnd, swap.equal, load(any, origin.range), int_type, origin.range),
          origin, EdgeRole::Internal, Part(1));
  }
  const Node equal = emitter_.new_node();
  const Node end = emitter_.new_node();
  emitter_.branch(swap.equal, origin, equal, end, Part(1));
  emitter_.enter(equal);
  store(object, swap.desired, origin, EdgeRole::Plain);
  emitter_.go_to(end);
  emitter_.enter(end);
}

}  // namespace bireach::frontend
