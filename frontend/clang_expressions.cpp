// SPDX-License-Identifier: Apache-2.0
#include <clang/AST/Decl.h>
#include <llvm/ADT/SmallString.h>

#include <algorithm>

#include "frontend/clang_lowering.h"
#include "frontend/clang_math.h"

namespace bireach::frontend {
namespace {

constexpr IntegerType truth{};

std::optional<BinaryOp> arithmetic_operator(clang::BinaryOperatorKind kind) {
  switch (kind) {
    case clang::BO_Add:
    case clang::BO_AddAssign:
      return BinaryOp::Add;
    case clang::BO_Sub:
    case clang::BO_SubAssign:
      return BinaryOp::Sub;
    case clang::BO_Mul:
    case clang::BO_MulAssign:
      return BinaryOp::Mul;
    case clang::BO_Div:
    case clang::BO_DivAssign:
      return BinaryOp::Div;
    case clang::BO_Rem:
    case clang::BO_RemAssign:
      return BinaryOp::Rem;
    case clang::BO_Shl:
    case clang::BO_ShlAssign:
      return BinaryOp::Shl;
    case clang::BO_Shr:
    case clang::BO_ShrAssign:
      return BinaryOp::Shr;
    case clang::BO_And:
    case clang::BO_AndAssign:
      return BinaryOp::BitAnd;
    case clang::BO_Or:
    case clang::BO_OrAssign:
      return BinaryOp::BitOr;
    case clang::BO_Xor:
    case clang::BO_XorAssign:
      return BinaryOp::BitXor;
    case clang::BO_EQ:
      return BinaryOp::Eq;
    case clang::BO_NE:
      return BinaryOp::Ne;
    case clang::BO_LT:
      return BinaryOp::Lt;
    case clang::BO_LE:
      return BinaryOp::Le;
    case clang::BO_GT:
      return BinaryOp::Gt;
    case clang::BO_GE:
      return BinaryOp::Ge;
    default:
      return std::nullopt;
  }
}

logic::Integer to_integer(const llvm::APSInt& number) {
  llvm::SmallString<48> digits;
  number.toString(digits, 10);
  return logic::Integer(std::string(digits.str()));
}

bool reads_variable(const Expr& expr, VariableId variable) {
  if ((expr.kind == Expr::Kind::Variable || expr.kind == Expr::Kind::Element) && expr.variable == variable) return true;
  for (const ExprPtr& operand : expr.operands) {
    if (reads_variable(*operand, variable)) return true;
  }
  return false;
}

/// Does the expression read a part of this object?
bool reads_storage(const Expr& expr, const Storage& storage) {
  if (storage.kind == Storage::Kind::Scalar || storage.kind == Storage::Kind::Union)
    return reads_variable(expr, storage.variable);
  return std::any_of(storage.children.begin(), storage.children.end(),
                     [&expr](const Storage& child) { return reads_storage(expr, child); });
}

bool reads_any(const Expr& expr, const std::vector<const clang::VarDecl*>& owners, const Memory& memory,
               const Writes& writes) {
  if (expr.kind == Expr::Kind::Variable || expr.kind == Expr::Kind::Element) {
    const clang::VarDecl* owner = owners[expr.variable];
    if (memory.cells.contains(expr.variable)) return true;  // whatever is evaluated next may write there
    if (owner && (writes.anything || writes.variables.contains(owner))) return true;
  }
  for (const ExprPtr& operand : expr.operands) {
    if (reads_any(*operand, owners, memory, writes)) return true;
  }
  return false;
}

}  // namespace

ExprPtr Lowering::zero_value(const clang::Expr* expr) {
  return make_constant(0, integer(expr->getType()).value_or(truth), range(expr));
}

ExprPtr Lowering::constant_value(const clang::Expr* expr, const std::string& otherwise) {
  clang::Expr::EvalResult result;
  const auto type = integer(expr->getType());
  if (type && type->is_floating) {
    if (const auto pattern = constant_pattern(expr, context())) return make_constant(*pattern, *type, range(expr));
  } else if (type && !expr->isValueDependent() &&
             expr->EvaluateAsInt(result, context(), clang::Expr::SE_NoSideEffects)) {
    return make_constant(type->convert(to_integer(result.Val.getInt())), *type, range(expr));
  }
  unsupported(otherwise, expr);
  return zero_value(expr);
}

ExprPtr Lowering::pure_value(const clang::Expr* expr) {
  if (!alive() || effects_.has_effects(expr)) return nullptr;
  const bool outer_failed = std::exchange(pure_failed_, false);
  ++pure_;
  const ExprPtr result = integer(expr->getType()) ? value(expr) : truth_value(expr);
  --pure_;
  const bool failed = pure_failed_;
  pure_failed_ = outer_failed;
  return failed ? nullptr : result;
}

ExprPtr Lowering::truth_value(const clang::Expr* expr) {
  const auto type = integer(expr->getType());
  if (type) return type->is_floating ? make_truth(value(expr), range(expr)) : value(expr);
  if (expr->getType()->isPointerType() && target_of(expr)) return make_constant(1, truth, range(expr));
  bool result = false;
  if (!expr->isValueDependent() && expr->EvaluateAsBooleanCondition(result, context())) {
    return make_constant(result ? 1 : 0, truth, range(expr));
  }
  evaluate_opaque(expr);
  unsupported("use of " + opaque_name(expr->getType()), expr);
  return make_constant(0, truth);
}

ExprPtr Lowering::value(const clang::Expr* expr) {
  expr = expr->IgnoreParens();
  if (!alive()) return zero_value(expr);
  if (!integer(expr->getType())) {
    unsupported("use of " + opaque_name(expr->getType()), expr);
    return zero_value(expr);
  }
  if (const auto* literal = llvm::dyn_cast<clang::IntegerLiteral>(expr)) {
    const IntegerType type = *integer(expr->getType());
    return make_constant(type.convert(to_integer(llvm::APSInt(literal->getValue(), !type.is_signed))), type,
                         range(expr));
  }
  if (llvm::isa<clang::FloatingLiteral>(expr)) return constant_value(expr, {});
  if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(expr)) return cast_value(cast);
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expr)) return unary_value(unary);
  if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(expr)) return binary_value(binary);
  if (const auto* choice = llvm::dyn_cast<clang::AbstractConditionalOperator>(expr)) return conditional_value(choice);
  if (const auto* constant = llvm::dyn_cast<clang::ConstantExpr>(expr)) return value(constant->getSubExpr());
  if (const auto* choice = llvm::dyn_cast<clang::ChooseExpr>(expr)) return value(choice->getChosenSubExpr());
  if (const auto* choice = llvm::dyn_cast<clang::GenericSelectionExpr>(expr)) return value(choice->getResultExpr());
  if (const auto* statements = llvm::dyn_cast<clang::StmtExpr>(expr)) return statement_value(statements);
  if (const auto* common = llvm::dyn_cast<clang::OpaqueValueExpr>(expr)) {
    const auto known = opaque_values_.find(common);
    if (known != opaque_values_.end()) return known->second;
  }
  if (const auto* invocation = llvm::dyn_cast<clang::CallExpr>(expr)) {
    if (ExprPtr result = builtin_value(invocation)) return result;
    const auto result = call(invocation, true);
    return result ? make_cast(load(*result, range(expr)), *integer(expr->getType()), range(expr)) : zero_value(expr);
  }
  if (const auto* atomic = llvm::dyn_cast<clang::AtomicExpr>(expr)) {
    return make_cast(atomic_value(atomic), *integer(expr->getType()), range(expr));
  }
  // A member of a function's result is no lvalue, so no cast reads it.
  if (llvm::isa<clang::MemberExpr>(expr)) return read_back(place(expr), expr);
  if (const auto* read = llvm::dyn_cast<clang::VAArgExpr>(expr)) return next_argument(read);
  if (const auto* label = llvm::dyn_cast<clang::AddrLabelExpr>(expr)) {
    return fixed_address(label->getLabel(), context().VoidTy);
  }
  if (const auto* trait = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(expr)) {
    if (ExprPtr size = size_of_array(trait)) return size;
  }
  return constant_value(expr, expr->getStmtClassName());
}

