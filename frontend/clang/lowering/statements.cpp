// SPDX-License-Identifier: Apache-2.0
#include <clang/AST/Decl.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "frontend/clang/lowering/lowering.h"
#include "frontend/program/assumption_texts.h"

namespace bireach::frontend {

void Lowering::lower(const clang::Stmt* statement) {
  if (!statement) return;
  if (!emitter_.alive()) {
    if (!effects_.contains_label(statement)) return;
    const bool only_passes_on =
        llvm::isa<clang::CompoundStmt, clang::LabelStmt, clang::SwitchCase, clang::AttributedStmt>(statement);
    if (!only_passes_on)
      emitter_.resume(emitter_.new_node());  // unreachable so far; its labels may be entered from elsewhere
  }
  const Scopes::Block outer = frame().block;
  const auto block = lifetimes_.scopes(frame().function).block_of(statement);
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
  if (const auto* expr = llvm::dyn_cast<clang::Expr>(statement)) {
    // A statement that is just a name says that the variable is not used.
    const bool is_name = llvm::isa<clang::DeclRefExpr>(expr->IgnoreParenImpCasts());
    if (!is_name || counts_races() || expr->IgnoreParenImpCasts()->getType().isVolatileQualified()) discard(expr);
    return;
  }
  if (const auto* result = llvm::dyn_cast<clang::ReturnStmt>(statement)) return lower_return(result);
  if (llvm::isa<clang::BreakStmt, clang::ContinueStmt>(statement)) {
    const auto& exits = llvm::isa<clang::BreakStmt>(statement) ? frame().breaks : frame().continues;
    // In the condition of a loop Clang takes the loop for the one that is meant; gcc does not.
    if (exits.empty()) return emitter_.unsupported("jump out of no loop", statement);
    const Frame::Exit& exit = exits.back();
    jump_to_block(exit.block);
    return emitter_.go_to(exit.node);
  }
  if (const auto* jump = llvm::dyn_cast<clang::GotoStmt>(statement)) {
    jump_to_block(lifetimes_.scopes(frame().function).of(jump->getLabel()));
    clean_up_behind(jump->getLabel());
    for (const LocalObject& array : lifetimes_.ended_by_jump(frame().function, jump->getLabel())) lifetimes_.end(array);
    return emitter_.go_to(label_node(jump->getLabel()));
  }
  if (const auto* label = llvm::dyn_cast<clang::LabelStmt>(statement)) {
    const Node node = label_node(label->getDecl());
    emitter_.go_to(node);
    emitter_.resume(node);  // a goto that comes later may lead here
    return lower(label->getSubStmt());
  }
  if (const auto* assembly = llvm::dyn_cast<clang::GCCAsmStmt>(statement)) {
    const bool has_effects = std::any_of(assembly->begin_inputs(), assembly->end_inputs(),
                                         [this](const clang::Expr* input) { return effects_.has_effects(input); });
    const bool is_barrier = assembly->getAsmString()->getString().trim().empty() && assembly->getNumOutputs() == 0 &&
                            !has_effects && !assembly->isAsmGoto();
    return is_barrier ? emitter_.emit_step(emitter_.origin(statement), EdgeRole::Internal)
                      : emitter_.unsupported("inline assembly", statement);
  }
  if (const auto* jump = llvm::dyn_cast<clang::IndirectGotoStmt>(statement)) return lower_computed_goto(jump);
  emitter_.unsupported(statement->getStmtClassName(), statement);
}

Emitter::Node Lowering::label_node(const clang::LabelDecl* label) {
  const auto found = frame().labels.find(label);
  return found != frame().labels.end() ? found->second
                                       : frame().labels.emplace(label, emitter_.new_node()).first->second;
}

void Lowering::lower_computed_goto(const clang::IndirectGotoStmt* statement) {
  const ExprPtr target = read_once(value(statement->getTarget()), statement->getTarget());
  unsigned number = 0;
  for (const clang::LabelDecl* label : addressed_labels(frame().function)) {
    Origin place = emitter_.origin(statement->getTarget());
    place.text += " == &&" + label->getNameAsString();
    const ExprPtr address = memory_.fixed_address(label, context().VoidTy);
    const ExprPtr is_target = make_binary(BinaryOp::Eq, target, address, int_type, emitter_.range(statement));
    const Scopes::Block block = lifetimes_.scopes(frame().function).of(label);
    const Node others = emitter_.new_node();
    const std::vector<LocalObject> ended = lifetimes_.ended_by_jump(frame().function, label);
    if (ended.empty()) {
      branch_to_block(is_target, place, {label_node(label), block}, others, Part(++number));
    } else {
      const Node taken = emitter_.new_node();
      emitter_.branch(is_target, place, taken, others, Part(++number));
      emitter_.enter(taken);
      jump_to_block(block);
      for (const LocalObject& array : ended) lifetimes_.end(array);
      emitter_.go_to(label_node(label));
    }
    emitter_.enter(others);
  }
  emitter_.unsupported("computed goto to none of the function's labels", statement);
}

void Lowering::lower_declaration(const clang::DeclStmt* declaration) {
  for (const clang::Decl* decl : declaration->decls()) {
    if (!emitter_.alive()) return;
    if (const auto* name = llvm::dyn_cast<clang::TypedefNameDecl>(decl)) evaluate_type(name->getUnderlyingType());
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl);
    if (variable && !variable->hasLocalStorage()) evaluate_type(variable->getType());
    if (!variable || !variable->hasLocalStorage()) continue;
    const Place target = place_of(storage_of(variable));
    evaluate_type(variable->getType());
    if (has_variable_size(variable->getType())) make_room(variable);
    if (!emitter_.alive()) return;
    if (!variable->getInit()) {
      // Memory is arbitrary at the start, so a declaration that is met once leaves it as it is.
      const bool is_new = lifetimes_.of(lifetimes_.object(variable)).kind == Lifetime::Kind::activated;
      const bool in_memory = target.address || (target.index && memory_.is_cells(target.storage->variable));
      const bool once =
          (is_new ? in_memory
                  : target.address && frame().is_entry && linker_.around().empty() && frame().breaks.empty()) &&
          !effects_.contains_label(frame().function->getBody());
      if (once)
        emitter_.emit_step(emitter_.origin(variable), EdgeRole::Internal);
      else if (target.storage->kind != Storage::Kind::Opaque)
        havoc(target, emitter_.origin(variable), EdgeRole::Plain);
    } else {
      // A pointer that is never assigned again is also another name for what it points to.
      const bool keeps_target =
          variable->getType()->isPointerType() && !effects_.written_by(frame().function).variables.contains(variable);
      auto known = keeps_target ? target_of(variable->getInit()) : std::nullopt;
      if (keeps_target && !known) known = literal_target(variable->getInit());
      if (known) fix_target(*known, variable->getInit());
      initialize_object(target, variable->getInit(), emitter_.origin(variable), EdgeRole::Plain);
      if (known && emitter_.alive()) frame().pointers[variable] = *known;
      const auto array =
          keeps_target && !known && emitter_.copy().library_call ? named_array(variable->getInit()) : std::nullopt;
      if (array) frame().arrays[variable] = *array;
    }
    if (linker_.cleanup_call(variable)) frame().cleanups.push_back({variable, frame().block});
  }
}

