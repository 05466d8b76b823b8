// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/edits/names.h"

#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>

namespace bireach::frontend {
namespace {

constexpr std::size_t most_variables = 9, most_operands = 12, most_conditions = 12, most_calls = 4, most_text = 60;

/// The controlling expression, if the statement or expression has one.
const clang::Expr* controlling(const clang::Stmt* node) {
  if (const auto* choice = llvm::dyn_cast<clang::IfStmt>(node)) return choice->getCond();
  if (const auto* loop = llvm::dyn_cast<clang::WhileStmt>(node)) return loop->getCond();
  if (const auto* loop = llvm::dyn_cast<clang::DoStmt>(node)) return loop->getCond();
  if (const auto* loop = llvm::dyn_cast<clang::ForStmt>(node)) return loop->getCond();
  if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(node)) return choice->getCond();
  return nullptr;
}

bool is_plain_variable(const clang::VarDecl* variable) {
  // A declaration in a block is not known everywhere.
  const bool is_local_extern =
      variable->hasExternalStorage() && variable->getLexicalDeclContext()->isFunctionOrMethod();
  return !is_local_extern && !variable->getName().empty() && !variable->getType().isVolatileQualified();
}

}  // namespace

void Visible::enter(const clang::FunctionDecl* function) {
  own_.assign(function->param_begin(), function->param_end());
  globals_.clear();
  for_each_node(function->getBody(), [&](const clang::Stmt* node) {
    const auto* use = llvm::dyn_cast<clang::DeclRefExpr>(node);
    const auto* variable = use ? llvm::dyn_cast<clang::VarDecl>(use->getDecl()) : nullptr;
    if (!variable || !variable->hasGlobalStorage() || variable->isStaticLocal()) return;
    variable = variable->getCanonicalDecl();
    if (std::find(globals_.begin(), globals_.end(), variable) == globals_.end()) globals_.push_back(variable);
  });
}

const clang::VarDecl* Visible::find(const std::string& name) const {
  for (auto i = own_.rbegin(); i != own_.rend(); ++i)
    if ((*i)->getName() == name) return *i;
  for (const clang::VarDecl* variable : globals_)
    if (variable->getName() == name) return variable;
  return nullptr;
}

std::vector<const clang::VarDecl*> Visible::variables() const {
  std::vector<const clang::VarDecl*> result;
  for (const auto* list : {&own_, &globals_})
    for (const clang::VarDecl* variable : *list)
      if (is_plain_variable(variable) && !facts_.is_excluded(variable) && find(variable->getNameAsString()) == variable)
        result.push_back(variable);
  return result;
}

NameFinder::NameFinder(const SourceFile& file, const Facts& facts, const Visible& visible)
    : file_(file), facts_(facts), visible_(visible) {
  for (const clang::Decl* declaration : file.context().getTranslationUnitDecl()->decls()) {
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
    if (function && function->doesThisDeclarationHaveABody() && !facts.is_excluded(function->getNameAsString()))
      collect(function);
  }
}

std::optional<NameFinder::Phrase> NameFinder::phrase(const clang::Expr* expression, const std::string& function) const {
  const auto span = file_.span(expression);
  if (!span || span->end - span->begin > most_text || has_calls(expression) || facts_.has_effects(expression))
    return std::nullopt;
  const auto text = on_one_line(file_.text(*span));
  if (!text || text->empty()) return std::nullopt;
  Phrase result;
  result.text = *text;
  result.type = file_.promoted(expression);
  result.function = function;
  bool plain = true;
  for_each_node(expression, [&](const clang::Stmt* node) {
    if (const auto* use = llvm::dyn_cast<clang::DeclRefExpr>(node)) {
      const auto* variable = llvm::dyn_cast<clang::VarDecl>(use->getDecl());
      plain = plain && !(variable && facts_.is_excluded(variable));
      if (variable) result.variables.push_back(variable->hasLocalStorage() ? variable : variable->getCanonicalDecl());
    }
    plain = plain && !llvm::isa<clang::StmtExpr, clang::CompoundLiteralExpr>(node);
  });
  if (!plain || result.variables.empty()) return std::nullopt;
  return result;
}

void NameFinder::collect(const clang::FunctionDecl* function) {
  const std::string name = function->getNameAsString();
  const auto add = [&](std::vector<Phrase>& phrases, const clang::Expr* expression, int binding) {
    auto found = phrase(expression, name);
    if (!found) return;
    found->binding = binding;
    const auto same = [&](const Phrase& other) { return other.text == found->text && other.function == name; };
    if (std::none_of(phrases.begin(), phrases.end(), same)) phrases.push_back(std::move(*found));
  };
  for_each_node(function->getBody(), [&](const clang::Stmt* node) {
    if (const clang::Expr* condition = controlling(node)) {
      condition = condition->IgnoreParenImpCasts();
      if (!facts_.decides_error(condition)) add(conditions_, condition, binds_comma);
      const auto* pair = llvm::dyn_cast<clang::BinaryOperator>(condition);
      if (pair && pair->isLogicalOp())
        for (const clang::Expr* term : {pair->getLHS(), pair->getRHS()})
          add(conditions_, term->IgnoreParenImpCasts(), binds_comma);
    }
    const auto* expression = llvm::dyn_cast<clang::Expr>(node);
    if (llvm::isa<clang::ArraySubscriptExpr, clang::MemberExpr>(node) && is_integer(expression->getType()))
      add(elements_, expression, binds_postfix);
  });
}

