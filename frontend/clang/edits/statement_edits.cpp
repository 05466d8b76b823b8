// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/edits/statement_edits.h"

#include <clang/Basic/SourceManager.h>

#include <algorithm>

namespace bireach::frontend {
namespace {

const clang::Stmt* without_labels(const clang::Stmt* statement) {
  while (statement)
    if (const auto* label = llvm::dyn_cast<clang::LabelStmt>(statement))
      statement = label->getSubStmt();
    else if (const auto* choice = llvm::dyn_cast<clang::SwitchCase>(statement))
      statement = choice->getSubStmt();
    else if (const auto* attributed = llvm::dyn_cast<clang::AttributedStmt>(statement))
      statement = attributed->getSubStmt();
    else
      break;
  return statement;
}

}  // namespace

bool leaves(const clang::Stmt* statement) {
  if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(statement))
    return !block->body_empty() && leaves(block->body_back());
  return llvm::isa_and_nonnull<clang::ReturnStmt, clang::BreakStmt, clang::ContinueStmt, clang::GotoStmt>(
      without_labels(statement));
}

void StatementEdits::run(bool moves) {
  moves_ = moves;
  const clang::SourceManager& sources = file_.context().getSourceManager();
  for (const clang::Decl* declaration : file_.context().getTranslationUnitDecl()->decls()) {
    const auto* found = llvm::dyn_cast<clang::FunctionDecl>(declaration);
    if (!found || !found->doesThisDeclarationHaveABody() || facts_.is_excluded(found->getNameAsString())) continue;
    if (sources.isInMainFile(sources.getExpansionLoc(found->getLocation()))) function(found);
  }
}

void StatementEdits::function(const clang::FunctionDecl* function) {
  function_ = function;
  visible_.enter(function);
  names_.enter(function);
  outputs_.clear();
  for_each_node(function->getBody(), [&](const clang::Stmt* node) {
    const clang::FunctionDecl* callee = callee_of(node);
    if (!callee || !callee->getReturnType()->isVoidType() || callee->getNumParams() != 1) return;
    const std::string name = callee->getNameAsString();
    const clang::QualType parameter = callee->getParamDecl(0)->getType();
    if (!facts_.is_callable(name) || !is_integer(parameter)) return;
    if (facts_.reaches(name, function->getNameAsString())) return;
    if (std::find(outputs_.begin(), outputs_.end(), name) == outputs_.end()) outputs_.push_back(name);
    output_types_[name] = file_.type_name(parameter);
  });
  walk(function->getBody(), {});
}

std::optional<Span> StatementEdits::head(const clang::Stmt* statement) const {
  const auto until = [&](clang::SourceLocation begin, clang::SourceLocation end) {
    return file_.span(clang::SourceRange(begin, end));
  };
  if (const auto* part = llvm::dyn_cast<clang::IfStmt>(statement)) return until(part->getIfLoc(), part->getRParenLoc());
  if (const auto* part = llvm::dyn_cast<clang::WhileStmt>(statement))
    return until(part->getWhileLoc(), part->getRParenLoc());
  if (const auto* part = llvm::dyn_cast<clang::ForStmt>(statement))
    return until(part->getForLoc(), part->getRParenLoc());
  if (const auto* part = llvm::dyn_cast<clang::DoStmt>(statement))
    return until(part->getWhileLoc(), part->getRParenLoc());
  if (const auto* part = llvm::dyn_cast<clang::SwitchStmt>(statement))
    return until(part->getSwitchLoc(), part->getRParenLoc());
  const auto begin = file_.begin_of(statement);
  const auto end = file_.end_of(statement);
  if (begin && end && *begin < *end) return Span{*begin, *end};
  return file_.span(statement);
}

std::size_t StatementEdits::site(SiteKind kind, const Span& span) {
  Candidates& data = collected_.data;
  EditSite made;
  made.kind = kind;
  made.place = file_.place(span);
  const std::shared_ptr<const Names> names = names_.names(kind != SiteKind::missing);
  for (const Nameable& operand : names->operands) made.operands.push_back(operand.text);
  made.conditions = names->conditions;
  // Within one declaration more and more can be named.
  const auto is_same = [&](const EditSite& other) {
    return other.kind == kind && other.place == made.place && other.operands == made.operands &&
           other.conditions == made.conditions;
  };
  for (std::size_t i = data.sites.size(); i-- > 0 && data.sites.size() - i < 4;)
    if (is_same(data.sites[i])) return i;
  made.function = function_->getNameAsString();
  made.text = on_one_line(file_.text(span)).value_or("");
  while (!made.text.empty() && (made.text.back() == ';' || made.text.back() == ' ')) made.text.pop_back();
  data.sites.push_back(std::move(made));
  data.names.push_back(names);
  return data.sites.size() - 1;
}

std::size_t StatementEdits::site(SiteKind kind, const clang::Stmt* statement) {
  return site(kind, head(statement).value_or(Span{}));
}

