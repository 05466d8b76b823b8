// SPDX-License-Identifier: Apache-2.0
/// Statements that stand a little earlier or later, before or after a loop or branch, or in it.
#include <algorithm>
#include <set>

#include "frontend/clang/edits/statement_edits.h"

namespace bireach::frontend {
namespace {

/// How many statements of its block one is moved past.
constexpr std::size_t most_passed = 3;

/// What `sizeof` asks about, too.
void add_mentioned(const clang::Stmt* statement, std::set<std::string>& names) {
  if (!statement) return;
  if (const auto* use = llvm::dyn_cast<clang::DeclRefExpr>(statement)) names.insert(use->getDecl()->getNameAsString());
  for (const clang::Stmt* child : statement->children()) add_mentioned(child, names);
}

std::set<std::string> mentioned(const clang::Stmt* statement) {
  std::set<std::string> names;
  add_mentioned(statement, names);
  return names;
}

bool declares_one_of(const clang::Stmt* statement, const std::set<std::string>& names) {
  const auto* declared = llvm::dyn_cast_or_null<clang::DeclStmt>(statement);
  return declared && std::any_of(declared->decl_begin(), declared->decl_end(), [&](const clang::Decl* part) {
           // A type may be named anywhere.
           const auto* variable = llvm::dyn_cast<clang::VarDecl>(part);
           return !variable || names.contains(variable->getNameAsString());
         });
}

bool is_labelled(const clang::Stmt* statement) {
  return llvm::isa<clang::LabelStmt, clang::SwitchCase>(statement);
}

bool is_loop(const clang::Stmt* statement) {
  return llvm::isa<clang::WhileStmt, clang::ForStmt, clang::DoStmt>(statement);
}

/// The blocks into which a statement beside this one may go.
std::vector<const clang::CompoundStmt*> blocks_of(const clang::Stmt* statement) {
  std::vector<const clang::CompoundStmt*> blocks;
  const auto add = [&](const clang::Stmt* body) {
    const auto* block = llvm::dyn_cast_or_null<clang::CompoundStmt>(body);
    if (block && !block->body_empty()) blocks.push_back(block);
  };
  if (const auto* choice = llvm::dyn_cast<clang::IfStmt>(statement)) {
    add(choice->getThen());
    add(choice->getElse());
  }
  if (const auto* loop = llvm::dyn_cast<clang::WhileStmt>(statement)) add(loop->getBody());
  if (const auto* loop = llvm::dyn_cast<clang::ForStmt>(statement)) add(loop->getBody());
  if (const auto* loop = llvm::dyn_cast<clang::DoStmt>(statement)) add(loop->getBody());
  return blocks;
}

}  // namespace

bool StatementEdits::is_movable(const clang::Stmt* statement) const {
  if (llvm::isa<clang::ReturnStmt, clang::BreakStmt, clang::ContinueStmt>(statement)) return !has_calls(statement);
  const auto* expression = llvm::dyn_cast<clang::Expr>(statement);
  if (!expression || facts_.mentions_specification(expression) || !facts_.has_effects(expression)) return false;
  bool movable = true;
  for_each_node(expression, [&](const clang::Stmt* node) {
    // What is called is inlined once more at each place.
    if (llvm::isa<clang::CallExpr>(node)) {
      const clang::FunctionDecl* callee = callee_of(node);
      const bool is_output =
          callee && std::find(outputs_.begin(), outputs_.end(), callee->getNameAsString()) != outputs_.end();
      movable = movable && is_output;
    }
    const auto* use = llvm::dyn_cast<clang::DeclRefExpr>(node);
    const auto* variable = use ? llvm::dyn_cast<clang::VarDecl>(use->getDecl()) : nullptr;
    movable = movable && !(variable && (!facts_.is_assignable(variable) || facts_.is_excluded(variable)));
  });
  return movable;
}

std::optional<StatementEdits::Landing> StatementEdits::landing_before(const clang::Stmt* statement) const {
  const auto begin = file_.begin_of(statement);
  const auto range = head(statement);
  if (!begin || !range || is_labelled(statement)) return std::nullopt;
  Landing landing{*begin, false, std::nullopt, file_.margin(*begin), "before `" + shown(*range) + "`"};
  if (const auto indentation = file_.indentation(*begin)) landing.line = *begin - indentation->size();
  return landing;
}

std::optional<StatementEdits::Landing> StatementEdits::landing_after(const clang::Stmt* statement) const {
  const auto begin = file_.begin_of(statement), end = file_.end_of(statement);
  const auto range = head(statement);
  if (!begin || !end || !range || leaves(statement)) return std::nullopt;
  return Landing{*end, true, file_.line_after(*end), file_.margin(*begin), "after `" + shown(*range) + "`"};
}

std::string StatementEdits::shown(const Span& span) const {
  return on_one_line(file_.text(span)).value_or(file_.text(span));
}

/// The places where one of the statements of a block may stand instead.
std::vector<StatementEdits::Landing> StatementEdits::landings(const clang::CompoundStmt* block, std::size_t index,
                                                              const Where& where) const {
  const std::vector<const clang::Stmt*> all(block->body_begin(), block->body_end());
  const clang::Stmt* moved = all[index];
  const std::set<std::string> names = mentioned(moved);
  const auto* jump = llvm::isa<clang::BreakStmt, clang::ContinueStmt>(moved) ? moved : nullptr;
  std::vector<Landing> result;
  const auto add = [&](const std::optional<Landing>& landing) {
    const auto is_same = [&](const Landing& known) { return known.at == landing->at; };
    if (landing && std::none_of(result.begin(), result.end(), is_same)) result.push_back(*landing);
  };
  const auto may_pass = [&](const clang::Stmt* other) {
    // To leave before the assertion silences it.
    const bool silences = leaves(moved) && facts_.mentions_specification(other);
    return !is_labelled(other) && !declares_one_of(other, names) && !silences;
  };
  const auto hides = [&](const clang::CompoundStmt* inner) {
    return std::any_of(inner->body_begin(), inner->body_end(),
                       [&](const clang::Stmt* part) { return declares_one_of(part, names) || is_labelled(part); });
  };
  // Into what stands beside it: not a jump into another loop, not past a declaration in the head of one.
  const auto enter = [&](const clang::Stmt* beside, bool at_end) {
    if (jump && is_loop(beside)) return;
    if (const auto* loop = llvm::dyn_cast<clang::ForStmt>(beside); loop && declares_one_of(loop->getInit(), names))
      return;
    for (const clang::CompoundStmt* inner : blocks_of(beside))
      if (!hides(inner)) add(at_end ? landing_after(inner->body_back()) : landing_before(inner->body_front()));
  };
  for (std::size_t i = index + 1, passed = 0; i < all.size() && passed < most_passed; ++i, ++passed) {
    if (!may_pass(all[i])) break;
    if (passed == 0) enter(all[i], false);
    add(landing_after(all[i]));
  }
  for (std::size_t i = index, passed = 0; i-- > 0 && passed < most_passed; ++passed) {
    if (!may_pass(all[i])) break;
    if (passed == 0) enter(all[i], true);
    // The exchange of two that can both be moved is one change.
    if (passed != 0 || !is_movable(all[i])) add(landing_before(all[i]));
  }
  if (where.owner && !hides(block) && !(jump && is_loop(where.owner))) {
    const auto* loop = llvm::dyn_cast<clang::ForStmt>(where.owner);
    if (loop && declares_one_of(loop->getInit(), names)) return result;
    if (index == 0) add(landing_before(where.owner));
    if (index + 1 == all.size()) add(landing_after(where.owner));
  }
  return result;
}

/// The text between the two places with the statement at its other end.
Draft StatementEdits::moved_to(const Landing& landing, const Span& statement, const GateDraft& unit) const {
  GateDraft made = unit;
  Draft& draft = made.add(EditKind::moved, 3, "", on_one_line(file_.text(statement)).value_or(""), binds_all);
  draft.shown_from = shown(statement);
  draft.shown_to = landing.shown;
  const auto indentation = file_.indentation(statement.begin);
  const auto next_line = file_.line_after(statement.end);
  Span from = statement;
  const bool has_comment = next_line && file_.text({statement.end, *next_line}).find('/') != std::string::npos;
  if (indentation && next_line && (landing.line || !has_comment))
    from = {statement.begin - indentation->size(), *next_line};
  else
    from.end = std::min(file_.whole().find_first_not_of(" \t", from.end), file_.whole().size());
  std::string text = file_.text(statement);
  std::size_t to = landing.at;
  if (landing.line) {
    // What stands beside it on its line goes with it.
    text = landing.indentation + (indentation && next_line ? file_.text({statement.begin, *next_line}) : text + "\n");
    to = *landing.line;
  } else {
    text = landing.after ? " " + text : text + " ";
  }
  draft.span = {std::min(from.begin, to), std::max(from.end, to)};
  draft.text = to < from.end ? text + file_.text({to, from.begin}) : file_.text({from.end, to}) + text;
  draft.edit.place = file_.place(draft.span);
  return draft;
}

void StatementEdits::moves(const clang::CompoundStmt* block, std::size_t index, const Where& where) {
  const clang::Stmt* statement = block->body_begin()[index];
  const auto begin = file_.begin_of(statement), end = file_.end_of(statement);
  const auto range = head(statement);
  if (!moves_ || !is_movable(statement) || !begin || !end || !range || !on_one_line(file_.text({*begin, *end}))) return;
  GateDraft unit;
  unit.unit.form = Gate::Form::moved;
  unit.unit.span = {*begin, file_.whole().size()};
  const auto* expression = llvm::dyn_cast<clang::Expr>(statement);
  const bool is_call = expression && llvm::isa<clang::CallExpr>(expression->IgnoreParenImpCasts());
  const SiteKind kind = llvm::isa<clang::ReturnStmt>(statement) ? SiteKind::returned
                        : is_call                               ? SiteKind::argument
                                                                : SiteKind::assignment;
  unit.place = {site(kind, statement), Role::other, binds_comma, {}, true};
  for (const Landing& landing : landings(block, index, where)) {
    Draft draft = moved_to(landing, {*begin, *end}, unit);
    draft.landing = landing.at;
    unit.drafts.push_back(std::move(draft));
  }
  expressions_.commit(std::move(unit));
}

}  // namespace bireach::frontend
