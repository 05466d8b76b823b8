// SPDX-License-Identifier: Apache-2.0
/// Values of expressions.
#include <clang/AST/Attr.h>
#include <clang/Basic/Builtins.h>

#include <algorithm>

#include "frontend/clang/analysis/statement_value.h"
#include "frontend/clang/analysis/storage.h"
#include "frontend/clang/modular/function_lowering.h"
#include "frontend/clang/reading/symbols.h"

namespace bireach::frontend {
namespace {

/// What is called neither writes memory nor frees any.
bool writes_nothing(const clang::FunctionDecl* callee) {
  return callee && (callee->hasAttr<clang::PureAttr>() || callee->hasAttr<clang::ConstAttr>());
}

}  // namespace

bool has_effects_in_size(const clang::Expr* expr, const clang::ASTContext& context) {
  if (const auto* offset = llvm::dyn_cast<clang::OffsetOfExpr>(expr)) {
    for (unsigned i = 0; i < offset->getNumExpressions(); ++i)
      if (offset->getIndexExpr(i)->HasSideEffects(context)) return true;
    return false;
  }
  const auto* of = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(expr);
  if (!of) return expr->HasSideEffects(context);
  if (!of->isArgumentType()) return of->getArgumentExpr()->HasSideEffects(context);
  for (clang::QualType type = of->getArgumentType(); !type.isNull();) {
    const clang::ArrayType* array = context.getAsArrayType(type);
    const auto* varying = llvm::dyn_cast_or_null<clang::VariableArrayType>(array);
    if (varying && varying->getSizeExpr() && varying->getSizeExpr()->HasSideEffects(context)) return true;
    type = array ? array->getElementType() : type->isPointerType() ? type->getPointeeType() : clang::QualType();
  }
  return false;
}

FunctionLowering::Beside::Beside(FunctionLowering& lowering, const clang::Expr* other)
    : lowering_(lowering), before_(lowering.order_is_open_) {
  if (other->HasSideEffects(lowering.context_)) lowering.order_is_open_ = true;
}

std::optional<ScalarType> FunctionLowering::scalar(clang::QualType type) const {
  return integer_type(type, context_);
}

VariableId FunctionLowering::new_temporary(const ScalarType& type, const std::string& c_type) {
  const auto id = static_cast<VariableId>(program_.variables.size());
  Variable variable;
  variable.name = function_->getNameAsString() + "::#" + std::to_string(id);
  variable.c_type = c_type;
  variable.type = type;
  variable.function = function_->getNameAsString();
  program_.variables.push_back(std::move(variable));
  return id;
}

ExprPtr FunctionLowering::arbitrary(const ScalarType& type, const EdgeText& origin) {
  const VariableId variable = new_temporary(type, "");
  flow_.havoc(variable, origin);
  return make_variable(variable, type, origin.source);
}

ExprPtr FunctionLowering::never_null(const clang::Expr* whole, const ExprPtr& unless) {
  const std::optional<ScalarType> type = scalar(whole->getType());
  if (!type || type->is_floating() || (unless && unless->type != *type)) return nullptr;
  const SourceRange source = places_.range(whole->getSourceRange());
  const ExprPtr any = arbitrary(*type, origin(whole));
  const ExprPtr zero = make_constant(0, *type);
  ExprPtr is_wrong = make_binary(BinaryOp::Eq, any, zero, int_type, source);
  if (unless)
    is_wrong = make_binary(BinaryOp::LogicalAnd, is_wrong, make_binary(BinaryOp::Ne, unless, zero, int_type, source),
                           int_type, source);
  return make_conditional(is_wrong, make_constant(1, *type), any, *type, source);
}

bool FunctionLowering::evaluate_address(const clang::Expr* expr) {
  expr = expr->IgnoreParens();
  while (const auto* cast = llvm::dyn_cast<clang::CastExpr>(expr)) {
    if (cast->getCastKind() == clang::CK_ArrayToPointerDecay) {
      address(cast->getSubExpr());
      return true;
    }
    if (cast->getCastKind() != clang::CK_BitCast && cast->getCastKind() != clang::CK_NoOp) return false;
    expr = cast->getSubExpr()->IgnoreParens();
  }
  const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expr);
  if (!unary || unary->getOpcode() != clang::UO_AddrOf) return false;
  address(unary->getSubExpr());
  return true;
}

ExprPtr FunctionLowering::kept(ExprPtr value, const EdgeText& origin) {
  if (!value || value->kind == Expr::Kind::Constant) return value;
  const VariableId variable = new_temporary(value->type, "");
  const ScalarType type = value->type;
  flow_.assign(variable, std::move(value), origin, EdgeRole::Internal);
  return make_variable(variable, type, origin.source);
}

