// SPDX-License-Identifier: Apache-2.0
/// gcc's builtins that need more than their definition in C: those without a fixed type.
#include <clang/AST/Decl.h>
#include <clang/Basic/Builtins.h>

#include <algorithm>

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
  const clang::FunctionDecl* named = call->getDirectCallee();
  const std::string called = named ? named->getNameAsString() : std::string();
  // What the library's definitions ask about the program and the question.
  const auto truth = [&](bool holds) { return make_constant(holds ? 1 : 0, int_type, emitter_.range(call)); };
  const Property& property = options_.property;
  if (called == "bireach_has_mutex_kinds") return truth(linker_.has_mutex_kinds());
  if (called == "bireach_waits_matter") return truth(property.has(Violation::deadlock));
  if (called == "bireach_memory_matters") return truth(property.has(Violation::valid_deref));
  if (called == "bireach_misuse_matters") return truth(property.has(Violation::undefined_call));
  if (called == "bireach_addresses_matter") return truth(memory_.points_to().looks_at_addresses());
  if (called == "bireach_reads_texts")
    return truth(property.has(Violation::valid_deref) || property.has(Violation::uninitialised_read) ||
                 property.has(Violation::no_data_race));
  if (called == "bireach_self") return make_cast(own_id(emitter_.range(call)), unsigned_integer(32));
  if (ExprPtr result = math_value(call)) return result;
  if (builtin != 0 && call->getType()->isRealFloatingType() &&
      (called.starts_with("__builtin_") || !linker_.definition(named))) {
    llvm::APFloat number(0.0);  // of __builtin_inf, nan("") and the like
    if (call->EvaluateAsFloat(number, context())) return constant_value(call, {});
  }
  if (emitter_.is_trial()) return nullptr;
  if (ExprPtr result = rounding_value(call)) return result;
  if (const auto op = checked_operator(builtin)) return checked_value(call, *op);
  const clang::FunctionDecl* callee = call->getDirectCallee();
  if (builtin == 0 || !callee) return nullptr;
  return atomic_value(call, callee->getNameAsString());
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

}  // namespace bireach::frontend