void Lowering::condition(const clang::Expr* expr, Node on_true, Node on_false) {
  if (!emitter_.alive()) return;
  expr = expr->IgnoreParens();
  if (const ExprPtr pure = pure_value(expr)) return emitter_.branch(pure, emitter_.origin(expr), on_true, on_false);
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expr); unary && unary->getOpcode() == clang::UO_LNot)
    return condition(unary->getSubExpr(), on_false, on_true);
  if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(expr)) {
    if (binary->isLogicalOp()) {
      const Node middle = emitter_.new_node();
      const bool is_and = binary->getOpcode() == clang::BO_LAnd;
      condition(binary->getLHS(), is_and ? middle : on_true, is_and ? on_false : middle);
      emitter_.enter(middle);
      return condition(binary->getRHS(), on_true, on_false);
    }
    if (binary->getOpcode() == clang::BO_Comma) {
      discard(binary->getLHS());
      return condition(binary->getRHS(), on_true, on_false);
    }
  }
  if (const auto* invocation = llvm::dyn_cast<clang::CallExpr>(expr); invocation && !integer(expr->getType())) {
    static_cast<void>(call(invocation, false));
    return emitter_.unsupported("use of " + opaque_name(expr->getType()), expr);
  }
  const ExprPtr decision = truth_value(expr);
  emitter_.branch(decision, emitter_.origin(expr), on_true, on_false);
}

