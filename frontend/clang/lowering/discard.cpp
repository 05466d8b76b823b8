// SPDX-License-Identifier: Apache-2.0
/// Evaluation for effects only, and of values that are not modelled.
#include <clang/AST/Decl.h>

#include <algorithm>

#include "frontend/clang/lowering/lowering.h"

#include "frontend/clang/analysis/statement_value.h"

namespace bireach::frontend {
namespace {

bool holds_volatile(clang::QualType type) {
  const auto* record = type->getAs<clang::RecordType>();
  if (type.isVolatileQualified() || !record || !record->getDecl()->isCompleteDefinition())
    return type.isVolatileQualified();
  return std::any_of(record->getDecl()->field_begin(), record->getDecl()->field_end(),
                     [](const clang::FieldDecl* field) { return holds_volatile(field->getType()); });
}

/// Is it just the name of a variable? Such expressions say that it is not used.
bool is_name(const clang::Expr* expr) {
  const auto* cast = llvm::dyn_cast<clang::ExplicitCastExpr>(expr->IgnoreParenImpCasts());
  if (cast && has_operands(cast->getTypeAsWritten())) return false;
  expr = expr->IgnoreParenCasts();
  return llvm::isa<clang::DeclRefExpr>(expr) && !expr->getType().isVolatileQualified();
}

/// May evaluating it meet undefined behaviour, as far as its operators tell?
bool may_go_wrong(const Expr& expr) {
  const bool computes = expr.kind == Expr::Kind::Binary && !is_comparison(expr.binary) && !is_logical(expr.binary);
  const bool converts = expr.kind == Expr::Kind::Floating;
  if (computes || converts || expr.kind == Expr::Kind::Element || expr.kind == Expr::Kind::Unary) return true;
  return std::any_of(expr.operands.begin(), expr.operands.end(),
                     [](const ExprPtr& operand) { return may_go_wrong(*operand); });
}

/// Does it divide or shift by what may be wrong? Executions that do so end there, whatever is looked for.
bool may_divide_or_shift_wrong(const Expr& expr) {
  if (expr.kind == Expr::Kind::Binary) {
    const Expr& right = *expr.operands[1];
    const bool is_constant = right.kind == Expr::Kind::Constant;
    const bool divides = expr.binary == BinaryOp::Div || expr.binary == BinaryOp::Rem;
    const bool shifts = expr.binary == BinaryOp::Shl || expr.binary == BinaryOp::Shr;
    if (divides && !(is_constant && right.value != 0)) return true;
    if (shifts && !(is_constant && right.value >= 0 && right.value < expr.type.width)) return true;
  }
  return std::any_of(expr.operands.begin(), expr.operands.end(),
                     [](const ExprPtr& operand) { return may_divide_or_shift_wrong(*operand); });
}

}  // namespace

void Lowering::keep_evaluation(const clang::Expr* owner, const ExprPtr& value) {
  if ((is_threaded() && !options_.property.has_operations()) || !emitter_.alive() || !value) return;
  const auto counts = [&] {
    if (!options_.property.has_operations()) return may_divide_or_shift_wrong(*value);
    // What holds a function's result has no name; a member of it may be unwritten all the same.
    const bool is_member = llvm::isa<clang::MemberExpr>(owner->IgnoreParenCasts());
    const auto may_be_unwritten = [&](const Expr& read) {
      const Variable& variable = program_.variables[read.variable];
      return !variable.is_static && (is_member || !variable.user_name.empty());
    };
    return (options_.property.has(Violation::uninitialised_read) && any_read(*value, may_be_unwritten)) ||
           (options_.property.has(Violation::lossy_conversion) && value->kind != Expr::Kind::Constant) ||
           may_go_wrong(*value);
  };
  if (counts())
    store(place_of(temporary(owner, "unused", value->type)), value, emitter_.origin(owner), EdgeRole::Internal);
}

void Lowering::read_in_vain(const std::optional<Place>& object, const clang::Expr* expr) {
  if (!object || !object->address || !options_.property.has(Violation::valid_deref) || !emitter_.alive()) return;
  std::vector<Place> parts;
  leaves(*object, true, parts);
  for (const Place* part : {parts.empty() ? nullptr : &parts.front(), parts.size() < 2 ? nullptr : &parts.back()})
    if (part != nullptr) keep_evaluation(expr, load(*part, emitter_.range(expr)));
}

void Lowering::discard(const clang::Expr* expr) {
  if (!emitter_.alive()) return;
  expr = expr->IgnoreParens();
  const auto* list = llvm::dyn_cast<clang::DeclRefExpr>(expr->IgnoreParenCasts());
  if (list && is_argument_list(list->getDecl()->getType())) return;
  if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(expr); cast && cast->getCastKind() == clang::CK_ToVoid) {
    if (!is_name(cast->getSubExpr()) || counts_races()) discard(cast->getSubExpr());
    return;
  }
  if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(expr)) {
    if (binary->getOpcode() == clang::BO_Assign) {
      static_cast<void>(assign(binary));
      return;
    }
    if (const auto* compound = llvm::dyn_cast<clang::CompoundAssignOperator>(binary)) {
      static_cast<void>(compound_assign(compound));
      return;
    }
    if (binary->getOpcode() == clang::BO_Comma) {
      if (!is_name(binary->getLHS()) || counts_races()) discard(binary->getLHS());
      return discard(binary->getRHS());
    }
    if (binary->isLogicalOp() && !pure_value(binary)) {
      const Node end = emitter_.new_node();
      condition(binary, end, end);
      return emitter_.enter(end);
    }
  }
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expr)) {
    if (unary->isIncrementDecrementOp()) {
      static_cast<void>(increment(unary, false));
      return;
    }
    if (unary->getOpcode() == clang::UO_Extension) return discard(unary->getSubExpr());
  }
  if (const auto* invocation = llvm::dyn_cast<clang::CallExpr>(expr)) {
    if (ExprPtr result = builtin_value(invocation)) return read_in_vain(std::move(result), invocation);
    static_cast<void>(call(invocation, false));
    return;
  }
  if (const auto* atomic = llvm::dyn_cast<clang::AtomicExpr>(expr)) {
    static_cast<void>(atomic_value(atomic));
    return;
  }
  if (const auto* statements = llvm::dyn_cast<clang::StmtExpr>(expr)) return lower(statements->getSubStmt());
  if (const auto* choice = llvm::dyn_cast<clang::AbstractConditionalOperator>(expr);
      choice && (effects_.has_effects(choice) || !integer(choice->getType())) &&
      !llvm::isa<clang::BinaryConditionalOperator>(choice)) {
    const Node on_true = emitter_.new_node();
    const Node on_false = emitter_.new_node();
    const Node end = emitter_.new_node();
    condition(choice->getCond(), on_true, on_false);
    emitter_.enter(on_true);
    discard(choice->getTrueExpr());
    emitter_.go_to(end);
    emitter_.enter(on_false);
    discard(choice->getFalseExpr());
    emitter_.go_to(end);
    return emitter_.enter(end);
  }
  if (integer(expr->getType()))
    read_in_vain(value(expr), expr);
  else if (expr->getType()->isRecordType())
    read_in_vain(struct_value(expr), expr);
  else
    evaluate_opaque(expr);
}

