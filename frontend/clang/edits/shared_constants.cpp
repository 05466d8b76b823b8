// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/edits/shared_constants.h"

#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>
#include <set>

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
  const auto* array = file_.context().getAsConstantArrayType(defined->getType());
  if (!array || array->getSize() != list->getNumInits() || list->getNumInits() > most_elements) return {};
  for (const clang::Expr* part : list->inits()) {
    const auto element = literal(part);
    if (!element) return {};
    literals.push_back(*element);
  }
  return literals;
}

/// Identifiers, those in directives included.
void SharedConstants::count_names() {
  const clang::SourceManager& sources = file_.context().getSourceManager();
  const clang::FileID file = sources.getMainFileID();
  clang::Lexer lexer(file, sources.getBufferOrFake(file), sources, file_.context().getLangOpts());
  for (clang::Token token; !lexer.LexFromRawLexer(token);)
    if (token.is(clang::tok::raw_identifier)) ++mentions_[token.getRawIdentifier().str()];
}

void SharedConstants::walk(const clang::Stmt* statement) {
  if (!statement || llvm::isa<clang::ConstantExpr>(statement)) return;
  if (const auto* declared = llvm::dyn_cast<clang::DeclStmt>(statement)) return walk_declarations(declared);
  if (const auto* label = llvm::dyn_cast<clang::SwitchCase>(statement)) return walk(label->getSubStmt());
  if (const auto* size = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(statement)) {
    if (!size->isArgumentType()) note_size_of(size->getArgumentExpr());
    return;
  }
  if (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(statement))
    if (cast->getCastKind() == clang::CK_LValueToRValue) read(cast->getSubExpr()->IgnoreParens());
  if (const auto* number = llvm::dyn_cast<clang::IntegerLiteral>(statement)) note_macro(number);
  if (const auto* use = llvm::dyn_cast<clang::DeclRefExpr>(statement))
    if (const auto* enumerator = llvm::dyn_cast<clang::EnumConstantDecl>(use->getDecl()))
      note_enumerator(use, enumerator);
  for (const clang::Stmt* child : statement->children()) walk(child);
}

/// The initial value of a static variable has to be a constant.
void SharedConstants::walk_declarations(const clang::DeclStmt* statement) {
  for (const clang::Decl* declared : statement->decls()) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(declared);
    if (variable && variable->hasLocalStorage()) walk(variable->getInit());
  }
}

void SharedConstants::read(const clang::Expr* place) {
  const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(place);
  const auto* use = llvm::dyn_cast<clang::DeclRefExpr>(element ? element->getBase()->IgnoreParenImpCasts() : place);
  const auto* variable = use ? llvm::dyn_cast<clang::VarDecl>(use->getDecl()) : nullptr;
  Definition* definition = variable ? definition_of(variable) : nullptr;
  if (!definition) return;
  std::string index;
  if (element) {
    const auto span = file_.span(bare(element->getIdx()));
    const auto text = span ? on_one_line(file_.text(*span)) : std::nullopt;
    const bool repeats = text && !facts_.has_effects(element->getIdx()) && !has_calls(element->getIdx());
    definition->is_switched = definition->is_switched && repeats;
    index = text.value_or("0");
  }
  note(*definition, place, index);
}

/// Of `#define N 10` or `#define N (10)`.
void SharedConstants::note_macro(const clang::IntegerLiteral* use) {
  const clang::SourceManager& sources = file_.context().getSourceManager();
  const clang::LangOptions& language = file_.context().getLangOpts();
  clang::SourceLocation location = use->getLocation();
  while (sources.isMacroArgExpansion(location)) location = sources.getImmediateSpellingLoc(location);
  if (!location.isMacroID() || !sources.isMacroBodyExpansion(location)) return;
  const clang::SourceLocation written = sources.getSpellingLoc(location);
  // Not what the compiler predefines, or pastes.
  if (sources.getFileID(written) != sources.getMainFileID() || use->getValue().getActiveBits() > 63) return;
  const std::size_t begin = sources.getFileOffset(written);
  const std::size_t length = clang::Lexer::MeasureTokenLength(written, sources, language);
  if (begin + length > file_.whole().size()) return;
  const Literal literal{{begin, begin + length}, static_cast<std::int64_t>(use->getValue().getZExtValue()), false};
  Definition& definition = definitions_[literal.span];
  if (definition.literals.empty()) {
    definition.literals = {literal};
    definition.name = clang::Lexer::getImmediateMacroName(location, sources, language).str();
  }
  note(definition, use, "");
}