void Lowering::lower_if(const clang::IfStmt* statement) {
  const Node then_node = emitter_.new_node();
  const Node else_node = emitter_.new_node();
  const Node end = emitter_.new_node();
  condition(statement->getCond(), then_node, else_node);
  emitter_.enter(then_node);
  lower(statement->getThen());
  emitter_.go_to(end);
  emitter_.enter(else_node);
  lower(statement->getElse());
  emitter_.go_to(end);
  emitter_.enter(end);
}

void Lowering::loop_condition(const clang::Expr* expr, const clang::Stmt* loop, Node body, Node end) {
  const ExprPtr constant = expr ? pure_value(expr) : make_constant(1, int_type);
  const bool endless = constant && constant->kind == Expr::Kind::Constant && constant->value != 0;
  if (!endless) return condition(expr, body, end);
  Origin place = emitter_.origin(expr ? static_cast<const clang::Stmt*>(expr) : loop);
  if (!expr) place.text = "for (;;)";
  emitter_.emit_to(body, Assume{make_constant(1, int_type)}, place, EdgeRole::Internal);
}

void Lowering::lower_while(const clang::WhileStmt* statement) {
  const Node head = emitter_.new_node();
  const Node body = emitter_.new_node();
  const Node end = emitter_.new_node();
  emitter_.go_to(head);
  emitter_.enter(head);
  loop_condition(statement->getCond(), statement, body, end);
  frame().breaks.push_back({end, frame().block});
  frame().continues.push_back({head, frame().block});
  emitter_.enter(body);
  lower(statement->getBody());
  emitter_.go_to(head);
  frame().breaks.pop_back();
  frame().continues.pop_back();
  emitter_.enter(end);
}

void Lowering::lower_do(const clang::DoStmt* statement) {
  const Node head = emitter_.new_node();
  const Node check = emitter_.new_node();
  const Node end = emitter_.new_node();
  emitter_.go_to(head);
  emitter_.enter(head);
  frame().breaks.push_back({end, frame().block});
  frame().continues.push_back({check, frame().block});
  lower(statement->getBody());
  frame().breaks.pop_back();
  frame().continues.pop_back();
  emitter_.go_to(check);
  emitter_.enter(check);
  loop_condition(statement->getCond(), statement, head, end);
  emitter_.enter(end);
}

void Lowering::lower_for(const clang::ForStmt* statement) {
  lower(statement->getInit());
  const Node head = emitter_.new_node();
  const Node body = emitter_.new_node();
  const Node step = emitter_.new_node();
  const Node end = emitter_.new_node();
  emitter_.go_to(head);
  emitter_.enter(head);
  loop_condition(statement->getCond(), statement, body, end);
  frame().breaks.push_back({end, frame().block});
  frame().continues.push_back({step, frame().block});
  emitter_.enter(body);
  lower(statement->getBody());
  emitter_.go_to(step);
  frame().breaks.pop_back();
  frame().continues.pop_back();
  emitter_.enter(step);
  if (statement->getInc()) discard(statement->getInc());
  emitter_.go_to(head);
  emitter_.enter(end);
}

ExprPtr Lowering::case_condition(const clang::CaseStmt* label, const ExprPtr& value) {
  const auto constant = [&](const clang::Expr* expr) {
    const llvm::APSInt number = expr->EvaluateKnownConstInt(context());
    llvm::SmallString<40> digits;
    number.toString(digits, 10);
    return make_constant(value->type.convert(logic::Integer(std::string(digits.str()))), value->type);
  };
  const ScalarType truth{};
  const SourceRange where = emitter_.range(label->getLHS());
  if (!label->getRHS()) return make_binary(BinaryOp::Eq, value, constant(label->getLHS()), truth, where);
  return make_binary(BinaryOp::LogicalAnd, make_binary(BinaryOp::Ge, value, constant(label->getLHS()), truth, where),
                     make_binary(BinaryOp::Le, value, constant(label->getRHS()), truth, where), truth, where);
}

