// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/edits/shared_constants.h"

#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>

namespace bireach::frontend {
namespace {

/// Of an array; each is an edit.
constexpr std::size_t most_elements = 64;

const clang::Expr* number_in(const clang::Expr* value) {
  value = value->IgnoreParenImpCasts();
  if (const auto* single = llvm::dyn_cast<clang::UnaryOperator>(value))
    if (single->getOpcode() == clang::UO_Minus) value = single->getSubExpr()->IgnoreParenImpCasts();
  return llvm::isa<clang::IntegerLiteral, clang::CharacterLiteral>(value) ? value : nullptr;
}

}  // namespace

std::optional<SharedConstants::Literal> SharedConstants::literal(const clang::Expr* value) const {
  const clang::Expr* number = value ? number_in(value) : nullptr;
  const auto span = number ? file_.span(bare(value)) : std::nullopt;
  if (!span || number->getBeginLoc().isMacroID() || !is_integer(value->getType())) return std::nullopt;
  clang::Expr::EvalResult result;
  if (!value->EvaluateAsInt(result, file_.context()) || result.Val.getInt().getMinSignedBits() > 64)
    return std::nullopt;
  return Literal{*span, result.Val.getInt().getExtValue(), llvm::isa<clang::CharacterLiteral>(number)};
}

/// Of `#define N 10` or `#define N (10)`.
std::optional<SharedConstants::Literal> SharedConstants::macro_literal(const clang::Expr* use,
                                                                       std::int64_t number) const {
  const clang::SourceManager& sources = file_.context().getSourceManager();
  const auto* inner = llvm::dyn_cast<clang::IntegerLiteral>(use->IgnoreParenImpCasts());
  if (!inner) return std::nullopt;
  clang::SourceLocation location = inner->getLocation();
  while (sources.isMacroArgExpansion(location)) location = sources.getImmediateSpellingLoc(location);
  if (!location.isMacroID() || !sources.isMacroBodyExpansion(location)) return std::nullopt;
  const clang::SourceLocation written = sources.getSpellingLoc(location);
  if (!sources.isInMainFile(written) || number < 0) return std::nullopt;
  const std::size_t begin = sources.getFileOffset(written);
  const std::size_t length = clang::Lexer::MeasureTokenLength(written, sources, file_.context().getLangOpts());
  if (begin + length > file_.whole().size()) return std::nullopt;
  return Literal{{begin, begin + length}, number, false};
}

std::vector<SharedConstants::Literal> SharedConstants::initial_values(const clang::VarDecl* variable) const {
  const clang::VarDecl* defined = variable->getDefinition();
  if (!defined || !defined->hasInit() || defined->getType().isVolatileQualified() || facts_.is_excluded(variable))
    return {};
  const auto* list = llvm::dyn_cast<clang::InitListExpr>(defined->getInit());
  std::vector<Literal> literals;
  if (!list) {
    if (const auto single = literal(defined->getInit())) literals.push_back(*single);
    return literals;
  }
  if (!defined->getType()->isArrayType() || list->getNumInits() > most_elements) return {};
  for (const clang::Expr* part : list->inits()) {
    const auto element = literal(part);
    if (!element) return {};
    literals.push_back(*element);
  }
  return literals;
}

void SharedConstants::note(std::vector<Literal> literals, const clang::Expr* use, const std::string& index) {
  const auto span = file_.span(use);
  const std::string type = file_.type_name(use->getType());
  if (literals.empty() || !span || type.empty() || !on_one_line(file_.text(*span))) return;
  const Span key = literals.front().span;
  Definition& definition = definitions_[key];
  if (definition.literals.empty()) definition.literals = std::move(literals);
  const auto is_same = [&](const Use& known) { return known.span == *span; };
  if (std::none_of(definition.uses.begin(), definition.uses.end(), is_same))
    definition.uses.push_back({*span, type, index});
}

void SharedConstants::note_constant(const clang::Expr* use, std::int64_t number) {
  const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(use->IgnoreParenImpCasts());
  const auto* enumerator = named ? llvm::dyn_cast<clang::EnumConstantDecl>(named->getDecl()) : nullptr;
  const auto found = enumerator ? literal(enumerator->getInitExpr())
                     : named    ? std::nullopt
                                : macro_literal(use, number);
  if (found && found->number == number) note({*found}, use, "");
}

void SharedConstants::note_variable(const clang::DeclRefExpr* use) {
  const auto* variable = llvm::dyn_cast<clang::VarDecl>(use->getDecl());
  if (variable && facts_.keeps_its_value(variable) && !variable->getType()->isArrayType())
    note(initial_values(variable), use, "");
}

void SharedConstants::note_element(const clang::ArraySubscriptExpr* use) {
  const auto* base = llvm::dyn_cast<clang::DeclRefExpr>(use->getBase()->IgnoreParenImpCasts());
  const auto* variable = base ? llvm::dyn_cast<clang::VarDecl>(base->getDecl()) : nullptr;
  const auto index = file_.span(bare(use->getIdx()));
  if (!variable || !index || !facts_.keeps_its_value(variable) || facts_.has_effects(use) || has_calls(use)) return;
  const auto text = on_one_line(file_.text(*index));
  if (text) note(initial_values(variable), use, *text);
}

std::size_t SharedConstants::site(const Span& literal) {
  const std::string& whole = file_.whole();
  const std::string margin = file_.margin(literal.begin);
  const std::size_t newline = whole.rfind('\n', literal.begin);
  const std::size_t begin = (newline == std::string::npos ? 0 : newline + 1) + margin.size();
  std::size_t end = std::min(whole.find('\n', literal.end), whole.size());
  while (end > begin && std::isspace(static_cast<unsigned char>(whole[end - 1])) != 0) --end;
  EditSite made;
  made.kind = SiteKind::assignment;
  made.place = file_.place({begin, end});
  made.text = whole.substr(begin, end - begin);
  while (!made.text.empty() && (made.text.back() == ';' || made.text.back() == ' ')) made.text.pop_back();
  collected_.data.sites.push_back(std::move(made));
  collected_.data.names.push_back(std::make_shared<const Names>());
  return collected_.data.sites.size() - 1;
}

void SharedConstants::add(GateDraft& unit, const Literal& literal, const std::string& text,
                          const std::string& type) const {
  unit.range = file_.place(literal.span);
  Draft& draft = unit.add(EditKind::constant, 1, std::string(1, hole), text, binds_all);
  draft.span = literal.span;
  draft.needs = binds_all;
  draft.edit.takes_value = draft.edit.constant_only = true;
  draft.edit.original = literal.number;
  draft.hole_type = type;
  draft.is_letter = literal.is_letter;
}

void SharedConstants::push(GateDraft unit) {
  unit.unit.file = file_.number();
  collected_.data.units.push_back(std::move(unit.unit));
  collected_.drafts.push_back(std::move(unit.drafts));
}

void SharedConstants::commit(const Definition& definition) {
  const std::size_t source = collected_.data.units.size();
  for (const Use& use : definition.uses) {
    GateDraft unit;
    unit.unit.form = Gate::Form::shared;
    unit.unit.span = use.span;
    unit.unit.borrowed = use.index;
    unit.unit.cast = "(" + use.type + ")";
    if (collected_.data.units.size() != source) unit.unit.source = source;
    if (!unit.unit.source) {
      unit.place.site = site(definition.literals.front().span);
      for (const Literal& literal : definition.literals) add(unit, literal, "", use.type);
    }
    push(std::move(unit));
  }
}

void SharedConstants::commit_initial(const clang::VarDecl* variable, std::size_t begin) {
  const std::string type = file_.type_name(variable->getType());
  const std::vector<Literal> literals = initial_values(variable);
  if (type.empty() || literals.size() != 1) return;
  GateDraft unit;
  unit.unit.form = Gate::Form::after;
  unit.unit.span = {begin, begin};
  unit.place.site = site(literals.front().span);
  add(unit, literals.front(), variable->getNameAsString() + " = " + hole, type);
  push(std::move(unit));
}

void SharedConstants::commit(const clang::FunctionDecl* entry) {
  for (const auto& [key, definition] : definitions_) commit(definition);
  const auto* body = entry ? llvm::dyn_cast<clang::CompoundStmt>(entry->getBody()) : nullptr;
  const auto brace = body ? file_.span(clang::SourceRange(body->getLBracLoc())) : std::nullopt;
  if (!brace) return;
  for (const clang::Decl* declaration : file_.context().getTranslationUnitDecl()->decls()) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration);
    if (!variable || variable->isThisDeclarationADefinition() != clang::VarDecl::Definition) continue;
    if (facts_.is_assignable(variable) && !facts_.keeps_its_value(variable)) commit_initial(variable, brace->end);
  }
}

}  // namespace bireach::frontend
