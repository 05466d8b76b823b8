// SPDX-License-Identifier: Apache-2.0
/// Conditions part the ways: each comparison in them on its own.
#include <clang/Basic/SourceManager.h>

#include "frontend/clang/modular/function_lowering.h"

namespace bireach::frontend {
namespace {

/// What a condition says without what only hints at how likely it is.
const clang::Expr* without_hints(const clang::Expr* expr) {
  while (true) {
    expr = expr->IgnoreParens();
    if (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(expr)) {
      const clang::CastKind kind = cast->getCastKind();
      const clang::Expr* inner = cast->getSubExpr()->IgnoreParens();
      const auto* call = llvm::dyn_cast<clang::CallExpr>(inner);
      const bool is_truth = llvm::isa<clang::BinaryOperator>(inner) || llvm::isa<clang::UnaryOperator>(inner);
      if ((kind == clang::CK_IntegralCast || kind == clang::CK_IntegralToBoolean) && (call || is_truth)) {
        const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(inner);
        const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(inner);
        const bool is_expect =
            call && call->getDirectCallee() && call->getDirectCallee()->getNameAsString() == "__builtin_expect";
        if (is_expect || (binary && (binary->isLogicalOp() || binary->isComparisonOp())) ||
            (unary && unary->getOpcode() == clang::UO_LNot)) {
          expr = inner;
          continue;
        }
      }
      return expr;
    }
    const auto* call = llvm::dyn_cast<clang::CallExpr>(expr);
    if (!call || !call->getDirectCallee() || call->getDirectCallee()->getNameAsString() != "__builtin_expect")
      return expr;
    expr = call->getArg(0);
  }
}

bool is_written_literal(const clang::Expr* expr) {
  return llvm::isa<clang::IntegerLiteral, clang::CharacterLiteral>(expr->IgnoreParenImpCasts());
}

/// An array, or `&x`, that is asked for: as macros do.
bool is_address(const clang::Expr* expr) {
  const clang::Expr* inner = expr->IgnoreParenImpCasts();
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(inner); unary && unary->getOpcode() == clang::UO_AddrOf)
    inner = unary->getSubExpr();
  else if (!inner->getType()->isArrayType())
    return false;
  return is_in_object(inner);
}

bool is_known_to_compiler(const clang::Expr* expr, const clang::ASTContext& context) {
  if (is_address(expr)) return true;
  clang::Expr::EvalResult result;
  return (expr->getType()->isPointerType() && expr->isEvaluatable(context)) || expr->EvaluateAsInt(result, context);
}

/// `p && ++p`
bool is_step_of_pointer(const clang::Expr* expr) {
  const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expr->IgnoreParenImpCasts());
  return unary && unary->isIncrementDecrementOp() && unary->getType()->isPointerType();
}

/// Are both written in the file, or by one macro's body? Then what one of them says is nothing that is configured:
/// `do { … } while (0)`.
bool is_of_one_text(clang::SourceLocation a, clang::SourceLocation b, const clang::SourceManager& sources) {
  return sources.getFileID(a) == sources.getFileID(b);
}

/// Null: it is none.
ExprPtr literal_value(const clang::Expr* literal, const clang::ASTContext& context) {
  clang::Expr::EvalResult result;
  if (!literal->EvaluateAsInt(result, context)) return nullptr;
  return make_constant(result.Val.getInt() == 0 ? 0 : 1, int_type);
}

}  // namespace

void FunctionLowering::condition(const clang::Expr* expr, Node if_true, Node if_false, Arm::Construct construct,
                                 clang::SourceLocation keyword) {
  expr = without_hints(expr);
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expr)) {
    if (unary->getOpcode() == clang::UO_Extension)
      return condition(unary->getSubExpr(), if_true, if_false, construct, keyword);
    // `!p` is shown as it is written; only what it negates may part the ways once more.
    const clang::Expr* inner = without_hints(unary->getSubExpr());
    const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(inner);
    const auto* again = llvm::dyn_cast<clang::UnaryOperator>(inner);
    if (unary->getOpcode() == clang::UO_LNot &&
        ((binary && binary->isLogicalOp()) || (again && again->getOpcode() == clang::UO_LNot)))
      return condition(inner, if_false, if_true, construct, keyword);
  }
  if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(expr)) {
    if (binary->getOpcode() == clang::BO_Comma) {
      value(binary->getLHS());
      return condition(binary->getRHS(), if_true, if_false, construct, keyword);
    }
    if (binary->isLogicalOp()) {
      const Node next = flow_.new_node();
      const bool is_and = binary->getOpcode() == clang::BO_LAnd;
      condition(binary->getLHS(), is_and ? next : if_true, is_and ? if_false : next, construct, keyword);
      flow_.continue_at(next);
      return condition(binary->getRHS(), if_true, if_false, construct, keyword);
    }
  }
  leaf(expr, if_true, if_false, construct, keyword);
}

void FunctionLowering::leaf(const clang::Expr* expr, Node if_true, Node if_false, Arm::Construct construct,
                            clang::SourceLocation keyword) {
  Flow::Decision decision;
  decision.construct = construct;
  decision.origin = origin(expr);
  decision.in_macro = from_macro(keyword) || from_macro(expr->getExprLoc());
  ExprPtr truth;
  if (is_written_literal(expr)) {
    // Loops say so that only what is in them ends them; elsewhere a literal turns code on and off.
    decision.is_silent = true;
    const clang::Expr* literal = expr->IgnoreParenImpCasts();
    truth = is_of_one_text(keyword, literal->getBeginLoc(), context_.getSourceManager())
                ? literal_value(literal, context_)
                : value(literal);
    if (truth && truth->kind == Expr::Kind::Constant && construct == Arm::Construct::loop) {
      flow_.jump(truth->value != 0 ? if_true : if_false);
      return;
    }
    truth = nullptr;
  } else {
    truth = value(expr);
    // What the compiler knows depends on the configuration at most; a pointer that goes on is no check.
    if (is_known_to_compiler(expr, context_) || is_step_of_pointer(expr)) {
      decision.is_silent = true;
      if (!is_step_of_pointer(expr)) truth = nullptr;
    }
  }
  if (truth && truth->type.is_floating()) truth = nullptr;
  if (!truth) truth = arbitrary(bool_type, decision.origin);
  if (truth->kind == Expr::Kind::Constant) {
    // `if (p)` of an array and the like: as arbitrary as a literal.
    decision.is_silent = true;
    truth = arbitrary(bool_type, decision.origin);
  }
  flow_.branch(make_truth(truth, decision.origin.source), if_true, if_false, decision);
}

}  // namespace bireach::frontend