ExprPtr FunctionLowering::known_value(const clang::Expr* expr) {
  ExprPtr result = value(expr);
  const std::optional<ScalarType> type = scalar(expr->getType());
  return result ? result : arbitrary(type.value_or(int_type), origin(expr));
}

void FunctionLowering::evaluate_children(const clang::Stmt* statement) {
  for (const clang::Stmt* child : statement->children())
    if (const auto* expr = llvm::dyn_cast_or_null<clang::Expr>(child)) value(expr);
}

ExprPtr FunctionLowering::value(const clang::Expr* expr) {
  if (const auto known = configured(expr)) return *known;
  if (const auto* parentheses = llvm::dyn_cast<clang::ParenExpr>(expr)) return value(parentheses->getSubExpr());
  const std::optional<ScalarType> type = scalar(expr->getType());
  const SourceRange source = places_.range(expr->getSourceRange());
  if (const auto* literal = llvm::dyn_cast<clang::IntegerLiteral>(expr)) {
    llvm::SmallString<40> digits;
    literal->getValue().toStringUnsigned(digits);
    return make_constant(logic::Integer(std::string(digits)), type.value_or(int_type), source);
  }
  if (const auto* literal = llvm::dyn_cast<clang::CharacterLiteral>(expr))
    return make_constant(logic::Integer(static_cast<std::int64_t>(static_cast<std::int32_t>(literal->getValue()))),
                         type.value_or(int_type), source);
  if (llvm::isa<clang::FloatingLiteral, clang::ImaginaryLiteral, clang::StringLiteral, clang::PredefinedExpr,
                clang::SourceLocExpr>(expr))
    return nullptr;
  if (llvm::isa<clang::ImplicitValueInitExpr>(expr)) return type ? make_constant(0, *type, source) : nullptr;
  if (const auto* full = llvm::dyn_cast<clang::FullExpr>(expr)) return value(full->getSubExpr());
  if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(expr)) return value_of_cast(cast);
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(expr)) return value_of_call(call);
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expr)) return value_of_unary(unary);
  if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(expr)) return value_of_binary(binary);
  if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(expr))
    return value_of_choice(choice->getCond(), choice->getTrueExpr(), choice->getFalseExpr(), choice);
  if (const auto* choice = llvm::dyn_cast<clang::BinaryConditionalOperator>(expr)) {
    opaque_[choice->getOpaqueValue()] = kept(value(choice->getCommon()), origin(choice->getCommon()));
    return value_of_choice(choice->getCond(), choice->getTrueExpr(), choice->getFalseExpr(), choice);
  }
  if (const auto* opaque = llvm::dyn_cast<clang::OpaqueValueExpr>(expr)) {
    const auto known = opaque_.find(opaque);
    return known == opaque_.end() ? nullptr : known->second;
  }
  if (const auto* body = llvm::dyn_cast<clang::StmtExpr>(expr)) return value_of_statement_expression(body);
  if (const auto* selection = llvm::dyn_cast<clang::GenericSelectionExpr>(expr))
    return value(selection->getResultExpr());
  if (const auto* chosen = llvm::dyn_cast<clang::ChooseExpr>(expr)) return value(chosen->getChosenSubExpr());
  if (llvm::isa<clang::AddrLabelExpr>(expr)) refuse("the address of a label", expr);
  if (llvm::isa<clang::UnaryExprOrTypeTraitExpr, clang::OffsetOfExpr>(expr)) {  // of a varying size
    if (has_effects_in_size(expr, context_)) refuse("a size with side effects", expr);
    return nullptr;
  }
  if (llvm::isa<clang::AtomicExpr, clang::VAArgExpr>(expr)) {
    evaluate_children(expr);
    havoc_cells(cells_.changed_by_call(), origin(expr));
    return nullptr;
  }
  if (llvm::isa<clang::InitListExpr, clang::CompoundLiteralExpr, clang::ShuffleVectorExpr, clang::ConvertVectorExpr,
                clang::DesignatedInitExpr, clang::NoInitExpr, clang::ArrayInitLoopExpr, clang::ArrayInitIndexExpr>(
          expr)) {
    evaluate_children(expr);
    return nullptr;
  }
  if (expr->isLValue()) {  // an object whose value nobody asks for
    place(expr);
    return nullptr;
  }
  if (llvm::isa<clang::MemberExpr, clang::ArraySubscriptExpr>(expr)) {  // of a value: f().x
    place(expr);
    return nullptr;
  }
  refuse(std::string("an expression of kind ") + expr->getStmtClassName(), expr);
}

