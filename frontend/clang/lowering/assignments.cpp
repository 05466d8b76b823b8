// SPDX-License-Identifier: Apache-2.0
/// Assignments, and what else changes an object: ++ and --.
#include <clang/AST/Decl.h>

#include "frontend/clang/lowering/arithmetic.h"
#include "frontend/clang/lowering/lowering.h"

namespace bireach::frontend {

// C leaves open which side is evaluated first. clang takes the right one. gcc differs only where the right side of a
// plain assignment ends in a call or in the read of a variable, and where that of a compound assignment has no side
// effects.
std::pair<std::optional<Place>, ExprPtr> Lowering::sides(const clang::BinaryOperator* assignment) {
  const clang::Expr* target = assignment->getLHS();
  const clang::Expr* source = assignment->getRHS();
  const ExprPtr right = protect(value(source), source, target, Order::assignment);
  if (!emitter_.alive()) return {};
  std::optional<Place> object = place(target);
  if (!object || !emitter_.alive()) return {};
  note_order(source, object->index, Order::assignment);
  note_order(source, object->address, Order::assignment);
  return {object, right};
}

std::optional<Place> Lowering::assign_number(const clang::BinaryOperator* assignment, bool needs_value) {
  const clang::Expr* target = assignment->getLHS();
  if (input_call(assignment->getRHS()) &&
      !(needs_value && is_threaded())) {  // which depends on nothing and changes nothing else
    const std::optional<Place> object = place(target);
    if (!object || !emitter_.alive() || assign_call(*object, assignment->getRHS(), emitter_.origin(assignment)))
      return object;
    const ExprPtr input = value(assignment->getRHS());
    if (emitter_.alive()) store(*object, input, emitter_.origin(assignment), EdgeRole::Plain);
    return object;
  }
  auto [object, stored] = sides(assignment);
  if (!object) return std::nullopt;
  fix_index(*object, target);
  std::optional<Place> kept;
  if (needs_value && may_be_shared(*object)) {
    kept = place_of(temporary(assignment, "assigned", *integer(target->getType())));
    store(*kept, stored, emitter_.origin(assignment), EdgeRole::Internal);
    stored = load(*kept, emitter_.range(assignment));
  }
  const bool is_atomic = target->getType()->isAtomicType() && needs_region(*object, true);
  if (is_atomic) stored = read_once(stored, assignment->getRHS());
  const Origin silent{assignment, emitter_.range(assignment), {}};
  if (is_atomic) emitter_.begin_atomic(silent);
  store(*object, stored, emitter_.origin(assignment), EdgeRole::Plain);
  if (is_atomic) emitter_.end_atomic(silent);
  return kept ? kept : object;
}

std::optional<Place> Lowering::assign(const clang::BinaryOperator* assignment, bool needs_value) {
  const clang::Expr* target = assignment->getLHS();
  const clang::Expr* source = assignment->getRHS();
  if (integer(target->getType())) return assign_number(assignment, needs_value);
  std::optional<Place> object = place(target);
  if (!object || !emitter_.alive()) return std::nullopt;
  *object = protect(*object, target, source);
  if (target->getType()->isRecordType()) {
    auto from = struct_value(source);
    if (from && emitter_.alive()) {  // the members are copied one after the other
      fix_index(*object, target);
      fix_source(*from, *object, source);
    }
    if (from && emitter_.alive()) copy(*object, *from, emitter_.origin(assignment), EdgeRole::Plain);
    return object;
  }
  evaluate_opaque(source);
  step_unseen(emitter_.origin(assignment));
  return object;
}

std::optional<Place> Lowering::compound_assign(const clang::CompoundAssignOperator* assignment, bool needs_value) {
  const clang::Expr* target = assignment->getLHS();
  const clang::Expr* source = assignment->getRHS();
  const auto op = arithmetic_operator(assignment->getOpcode());
  if (!integer(assignment->getComputationLHSType()) || !integer(assignment->getComputationResultType()) ||
      !integer(source->getType()) || !op) {
    const std::optional<Place> object = place(target);
    discard(source);
    if (object && object->storage->kind != Storage::Kind::Opaque)
      emitter_.unsupported("use of " + opaque_name(source->getType()), assignment);
    emitter_.emit_step(emitter_.origin(assignment), EdgeRole::Internal);
    return emitter_.alive() ? object : std::nullopt;
  }
  std::pair<std::optional<Place>, ExprPtr> both = sides(assignment);
  std::optional<Place>& object = both.first;
  ExprPtr& right = both.second;
  if (!object) return std::nullopt;
  if (object->storage->kind == Storage::Kind::Opaque) {
    step_unseen(emitter_.origin(assignment));
    return object;
  }
  const SourceRange where = emitter_.range(assignment);
  fix_index(*object, target);
  // Only now: no call on the right side comes between reading and writing (C11 6.5.16.2p3).
  const bool is_atomic = target->getType()->isAtomicType();
  if (is_atomic) right = read_once(right, source);
  if (is_atomic) emitter_.begin_atomic(Origin{assignment, where, {}});
  const ExprPtr old = read_to_change(*object, target);
  const auto change = [&](ExprPtr changed) {
    std::optional<Place> kept;
    if (needs_value && may_be_shared(*object)) {
      kept = place_of(temporary(assignment, "assigned", changed->type));
      store(*kept, changed, emitter_.origin(assignment), EdgeRole::Internal);
      changed = load(*kept, where);
    }
    store(*object, changed, emitter_.origin(assignment), EdgeRole::Plain);
    if (is_atomic) emitter_.end_atomic(Origin{assignment, where, {}});
    return kept ? kept : object;
  };
  if (target->getType()->isPointerType()) {
    const bool forward = assignment->getOpcode() == clang::BO_AddAssign;
    return change(offset_pointer(old, target->getType(), right, forward, where));
  }
  const ScalarType declared = integer(target->getType()).value_or(*integer(assignment->getComputationLHSType()));
  const CompoundTypes types = types_.compound(assignment, context());
  const ExprPtr left = make_cast(make_cast(old, declared, where), types.left, where);
  const ExprPtr result = make_binary(*op, left, make_cast(right, types.right, where), types.result, where);
  return change(make_cast(result, declared, where));
}

ExprPtr Lowering::increment(const clang::UnaryOperator* unary, bool needs_value) {
  std::optional<Place> object = place(unary->getSubExpr());
  if (!object || !emitter_.alive()) return zero_value(unary);
  const auto type = integer(unary->getType());
  if (!type || object->storage->kind == Storage::Kind::Opaque) {
    step_unseen(emitter_.origin(unary));
    if (needs_value) emitter_.unsupported("use of " + opaque_name(unary->getType()), unary);
    return zero_value(unary);
  }
  const SourceRange where = emitter_.range(unary);
  const ScalarType computed = type->width < int_type.width ? int_type : *type;
  fix_index(*object, unary->getSubExpr());
  const bool is_atomic = unary->getSubExpr()->getType()->isAtomicType();
  if (is_atomic) emitter_.begin_atomic(Origin{unary, where, {}});
  ExprPtr old = make_cast(read_to_change(*object, unary->getSubExpr()), *type, where);
  const bool is_shared = needs_value && may_be_shared(*object);
  if (is_shared) old = protect(old, unary, nullptr);
  const ExprPtr now = old;
  if (needs_value && unary->isPostfix() && !is_shared) old = protect(old, unary, nullptr);
  const ExprPtr changed =
      unary->getType()->isPointerType()
          ? offset_pointer(now, unary->getType(), make_number(1, *type), unary->isIncrementOp(), where)
          : make_binary(unary->isIncrementOp() ? BinaryOp::Add : BinaryOp::Sub, make_cast(now, computed, where),
                        make_number(1, computed, where), computed, where);
  store(*object, make_cast(changed, *type, where), emitter_.origin(unary), EdgeRole::Plain);
  if (is_atomic) emitter_.end_atomic(Origin{unary, where, {}});
  if (!needs_value || unary->isPostfix()) return old;
  if (is_shared) return make_cast(changed, *type, where);
  return make_cast(load(*object, where), *type, where);
}

}  // namespace bireach::frontend