std::optional<Place> Lowering::struct_value(const clang::Expr* expr) {
  expr = expr->IgnoreParens();
  if (!emitter_.alive()) return std::nullopt;
  const auto* conversion = llvm::dyn_cast<clang::CastExpr>(expr);
  const bool builds_object = llvm::isa<clang::ConditionalOperator, clang::CallExpr, clang::StmtExpr>(expr) ||
                             (conversion && conversion->getCastKind() == clang::CK_ToUnion);
  if (builds_object && emitter_.fail_trial()) return std::nullopt;
  if (const auto* cast = conversion) {
    const bool is_read = cast->getCastKind() == clang::CK_LValueToRValue;
    const clang::QualType volatile_type = context().getVolatileType(expr->getType());
    if (is_read && holds_volatile(cast->getSubExpr()->getType()) && is_arbitrary_read(volatile_type)) {
      emitter_.unsupported("volatile structure read as a whole", expr);
      return std::nullopt;
    }
    if (cast->getCastKind() != clang::CK_ToUnion) return place(cast->getSubExpr());
    const Place result = place_of(internal_storage(expr, "union", expr->getType()));
    if (result.address) {  // of bytes
      initialize(memory_.part(result, cast->getTargetUnionField(), emitter_.range(expr)), cast->getSubExpr(),
                 emitter_.origin(expr), EdgeRole::Internal);
      return result;
    }
    const Place member = union_member(result, cast->getTargetUnionField());
    const ExprPtr stored = member.member ? value(cast->getSubExpr()) : nullptr;
    if (!stored) discard(cast->getSubExpr());
    if (emitter_.alive() && stored) store(member, stored, emitter_.origin(expr), EdgeRole::Internal);
    return result;
  }
  if (const auto* invocation = llvm::dyn_cast<clang::CallExpr>(expr)) {
    auto result = call(invocation, true);
    if (result || !emitter_.alive()) return result;
    return place_of(internal_storage(expr, "opaque", expr->getType()));
  }
  if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(expr)) {
    if (binary->getOpcode() == clang::BO_Assign) return assign(binary);
    if (binary->getOpcode() == clang::BO_Comma) {
      discard(binary->getLHS());
      return struct_value(binary->getRHS());
    }
  }
  if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(expr)) {
    const Place result = place_of(internal_storage(expr, "choice", expr->getType()));
    const Node on_true = emitter_.new_node();
    const Node on_false = emitter_.new_node();
    const Node end = emitter_.new_node();
    condition(choice->getCond(), on_true, on_false);
    for (const bool outcome : {true, false}) {
      emitter_.enter(outcome ? on_true : on_false);
      const auto from = struct_value(outcome ? choice->getTrueExpr() : choice->getFalseExpr());
      if (from) copy(result, *from, emitter_.origin(expr), EdgeRole::Internal);
      emitter_.go_to(end);
    }
    emitter_.enter(end);
    return result;
  }
  if (const auto* statements = llvm::dyn_cast<clang::StmtExpr>(expr)) {
    const clang::CompoundStmt* body = statements->getSubStmt();
    const Scopes::Block outer = frame().block;
    const Scopes::Block block = lifetimes_.scopes(frame().function).block_of(body).value_or(outer);
    enter_block(block);
    const clang::Stmt* end = last_statement(statements);
    for (const clang::Stmt* statement : body->body())
      if (statement != end) lower(statement);
    const clang::Expr* last = has_label(end) ? nullptr : value_of(statements);
    std::optional<Place> result = last ? struct_value(last) : std::nullopt;
    if (result && emitter_.alive() && bounds_lives(block)) {  // it ends with the block
      const Place kept = place_of(internal_storage(expr, "statement", expr->getType()));
      copy(kept, *result, emitter_.origin(expr), EdgeRole::Internal);
      result = kept;
    }
    leave_block(outer);
    if (last) return result;
  }
  if (llvm::isa<clang::DeclRefExpr, clang::MemberExpr, clang::ArraySubscriptExpr, clang::UnaryOperator,
                clang::CompoundLiteralExpr>(expr))
    return place(expr);
  emitter_.unsupported(expr->getStmtClassName(), expr);
  return std::nullopt;
}