ExprPtr Lowering::cast_value(const clang::CastExpr* cast) {
  const clang::Expr* operand = cast->getSubExpr();
  const IntegerType type = *integer(cast->getType());
  if (cast->getCastKind() == clang::CK_LValueToRValue) {
    const auto object = place(operand);
    if (!object || !alive()) return zero_value(cast);
    const Storage::Kind kind = object->storage->kind;
    if (is_arbitrary_read(operand->getType())) return volatile_value(cast);
    if (kind == Storage::Kind::Scalar || (kind == Storage::Kind::Union && object->member)) {
      return make_cast(load(*object, range(cast)), type, range(cast));
    }
    unsupported(
        "use of " + (object->storage->what.empty() ? opaque_name(object->storage->type) : object->storage->what), cast);
    return zero_value(cast);
  }
  if (operand->getType()->isArrayType() || operand->getType()->isFunctionType()) return address_value(operand);
  if (integer(operand->getType())) return make_cast(value(operand), type, range(cast));
  if (cast->getCastKind() == clang::CK_PointerToBoolean || cast->getCastKind() == clang::CK_FloatingToBoolean) {
    return make_cast(truth_value(operand), type, range(cast));
  }
  clang::Expr::EvalResult result;
  if (cast->EvaluateAsInt(result, context(), clang::Expr::SE_NoSideEffects)) return constant_value(cast, {});
  evaluate_opaque(operand);
  unsupported("use of " + opaque_name(operand->getType()), cast);
  return zero_value(cast);
}