void StatementEdits::walk(const clang::Stmt* statement, Where where) {
  if (!statement) return;
  if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(statement)) return compound(block, where);
  const clang::Stmt* inner = without_labels(statement);
  if (inner != statement) {
    if (!inner) return;
    where.is_labelled = true;
    if (!llvm::isa<clang::CompoundStmt, clang::DeclStmt>(inner)) return walk(inner, where);
    where.is_body = true;  // nothing before it
    where.is_else_if = true;
    return walk(inner, where);
  }
  if (computes_expected(statement)) return;
  const bool in_compound = !where.is_body;
  if (!where.is_else_if) before(statement, where);
  if (const auto* part = llvm::dyn_cast<clang::IfStmt>(statement)) return choice(part, where);
  if (const auto* part = llvm::dyn_cast<clang::WhileStmt>(statement))
    return loop(part, part->getCond(), part->getBody(), where);
  if (const auto* part = llvm::dyn_cast<clang::DoStmt>(statement))
    return loop(part, part->getCond(), part->getBody(), where);
  if (const auto* part = llvm::dyn_cast<clang::ForStmt>(statement)) return for_loop(part, where);
  if (const auto* part = llvm::dyn_cast<clang::DeclStmt>(statement)) return declaration(part, in_compound);
  if (const auto* part = llvm::dyn_cast<clang::SwitchStmt>(statement)) {
    if (!facts_.mentions_specification(part->getCond()))
      expressions_.visit(part->getCond(), {site(SiteKind::condition, part), Role::other, binds_comma, {}, false});
    return walk(part->getBody(), {true, false, false, where.in_loop, true});
  }
  if (const auto* part = llvm::dyn_cast<clang::ReturnStmt>(statement)) {
    if (part->getRetValue() && !facts_.mentions_specification(part) && head(part))
      expressions_.value(part->getRetValue(), site(SiteKind::returned, part), function_->getReturnType(), binds_comma);
    return;
  }
  if (const auto* part = llvm::dyn_cast<clang::Expr>(statement)) expression(part, statement);
}

/// Does it do nothing but assign variables of the specification?
bool StatementEdits::computes_expected(const clang::Stmt* statement) const {
  const auto is_expected = [&](const clang::Expr* target) {
    const auto* use = llvm::dyn_cast<clang::DeclRefExpr>(target->IgnoreParens());
    const auto* variable = use ? llvm::dyn_cast<clang::VarDecl>(use->getDecl()) : nullptr;
    return variable && facts_.is_excluded(variable);
  };
  if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(statement))
    return !block->body_empty() && std::all_of(block->body_begin(), block->body_end(),
                                               [&](const clang::Stmt* part) { return computes_expected(part); });
  if (const auto* choice = llvm::dyn_cast<clang::IfStmt>(statement))
    return computes_expected(choice->getThen()) && (!choice->getElse() || computes_expected(choice->getElse()));
  if (const auto* pair = llvm::dyn_cast<clang::BinaryOperator>(statement))
    return pair->isAssignmentOp() && is_expected(pair->getLHS());
  const auto* single = llvm::dyn_cast<clang::UnaryOperator>(statement);
  return single && single->isIncrementDecrementOp() && is_expected(single->getSubExpr());
}

void StatementEdits::compound(const clang::CompoundStmt* statement, Where where) {
  const std::size_t mark = visible_.mark();
  where.is_body = where.before_else = where.is_else_if = where.is_labelled = false;
  const Where block = where;
  where.owner = nullptr;
  for (auto child = statement->body_begin(); child != statement->body_end(); ++child) {
    const auto after = std::next(child);
    where.previous = child == statement->body_begin() ? nullptr : *std::prev(child);
    where.next = after == statement->body_end() ? nullptr : *after;
    walk(*child, where);
    const auto* choice = llvm::dyn_cast_or_null<clang::IfStmt>(without_labels(*child));
    if (choice && where.next) join(choice, where.next);
    moves(statement, static_cast<std::size_t>(child - statement->body_begin()), block);
  }
  where.previous = where.next = nullptr;
  if (statement->body_empty() || !leaves(statement->body_back())) at_end(statement, where);
  visible_.leave(mark);
}

void StatementEdits::choice(const clang::IfStmt* statement, const Where& where) {
  const clang::Expr* test = statement->getCond();
  if (!facts_.decides_error(test) && !facts_.mentions_specification(test) && head(statement)) {
    expressions_.condition(test, site(SiteKind::condition, statement));
    if (!statement->getElse()) otherwise(statement, where);
  }
  Where inner{true, statement->getElse() != nullptr, false, where.in_loop, where.in_switch};
  if (!where.is_body && !where.is_labelled) inner.owner = statement;
  walk(statement->getThen(), inner);
  inner.previous = where.previous;
  inner.next = where.next;
  inner.before_else = where.before_else;
  inner.is_else_if = statement->getElse() && llvm::isa<clang::IfStmt>(statement->getElse());
  walk(statement->getElse(), inner);
}