void Lowering::evaluate_opaque(const clang::Expr* expr) {
  if (!emitter_.alive()) return;
  expr = expr->IgnoreParens();
  if (integer(expr->getType())) return read_in_vain(value(expr), expr);
  if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(expr)) {
    const clang::Expr* operand = cast->getSubExpr();
    switch (cast->getCastKind()) {
      case clang::CK_ArrayToPointerDecay:
        return evaluate_address(operand);
      case clang::CK_FunctionToPointerDecay:
      case clang::CK_BuiltinFnToFnPtr:
      case clang::CK_NullToPointer:
        return;
      case clang::CK_LValueToRValue: {
        if (target_of(expr)) return emitter_.unsupported("address of a variable", expr);
        const auto object = place(operand);
        if (object && emitter_.alive() && object->storage->is_modelled())
          emitter_.unsupported("use of " + opaque_name(expr->getType()), expr);
        return;
      }
      default:
        return evaluate_opaque(operand);
    }
  }
  if (llvm::isa<clang::DeclRefExpr, clang::FloatingLiteral, clang::ImaginaryLiteral, clang::StringLiteral,
                clang::PredefinedExpr, clang::ImplicitValueInitExpr>(expr))
    return;
  evaluate_opaque_operator(expr);
}

void Lowering::evaluate_opaque_operator(const clang::Expr* expr) {
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expr)) {
    switch (unary->getOpcode()) {
      case clang::UO_AddrOf:
        return evaluate_address(unary->getSubExpr());
      case clang::UO_PostInc:
      case clang::UO_PostDec:
      case clang::UO_PreInc:
      case clang::UO_PreDec:
        static_cast<void>(increment(unary, false));
        return;
      case clang::UO_Deref:
        static_cast<void>(place(expr));
        return;
      default:
        return evaluate_opaque(unary->getSubExpr());
    }
  }
  if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(expr)) {
    if (binary->isAssignmentOp() || binary->getOpcode() == clang::BO_Comma) return discard(expr);
    discard(binary->getLHS());
    return discard(binary->getRHS());
  }
  if (llvm::isa<clang::AbstractConditionalOperator, clang::CallExpr, clang::StmtExpr>(expr)) {
    if (!llvm::isa<clang::BinaryConditionalOperator>(expr)) return discard(expr);
  }
  if (llvm::isa<clang::MemberExpr, clang::ArraySubscriptExpr>(expr)) {
    static_cast<void>(place(expr));
    return;
  }
  if (const auto* choice = llvm::dyn_cast<clang::GenericSelectionExpr>(expr))
    return evaluate_opaque(choice->getResultExpr());
  if (const auto* choice = llvm::dyn_cast<clang::ChooseExpr>(expr)) return evaluate_opaque(choice->getChosenSubExpr());
  emitter_.unsupported(expr->getStmtClassName(), expr);
}

void Lowering::evaluate_address(const clang::Expr* object) {
  object = object->IgnoreParens();
  if (llvm::isa<clang::StringLiteral, clang::PredefinedExpr>(object) || object->getType()->isFunctionType()) return;
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(object); unary && unary->getOpcode() == clang::UO_Deref)
    return evaluate_opaque(unary->getSubExpr());
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(object);
      member && member->isArrow() && !target_of(member->getBase()))
    return evaluate_opaque(member->getBase());
  const auto found = place(object);
  if (found && emitter_.alive() && found->storage->is_modelled()) emitter_.unsupported("address of a variable", object);
}

}  // namespace bireach::frontend