ExprPtr Lowering::unary_value(const clang::UnaryOperator* unary) {
  const clang::Expr* operand = unary->getSubExpr();
  const IntegerType type = *integer(unary->getType());
  switch (unary->getOpcode()) {
    case clang::UO_PostInc:
    case clang::UO_PostDec:
    case clang::UO_PreInc:
    case clang::UO_PreDec:
      return increment(unary, true);
    case clang::UO_Plus:
    case clang::UO_Extension:
      return value(operand);
    case clang::UO_AddrOf:
      return address_value(operand);
    case clang::UO_Minus:
      return make_unary(UnaryOp::Minus, value(operand), type, range(unary));
    case clang::UO_Not:
      return make_unary(UnaryOp::BitNot, value(operand), type, range(unary));
    case clang::UO_LNot:
      return make_unary(UnaryOp::LogicalNot, truth_value(operand), type, range(unary));
    default:
      return constant_value(unary, "operator " + clang::UnaryOperator::getOpcodeStr(unary->getOpcode()).str());
  }
}

ExprPtr Lowering::compare_opaque(const clang::BinaryOperator* comparison) {
  const clang::Expr* left = comparison->getLHS();
  const clang::Expr* right = comparison->getRHS();
  clang::Expr::EvalResult result;
  if (comparison->EvaluateAsInt(result, context(), clang::Expr::SE_NoSideEffects))
    return constant_value(comparison, {});
  discard(left);
  discard(right);
  const clang::Expr* operand = integer(left->getType()) ? right : left;
  unsupported("use of " + opaque_name(operand->getType()), comparison);
  return zero_value(comparison);
}

