// SPDX-License-Identifier: Apache-2.0
/// Statements, and the function as a whole.
#include <clang/AST/Attr.h>

#include "frontend/clang/modular/function_lowering.h"

namespace bireach::frontend {

void FunctionLowering::statement(const clang::Stmt* statement) {
  if (!statement || llvm::isa<clang::NullStmt>(statement)) return;
  if (const auto* expr = llvm::dyn_cast<clang::Expr>(statement)) {
    value(expr);
    return;
  }
  if (const auto* compound = llvm::dyn_cast<clang::CompoundStmt>(statement)) {
    for (const clang::Stmt* one : compound->body()) this->statement(one);
    return;
  }
  if (const auto* declared = llvm::dyn_cast<clang::DeclStmt>(statement)) return declaration(declared);
  if (const auto* branch = llvm::dyn_cast<clang::IfStmt>(statement)) return if_statement(branch);
  if (const auto* loop = llvm::dyn_cast<clang::WhileStmt>(statement)) return while_loop(loop);
  if (const auto* loop = llvm::dyn_cast<clang::DoStmt>(statement)) return do_loop(loop);
  if (const auto* loop = llvm::dyn_cast<clang::ForStmt>(statement)) return for_loop(loop);
  if (const auto* choice = llvm::dyn_cast<clang::SwitchStmt>(statement)) return switch_statement(choice);
  if (const auto* returned = llvm::dyn_cast<clang::ReturnStmt>(statement)) return return_statement(returned);
  if (const auto* attributed = llvm::dyn_cast<clang::AttributedStmt>(statement))
    return this->statement(attributed->getSubStmt());
  if (const auto* labelled = llvm::dyn_cast<clang::LabelStmt>(statement)) {
    const Node node = label(labelled->getDecl());
    flow_.jump(node);
    flow_.continue_at(node);
    return this->statement(labelled->getSubStmt());
  }
  if (const auto* one = llvm::dyn_cast<clang::SwitchCase>(statement)) {
    const auto known = cases_.find(one);
    if (known == cases_.end()) refuse("a case outside of its switch", statement);
    flow_.jump(known->second);
    flow_.continue_at(known->second);
    return this->statement(one->getSubStmt());
  }
  if (const auto* jump = llvm::dyn_cast<clang::GotoStmt>(statement)) return flow_.jump(label(jump->getLabel()));
  if (llvm::isa<clang::BreakStmt, clang::ContinueStmt>(statement)) {
    const std::vector<Node>& targets = llvm::isa<clang::BreakStmt>(statement) ? breaks_ : continues_;
    if (targets.empty()) refuse("a jump out of the condition of its own loop", statement);
    return flow_.jump(targets.back());
  }
  if (const auto* text = llvm::dyn_cast<clang::AsmStmt>(statement)) return assembler(text);
  if (llvm::isa<clang::IndirectGotoStmt>(statement)) refuse("a computed goto", statement);
  refuse(std::string("a statement of kind ") + statement->getStmtClassName(), statement);
}

void FunctionLowering::declaration(const clang::DeclStmt* statement) {
  for (const clang::Decl* one : statement->decls()) {
    if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(one)) declare(variable);
    if (const auto* name = llvm::dyn_cast<clang::TypedefNameDecl>(one)) evaluate_sizes(name->getUnderlyingType());
  }
}

void FunctionLowering::evaluate_sizes(clang::QualType type) {
  while (!type.isNull() && type->isVariablyModifiedType()) {
    // A name's sizes were evaluated where it was declared.
    if (type->getAs<clang::TypedefType>()) return;
    if (const clang::ArrayType* array = context_.getAsArrayType(type)) {
      const auto* varying = llvm::dyn_cast<clang::VariableArrayType>(array);
      if (varying && varying->getSizeExpr()) value(varying->getSizeExpr());
      type = array->getElementType();
    } else {
      type = type->getPointeeType();
    }
  }
}

void FunctionLowering::declare(const clang::VarDecl* variable) {
  if (variable->hasGlobalStorage()) return;
  if (variable->hasAttr<clang::CleanupAttr>()) throw FunctionRefused("a variable with the attribute 'cleanup'");
  const EdgeText from{places_.range(variable->getSourceRange()), places_.text(variable->getSourceRange())};
  evaluate_sizes(variable->getType());
  const clang::Expr* first = variable->getInit();
  const ExprPtr known = first ? kept(value(first), from) : nullptr;
  havoc_cells(cells_.changed_by_declaration(variable->getCanonicalDecl()), from);
  if (!known || variable->getType()->isRecordType() || variable->getType()->isArrayType()) return;
  Place where;
  where.type = variable->getType();
  where.path.root = variable->getCanonicalDecl();
  where.path.key = "v" + std::to_string(number_of(variable));
  where.path.text = variable->getNameAsString();
  where.path.in_memory = in_memory(where.path.root);
  store(where, known, from);
}

void FunctionLowering::if_statement(const clang::IfStmt* statement) {
  const Node if_true = flow_.new_node();
  const Node if_false = flow_.new_node();
  const Node end = flow_.new_node();
  condition(statement->getCond(), if_true, if_false, Arm::Construct::branch, statement->getIfLoc());
  flow_.continue_at(if_true);
  this->statement(statement->getThen());
  flow_.jump(end);
  flow_.continue_at(if_false);
  this->statement(statement->getElse());
  flow_.jump(end);
  flow_.continue_at(end);
}

