// SPDX-License-Identifier: Apache-2.0
/// Statements that are inserted, removed, or exchanged as a whole.
#include <algorithm>
#include <set>

#include "frontend/clang/edits/statement_edits.h"

namespace bireach::frontend {
namespace {

/// May `else` follow it, and be that of the `if` whose branch it is?
bool is_closed(const clang::Stmt* branch) {
  return llvm::isa<clang::CompoundStmt, clang::Expr, clang::NullStmt>(branch) && !leaves(branch);
}

/// What a statement changes, with its parts.
struct Changes {
  std::set<const clang::VarDecl*> variables;
  std::set<std::string> called;

  void add(const clang::Stmt* statement) {
    for_each_node(statement, [&](const clang::Stmt* node) {
      const clang::Expr* target = nullptr;
      if (const auto* pair = llvm::dyn_cast<clang::BinaryOperator>(node); pair && pair->isAssignmentOp())
        target = pair->getLHS();
      if (const auto* single = llvm::dyn_cast<clang::UnaryOperator>(node); single && single->isIncrementDecrementOp())
        target = single->getSubExpr();
      const auto* use = target ? llvm::dyn_cast<clang::DeclRefExpr>(target->IgnoreParens()) : nullptr;
      if (const auto* variable = use ? llvm::dyn_cast<clang::VarDecl>(use->getDecl()) : nullptr)
        variables.insert(variable->hasGlobalStorage() ? variable->getCanonicalDecl() : variable);
      if (const clang::FunctionDecl* callee = callee_of(node)) called.insert(callee->getNameAsString());
    });
  }
};

}  // namespace

/// `else` with what the branch, or a statement beside the `if`, changes.
void StatementEdits::otherwise(const clang::IfStmt* statement, const Where& where) {
  const clang::Stmt* branch = statement->getThen();
  const auto begin = file_.begin_of(branch), end = file_.end_of(branch);
  const auto range = head(statement);
  if (!begin || !end || !range || !is_closed(branch)) return;
  Changes changes;
  for (const clang::Stmt* near : {branch, where.previous, where.next})
    if (near && (near == branch || llvm::isa<clang::Expr>(near))) changes.add(near);
  GateDraft unit;
  unit.unit.form = Gate::Form::otherwise;
  unit.unit.span = {*end, *end};
  unit.unit.names = names_.names();
  unit.place = {site(SiteKind::condition, *range), Role::other, binds_comma, {}, true};
  unit.range = file_.place(*range);
  Layout layout;
  layout.otherwise = true;
  layout.own_line = !llvm::isa<clang::CompoundStmt>(branch) && file_.indentation(*begin);
  layout.indentation = file_.margin(range->begin);
  for (const clang::VarDecl* variable : visible_.variables())
    if (changes.variables.contains(variable)) add_assignments(unit, layout, variable);
  for (const std::string& output : outputs_)
    if (changes.called.contains(output)) add_output(unit, layout, output);
  for (Draft& draft : unit.drafts) {
    draft.edit.kind = EditKind::otherwise;
    draft.edit.size = 3;
    draft.edit.takes_guard = false;
    draft.span = unit.unit.span;
  }
  expressions_.commit(std::move(unit));
}

/// `if (c) f(1); f(2);` becomes `if (c) f(1); else f(2);`.
void StatementEdits::join(const clang::IfStmt* statement, const clang::Stmt* next) {
  const auto begin = file_.begin_of(next), end = file_.end_of(next);
  const auto range = head(next);
  if (!llvm::isa<clang::Expr>(next) || facts_.mentions_specification(next) || !begin || !end || !range) return;
  GateDraft unit;
  for (const clang::IfStmt* part = statement; part; part = llvm::dyn_cast_or_null<clang::IfStmt>(part->getElse())) {
    const auto test = file_.span(clang::SourceRange(part->getRParenLoc()));
    const auto last = file_.end_of(part->getThen());
    const bool is_last = !part->getElse();
    if (!test || !last || !(is_last ? is_closed(part->getThen()) : llvm::isa<clang::IfStmt>(part->getElse()))) return;
    if (facts_.decides_error(part->getCond()) || facts_.mentions_specification(part->getCond())) return;
    unit.unit.operands.push_back({test->end, *last});
  }
  const std::size_t past = unit.unit.operands.back().end;
  if (past > *begin || !on_one_line(file_.text({past, *begin}))) return;
  unit.unit.form = Gate::Form::joined;
  unit.unit.span = {past, past};
  unit.unit.op = {*begin, *end};
  unit.place = {site(SiteKind::missing, *range), Role::other, binds_comma, {}, true};
  unit.range = file_.place(*range);
  Draft& draft = unit.add(EditKind::otherwise, 2, "else " + file_.text(unit.unit.op), "", binds_all);
  draft.span = unit.unit.op;
  expressions_.commit(std::move(unit));
}

void StatementEdits::before(const clang::Stmt* statement, const Where& where) {
  if (llvm::isa<clang::NullStmt>(statement) || facts_.is_error_call(statement)) return;
  const auto begin = file_.begin_of(statement);
  const auto end = file_.end_of(statement);
  const auto range = head(statement);
  if (!begin || !end || !range) return;
  GateDraft unit;
  unit.unit.form = Gate::Form::before;
  unit.unit.has_else = !llvm::isa<clang::DeclStmt>(statement);
  unit.unit.span = {*begin, file_.whole().size()};
  unit.unit.names = names_.names(false);
  unit.place = {site(SiteKind::missing, *range), Role::other, binds_comma, {}, true};
  unit.range = file_.place(*range);
  Layout layout;
  layout.braces = where.is_body;
  if (const auto indentation = file_.indentation(*begin)) {
    layout.own_line = !where.is_body;
    layout.indentation = *indentation;
  }
  add_insertions(unit, layout, where);
  for (Draft& draft : unit.drafts) draft.span = where.is_body ? Span{*begin, *end} : Span{*begin, *begin};
  GateDraft instead = unit;
  expressions_.commit(std::move(unit));
  if (!instead.unit.has_else) return;
  instead.drafts.clear();
  instead.unit.names = names_.names();
  add_targets(instead, statement);
  add_removal(instead, statement, where);
  expressions_.commit(std::move(instead));
}

void StatementEdits::at_end(const clang::CompoundStmt* statement, const Where& where) {
  const auto brace = file_.span(clang::SourceRange(statement->getRBracLoc()));
  if (!brace) return;
  GateDraft unit;
  unit.unit.form = Gate::Form::before;
  unit.unit.span = {brace->begin, file_.whole().size()};
  unit.unit.names = names_.names(false);
  unit.place = {site(SiteKind::missing, *brace), Role::other, binds_comma, {}, true};
  unit.range = file_.place(*brace);
  Layout layout;
  layout.closing = true;
  if (const auto indentation = file_.indentation(brace->begin)) {
    layout.own_line = true;
    layout.indentation = *indentation + "  ";
    const auto last = statement->body_empty() ? std::nullopt : file_.begin_of(statement->body_back());
    if (last)
      if (const auto inner = file_.indentation(*last)) layout.indentation = *inner;
  }
  add_insertions(unit, layout, where);
  for (Draft& draft : unit.drafts) draft.span = {brace->begin, brace->begin};
  expressions_.commit(std::move(unit));
}

Draft& StatementEdits::insertion(GateDraft& unit, const Layout& layout, EditKind kind, const std::string& text) {
  Draft& draft = unit.add(kind, 2, text + ";", text, binds_all);
  draft.guarding = Guarding::inserted;
  draft.layout = layout;
  draft.edit.takes_guard = true;
  return draft;
}

void StatementEdits::add_insertions(GateDraft& unit, const Layout& layout, const Where& where) {
  for (const clang::VarDecl* variable : visible_.variables()) add_assignments(unit, layout, variable);
  for (const std::string& output : outputs_) add_output(unit, layout, output);
  add_jumps(unit, layout, where);
}

void StatementEdits::add_assignments(GateDraft& unit, const Layout& layout, const clang::VarDecl* variable) {
  const std::string type = is_integer(variable->getType()) ? file_.type_name(variable->getType()) : "";
  if (type.empty() || !facts_.is_assignable(variable)) return;
  const std::string name = variable->getNameAsString();
  Draft& assigned = insertion(unit, layout, EditKind::assignment, name + " = " + hole);
  assigned.edit.takes_value = true;
  assigned.hole_type = type;
  assigned.target = name;
  assigned.schema = std::string(1, hole);
  // To overwrite an input silences an error more often than it repairs one.
  const bool is_input = facts_.is_input(variable);
  if (is_input) assigned.edit.size += 2;
  assigned.edit.overwrites_input = is_input;
  for (const char* step : {" + 1", " - 1"}) {
    Draft& stepped = insertion(unit, layout, EditKind::assignment, name + " = " + name + step);
    stepped.target = name;
    stepped.edit.overwrites_input = is_input;
    stepped.schema = name + step;
  }
}

void StatementEdits::add_output(GateDraft& unit, const Layout& layout, const std::string& output) {
  Draft& called = insertion(unit, layout, EditKind::output, output + "(" + hole + ")");
  called.edit.takes_value = true;
  called.hole_type = output_types_.at(output);
}

void StatementEdits::add_jumps(GateDraft& unit, const Layout& layout, const Where& where) {
  const auto add = [&](const std::string& text) -> Draft& {
    Draft& draft = insertion(unit, layout, EditKind::jump, text);
    draft.schema += ";";
    draft.is_jump = true;
    return draft;
  };
  const clang::QualType result = function_->getReturnType();
  if (result->isVoidType()) {
    add("return");
  } else if (const std::string type = file_.type_name(result); !type.empty()) {
    Draft& returned = add(std::string("return ") + hole);
    returned.edit.takes_value = true;
    returned.hole_type = type;
  }
  if (where.in_loop || where.in_switch) add("break");
  if (where.in_loop) add("continue");
}

/// The schema does nothing, or something else, instead of the statement.
void StatementEdits::add_removal(GateDraft& unit, const clang::Stmt* statement, const Where& where) {
  const auto* expression = llvm::dyn_cast<clang::Expr>(statement);
  if (!expression && !llvm::isa<clang::BreakStmt, clang::ContinueStmt>(statement)) return;
  if (expression && facts_.mentions_specification(expression)) return;
  const bool is_call = expression && llvm::isa<clang::CallExpr>(expression->IgnoreParenImpCasts());
  const Spot missing = unit.place;
  unit.place.site = site(is_call ? SiteKind::argument : SiteKind::assignment, statement);
  Draft& draft = unit.add(EditKind::removed, 2, where.is_body || where.is_labelled ? ";" : "", "", binds_all);
  draft.span = {unit.unit.span.begin, *file_.end_of(statement)};
  draft.guarding = Guarding::removed;
  draft.layout.braces = where.before_else;
  draft.edit.takes_guard = true;
  draft.is_jump = true;
  unit.place = missing;
}

/// `x = e;` becomes `y = e;`.
void StatementEdits::add_targets(GateDraft& unit, const clang::Stmt* statement) {
  const auto* pair = llvm::dyn_cast<clang::BinaryOperator>(statement);
  if (!pair || !pair->isAssignmentOp() || has_calls(pair) || facts_.mentions_specification(pair)) return;
  const auto* use = llvm::dyn_cast<clang::DeclRefExpr>(pair->getLHS());
  const auto span = use ? file_.span(use) : std::nullopt;
  const auto whole = file_.span(pair);
  if (!span || !whole || span->begin != whole->begin) return;
  const auto rest = on_one_line(file_.text({span->end, whole->end}));
  if (!rest) return;
  const Spot missing = unit.place;
  unit.place.site = site(SiteKind::assignment, statement);
  for (const clang::VarDecl* other : visible_.variables()) {
    const clang::QualType type = other->getType().getCanonicalType();
    if (other->getName() == use->getDecl()->getName() || !facts_.is_assignable(other)) continue;
    if (type != use->getType().getCanonicalType()) continue;
    const std::string name = other->getNameAsString();
    Draft& draft = unit.add(EditKind::variable, 2, name, name + " " + *rest + ";", binds_all);
    draft.span = *span;
    draft.edit.place = file_.place(*span);
    draft.is_jump = true;
  }
  unit.place = missing;
}

}  // namespace bireach::frontend
