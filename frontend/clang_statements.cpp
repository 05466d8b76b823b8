// SPDX-License-Identifier: Apache-2.0
#include <clang/AST/Decl.h>

#include <algorithm>

#include "frontend/clang_lowering.h"

namespace bireach::frontend {

void Lowering::lower(const clang::Stmt* statement) {
  if (!statement) return;
  if (!alive()) {
    if (!effects_.contains_label(statement)) return;
    const bool only_passes_on =
        llvm::isa<clang::CompoundStmt, clang::LabelStmt, clang::SwitchCase, clang::AttributedStmt>(statement);
    if (!only_passes_on) current_ = new_node();  // unreachable so far; its labels may be entered from elsewhere
  }
  const Scopes::Block outer = frame().block;
  const auto block = scopes_of(frame().function).block_of(statement);
  if (block) enter_block(*block);
  lower_statement(statement);
  if (block) leave_block(outer);
}

void Lowering::lower_statement(const clang::Stmt* statement) {
  switch (statement->getStmtClass()) {
    case clang::Stmt::NullStmtClass:
      return;
    case clang::Stmt::CompoundStmtClass:
      for (const clang::Stmt* child : llvm::cast<clang::CompoundStmt>(statement)->body()) lower(child);
      return;
    case clang::Stmt::DeclStmtClass:
      return lower_declaration(llvm::cast<clang::DeclStmt>(statement));
    case clang::Stmt::AttributedStmtClass:
      return lower(llvm::cast<clang::AttributedStmt>(statement)->getSubStmt());
    case clang::Stmt::IfStmtClass:
      return lower_if(llvm::cast<clang::IfStmt>(statement));
    case clang::Stmt::WhileStmtClass:
      return lower_while(llvm::cast<clang::WhileStmt>(statement));
    case clang::Stmt::DoStmtClass:
      return lower_do(llvm::cast<clang::DoStmt>(statement));
    case clang::Stmt::ForStmtClass:
      return lower_for(llvm::cast<clang::ForStmt>(statement));
    case clang::Stmt::SwitchStmtClass:
      return lower_switch(llvm::cast<clang::SwitchStmt>(statement));
    case clang::Stmt::CaseStmtClass:
    case clang::Stmt::DefaultStmtClass:
      return lower_case(llvm::cast<clang::SwitchCase>(statement));
    default:
      return lower_jump(statement);
  }
}

void Lowering::lower_jump(const clang::Stmt* statement) {
  if (const auto* expr = llvm::dyn_cast<clang::Expr>(statement)) return discard(expr);
  if (const auto* result = llvm::dyn_cast<clang::ReturnStmt>(statement)) return lower_return(result);
  if (llvm::isa<clang::BreakStmt, clang::ContinueStmt>(statement)) {
    const Frame::Exit& exit = llvm::isa<clang::BreakStmt>(statement) ? frame().breaks.back() : frame().continues.back();
    jump_to_block(exit.block);
    return go_to(exit.node);
  }
  if (const auto* jump = llvm::dyn_cast<clang::GotoStmt>(statement)) {
    jump_to_block(scopes_of(frame().function).of(jump->getLabel()));
    return go_to(label_node(jump->getLabel()));
  }
  if (const auto* label = llvm::dyn_cast<clang::LabelStmt>(statement)) {
    const Node node = label_node(label->getDecl());
    go_to(node);
    current_ = node;  // a goto that comes later may lead here
    return lower(label->getSubStmt());
  }
  if (const auto* assembly = llvm::dyn_cast<clang::GCCAsmStmt>(statement)) {
    const bool is_barrier = assembly->getAsmString()->getString().trim().empty() && assembly->getNumOutputs() == 0;
    return is_barrier ? emit_step(origin(statement), EdgeRole::Internal) : unsupported("inline assembly", statement);
  }
  if (const auto* jump = llvm::dyn_cast<clang::IndirectGotoStmt>(statement)) return lower_computed_goto(jump);
  unsupported(statement->getStmtClassName(), statement);
}

Lowering::Node Lowering::label_node(const clang::LabelDecl* label) {
  const auto found = frame().labels.find(label);
  return found != frame().labels.end() ? found->second : frame().labels.emplace(label, new_node()).first->second;
}

void Lowering::lower_computed_goto(const clang::IndirectGotoStmt* statement) {
  const ExprPtr target = value(statement->getTarget());
  unsigned number = 0;
  for (const clang::LabelDecl* label : addressed_labels(frame().function)) {
    Origin place = origin(statement->getTarget());
    place.text += " == &&" + label->getNameAsString();
    const ExprPtr address = fixed_address(label, context().VoidTy);
    const Node others = new_node();
    branch_to_block(make_binary(BinaryOp::Eq, target, address, IntegerType{}, range(statement)), place,
                    {label_node(label), scopes_of(frame().function).of(label)}, others, ++number);
    enter(others);
  }
  unsupported("computed goto to none of the function's labels", statement);
}

void Lowering::lower_declaration(const clang::DeclStmt* declaration) {
  for (const clang::Decl* decl : declaration->decls()) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl);
    if (!variable || !variable->hasLocalStorage() || !alive()) continue;
    const Place target = place_of(storage_of(variable));
    if (const auto* array = context().getAsVariableArrayType(variable->getType()); array && array->getSizeExpr()) {
      if (!llvm::isa<clang::VariableArrayType>(variable->getType().getTypePtr())) {
        return unsupported("variable-length array by a type name", variable);  // its length was fixed with the name
      }
      lower_length(variable, array, target);
    }
    if (!variable->getInit()) {
      // Memory is arbitrary at the start, so a declaration that is met once leaves it as it is.
      const bool is_new = lifetime_of(local_object(variable)).kind == Lifetime::Kind::activated;
      const bool in_memory = target.address || (target.index && is_memory(target.storage->variable));
      const bool once = (is_new ? in_memory : target.address && frame().is_entry && frame().breaks.empty()) &&
                        !effects_.contains_label(frame().function->getBody());
      if (once) {
        emit_step(origin(variable), EdgeRole::Internal);
      } else if (target.storage->kind != Storage::Kind::Opaque) {
        havoc(target, origin(variable), EdgeRole::Plain);
      }
    } else {
      // A pointer that is never assigned again is also another name for what it points to.
      const bool keeps_target =
          variable->getType()->isPointerType() && !effects_.written_by(frame().function).variables.contains(variable);
      auto known = keeps_target ? target_of(variable->getInit()) : std::nullopt;
      if (keeps_target && !known) known = literal_target(variable->getInit());
      if (known) fix_target(*known, variable->getInit());
      initialize(target, variable->getInit(), origin(variable), EdgeRole::Plain);
      if (known && alive()) frame().pointers[variable] = *known;
    }
  }
}