void StatementEdits::loop(const clang::Stmt* statement, const clang::Expr* condition, const clang::Stmt* body,
                          const Where& where) {
  const bool first = !llvm::isa<clang::DoStmt>(statement);
  const auto test = [&] {
    if (!facts_.decides_error(condition) && !facts_.mentions_specification(condition) && head(statement))
      expressions_.condition(condition, site(SiteKind::condition, statement));
  };
  if (first) test();
  Where inner{true, first && where.before_else, false, true, false};
  if (!where.is_body && !where.is_labelled) inner.owner = statement;
  walk(body, inner);
  if (!first) test();
}

void StatementEdits::for_loop(const clang::ForStmt* statement, const Where& where) {
  const std::size_t mark = visible_.mark();
  const clang::Stmt* first = statement->getInit();
  if (const auto* declared = llvm::dyn_cast_or_null<clang::DeclStmt>(first))
    declaration(declared, false);
  else if (const auto* start = llvm::dyn_cast_or_null<clang::Expr>(first))
    expression(start, start);
  const clang::Expr* test = statement->getCond();
  if (test && !facts_.decides_error(test) && !facts_.mentions_specification(test) && head(statement))
    expressions_.condition(test, site(SiteKind::condition, statement));
  if (statement->getInc()) expression(statement->getInc(), statement->getInc());
  Where inner{true, where.before_else, false, true, false};
  if (!where.is_body && !where.is_labelled) inner.owner = statement;
  walk(statement->getBody(), inner);
  visible_.leave(mark);
}

void StatementEdits::declaration(const clang::DeclStmt* statement, bool in_compound) {
  for (const clang::Decl* declared : statement->decls()) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(declared);
    if (!variable) continue;
    const bool editable = variable->hasLocalStorage() && !facts_.is_excluded(variable) && head(statement);
    if (editable && variable->hasInit() && !facts_.mentions_specification(variable->getInit()))
      initialiser(variable->getInit(), variable->getType(), site(SiteKind::assignment, statement));
    if (editable && in_compound && !variable->hasInit() && is_integer(variable->getType()) &&
        !variable->getType().isConstQualified())
      leave_uninitialised(statement, variable, site(SiteKind::assignment, statement));
    visible_.declare(variable);
  }
}

void StatementEdits::initialiser(const clang::Expr* value, clang::QualType type, std::size_t site) {
  const auto* list = llvm::dyn_cast<clang::InitListExpr>(value);
  if (!list) {
    if (!llvm::isa<clang::StringLiteral>(value->IgnoreParenImpCasts())) expressions_.value(value, site, type);
    return;
  }
  for (const clang::Expr* part : list->inits())
    if (part && !llvm::isa<clang::ImplicitValueInitExpr, clang::DesignatedInitExpr>(part)) {
      if (llvm::isa<clang::InitListExpr>(part))
        initialiser(part, part->getType(), site);
      else if (const std::string name = file_.type_name(part->getType()); !name.empty())
        expressions_.visit(part, {site, Role::value, binds_assignment, name, false});
    }
}

/// `int x;` becomes `int x = 5;`: the schema assigns after it.
void StatementEdits::leave_uninitialised(const clang::DeclStmt* statement, const clang::VarDecl* variable,
                                         std::size_t site) {
  const auto name = file_.span(clang::SourceRange(variable->getLocation()));
  const auto end = file_.end_of(statement);
  const std::string type = file_.type_name(variable->getType());
  if (!name || !end || type.empty() || variable->getType().isVolatileQualified()) return;
  GateDraft unit;
  unit.unit.form = Gate::Form::after;
  unit.unit.span = {*end, *end};
  unit.place = {site, Role::other, binds_comma, {}, false};
  unit.range = file_.place(*name);
  unit.unit.names = names_.names();
  Draft& draft = unit.add(EditKind::assignment, 1, std::string(" = ") + hole,
                          variable->getNameAsString() + " = " + hole, binds_all);
  draft.span = {name->end, name->end};
  draft.edit.takes_value = draft.edit.constant_only = true;
  draft.hole_type = type;
  expressions_.commit(std::move(unit));
}

void StatementEdits::expression(const clang::Expr* statement, const clang::Stmt* owner) {
  const clang::Expr* inner = statement->IgnoreParenImpCasts();
  if (facts_.mentions_specification(statement) || !head(owner)) return;
  const auto* made = llvm::dyn_cast<clang::CallExpr>(inner);
  const std::size_t place = site(made ? SiteKind::argument : SiteKind::assignment, owner);
  const Spot here{place, Role::other, binds_comma, {}, true};
  const auto* pair = llvm::dyn_cast<clang::BinaryOperator>(inner);
  if (made)
    expressions_.call(made, here, true);
  else if (pair && pair->isAssignmentOp())
    expressions_.assignment(pair, here, true);
  else if (pair && pair->getOpcode() == clang::BO_Comma) {
    expression(pair->getLHS(), owner);
    expression(pair->getRHS(), owner);
  } else
    expressions_.visit(inner, here);
}

}  // namespace bireach::frontend
