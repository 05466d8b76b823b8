// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/modular/function_lowering.h"

#include <clang/AST/Attr.h>
#include <clang/AST/RecursiveASTVisitor.h>

namespace bireach::frontend {
namespace {

/// The variable that the object is, or is a part of; null: a pointer leads to it.
const clang::VarDecl* variable_around(const clang::Expr* expr) {
  while (true) {
    expr = expr->IgnoreParens();
    if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(expr))
      return llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(expr)) {
      if (member->isArrow()) return nullptr;
      expr = member->getBase();
    } else if (const auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(expr)) {
      const auto* decay = llvm::dyn_cast<clang::CastExpr>(subscript->getBase()->IgnoreParens());
      if (!decay || decay->getCastKind() != clang::CK_ArrayToPointerDecay) return nullptr;
      expr = decay->getSubExpr();
    } else if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expr);
               unary && (unary->getOpcode() == clang::UO_Extension || unary->getOpcode() == clang::UO_Real ||
                         unary->getOpcode() == clang::UO_Imag)) {
      expr = unary->getSubExpr();
    } else {
      return nullptr;
    }
  }
}

class AddressesTaken : public clang::RecursiveASTVisitor<AddressesTaken> {
 public:
  std::set<const clang::VarDecl*> variables;

  // NOLINTBEGIN(readability-identifier-naming): Clang's names
  bool VisitUnaryOperator(clang::UnaryOperator* unary) {
    if (unary->getOpcode() == clang::UO_AddrOf) add(unary->getSubExpr());
    return true;
  }
  bool VisitCastExpr(clang::CastExpr* cast) {
    if (cast->getCastKind() == clang::CK_ArrayToPointerDecay && !subscripted_.contains(cast)) add(cast->getSubExpr());
    return true;
  }
  bool VisitArraySubscriptExpr(clang::ArraySubscriptExpr* subscript) {
    subscripted_.insert(subscript->getBase()->IgnoreParens());
    return true;
  }
  bool VisitGCCAsmStmt(clang::GCCAsmStmt* text) {
    for (unsigned i = 0; i < text->getNumInputs(); ++i) add(text->getInputExpr(i));
    for (unsigned i = 0; i < text->getNumOutputs(); ++i) add(text->getOutputExpr(i));
    return true;
  }
  // NOLINTEND(readability-identifier-naming)

 private:
  void add(const clang::Expr* expr) {
    if (const clang::VarDecl* variable = variable_around(expr)) variables.insert(variable->getCanonicalDecl());
  }
  std::set<const clang::Expr*> subscripted_;  // those around are visited first
};

}  // namespace

bool is_in_object(const clang::Expr* expr) {
  if (llvm::isa<clang::StringLiteral, clang::PredefinedExpr>(expr->IgnoreParens())) return true;
  const clang::VarDecl* variable = variable_around(expr);
  if (!variable) return false;
  variable = variable->getMostRecentDecl();  // any of them may say that it is weak
  return !variable->hasAttr<clang::WeakAttr>() && !variable->hasAttr<clang::WeakRefAttr>();
}

std::set<const clang::VarDecl*> exposed_variables(const clang::FunctionDecl* function) {
  AddressesTaken visitor;
  visitor.TraverseStmt(function->getBody());
  return std::move(visitor.variables);
}

FunctionLowering::FunctionLowering(const clang::FunctionDecl* function, const SourceMapper& places,
                                   const std::set<Belief>& beliefs, Cells& cells, NeverReturns& never_returns,
                                   Program& program)
    : function_(function),
      context_(function->getASTContext()),
      places_(places),
      believed_(beliefs),
      cells_(cells),
      never_returns_(never_returns),
      program_(program),
      flow_(program, function->getNameAsString()),
      exposed_(exposed_variables(function)) {
  program_.entry = function->getNameAsString();
  program_.signed_overflow = SignedOverflow::wraps;
  cells_.begin(program_, program_.entry);
}

void FunctionLowering::lower(FunctionProgram& result) {
  const Node start = flow_.new_node();
  const Node body = flow_.new_node();
  flow_.continue_at(body);
  statement(function_->getBody());
  flow_.end(returned_note);
  // All that it starts from is arbitrary; only now is it known what that is.
  flow_.continue_at(start);
  const EdgeText nowhere;
  for (const NamedCell& cell : cells_.all()) flow_.havoc(cell.variable, nowhere);
  for (const VariableId variable : arbitrary_at_start_) flow_.havoc(variable, nowhere);
  result.configured = configured_values_;
  flow_.jump(body);
  flow_.build(start, result);
}

EdgeText FunctionLowering::origin(const clang::Stmt* where) const {
  return {places_.range(where->getSourceRange()), places_.text(where->getSourceRange())};
}

bool FunctionLowering::from_macro(clang::SourceLocation where) const {
  return is_from_macro_body(where, context_.getSourceManager());
}

void FunctionLowering::refuse(const std::string& construct, const clang::Stmt* where) const {
  throw FunctionRefused(construct + " in line " + std::to_string(places_.range(where->getSourceRange()).line));
}

}  // namespace bireach::frontend