void Lowering::lower_length(const clang::VarDecl* variable, const clang::VariableArrayType* array,
                            const Place& target) {
  const ExprPtr length = value(array->getSizeExpr());
  if (target.storage->length) {
    emit(Assign{LValue{*target.storage->length, nullptr}, make_cast(length, IntegerType{64, true, false})},
         origin(variable), EdgeRole::Internal);
  }
  if (!alive() || lifetime_of(local_object(variable)).kind != Lifetime::Kind::activated) return;
  const IntegerType pointer = *integer(context().VoidPtrTy);
  const clang::Expr* size = array->getSizeExpr();
  const logic::Integer step(context().getTypeSizeInChars(array->getElementType()).getQuantity());
  const ExprPtr bytes =
      make_binary(BinaryOp::Mul, make_cast(length, pointer), make_constant(step, pointer), pointer, range(size));
  // A jump back leads out of the array's scope, but not out of its block.
  if (effects_.contains_label(frame().function->getBody())) end_life(local_object(variable));
  activate(local_object(variable), protect(bytes, size, nullptr));
}

ExprPtr Lowering::size_of_array(const clang::UnaryExprOrTypeTraitExpr* trait) {
  if (trait->getKind() != clang::UETT_SizeOf || trait->isArgumentType()) return nullptr;
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(trait->getArgumentExpr()->IgnoreParens());
  const auto* variable = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
  const auto* array = variable ? context().getAsVariableArrayType(variable->getType()) : nullptr;
  if (!array || !array->getElementType()->isConstantSizeType()) return nullptr;
  const IntegerType type = *integer(trait->getType());
  const Place place = place_of(storage_of(variable));
  if (place.address) return make_cast(make_element(sizes_of_allocated(), place.address, place.address->type), type);
  if (!place.storage->length) return nullptr;
  const ExprPtr length = make_variable(*place.storage->length, IntegerType{64, true, false});
  const logic::Integer step(context().getTypeSizeInChars(array->getElementType()).getQuantity());
  return make_binary(BinaryOp::Mul, make_cast(length, type), make_constant(step, type), type, range(trait));
}

void Lowering::condition(const clang::Expr* expr, Node on_true, Node on_false) {
  if (!alive()) return;
  expr = expr->IgnoreParens();
  if (const ExprPtr pure = pure_value(expr)) return branch(pure, origin(expr), on_true, on_false);
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expr); unary && unary->getOpcode() == clang::UO_LNot) {
    return condition(unary->getSubExpr(), on_false, on_true);
  }
  if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(expr)) {
    if (binary->isLogicalOp()) {
      const Node middle = new_node();
      const bool is_and = binary->getOpcode() == clang::BO_LAnd;
      condition(binary->getLHS(), is_and ? middle : on_true, is_and ? on_false : middle);
      enter(middle);
      return condition(binary->getRHS(), on_true, on_false);
    }
    if (binary->getOpcode() == clang::BO_Comma) {
      discard(binary->getLHS());
      return condition(binary->getRHS(), on_true, on_false);
    }
  }
  if (const auto* invocation = llvm::dyn_cast<clang::CallExpr>(expr); invocation && !integer(expr->getType())) {
    static_cast<void>(call(invocation, false));
    return unsupported("use of " + opaque_name(expr->getType()), expr);
  }
  const ExprPtr decision = truth_value(expr);
  branch(decision, origin(expr), on_true, on_false);
}