ExprPtr FunctionLowering::value_of_cast(const clang::CastExpr* cast) {
  const clang::Expr* inner = cast->getSubExpr();
  const std::optional<ScalarType> type = scalar(cast->getType());
  switch (cast->getCastKind()) {
    case clang::CK_LValueToRValue: {
      const Place source = place(inner);
      ExprPtr result = read(source);
      return result && type ? make_cast(std::move(result), *type) : result;
    }
    case clang::CK_NullToPointer:
      return make_constant(0, type.value_or(unsigned_integer(64)), places_.range(cast->getSourceRange()));
    case clang::CK_ArrayToPointerDecay:
      address(inner);
      return is_in_object(inner) ? never_null(cast, nullptr) : nullptr;
    case clang::CK_FunctionToPointerDecay:
    case clang::CK_BuiltinFnToFnPtr:
      if (!llvm::isa<clang::DeclRefExpr>(inner->IgnoreParens())) value(inner);
      return nullptr;
    case clang::CK_ToVoid:
      value(inner);
      return nullptr;
    case clang::CK_NoOp:
    case clang::CK_BitCast:
    case clang::CK_IntegralCast:
    case clang::CK_IntegralToBoolean:
    case clang::CK_BooleanToSignedIntegral:
    case clang::CK_PointerToIntegral:
    case clang::CK_IntegralToPointer:
    case clang::CK_PointerToBoolean:
    case clang::CK_LValueBitCast: {
      ExprPtr result = value(inner);
      if (!result || !type || type->is_floating() || result->type.is_floating()) return nullptr;
      return make_cast(std::move(result), *type, places_.range(cast->getSourceRange()));
    }
    default:  // floating point, complex numbers, vectors, unions
      value(inner);
      return nullptr;
  }
}

ExprPtr FunctionLowering::value_of_call(const clang::CallExpr* call) {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  const std::string name = callee ? callee->getNameAsString() : std::string();
  if (callee && (callee->hasAttr<clang::ReturnsTwiceAttr>() || name == "setjmp" || name == "_setjmp" ||
                 name == "sigsetjmp" || name == "__sigsetjmp" || name == "vfork"))
    refuse("a call of " + name, call);
  if (name == "__builtin_constant_p" || name == "__builtin_object_size" || name == "__builtin_dynamic_object_size")
    return nullptr;  // its argument is not evaluated
  if (callee && callee->getBuiltinID() != 0 && context_.BuiltinInfo.isUnevaluated(callee->getBuiltinID()))
    return nullptr;
  if (name == "__builtin_expect" || name == "__builtin_expect_with_probability") {
    for (unsigned i = 1; i < call->getNumArgs(); ++i) value(call->getArg(i));
    return value(call->getArg(0));
  }
  if (!callee) believe_there(Belief::null, pointer(call->getCallee()), call, call->getCallee());
  const bool has_effects = std::any_of(call->arg_begin(), call->arg_end(), [this](const clang::Expr* argument) {
    return argument->HasSideEffects(context_);
  });
  const bool before = order_is_open_;
  order_is_open_ = before || has_effects;
  for (const clang::Expr* argument : call->arguments())
    if (!evaluate_address(argument)) value(argument);
  order_is_open_ = before;
  if (never_returns_(call)) {
    flow_.end(gave_up_note);
    return nullptr;
  }
  if (!writes_nothing(callee)) havoc_cells(cells_.changed_by_call(), origin(call));
  const std::optional<ScalarType> type = scalar(call->getType());
  return type && !type->is_floating() ? arbitrary(*type, origin(call)) : nullptr;
}

ExprPtr FunctionLowering::value_of_unary(const clang::UnaryOperator* unary) {
  const clang::Expr* inner = unary->getSubExpr();
  const std::optional<ScalarType> type = scalar(unary->getType());
  switch (unary->getOpcode()) {
    case clang::UO_Plus:
    case clang::UO_Extension:
      return value(inner);
    case clang::UO_Minus:
    case clang::UO_Not: {
      const ExprPtr operand = value(inner);
      if (!operand || !type || type->is_floating() || operand->type != *type) return nullptr;
      return make_unary(unary->getOpcode() == clang::UO_Minus ? UnaryOp::Minus : UnaryOp::BitNot, operand, *type,
                        places_.range(unary->getSourceRange()));
    }
    case clang::UO_LNot: {
      const ExprPtr operand = value(inner);
      return operand && !operand->type.is_floating() ? make_not(make_truth(operand, operand->source)) : nullptr;
    }
    case clang::UO_AddrOf:
      address(inner);
      return is_in_object(inner) ? never_null(unary, nullptr) : nullptr;
    case clang::UO_PreInc:
    case clang::UO_PreDec:
    case clang::UO_PostInc:
    case clang::UO_PostDec:
      return step(unary);
    case clang::UO_Deref:  // as a function, or for nothing
      if (unary->getType()->isFunctionType())
        value(inner);
      else
        place(unary);
      return nullptr;
    default:
      value(inner);
      return nullptr;
  }
}