void FunctionLowering::body_of_loop(const clang::Stmt* body, Node on_break, Node on_continue) {
  breaks_.push_back(on_break);
  continues_.push_back(on_continue);
  statement(body);
  breaks_.pop_back();
  continues_.pop_back();
}

void FunctionLowering::while_loop(const clang::WhileStmt* statement) {
  const Node head = flow_.new_node();
  const Node body = flow_.new_node();
  const Node end = flow_.new_node();
  flow_.jump(head);
  flow_.continue_at(head);
  condition(statement->getCond(), body, end, Arm::Construct::loop, statement->getWhileLoc());
  flow_.continue_at(body);
  body_of_loop(statement->getBody(), end, head);
  flow_.jump(head);
  flow_.continue_at(end);
}

void FunctionLowering::do_loop(const clang::DoStmt* statement) {
  const Node body = flow_.new_node();
  const Node test = flow_.new_node();
  const Node end = flow_.new_node();
  flow_.jump(body);
  flow_.continue_at(body);
  body_of_loop(statement->getBody(), end, test);
  flow_.jump(test);
  flow_.continue_at(test);
  condition(statement->getCond(), body, end, Arm::Construct::loop, statement->getDoLoc());
  flow_.continue_at(end);
}

void FunctionLowering::for_loop(const clang::ForStmt* statement) {
  this->statement(statement->getInit());
  const Node head = flow_.new_node();
  const Node body = flow_.new_node();
  const Node next = flow_.new_node();
  const Node end = flow_.new_node();
  flow_.jump(head);
  flow_.continue_at(head);
  if (statement->getCond())
    condition(statement->getCond(), body, end, Arm::Construct::loop, statement->getForLoc());
  else
    flow_.jump(body);
  flow_.continue_at(body);
  body_of_loop(statement->getBody(), end, next);
  flow_.jump(next);
  flow_.continue_at(next);
  this->statement(statement->getInc());
  flow_.jump(head);
  flow_.continue_at(end);
}

void FunctionLowering::switch_statement(const clang::SwitchStmt* statement) {
  const EdgeText from = origin(statement->getCond());
  ExprPtr subject = value(statement->getCond());
  const ScalarType type = scalar(statement->getCond()->getType()).value_or(int_type);
  subject = kept(subject ? make_cast(subject, type) : arbitrary(type, from), from);
  std::vector<const clang::SwitchCase*> labels;
  for (const clang::SwitchCase* one = statement->getSwitchCaseList(); one; one = one->getNextSwitchCase()) {
    labels.insert(labels.begin(), one);
    cases_[one] = flow_.new_node();
  }
  const Node end = flow_.new_node();
  Node otherwise = end;
  for (const clang::SwitchCase* label : labels) {
    const auto* one = llvm::dyn_cast<clang::CaseStmt>(label);
    if (!one) {
      otherwise = cases_[label];
      continue;
    }
    Flow::Decision decision;
    decision.construct = Arm::Construct::case_label;
    decision.origin = {places_.range({one->getCaseLoc(), one->getColonLoc()}),
                       "case " + places_.text(one->getLHS()->getSourceRange())};
    decision.in_macro = from_macro(one->getCaseLoc()) || from_macro(statement->getSwitchLoc());
    decision.only_true = true;
    const ExprPtr low = make_cast(known_value(one->getLHS()), type);
    ExprPtr test = make_binary(BinaryOp::Eq, subject, low, int_type, decision.origin.source);
    if (one->getRHS()) {
      const ExprPtr high = make_cast(known_value(one->getRHS()), type);
      test = make_binary(
          BinaryOp::LogicalAnd, make_binary(BinaryOp::Ge, subject, low, int_type, decision.origin.source),
          make_binary(BinaryOp::Le, subject, high, int_type, decision.origin.source), int_type, decision.origin.source);
    }
    decision.is_silent = test->kind == Expr::Kind::Constant;  // switch (1)
    if (decision.is_silent) test = make_truth(arbitrary(bool_type, decision.origin));
    const Node next = flow_.new_node();
    flow_.branch(test, cases_[one], next, decision);
    flow_.continue_at(next);
  }
  flow_.jump(otherwise);
  breaks_.push_back(end);
  this->statement(statement->getBody());
  breaks_.pop_back();
  flow_.jump(end);
  flow_.continue_at(end);
}

void FunctionLowering::return_statement(const clang::ReturnStmt* statement) {
  if (statement->getRetValue()) value(statement->getRetValue());
  flow_.end(returned_note);
}

void FunctionLowering::assembler(const clang::AsmStmt* statement) {
  const auto* text = llvm::dyn_cast<clang::GCCAsmStmt>(statement);
  if (!text || text->isAsmGoto()) refuse("assembler code with jumps", statement);
  const EdgeText from = origin(statement);
  for (unsigned i = 0; i < text->getNumInputs(); ++i) {
    const clang::Expr* input = text->getInputExpr(i);
    if (input->isLValue())
      place(input);
    else
      value(input);
  }
  for (unsigned i = 0; i < text->getNumOutputs(); ++i) store(place(text->getOutputExpr(i)), nullptr, from);
  havoc_cells(cells_.changed_by_call(), from);
}

FunctionLowering::Node FunctionLowering::label(const clang::LabelDecl* declaration) {
  const auto known = labels_.find(declaration);
  if (known != labels_.end()) return known->second;
  return labels_.emplace(declaration, flow_.new_node()).first->second;
}

}  // namespace bireach::frontend