void Lowering::lower_if(const clang::IfStmt* statement) {
  const Node then_node = new_node();
  const Node else_node = new_node();
  const Node end = new_node();
  condition(statement->getCond(), then_node, else_node);
  enter(then_node);
  lower(statement->getThen());
  go_to(end);
  enter(else_node);
  lower(statement->getElse());
  go_to(end);
  enter(end);
}

void Lowering::loop_condition(const clang::Expr* expr, const clang::Stmt* loop, Node body, Node end) {
  const ExprPtr constant = expr ? pure_value(expr) : make_constant(1, IntegerType{});
  const bool endless = constant && constant->kind == Expr::Kind::Constant && constant->value != 0;
  if (!endless) return condition(expr, body, end);
  Origin place = origin(expr ? static_cast<const clang::Stmt*>(expr) : loop);
  if (!expr) place.text = "for (;;)";
  emit_to(body, Assume{make_constant(1, IntegerType{})}, place, EdgeRole::Internal);
}

void Lowering::lower_while(const clang::WhileStmt* statement) {
  const Node head = new_node();
  const Node body = new_node();
  const Node end = new_node();
  go_to(head);
  enter(head);
  loop_condition(statement->getCond(), statement, body, end);
  frame().breaks.push_back({end, frame().block});
  frame().continues.push_back({head, frame().block});
  enter(body);
  lower(statement->getBody());
  go_to(head);
  frame().breaks.pop_back();
  frame().continues.pop_back();
  enter(end);
}

void Lowering::lower_do(const clang::DoStmt* statement) {
  const Node head = new_node();
  const Node check = new_node();
  const Node end = new_node();
  go_to(head);
  enter(head);
  frame().breaks.push_back({end, frame().block});
  frame().continues.push_back({check, frame().block});
  lower(statement->getBody());
  frame().breaks.pop_back();
  frame().continues.pop_back();
  go_to(check);
  enter(check);
  loop_condition(statement->getCond(), statement, head, end);
  enter(end);
}

void Lowering::lower_for(const clang::ForStmt* statement) {
  lower(statement->getInit());
  const Node head = new_node();
  const Node body = new_node();
  const Node step = new_node();
  const Node end = new_node();
  go_to(head);
  enter(head);
  loop_condition(statement->getCond(), statement, body, end);
  frame().breaks.push_back({end, frame().block});
  frame().continues.push_back({step, frame().block});
  enter(body);
  lower(statement->getBody());
  go_to(step);
  frame().breaks.pop_back();
  frame().continues.pop_back();
  enter(step);
  if (statement->getInc()) discard(statement->getInc());
  go_to(head);
  enter(end);
}

ExprPtr Lowering::case_condition(const clang::CaseStmt* label, const ExprPtr& value) {
  const auto constant = [&](const clang::Expr* expr) {
    const llvm::APSInt number = expr->EvaluateKnownConstInt(context());
    llvm::SmallString<40> digits;
    number.toString(digits, 10);
    return make_constant(value->type.convert(logic::Integer(std::string(digits.str()))), value->type);
  };
  const IntegerType truth{};
  const SourceRange where = range(label->getLHS());
  if (!label->getRHS()) return make_binary(BinaryOp::Eq, value, constant(label->getLHS()), truth, where);
  return make_binary(BinaryOp::LogicalAnd, make_binary(BinaryOp::Ge, value, constant(label->getLHS()), truth, where),
                     make_binary(BinaryOp::Le, value, constant(label->getRHS()), truth, where), truth, where);
}