ExprPtr Lowering::binary_value(const clang::BinaryOperator* binary) {
  const clang::BinaryOperatorKind kind = binary->getOpcode();
  if (kind == clang::BO_Comma) {
    discard(binary->getLHS());
    return value(binary->getRHS());
  }
  if (kind == clang::BO_Assign) return read_back(assign(binary), binary);
  if (const auto* compound = llvm::dyn_cast<clang::CompoundAssignOperator>(binary)) {
    return read_back(compound_assign(compound), binary);
  }
  if (binary->isLogicalOp()) {
    if (pure_ == 0) {
      if (ExprPtr pure = pure_value(binary)) return pure;
      return logical_value(binary);
    }
    const BinaryOp op = kind == clang::BO_LAnd ? BinaryOp::LogicalAnd : BinaryOp::LogicalOr;
    const ExprPtr left = truth_value(binary->getLHS());
    const bool decided = left->kind == Expr::Kind::Constant && (left->value != 0) == (op == BinaryOp::LogicalOr);
    if (decided) return make_constant(op == BinaryOp::LogicalOr ? 1 : 0, truth, range(binary));
    return make_binary(op, left, truth_value(binary->getRHS()), truth, range(binary));
  }
  if (!integer(binary->getLHS()->getType()) || !integer(binary->getRHS()->getType())) return compare_opaque(binary);
  if (binary->isAdditiveOp() &&
      (binary->getLHS()->getType()->isPointerType() || binary->getRHS()->getType()->isPointerType())) {
    return pointer_value(binary);
  }
  const auto op = arithmetic_operator(kind);
  if (!op) return constant_value(binary, "operator " + binary->getOpcodeStr().str());
  const ExprPtr left = protect(value(binary->getLHS()), binary->getLHS(), binary->getRHS());
  const ExprPtr right = value(binary->getRHS());
  if (!alive()) return zero_value(binary);
  return make_binary(*op, left, right, *integer(binary->getType()), range(binary));
}

ExprPtr Lowering::logical_value(const clang::Expr* expr) {
  const Node on_true = new_node();
  const Node on_false = new_node();
  const Node end = new_node();
  const Place result = place_of(temporary(expr, "truth", truth));
  condition(expr, on_true, on_false);
  for (const bool outcome : {true, false}) {
    enter(outcome ? on_true : on_false);
    if (alive())
      store(result, make_constant(outcome ? 1 : 0, truth), origin(expr), EdgeRole::Internal, outcome ? 1 : 0);
    go_to(end);
  }
  enter(end);
  return load(result, range(expr));
}

ExprPtr Lowering::conditional_value(const clang::AbstractConditionalOperator* expr) {
  const IntegerType type = *integer(expr->getType());
  const auto* elvis = llvm::dyn_cast<clang::BinaryConditionalOperator>(expr);
  if (elvis) {
    if (!integer(elvis->getCommon()->getType()))
      return constant_value(expr, "use of " + opaque_name(elvis->getCommon()->getType()));
    ExprPtr common = value(elvis->getCommon());
    opaque_values_[elvis->getOpaqueValue()] = protect(common, elvis->getCommon(), elvis->getFalseExpr());
  }
  if (pure_ > 0) {
    const ExprPtr decision = truth_value(expr->getCond());
    if (decision->kind == Expr::Kind::Constant)
      return make_cast(value(decision->value != 0 ? expr->getTrueExpr() : expr->getFalseExpr()), type);
    const ExprPtr then_value = value(expr->getTrueExpr());
    return make_conditional(decision, then_value, value(expr->getFalseExpr()), type, range(expr));
  }
  if (ExprPtr pure = pure_value(expr)) return pure;
  const Node on_true = new_node();
  const Node on_false = new_node();
  const Node end = new_node();
  const Place result = place_of(temporary(expr, "choice", type));
  condition(expr->getCond(), on_true, on_false);
  for (const bool outcome : {true, false}) {
    enter(outcome ? on_true : on_false);
    const clang::Expr* branch_expr = outcome ? expr->getTrueExpr() : expr->getFalseExpr();
    if (alive()) {
      const ExprPtr chosen = value(branch_expr);
      store(result, chosen, origin(branch_expr), EdgeRole::Internal);
    }
    go_to(end);
  }
  enter(end);
  return load(result, range(expr));
}