ExprPtr FunctionLowering::value_of_binary(const clang::BinaryOperator* binary) {
  if (const auto* compound = llvm::dyn_cast<clang::CompoundAssignOperator>(binary))
    return compound_assignment(compound);
  if (binary->getOpcode() == clang::BO_Assign) return assignment(binary);
  if (binary->isLogicalOp()) return value_of_logical(binary);
  if (binary->getOpcode() == clang::BO_Comma) {
    value(binary->getLHS());
    return value(binary->getRHS());
  }
  ExprPtr left, right;
  {
    const Beside beside(*this, binary->getRHS());
    left = value(binary->getLHS());
  }
  {
    const Beside beside(*this, binary->getLHS());
    right = value(binary->getRHS());
  }
  const std::optional<ScalarType> type = scalar(binary->getType());
  if (!type || type->is_floating()) return nullptr;
  const bool on_pointers = binary->getLHS()->getType()->isPointerType() || binary->getRHS()->getType()->isPointerType();
  // A sum is a place in the object, or null if it starts from there and adds nothing (C11 6.5.6p8).
  const ExprPtr& start = binary->getLHS()->getType()->isPointerType() ? left : right;
  if (on_pointers && !binary->isComparisonOp())
    return binary->getType()->isPointerType() && start ? never_null(binary, start) : nullptr;
  return arithmetic(binary, binary->getOpcode(), left, right, *type, binary->getRHS());
}

ExprPtr FunctionLowering::value_of_choice(const clang::Expr* condition, const clang::Expr* if_true,
                                          const clang::Expr* if_false, const clang::Expr* whole) {
  const std::optional<ScalarType> type = scalar(whole->getType());
  const bool has_value = type && !type->is_floating();
  const VariableId result = has_value ? new_temporary(*type, "") : 0;
  const Node then_node = flow_.new_node();
  const Node else_node = flow_.new_node();
  const Node end = flow_.new_node();
  const clang::SourceLocation keyword = llvm::isa<clang::ConditionalOperator>(whole)
                                            ? llvm::cast<clang::ConditionalOperator>(whole)->getQuestionLoc()
                                            : whole->getBeginLoc();
  this->condition(condition, then_node, else_node, Arm::Construct::conditional, keyword);
  for (const auto& [node, chosen] : {std::pair(then_node, if_true), std::pair(else_node, if_false)}) {
    flow_.continue_at(node);
    const ExprPtr one = value(chosen);
    if (has_value && one && !one->type.is_floating())
      flow_.assign(result, make_cast(one, *type), origin(chosen), EdgeRole::Internal);
    else if (has_value)
      flow_.havoc(result, origin(chosen));
    flow_.jump(end);
  }
  flow_.continue_at(end);
  return has_value ? make_variable(result, *type, places_.range(whole->getSourceRange())) : nullptr;
}

ExprPtr FunctionLowering::value_of_logical(const clang::Expr* whole) {
  const VariableId result = new_temporary(int_type, "int");
  const Node holds = flow_.new_node();
  const Node fails = flow_.new_node();
  const Node end = flow_.new_node();
  condition(whole, holds, fails, Arm::Construct::logical, whole->getExprLoc());
  for (const auto& [node, truth] : {std::pair(holds, 1), std::pair(fails, 0)}) {
    flow_.continue_at(node);
    flow_.assign(result, make_constant(truth, int_type), origin(whole), EdgeRole::Internal);
    flow_.jump(end);
  }
  flow_.continue_at(end);
  return make_variable(result, int_type, places_.range(whole->getSourceRange()));
}

ExprPtr FunctionLowering::value_of_statement_expression(const clang::StmtExpr* expr) {
  const clang::CompoundStmt* body = expr->getSubStmt();
  const clang::Stmt* last = last_statement(expr);
  const clang::Expr* result = value_of(expr);
  ExprPtr known;
  for (const clang::Stmt* one : body->body())
    if (one == last && result && !has_label(one))
      known = kept(value(result), origin(result));
    else
      statement(one);
  return known;
}

}  // namespace bireach::frontend
