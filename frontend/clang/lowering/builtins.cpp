// SPDX-License-Identifier: Apache-2.0
/// gcc's builtins that need more than their definition in C: those without a fixed type, and atomic operations, which
/// in a program with one thread are what they do (threads are not modelled).
#include <clang/AST/Decl.h>
#include <clang/Basic/Builtins.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "frontend/clang/lowering/lowering.h"

namespace bireach::frontend {
namespace {

std::optional<BinaryOp> checked_operator(unsigned builtin) {
  switch (builtin) {
    case clang::Builtin::BI__builtin_add_overflow:
    case clang::Builtin::BI__builtin_sadd_overflow:
    case clang::Builtin::BI__builtin_saddl_overflow:
    case clang::Builtin::BI__builtin_saddll_overflow:
    case clang::Builtin::BI__builtin_uadd_overflow:
    case clang::Builtin::BI__builtin_uaddl_overflow:
    case clang::Builtin::BI__builtin_uaddll_overflow:
      return BinaryOp::Add;
    case clang::Builtin::BI__builtin_sub_overflow:
    case clang::Builtin::BI__builtin_ssub_overflow:
    case clang::Builtin::BI__builtin_ssubl_overflow:
    case clang::Builtin::BI__builtin_ssubll_overflow:
    case clang::Builtin::BI__builtin_usub_overflow:
    case clang::Builtin::BI__builtin_usubl_overflow:
    case clang::Builtin::BI__builtin_usubll_overflow:
      return BinaryOp::Sub;
    case clang::Builtin::BI__builtin_mul_overflow:
    case clang::Builtin::BI__builtin_smul_overflow:
    case clang::Builtin::BI__builtin_smull_overflow:
    case clang::Builtin::BI__builtin_smulll_overflow:
    case clang::Builtin::BI__builtin_umul_overflow:
    case clang::Builtin::BI__builtin_umull_overflow:
    case clang::Builtin::BI__builtin_umulll_overflow:
      return BinaryOp::Mul;
    default:
      return std::nullopt;
  }
}

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

/// The generic forms of __atomic_ builtins hand values over through pointers.
bool is_generic(std::string_view name) {
  return name == "__atomic_load" || name == "__atomic_store" || name == "__atomic_exchange" ||
         name == "__atomic_compare_exchange";
}

}  // namespace

ExprPtr Lowering::builtin_value(const clang::CallExpr* call) {
  const unsigned builtin = call->getBuiltinCallee();
  switch (builtin) {
    case clang::Builtin::BI__builtin_expect:
    case clang::Builtin::BI__builtin_expect_with_probability: {
      ExprPtr result = value(call->getArg(0));
      discard(call->getArg(1));
      return result;
    }
    case clang::Builtin::BI__builtin_constant_p: {
      bool result = false;
      static_cast<void>(call->EvaluateAsBooleanCondition(result, context()));
      return make_constant(result ? 1 : 0, *integer(call->getType()), emitter_.range(call));
    }
    default:
      break;
  }
  if (ExprPtr result = math_value(call)) return result;
  if (builtin != 0 && call->getType()->isRealFloatingType() && !linker_.definition(call->getDirectCallee())) {
    llvm::APFloat number(0.0);  // of __builtin_inf, nan("") and the like
    if (call->EvaluateAsFloat(number, context())) return constant_value(call, {});
  }
  if (emitter_.is_trial()) return nullptr;
  if (const auto op = checked_operator(builtin)) return checked_value(call, *op);
  const clang::FunctionDecl* callee = call->getDirectCallee();
  if (builtin == 0 || !callee) return nullptr;
  const std::string name = callee->getNameAsString();
  return name.starts_with("__sync_") ? atomic_value(call, base_name(name), call->getArgs(), call->getNumArgs())
                                     : nullptr;
}

ExprPtr Lowering::checked_value(const clang::CallExpr* call, BinaryOp op) {
  const SourceRange where = emitter_.range(call);
  ExprPtr left = value(call->getArg(0));
  for (const unsigned later : {1U, 2U}) left = protect(std::move(left), call->getArg(0), call->getArg(later));
  const ExprPtr right = protect(value(call->getArg(1)), call->getArg(1), call->getArg(2));
  if (!emitter_.alive()) return zero_value(call);
  const auto object = dereference(call->getArg(2), call);
  const auto result = integer(call->getArg(2)->getType()->getPointeeType());
  if (!object || !emitter_.alive()) return zero_value(call);
  const unsigned width = std::max({left->type.width, right->type.width, result.value_or(int_type).width});
  if (!result || object->storage->kind == Storage::Kind::Opaque || width > 64) {
    emitter_.unsupported("overflow check of a value that is not modelled", call);
    return zero_value(call);
  }
  // Wide enough for every exact result and every value stored; products of two unsigned numbers need all the bits.
  const bool is_signed = op != BinaryOp::Mul || left->type.is_signed() || right->type.is_signed();
  const ScalarType wide = integer_of(op == BinaryOp::Mul ? 2 * width : width + 2, is_signed);
  const Place exact = place_of(temporary(call, "exact", wide));
  store(exact, make_binary(op, make_cast(left, wide, where), make_cast(right, wide, where), wide, where),
        emitter_.origin(call), EdgeRole::Internal);
  store(*object, make_cast(load(exact, where), *result, where), emitter_.origin(call), EdgeRole::Plain);
  const ExprPtr kept = make_cast(make_cast(load(exact, where), *result, where), wide, where);
  return make_cast(make_binary(BinaryOp::Ne, load(exact, where), kept, int_type, where), *integer(call->getType()),
                   where);
}

ExprPtr Lowering::atomic_value(const clang::AtomicExpr* atomic) {
  const std::string_view name = atomic_name(atomic->getOp());
  if (name.empty() || is_generic(name)) {
    emitter_.unsupported("call of " + (name.empty() ? std::string("an atomic builtin") : std::string(name)), atomic);
    return zero_value(atomic);
  }
  std::vector<const clang::Expr*> arguments{atomic->getPtr()};
  const std::string_view base = base_name(name);
  if (base == "init" || base == "store" || base == "exchange" || base.find("fetch") != std::string_view::npos) {
    arguments.push_back(atomic->getVal1());
  } else if (base.starts_with("compare_exchange")) {
    arguments.push_back(atomic->getVal1());
    arguments.push_back(atomic->getVal2());
  }
  for (const clang::Stmt* operand : atomic->children()) {  // also memory orders
    const bool is_given = std::find(arguments.begin(), arguments.end(), operand) != arguments.end();
    if (is_given || !effects_.has_effects(llvm::cast<clang::Expr>(operand))) continue;
    emitter_.unsupported("side effects in the arguments of an atomic operation", atomic);
    return zero_value(atomic);
  }
  ExprPtr result = atomic_value(atomic, base, arguments.data(), static_cast<unsigned>(arguments.size()));
  if (result) return result;
  emitter_.unsupported("call of " + std::string(name), atomic);
  return zero_value(atomic);
}

ExprPtr Lowering::atomic_value(const clang::Expr* expr, std::string_view name, const clang::Expr* const* arguments,
                               unsigned count) {
  if (name == "synchronize" || count == 0) {
    emitter_.emit_step(emitter_.origin(expr), EdgeRole::Internal);
    return zero_value(expr);
  }
  const clang::QualType pointee = arguments[0]->getType()->getPointeeType();
  const auto type = integer(pointee);
  if (!type || type->is_floating() || pointee.getAtomicUnqualifiedType()->isPointerType()) {
    emitter_.unsupported("atomic operation on a value that is not an integer", expr);
    return zero_value(expr);
  }
  if (std::any_of(arguments, arguments + count, [this](const auto* e) { return effects_.has_effects(e); })) {
    emitter_.unsupported("side effects in the arguments of an atomic operation", expr);
    return zero_value(expr);
  }
  const SourceRange where = emitter_.range(expr);
  const auto object = dereference(arguments[0], expr);
  if (!object || !emitter_.alive()) return zero_value(expr);
  const Place old = place_of(temporary(expr, "old", *type));
  store(old, load(*object, where), emitter_.origin(expr), EdgeRole::Internal);
  ExprPtr before = load(old, where);
  const auto operand = [&](unsigned number) { return make_cast(value(arguments[number]), *type, where); };
  if (name == "load") return before;
  if (name == "compare_exchange_strong" || name == "compare_exchange_weak" || name == "compare_exchange" ||
      name == "val_compare_and_swap" || name == "bool_compare_and_swap")
    return compare_and_swap(expr, *object, before, arguments, name);
  bool returns_new = false;
  const Named* fetching = fetching_operator(name, returns_new);
  ExprPtr after;
  if (fetching && type->is_boolean()) return nullptr;
  if (fetching) {  // signed values wrap
    const ScalarType bits = unsigned_integer(type->width);
    after = make_binary(fetching->op, make_cast(before, bits, where), make_cast(operand(1), bits, where), bits, where);
    if (fetching->complemented) after = make_unary(UnaryOp::BitNot, after, bits, where);
    after = make_cast(after, *type, where);
  } else if (name == "lock_release") {
    after = make_constant(0, *type, where);
  } else if (name == "init" || name == "store" || name == "exchange" || name == "lock_test_and_set") {
    after = operand(1);
  } else {
    return nullptr;
  }
  store(*object, after, emitter_.origin(expr), EdgeRole::Plain);
  return returns_new ? load(*object, where) : before;
}

ExprPtr Lowering::compare_and_swap(const clang::Expr* expr, const Place& object, const ExprPtr& before,
                                   const clang::Expr* const* arguments, std::string_view name) {
  const SourceRange where = emitter_.range(expr);
  const bool is_sync = name.ends_with("swap");
  const auto expected = is_sync ? std::nullopt : dereference(arguments[1], expr);
  if (!emitter_.alive() || (!is_sync && !expected)) return zero_value(expr);
  const ExprPtr wanted = make_cast(is_sync ? value(arguments[1]) : load(*expected, where), before->type, where);
  const ExprPtr desired = make_cast(value(arguments[2]), before->type, where);
  const Place decision = place_of(temporary(expr, "equal", int_type));
  store(decision, make_binary(BinaryOp::Eq, before, wanted, int_type, where), emitter_.origin(expr),
        EdgeRole::Internal);
  const ExprPtr equal = load(decision, where);
  if (expected) {  // both are written, so the desired value is read first
    const Place kept = place_of(temporary(expr, "desired", before->type));
    store(kept, desired, emitter_.origin(expr), EdgeRole::Internal);
    store(object, make_conditional(equal, load(kept, where), before, before->type, where), emitter_.origin(expr),
          EdgeRole::Plain);
    store(*expected, make_conditional(equal, wanted, before, before->type, where), emitter_.origin(expr),
          EdgeRole::Plain, Part(1));
  } else {
    store(object, make_conditional(equal, desired, before, before->type, where), emitter_.origin(expr),
          EdgeRole::Plain);
  }
  return name == "val_compare_and_swap" ? before : make_cast(equal, *integer(expr->getType()), where);
}

}  // namespace bireach::frontend