ExprPtr Lowering::statement_value(const clang::StmtExpr* expr) {
  const clang::CompoundStmt* body = expr->getSubStmt();
  const clang::Stmt* last = body->body_empty() ? nullptr : body->body_back();
  const Scopes::Block outer = frame().block;
  const Scopes::Block block = scopes_of(frame().function).block_of(body).value_or(outer);
  enter_block(block);
  for (const clang::Stmt* statement : body->body()) {
    if (statement != last) lower(statement);
  }
  while (const auto* label = llvm::dyn_cast_or_null<clang::LabelStmt>(last)) {
    lower(label);  // its own statement is evaluated once more below, so only expressions without effects pass
    last = label->getSubStmt();
    if (const auto* inner = llvm::dyn_cast<clang::Expr>(last); inner && effects_.has_effects(inner)) {
      unsupported("label before the value of a statement expression", expr);
    }
  }
  const auto* result = llvm::dyn_cast_or_null<clang::Expr>(last);
  ExprPtr yielded = result && integer(result->getType()) ? value(result) : zero_value(expr);
  if (bounds_lives(block)) yielded = protect(yielded, expr, nullptr);
  leave_block(outer);
  return yielded;
}

ExprPtr Lowering::protect(ExprPtr kept, const clang::Expr* owner, const clang::Expr* next) {
  if (!kept || kept->kind == Expr::Kind::Constant || !alive()) return kept;
  if (next) {
    if (!effects_.has_effects(next)) return kept;
    const Writes later = effects_.writes(next);
    const Writes earlier = effects_.writes(owner);
    const auto writes = [](const Writes& some) { return some.anything || !some.variables.empty(); };
    const bool is_changed = reads_any(*kept, owners_, program_.memory, later);
    if (is_changed || (writes(later) && writes(earlier)))
      assume_globally("operands and arguments are evaluated from left to right");
    if (!is_changed) return kept;
  }
  const Place saved = place_of(temporary(owner, "value", kept->type));
  store(saved, kept, origin(owner), EdgeRole::Internal);
  return load(saved, kept->source);
}

Place Lowering::protect(Place kept, const clang::Expr* owner, const clang::Expr* next) {
  if (kept.index) kept.index = protect(kept.index, owner, next);
  if (kept.address) kept.address = protect(kept.address, owner, next);
  return kept;
}

void Lowering::fix_index(Place& place, const clang::Expr* owner) {
  if (place.index && reads_storage(*place.index, *place.storage)) place.index = protect(place.index, owner, nullptr);
  if (place.address) place.address = protect(place.address, owner, nullptr);
}

void Lowering::fix_target(Target& target, const clang::Expr* pointer) {
  target.index = protect(target.index, pointer, nullptr);
  ExprPtr& base = target.base.index;
  if (!base || base->kind == Expr::Kind::Constant || !alive()) return;
  // Not the temporary of the index, which belongs to the same expression.
  const Place saved = place_of(temporary(pointer, "base", base->type));
  store(saved, base, origin(pointer), EdgeRole::Internal);
  base = load(saved, base->source);
}

ExprPtr Lowering::read_back(const std::optional<Place>& place, const clang::Expr* expr) {
  if (!place || !alive()) return zero_value(expr);
  if (place->storage->kind == Storage::Kind::Opaque) {
    unsupported("use of " + place->storage->what, expr);
    return zero_value(expr);
  }
  return make_cast(load(*place, range(expr)), *integer(expr->getType()), range(expr));
}