void Lowering::lower_switch(const clang::SwitchStmt* statement) {
  const ExprPtr selector = value(statement->getCond());
  std::string selector_text = origin(statement->getCond()).text;
  const bool has_operator =
      llvm::isa<clang::BinaryOperator, clang::ConditionalOperator>(statement->getCond()->IgnoreImpCasts());
  if (has_operator) selector_text = "(" + selector_text + ")";
  std::vector<const clang::SwitchCase*> labels;
  for (const clang::SwitchCase* label = statement->getSwitchCaseList(); label; label = label->getNextSwitchCase()) {
    labels.push_back(label);
  }
  std::reverse(labels.begin(), labels.end());
  const Node end = new_node();
  Node otherwise = end;
  const clang::SwitchCase* fallback = nullptr;
  std::map<const clang::SwitchCase*, Node> nodes;
  for (const clang::SwitchCase* label : labels) {
    const Node node = nodes[label] = new_node();
    const auto* choice = llvm::dyn_cast<clang::CaseStmt>(label);
    if (!choice) {
      otherwise = node;
      fallback = label;
      continue;
    }
    Origin place = origin(choice->getLHS());
    if (choice->getRHS()) place.text += " ... " + origin(choice->getRHS()).text;
    place.text = selector_text + " == " + place.text;
    const Node next = new_node();
    branch_to_block(case_condition(choice, selector), place, {node, scopes_of(frame().function).of(label)}, next);
    enter(next);
  }
  if (fallback) jump_to_block(scopes_of(frame().function).of(fallback));
  go_to(otherwise);
  frame().switches.push_back(std::move(nodes));
  frame().breaks.push_back({end, frame().block});
  lower(statement->getBody());
  frame().breaks.pop_back();
  frame().switches.pop_back();
  go_to(end);
  enter(end);
}

void Lowering::lower_case(const clang::SwitchCase* statement) {
  const Node node = frame().switches.back().at(statement);
  go_to(node);
  enter(node);
  lower(statement->getSubStmt());
}

void Lowering::lower_return(const clang::ReturnStmt* statement) {
  const clang::Expr* result = statement->getRetValue();
  if (result && frame().result && frame().result->is_modelled()) {
    const Place target = place_of(frame().result);
    if (integer(result->getType())) {
      const ExprPtr returned = value(result);
      store(target, returned, origin(statement), EdgeRole::Return);
    } else if (const auto from = struct_value(result)) {
      copy(target, *from, origin(statement), EdgeRole::Return);
    }
  } else if (result) {
    discard(result);
  }
  if (frame().is_entry) emit_step(origin(statement), EdgeRole::Return);
  leave_function();
  go_to(frame().end);
}

bool Lowering::is_undefined(const clang::VarDecl* variable) {
  return variable->hasExternalStorage() && !variable->getAnyInitializer() &&
         variable->isThisDeclarationADefinition() == clang::VarDecl::DeclarationOnly;
}

void Lowering::lower_globals(bool arbitrary) {
  // Initialisers take addresses of globals not seen so far, which have to be initialised if they lie in memory.
  for (std::size_t done = 0; done < globals_.size();) {
    std::vector<const clang::VarDecl*> ordered(globals_.begin() + static_cast<std::ptrdiff_t>(done), globals_.end());
    const bool is_first = done == 0;
    done = globals_.size();
    std::sort(ordered.begin(), ordered.end(), [this](const clang::VarDecl* a, const clang::VarDecl* b) {
      const SourceRange left = origin(a).range;
      const SourceRange right = origin(b).range;
      return std::tie(left.file, left.line, left.column) < std::tie(right.file, right.line, right.column);
    });
    for (const clang::VarDecl* variable : ordered) {
      if (is_first || variables_.at(variable).kind == Storage::Kind::Memory) lower_global(variable, arbitrary);
    }
  }
  lower_strings();
}

void Lowering::lower_global(const clang::VarDecl* variable, bool arbitrary) {
  Frame scope = *frame_;
  scope.unit = &linker_.unit_of(variable);
  Frame* const outer = frame_;
  in_globals_ = true;
  frame_ = &scope;
  const Place target = place_of(&variables_.at(variable));
  const Origin place = origin(variable);
  if (arbitrary && !variable->getType().isConstQualified()) {
    havoc(target, place, EdgeRole::Internal);
  } else if (const clang::Expr* init = variable->getAnyInitializer()) {
    if (target.storage->kind != Storage::Kind::Opaque) {
      initialize(target, init, place, EdgeRole::Plain, is_zeroed(target));
    }
  } else if (is_undefined(variable)) {
    assume_globally("variable '" + variable->getNameAsString() +
                    "' is defined nowhere: it starts with an arbitrary value");
    havoc(target, place, EdgeRole::Internal);
  } else if (!is_zeroed(target)) {
    zero(target, place, EdgeRole::Internal);
  }
  frame_ = outer;
  in_globals_ = false;
}

void Lowering::lower_strings() {
  // Initialisers of variables do not read strings, so nothing is added here.
  for (const StringObject& string : strings_) {
    if (!string.is_read) continue;
    Frame scope = *frame_;
    scope.unit = string.unit;
    Frame* const outer = frame_;
    in_globals_ = true;
    frame_ = &scope;
    initialize_string(string.place, string.literal, origin(string.literal), EdgeRole::Internal);
    frame_ = outer;
    in_globals_ = false;
  }
}

}  // namespace bireach::frontend