void NameFinder::enter(const clang::FunctionDecl* function) {
  function_ = function->getNameAsString();
  declaration_ = function;
  known_.reset();
  calls_.clear();
  for (const clang::FunctionDecl* value : facts_.values()) {
    const std::string name = value->getNameAsString();
    if (&value->getASTContext() != &file_.context() || facts_.reaches(name, function_)) continue;
    const auto body = file_.span(value->getBody());
    if (!body || !on_one_line(file_.text(*body))) continue;
    // Called before it is declared it would be another function.
    const auto redeclared = value->redecls();
    if (std::none_of(redeclared.begin(), redeclared.end(), [&](const clang::FunctionDecl* other) {
          return file_.context().getSourceManager().isBeforeInTranslationUnit(other->getLocation(),
                                                                              function->getLocation());
        }))
      continue;
    calls_.push_back(
        {name + "()", "__bireach_call_" + name + "()", file_.promoted(value->getReturnType()), binds_postfix});
  }
}

bool NameFinder::means_the_same(const Phrase& phrase) const {
  return std::all_of(phrase.variables.begin(), phrase.variables.end(), [&](const clang::VarDecl* variable) {
    const clang::VarDecl* here = visible_.find(variable->getNameAsString());
    if (here == variable) return true;
    return here && phrase.function != function_ &&
           here->getType().getCanonicalType() == variable->getType().getCanonicalType();
  });
}

std::vector<std::string> NameFinder::conditions() const {
  std::vector<std::string> result;
  for (const bool own : {true, false})
    for (const Phrase& phrase : conditions_) {
      if ((phrase.function == function_) != own || result.size() >= most_conditions || !means_the_same(phrase))
        continue;
      if (std::find(result.begin(), result.end(), phrase.text) == result.end()) result.push_back(phrase.text);
    }
  return result;
}

void NameFinder::add_elements(std::vector<Nameable>& operands) const {
  const auto add = [&](const std::string& text, const std::string& type) {
    const auto same = [&](const Nameable& other) { return other.text == text; };
    if (operands.size() < most_operands && std::none_of(operands.begin(), operands.end(), same))
      operands.push_back({text, text, type, binds_postfix});
  };
  for (const Phrase& element : elements_)
    if (element.function == function_ && !element.type.empty() && means_the_same(element))
      add(element.text, element.type);
  for (const clang::VarDecl* variable : visible_.variables()) {
    const clang::QualType type = variable->getType();
    if (!type->isArrayType() && !type->isPointerType()) continue;
    const clang::QualType element =
        type->isArrayType() ? file_.context().getBaseElementType(type) : type->getPointeeType();
    const bool is_used = std::any_of(elements_.begin(), elements_.end(), [&](const Phrase& other) {
      return other.text.starts_with(variable->getNameAsString() + "[") &&
             std::find(other.text.begin() + 1, other.text.end(), ']') == other.text.end() - 1;
    });
    const std::string name = is_integer(element) ? file_.promoted(element) : "";
    if (is_used && !name.empty()) add(variable->getNameAsString() + "[0]", name);
  }
}

void NameFinder::add_others(std::vector<Nameable>& operands) const {
  for (const clang::Decl* declaration : file_.context().getTranslationUnitDecl()->decls()) {
    if (declaration == declaration_ || operands.size() >= most_operands) return;
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration);
    if (!variable || variable != variable->getCanonicalDecl() || !file_.span(variable->getSourceRange())) continue;
    const std::string name = variable->getNameAsString();
    const std::string type = is_integer(variable->getType()) ? file_.promoted(variable->getType()) : "";
    if (type.empty() || !is_plain_variable(variable) || facts_.is_excluded(variable)) continue;
    if (!visible_.find(name)) operands.push_back({name, name, type, binds_all});
  }
}

std::shared_ptr<const Names> NameFinder::names(bool with_calls) {
  const std::vector<const clang::VarDecl*> variables = visible_.variables();
  if (!known_ || variables != known_for_) {
    Names names;
    for (const clang::VarDecl* variable : variables) {
      const std::string type = is_integer(variable->getType()) ? file_.promoted(variable->getType()) : "";
      const std::string name = variable->getNameAsString();
      if (!type.empty() && names.operands.size() < most_variables)
        names.operands.push_back({name, name, type, binds_all});
    }
    add_elements(names.operands);
    add_others(names.operands);
    names.conditions = conditions();
    known_without_calls_ = std::make_shared<Names>(names);
    std::size_t calls = 0;
    for (const Nameable& call : calls_)
      if (!call.type.empty() && calls++ < most_calls) names.operands.push_back(call);
    known_ = std::make_shared<Names>(std::move(names));
    known_for_ = variables;
  }
  return with_calls ? known_ : known_without_calls_;
}

}  // namespace bireach::frontend