std::optional<Place> Lowering::assign(const clang::BinaryOperator* assignment) {
  const clang::Expr* target = assignment->getLHS();
  const clang::Expr* source = assignment->getRHS();
  std::optional<Place> object = place(target);
  if (!object || !alive()) return std::nullopt;
  *object = protect(*object, target, source);
  if (integer(target->getType())) {
    if (assign_call(*object, source, origin(assignment))) return object;
    const ExprPtr stored = value(source);
    if (!alive()) return std::nullopt;
    fix_index(*object, target);
    store(*object, stored, origin(assignment), EdgeRole::Plain);
    return object;
  }
  if (target->getType()->isRecordType()) {
    auto from = struct_value(source);
    if (from && alive()) {  // the members are copied one after the other
      fix_index(*object, target);
      if (from->index && (object->address || reads_storage(*from->index, *object->storage)))
        from->index = protect(from->index, source, nullptr);
      if (from->address) from->address = protect(from->address, source, nullptr);
    }
    if (from && alive()) copy(*object, *from, origin(assignment), EdgeRole::Plain);
    return object;
  }
  evaluate_opaque(source);
  emit_step(origin(assignment), EdgeRole::Internal);
  return object;
}

std::optional<Place> Lowering::compound_assign(const clang::CompoundAssignOperator* assignment) {
  const clang::Expr* target = assignment->getLHS();
  const clang::Expr* source = assignment->getRHS();
  std::optional<Place> object = place(target);
  if (!object || !alive()) return std::nullopt;
  *object = protect(*object, target, source);
  const auto left_type = integer(assignment->getComputationLHSType());
  const auto result_type = integer(assignment->getComputationResultType());
  const auto op = arithmetic_operator(assignment->getOpcode());
  if (object->storage->kind == Storage::Kind::Opaque || !left_type || !result_type || !integer(source->getType()) ||
      !op) {
    discard(source);
    if (object->storage->kind != Storage::Kind::Opaque)
      unsupported("use of " + opaque_name(source->getType()), assignment);
    emit_step(origin(assignment), EdgeRole::Internal);
    return object;
  }
  const SourceRange where = range(assignment);
  fix_index(*object, target);
  const ExprPtr old = protect(read_to_change(*object, target, where), assignment, source);
  const ExprPtr right = value(source);
  if (!alive()) return std::nullopt;
  if (target->getType()->isPointerType()) {
    const bool forward = assignment->getOpcode() == clang::BO_AddAssign;
    store(*object, offset_pointer(old, target->getType(), right, forward, where), origin(assignment), EdgeRole::Plain);
    return object;
  }
  const auto declared = integer(target->getType()).value_or(*left_type);
  const ExprPtr left = make_cast(make_cast(old, declared, where), *left_type, where);
  store(*object, make_cast(make_binary(*op, left, right, *result_type, where), declared, where), origin(assignment),
        EdgeRole::Plain);
  return object;
}

ExprPtr Lowering::increment(const clang::UnaryOperator* unary, bool needs_value) {
  std::optional<Place> object = place(unary->getSubExpr());
  if (!object || !alive()) return zero_value(unary);
  const auto type = integer(unary->getType());
  if (!type || object->storage->kind == Storage::Kind::Opaque) {
    emit_step(origin(unary), EdgeRole::Internal);
    if (needs_value) unsupported("use of " + opaque_name(unary->getType()), unary);
    return zero_value(unary);
  }
  const SourceRange where = range(unary);
  const IntegerType computed = type->width < truth.width ? truth : *type;
  fix_index(*object, unary->getSubExpr());
  ExprPtr old = make_cast(read_to_change(*object, unary->getSubExpr(), where), *type, where);
  const ExprPtr now = old;
  if (needs_value && unary->isPostfix()) old = protect(old, unary, nullptr);
  const ExprPtr changed =
      unary->getType()->isPointerType()
          ? offset_pointer(now, unary->getType(), make_number(1, *type), unary->isIncrementOp(), where)
          : make_binary(unary->isIncrementOp() ? BinaryOp::Add : BinaryOp::Sub, make_cast(now, computed, where),
                        make_number(1, computed, where), computed, where);
  store(*object, make_cast(changed, *type, where), origin(unary), EdgeRole::Plain);
  if (!needs_value || unary->isPostfix()) return old;
  return make_cast(load(*object, where), *type, where);
}

}  // namespace bireach::frontend