void Lowering::lower_switch(const clang::SwitchStmt* statement) {
  ExprPtr selector = read_once(value(statement->getCond()), statement->getCond());
  if (const auto kept = types_.kept(statement->getCond(), context())) selector = make_cast(selector, *kept);
  std::string selector_text = emitter_.origin(statement->getCond()).text;
  const bool has_operator =
      llvm::isa<clang::BinaryOperator, clang::ConditionalOperator>(statement->getCond()->IgnoreImpCasts());
  if (has_operator) selector_text = "(" + selector_text + ")";
  std::vector<const clang::SwitchCase*> labels;
  for (const clang::SwitchCase* label = statement->getSwitchCaseList(); label; label = label->getNextSwitchCase())
    labels.push_back(label);
  std::reverse(labels.begin(), labels.end());
  if (std::none_of(labels.begin(), labels.end(), [](const auto* label) { return llvm::isa<clang::CaseStmt>(label); }))
    keep_evaluation(statement->getCond(), selector);
  const Node end = emitter_.new_node();
  Node otherwise = end;
  const clang::SwitchCase* fallback = nullptr;
  std::map<const clang::SwitchCase*, Node> nodes;
  for (const clang::SwitchCase* label : labels) {
    const Node node = nodes[label] = emitter_.new_node();
    const auto* choice = llvm::dyn_cast<clang::CaseStmt>(label);
    if (!choice) {
      otherwise = node;
      fallback = label;
      continue;
    }
    Origin place = emitter_.origin(choice->getLHS());
    if (choice->getRHS()) place.text += " ... " + emitter_.origin(choice->getRHS()).text;
    place.text = selector_text + " == " + place.text;
    const Node next = emitter_.new_node();
    branch_to_block(case_condition(choice, selector), place, {node, lifetimes_.scopes(frame().function).of(label)},
                    next);
    emitter_.enter(next);
  }
  if (fallback) jump_to_block(lifetimes_.scopes(frame().function).of(fallback));
  emitter_.go_to(otherwise);
  frame().switches.push_back(std::move(nodes));
  frame().breaks.push_back({end, frame().block});
  lower(statement->getBody());
  frame().breaks.pop_back();
  frame().switches.pop_back();
  emitter_.go_to(end);
  emitter_.enter(end);
}

void Lowering::lower_case(const clang::SwitchCase* statement) {
  const Node node = frame().switches.back().at(statement);
  emitter_.go_to(node);
  emitter_.enter(node);
  lower(statement->getSubStmt());
}

void Lowering::lower_return(const clang::ReturnStmt* statement) {
  const clang::Expr* result = statement->getRetValue();
  const auto* name = result ? llvm::dyn_cast<clang::DeclRefExpr>(result->IgnoreParenImpCasts()) : nullptr;
  const auto* variable = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
  if (variable && linker_.cleanup_call(variable) && variable->getType()->isRecordType()) {
    // clang makes the variable in the place of the result, gcc copies it before the call.
    return emitter_.unsupported("return of a structure variable with a cleanup function", statement);
  }
  // A cleanup function may call this one again, and change what all its activations share.
  const bool is_kept = frame().recursion && !frame().cleanups.empty();
  const bool is_stored = result && frame().result && frame().result->is_modelled();
  if (is_stored) {
    const Place target = place_of(is_kept ? kept_result(frame().function) : frame().result);
    if (integer(result->getType())) {
      const ExprPtr returned = value(result);
      store(target, returned, emitter_.origin(statement), EdgeRole::Return);
    } else if (const auto from = struct_value(result)) {
      copy(target, *from, emitter_.origin(statement), EdgeRole::Return);
    }
  } else if (result && frame().is_entry && options_.property.has(Violation::missing_return) &&
             integer(result->getType())) {
    keep_evaluation(result, value(result));  // the environment uses it
  } else if (result) {
    discard(result);
  }
  if (frame().is_entry || (frame().is_thread && !is_stored))
    emitter_.emit_step(emitter_.origin(statement), EdgeRole::Return);
  leave_function();
  if (is_stored && is_kept && emitter_.alive()) {
    const Origin silent{statement, emitter_.range(statement), {}};
    copy(place_of(frame().result), place_of(kept_result(frame().function)), silent, EdgeRole::Internal);
  }
  if (!result && frame().result)
    end_without_value(frame().function);  // a return that gives no value
  else
    note_value(true, emitter_.origin(statement));
  if (frame().function) leave_out_return(frame().function, emitter_.origin(statement));
  emitter_.go_to(frame().end);
}

