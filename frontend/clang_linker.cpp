// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang_linker.h"

#include <clang/AST/Attr.h>

#include "frontend/clang_library.h"
#include "frontend/clang_unit.h"

namespace bireach::frontend {
namespace {

std::string place_of(const Unit& unit, const clang::Decl* declaration) {
  const clang::SourceManager& sources = unit.context().getSourceManager();
  const clang::SourceLocation where = sources.getExpansionLoc(declaration->getLocation());
  return sources.getFilename(where).str() + ":" + std::to_string(sources.getSpellingLineNumber(where)) + ":" +
         std::to_string(sources.getSpellingColumnNumber(where));
}

/// How strongly a declaration defines its variable: 2 with an initialiser, 1 tentatively, 0 only declared.
int strength(const clang::VarDecl* variable) {
  switch (variable->isThisDeclarationADefinition()) {
    case clang::VarDecl::Definition:
      return 2;
    case clang::VarDecl::TentativeDefinition:
      return variable->getType()->isIncompleteType() ? 0 : 1;
    case clang::VarDecl::DeclarationOnly:
      return 0;
  }
  return 0;
}

std::string type_name(clang::QualType type) {
  return type.getCanonicalType().getUnqualifiedType().getAsString();
}

bool types_fit(const clang::VarDecl* a, const clang::VarDecl* b) {
  if (type_name(a->getType()) == type_name(b->getType())) return true;
  return a->getType()->isIncompleteArrayType() || b->getType()->isIncompleteArrayType();
}

}  // namespace

Linker::Linker(const std::vector<std::unique_ptr<Unit>>& units, DataModel data_model) : data_model_(data_model) {
  for (const auto& unit : units) {
    units_[&unit->context()] = unit.get();
    for (const clang::Decl* declaration : unit->context().getTranslationUnitDecl()->decls()) {
      if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration)) add_function(*unit, function);
      if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration)) add_variable(*unit, variable);
    }
  }
}

void Linker::add_function(const Unit& unit, const clang::FunctionDecl* function) {
  const std::string name = function->getNameAsString();
  if (function->isExternallyVisible()) declared_functions_.emplace(name, function);
  if (!function->isThisDeclarationADefinition()) return;
  if (!function->isExternallyVisible()) {
    static_functions_.emplace(name, function);
    return;
  }
  const auto [known, fresh] = functions_.emplace(name, function);
  if (fresh || function->hasAttr<clang::GNUInlineAttr>() || function->hasAttr<clang::WeakAttr>()) return;
  if (known->second->hasAttr<clang::WeakAttr>() || known->second->isInlined()) {
    known->second = function;
    return;
  }
  throw ParseError(place_of(unit, function) + ": multiple definition of function '" + name + "'; first defined at " +
                   place_of(unit_of(known->second), known->second));
}

void Linker::add_variable(const Unit& unit, const clang::VarDecl* variable) {
  if (!variable->isExternallyVisible()) return;
  const std::string name = variable->getNameAsString();
  const auto [known, fresh] = variables_.emplace(name, variable);
  if (fresh) return;
  const bool same_unit = &known->second->getASTContext() == &variable->getASTContext();
  const std::string first = place_of(unit_of(known->second), known->second);
  if (!same_unit && !types_fit(known->second, variable)) {
    throw ParseError(place_of(unit, variable) + ": conflicting types for '" + name + "' ('" +
                     variable->getType().getAsString() + "' here, '" + known->second->getType().getAsString() +
                     "' at " + first + ")");
  }
  if (!same_unit && strength(known->second) == 2 && strength(variable) == 2) {
    throw ParseError(place_of(unit, variable) + ": multiple definition of variable '" + name + "'; first defined at " +
                     first);
  }
  if (strength(variable) > strength(known->second) ||
      (strength(variable) == strength(known->second) && known->second->getType()->isIncompleteType())) {
    known->second = variable;
  }
}

const clang::FunctionDecl* Linker::definition(const clang::FunctionDecl* function) const {
  const clang::FunctionDecl* body = nullptr;
  if (function->hasBody(body)) return body;
  if (!function->isExternallyVisible()) return nullptr;
  const auto found = functions_.find(function->getNameAsString());
  return found == functions_.end() ? library_definition(function) : found->second;
}

const clang::FunctionDecl* Linker::library_definition(const clang::FunctionDecl* function) const {
  const auto symbol = library_symbol(function->getNameAsString());
  if (!symbol) return nullptr;
  if (!library_) {
    auto tree = parse_library(data_model_);
    const SourceMapper mapper(tree->getASTContext());
    library_ = std::make_unique<Unit>(Unit{std::move(tree), mapper});
    for (const clang::Decl* declaration : library_->context().getTranslationUnitDecl()->decls()) {
      const auto* defined = llvm::dyn_cast<clang::FunctionDecl>(declaration);
      if (defined && defined->isThisDeclarationADefinition()) {
        library_functions_.emplace(defined->getNameAsString(), defined);
      }
    }
  }
  const clang::FunctionDecl* defined = library_functions_.at(*symbol);
  bool fits = type_name(function->getReturnType()) == type_name(defined->getReturnType()) &&
              function->getNumParams() == defined->getNumParams();
  for (unsigned i = 0; fits && i < function->getNumParams(); ++i) {
    fits = type_name(function->getParamDecl(i)->getType()) == type_name(defined->getParamDecl(i)->getType());
  }
  return fits ? defined : nullptr;
}

bool Linker::is_library(const clang::FunctionDecl* definition) const {
  return library_ && &definition->getASTContext() == &library_->context();
}

const clang::FunctionDecl* Linker::function(const clang::FunctionDecl* function) const {
  if (const clang::FunctionDecl* body = definition(function)) return body;
  const auto found = declared_functions_.find(function->getNameAsString());
  const bool is_known = function->isExternallyVisible() && found != declared_functions_.end();
  return is_known ? found->second : function->getCanonicalDecl();
}

const clang::FunctionDecl* Linker::find_function(const std::string& name) const {
  if (const auto found = functions_.find(name); found != functions_.end()) return found->second;
  const auto found = static_functions_.find(name);
  return found == static_functions_.end() ? nullptr : found->second;
}

const clang::VarDecl* Linker::variable(const clang::VarDecl* variable) const {
  if (variable->hasExternalStorage() || (variable->isFileVarDecl() && variable->isExternallyVisible())) {
    const auto found = variables_.find(variable->getNameAsString());
    if (found != variables_.end()) return found->second;
  }
  if (variable->isFileVarDecl()) {
    if (const clang::VarDecl* definition = variable->getDefinition()) return definition;
    if (const clang::VarDecl* tentative = const_cast<clang::VarDecl*>(variable)->getActingDefinition())
      return tentative;
  }
  return variable->getCanonicalDecl();
}

const Unit& Linker::unit_of(const clang::Decl* declaration) const {
  if (library_ && &declaration->getASTContext() == &library_->context()) return *library_;
  return *units_.at(&declaration->getASTContext());
}

}  // namespace bireach::frontend