void SharedConstants::note_enumerator(const clang::DeclRefExpr* use, const clang::EnumConstantDecl* enumerator) {
  const auto written = literal(enumerator->getInitExpr());
  if (!written) return;
  Definition& definition = definitions_[written->span];
  if (definition.literals.empty()) {
    definition.literals = {*written};
    definition.name = enumerator->getNameAsString();
    // One without a value is one more than this.
    const auto* next = llvm::dyn_cast_or_null<clang::EnumConstantDecl>(enumerator->getNextDeclInContext());
    definition.is_switched = !next || next->getInitExpr();
  }
  note(definition, use, "");
}

void SharedConstants::note_size_of(const clang::Expr* expression) {
  for_each_node(expression, [&](const clang::Stmt* node) {
    const auto* use = llvm::dyn_cast<clang::DeclRefExpr>(node);
    const auto* variable = use ? llvm::dyn_cast<clang::VarDecl>(use->getDecl()) : nullptr;
    if (Definition* definition = variable ? definition_of(variable) : nullptr) ++definition->harmless;
  });
}

/// Null: it has no initial value that is known and stays.
SharedConstants::Definition* SharedConstants::definition_of(const clang::VarDecl* variable) {
  if (!variable->hasGlobalStorage() || !facts_.keeps_its_value(variable)) return nullptr;
  std::vector<Literal> literals = initial_values(variable);
  if (literals.empty()) return nullptr;
  Definition& definition = definitions_[literals.front().span];
  if (definition.literals.empty()) {
    definition.literals = std::move(literals);
    definition.name = variable->getNameAsString();
  }
  return &definition;
}

void SharedConstants::note(Definition& definition, const clang::Expr* use, const std::string& index) {
  const auto span = file_.span(use);
  const std::string type = file_.type_name(use->getType());
  if (!span || type.empty() || !on_one_line(file_.text(*span))) {
    definition.is_switched = false;
    return;
  }
  const auto is_same = [&](const Use& known) { return known.span == *span; };
  if (std::none_of(definition.uses.begin(), definition.uses.end(), is_same))
    definition.uses.push_back({*span, type, index});
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

bool SharedConstants::commit(const Definition& definition) {
  const bool all = definition.uses.size() + definition.harmless == mentions_[definition.name];
  if (!definition.is_switched || !all) return false;
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
  return true;
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

void SharedConstants::run(const std::string& entry) {
  count_names();
  const clang::FunctionDecl* begins = nullptr;
  const clang::SourceManager& sources = file_.context().getSourceManager();
  const auto& declarations = file_.context().getTranslationUnitDecl()->decls();
  for (const clang::Decl* declaration : declarations) {
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
    if (!function || !function->doesThisDeclarationHaveABody()) continue;
    walk(function->getBody());
    if (function->getNameAsString() == entry && sources.isInMainFile(sources.getExpansionLoc(function->getLocation())))
      begins = function;
  }
  std::set<Span> committed;
  for (const auto& [key, definition] : definitions_)
    if (commit(definition)) committed.insert(key);
  const auto* body = begins ? llvm::dyn_cast<clang::CompoundStmt>(begins->getBody()) : nullptr;
  const auto brace = body ? file_.span(clang::SourceRange(body->getLBracLoc())) : std::nullopt;
  if (!brace) return;
  for (const clang::Decl* declaration : declarations) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration);
    if (!variable || variable->isThisDeclarationADefinition() != clang::VarDecl::Definition) continue;
    const std::vector<Literal> literals = initial_values(variable);
    // It has to be known there, by this name.
    const bool is_hidden =
        std::any_of(begins->param_begin(), begins->param_end(),
                    [&](const clang::ParmVarDecl* other) { return other->getName() == variable->getName(); });
    if (literals.empty() || is_hidden || literals.front().span.begin > brace->begin) continue;
    if (facts_.is_assignable(variable) && !committed.contains(literals.front().span))
      commit_initial(variable, brace->end);
  }
}

}  // namespace bireach::frontend