namespace {

bool may_hold_pointer(clang::QualType type) {
  type = type.getCanonicalType();
  while (const auto* array = llvm::dyn_cast<clang::ArrayType>(type.getTypePtr()))
    type = array->getElementType().getCanonicalType();
  if (type->isPointerType()) return true;
  const clang::RecordDecl* record = type->getAsRecordDecl();
  return record != nullptr && std::any_of(record->field_begin(), record->field_end(),
                                          [](const auto* field) { return may_hold_pointer(field->getType()); });
}

/// Of `stdin` and its like, which the library defines: where the first of 65,536 places is at which it may be, on
/// boundaries of 16 bytes, behind all objects and apart from each other; 0: it is none of them.
std::uint64_t lowest_address_of_stream(const clang::VarDecl* variable, unsigned pointer_width) {
  constexpr auto names = std::to_array<std::string_view>({"stdin", "stdout", "stderr"});
  const auto found = std::find(names.begin(), names.end(), variable->getNameAsString());
  if (!variable->getType()->isPointerType() || found == names.end()) return 0;
  return end_of_objects(pointer_width) + (static_cast<std::uint64_t>(found - names.begin()) << 24U);
}

}  // namespace

void Lowering::lower_globals(bool arbitrary) {
  // Initialisers take addresses of globals not seen so far, which have to be initialised if they lie in memory.
  for (std::size_t done = 0; done < globals_.size();) {
    std::vector<const clang::VarDecl*> ordered(globals_.begin() + static_cast<std::ptrdiff_t>(done), globals_.end());
    const bool is_first = done == 0;
    done = globals_.size();
    std::sort(ordered.begin(), ordered.end(), [this](const clang::VarDecl* a, const clang::VarDecl* b) {
      const SourceRange left = emitter_.origin(a).range;
      const SourceRange right = emitter_.origin(b).range;
      return std::tie(left.file, left.line, left.column) < std::tie(right.file, right.line, right.column);
    });
    for (const clang::VarDecl* variable : ordered)
      if (is_first || storages_.at({variable, 0}).kind == Storage::Kind::Memory) lower_global(variable, arbitrary);
  }
  lower_strings();
}

void Lowering::lower_global(const clang::VarDecl* variable, bool arbitrary) {
  InlinedCopy scope = emitter_.copy();
  scope.unit = &linker_.unit_of(variable);
  const Emitter::Inside inside(emitter_, scope);
  in_globals_ = true;
  const Place target = place_of(&storages_.at({variable, thread()}));
  const Origin place = emitter_.origin(variable);
  const auto width = static_cast<unsigned>(context().getTypeSize(context().VoidPtrTy));
  const std::uint64_t stream = is_undefined(variable) ? lowest_address_of_stream(variable, width) : 0;
  if (arbitrary && !variable->getType().isConstQualified() && stream == 0) {
    if (may_hold_pointer(variable->getType()))
      emitter_.assume_globally("pointers among the globals lead to none of the program's variables when '" +
                               entry_->getNameAsString() + "' starts");
    havoc(target, place, EdgeRole::Internal);
  } else if (const clang::Expr* init = variable->getAnyInitializer()) {
    if (target.storage->kind != Storage::Kind::Opaque)
      initialize_object(target, init, place, EdgeRole::Plain, memory_.is_zeroed(target));
  } else if (is_undefined(variable)) {
    if (stream == 0) emitter_.assume_globally(starts_arbitrary(variable->getNameAsString()));
    havoc(target, place, EdgeRole::Internal);
    if (stream != 0) {
      const ExprPtr any = load(target, place.range);
      const ExprPtr number = make_cast(make_cast(any, ScalarType{ScalarType::Kind::unsigned_integer, 16}), any->type);
      const ExprPtr offset = make_binary(BinaryOp::Mul, number, make_constant(16, any->type), any->type);
      store(target, make_binary(BinaryOp::Add, offset, make_constant(logic::Integer(stream), any->type), any->type),
            place, EdgeRole::Internal, Part(1));
    }
  } else if (!memory_.is_zeroed(target)) {
    zero(target, place, EdgeRole::Internal);
  }
  in_globals_ = false;
}

void Lowering::lower_strings() {
  // Initialisers of variables do not read strings, so nothing is added here.
  for (const StringObject& string : strings_.all()) {
    if (!string.is_read) continue;
    InlinedCopy scope = emitter_.copy();
    scope.unit = string.unit;
    const Emitter::Inside inside(emitter_, scope);
    in_globals_ = true;
    const Origin origin = emitter_.origin(string.literal);
    emitter_.gather(origin, [&] { initialize_string(string.place, string.literal, origin, EdgeRole::Internal); });
    in_globals_ = false;
  }
}

}  // namespace bireach::frontend
