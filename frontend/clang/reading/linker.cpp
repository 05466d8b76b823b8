// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/reading/linker.h"

#include <clang/AST/Attr.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>

#include "frontend/clang/library/library_functions.h"
#include "frontend/clang/library/library_text.h"
#include "frontend/clang/library/rounding.h"
#include "frontend/clang/library/stream_state_text.h"
#include "frontend/clang/reading/compatible_types.h"
#include "frontend/clang/reading/parse_unit.h"
#include "frontend/clang/reading/symbols.h"
#include "frontend/clang/reading/synchronisation.h"
#include "frontend/clang/reading/used_functions.h"

namespace bireach::frontend {
namespace {

std::string place_of(const Unit& unit, const clang::Decl* declaration) {
  const clang::SourceManager& sources = unit.context().getSourceManager();
  const clang::SourceLocation where = sources.getExpansionLoc(declaration->getLocation());
  return sources.getFilename(where).str() + ":" + std::to_string(sources.getSpellingLineNumber(where)) + ":" +
         std::to_string(sources.getSpellingColumnNumber(where));
}

bool is_weak(const clang::NamedDecl* declaration) {
  return declaration->getMostRecentDecl()->hasAttr<clang::WeakAttr>();
}

/// How strongly a declaration defines its variable: 3 with an initialiser, 2 tentatively, 1 weakly, 0 only declared.
int strength(const clang::VarDecl* variable) {
  switch (variable->isThisDeclarationADefinition()) {
    case clang::VarDecl::Definition:
      return is_weak(variable) ? 1 : 3;
    case clang::VarDecl::TentativeDefinition:
      return variable->getType()->isIncompleteType() ? 0 : is_weak(variable) ? 1 : 2;
    case clang::VarDecl::DeclarationOnly:
      return 0;
  }
  return 0;
}

std::string type_name(clang::QualType type) {
  return type.getCanonicalType().getUnqualifiedType().getAsString();
}

/// May a library function be declared with this type where our definition has that one? So if calls do the same: number
/// types of one size and sign (size_t of another machine), pointers to types that differ in qualifiers, or in void.
/// Types of different files are compared by their names.
bool library_type_fits(clang::QualType declared, clang::QualType defined, const clang::ASTContext& context) {
  if (type_name(declared) == type_name(defined)) return true;
  if (declared->isIntegerType() && defined->isIntegerType())
    return !declared->isBooleanType() && !defined->isBooleanType() &&
           context.getTypeSize(declared) == context.getTypeSize(defined) &&
           declared->isSignedIntegerOrEnumerationType() == defined->isSignedIntegerOrEnumerationType();
  if (!declared->isPointerType() || !defined->isPointerType()) return false;
  const clang::QualType target = declared->getPointeeType();
  const clang::QualType own = defined->getPointeeType();
  if (target->isFunctionType() || own->isFunctionType()) return false;
  const auto is_character = [&](clang::QualType type) {
    return type->isIntegerType() && !type->isBooleanType() && !type->isEnumeralType() && context.getTypeSize(type) == 8;
  };
  return target->isVoidType() || own->isVoidType() || type_name(target) == type_name(own) ||
         (is_character(target) && is_character(own));
}

/// May our definition of a library function have a parameter of this type where it is declared with another one?
/// Objects that threads synchronise with have a type of their own.
bool parameter_fits(clang::QualType declared, clang::QualType defined, const clang::ASTContext& context) {
  const auto opaque_pointee = [](clang::QualType type) {
    return type->isPointerType() ? synchronisation_type(type->getPointeeType()) : std::string_view();
  };
  const std::string_view opaque = opaque_pointee(defined);
  if (opaque.empty() && opaque_pointee(declared).empty()) return library_type_fits(declared, defined, context);
  return opaque == opaque_pointee(declared) &&
         (defined->getPointeeType().isConstQualified() || !declared->getPointeeType().isConstQualified());
}

/// Throws ParseError if the files do not agree: the library is there once.
PlainChar plain_char_of(const std::vector<std::unique_ptr<Unit>>& units) {
  const auto of = [](const std::unique_ptr<Unit>& unit) {
    return unit->context().getLangOpts().CharIsSigned != 0 ? PlainChar::is_signed : PlainChar::is_unsigned;
  };
  const PlainChar first = of(units.front());
  if (!std::all_of(units.begin(), units.end(), [&](const auto& unit) { return of(unit) == first; }))
    throw ParseError("char is signed in some of the files, and unsigned in others (see -funsigned-char)");
  return first;
}

/// Is it a variable that the library's definitions share with the program?
bool is_of_our_library(std::string_view symbol) {
  return symbol == "optarg" || symbol == "opterr" || symbol == "optind" || symbol == "optopt";
}

const clang::VarDecl* defined_variable(const clang::ASTContext& context, const std::string& name) {
  for (const clang::NamedDecl* found : context.getTranslationUnitDecl()->lookup(&context.Idents.get(name)))
    if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(found)) return variable;
  return nullptr;
}

/// Aliases of aliases are followed so far.
constexpr unsigned max_aliases = 100;

}  // namespace

Linker::Linker(const std::vector<std::unique_ptr<Unit>>& units, DataModel data_model)
    : data_model_(data_model), plain_char_(plain_char_of(units)) {
  for (const auto& unit : units) {
    units_[&unit->context()] = unit.get();
    for (const clang::Decl* declaration : unit->context().getTranslationUnitDecl()->decls()) {
      if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration)) add_function(*unit, function);
      if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration)) add_variable(*unit, variable);
    }
    for (const Refused& entry : refused_in(unit->context(), unit->ignored)) {
      if (entry.symbol && !entry.is_inside) {
        refuse(entry.symbol, entry.what);
      } else {
        Refused kept = entry;
        kept.unit = unit.get();
        refused_inside_[entry.symbol ? entry.symbol->getCanonicalDecl() : nullptr].push_back(std::move(kept));
      }
    }
  }
  for (const clang::NamedDecl* alias : alias_declarations_)
    if (!alias->hasAttr<clang::WeakRefAttr>()) add_alias(alias);
  for (const clang::NamedDecl* alias : alias_declarations_)
    if (alias->hasAttr<clang::WeakRefAttr>()) add_weak_reference(alias);
  const std::set<std::string> used = used_of_library();
  streams_have_state_ = frontend::streams_have_state(used);
  writes_streams_ = writes_streams(used);
  sets_rounding_ = frontend::sets_rounding(used);
  // The library is not parsed before all calls that are written out for it are known.
  const auto is_of_library = [this](const clang::FunctionDecl* function) { return !definition_in_program(function); };
  for (const auto& unit : units) special_calls_.add(unit->context(), is_of_library);
  if (used.contains("error") || used.contains("error_at_line"))
    for (const char* name : {"error_message_count", "error_one_per_line", "error_print_progname"})
      if (const auto found = variables_.find(name); found != variables_.end())
        refuse(found->second, "a variable that error uses");
  if (used.contains("atexit")) around_.add_first_after(own_function("__run_exit_handlers"));
}

void Linker::add_declaration(const Unit& unit, const clang::NamedDecl* declaration) {
  if (declaration->hasAttr<clang::AliasAttr>()) alias_declarations_.push_back(declaration);
  const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
  const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration);
  const bool is_defined = function ? function->doesThisDeclarationHaveABody()
                                   : strength(variable) > 0 && !variable->hasAttr<clang::AliasAttr>();
  const bool is_labelled = declaration->hasAttr<clang::AsmLabelAttr>();
  if (is_defined) local_symbols_.emplace(std::make_pair(&unit.context(), symbol_of(declaration)), declaration);
  if (variable && is_labelled && variable->getStorageClass() == clang::SC_Register)
    refuse(variable, "a variable in a register of its own");
  else if (is_labelled && !declaration->isExternallyVisible())
    refuse(declaration, "an assembler name for what is not visible in other files");
}

void Linker::add_function(const Unit& unit, const clang::FunctionDecl* function) {
  const std::string symbol = symbol_of(function);
  add_declaration(unit, function);
  if (function->hasAttr<clang::OverloadableAttr>()) return;  // its symbol is another one, and it is refused
  if (function->isExternallyVisible()) declared_functions_.emplace(symbol, function);
  if (!function->doesThisDeclarationHaveABody()) return;
  around_.add(function);
  if (!function->isExternallyVisible()) {
    static_functions_.emplace(function->getNameAsString(), function);
    return;
  }
  const auto [known, fresh] = functions_.emplace(symbol, function);
  if (fresh || function->hasAttr<clang::GNUInlineAttr>() || is_weak(function)) return;
  if (is_weak(known->second) || known->second->isInlined()) {
    known->second = function;
    return;
  }
  throw ParseError(place_of(unit, function) + ": multiple definition of function '" + symbol + "'; first defined at " +
                   place_of(unit_of(known->second), known->second));
}

void Linker::add_variable(const Unit& unit, const clang::VarDecl* variable) {
  add_declaration(unit, variable);
  if (!variable->isExternallyVisible() || variable->hasAttr<clang::AliasAttr>()) return;
  const std::string symbol = symbol_of(variable);
  const auto [known, fresh] = variables_.emplace(symbol, variable);
  if (fresh) return;
  const bool same_unit = &known->second->getASTContext() == &variable->getASTContext();
  const bool is_same = known->second->getCanonicalDecl() == variable->getCanonicalDecl();
  if (same_unit && !is_same) {  // gcc keeps them apart when it optimises
    refuse(known->second, "a variable with two names in one file");
    refuse(variable, "a variable with two names in one file");
  }
  if (!same_unit && strength(known->second) == 3 && strength(variable) == 3) {
    throw ParseError(place_of(unit, variable) + ": multiple definition of variable '" + symbol +
                     "'; first defined at " + place_of(unit_of(known->second), known->second));
  }
  if (strength(variable) > strength(known->second) ||
      (strength(variable) == strength(known->second) && known->second->getType()->isIncompleteType()))
    known->second = variable;
}

const clang::NamedDecl* Linker::defined_in(const clang::ASTContext& unit, const std::string& symbol) const {
  const auto found = local_symbols_.find({&unit, symbol});
  return found == local_symbols_.end() ? nullptr : found->second;
}

void Linker::refuse(const clang::NamedDecl* declaration, const std::string& why) {
  const std::string reason = why + " ('" + declaration->getNameAsString() + "')";
  refused_.emplace(declaration->getCanonicalDecl(), reason);
  if (declaration->isExternallyVisible()) refused_symbols_.emplace(symbol_of(declaration), reason);
}

void Linker::add_alias(const clang::NamedDecl* alias) {
  const clang::ASTContext& unit = alias->getASTContext();
  std::string symbol = alias->getAttr<clang::AliasAttr>()->getAliasee().str();
  const clang::NamedDecl* target = defined_in(unit, symbol);
  for (unsigned i = 0; !target && i < max_aliases; ++i) {  // an alias of an alias
    for (const clang::NamedDecl* other : alias_declarations_) {
      if (&other->getASTContext() != &unit || symbol_of(other) != symbol) continue;
      symbol = other->getAttr<clang::AliasAttr>()->getAliasee().str();
      target = defined_in(unit, symbol);
      break;
    }
  }
  if (!target) return refuse(alias, "an alias of what the file does not define");
  // It stays with the definition in its file, also where a strong one elsewhere takes that one's name.
  if (is_weak(target)) return refuse(alias, "an alias of a weak symbol");
  add_alias(alias, target);
}

void Linker::add_alias(const clang::NamedDecl* alias, const clang::NamedDecl* target) {
  const auto* function = llvm::dyn_cast<clang::FunctionDecl>(target);
  const auto* variable = llvm::dyn_cast<clang::VarDecl>(target);
  const clang::QualType type = function ? function->getType() : variable->getType();
  const auto* value = llvm::cast<clang::ValueDecl>(alias);
  if (value->getKind() != target->getKind() || type_name(value->getType()) != type_name(type))
    return refuse(alias, "an alias of another type");
  if (alias->isExternallyVisible()) {
    const std::string symbol = symbol_of(alias);
    if (function) {
      const auto [known, fresh] = functions_.emplace(symbol, function);
      if (!fresh && !is_weak(alias)) {
        if (!is_weak(known->second)) {
          throw ParseError(place_of(unit_of(alias), alias) + ": multiple definition of function '" + symbol +
                           "'; first defined at " + place_of(unit_of(known->second), known->second));
        }
        known->second = function;
      }
      if (known->second != function) return;  // a definition in another file is stronger
    } else {
      const auto [known, fresh] = variables_.emplace(symbol, variable);
      if (!fresh && strength(known->second) > 1 && is_weak(alias)) return;
      known->second = variable;
    }
  }
  aliases_[alias->getCanonicalDecl()] = target;
}

void Linker::add_weak_reference(const clang::NamedDecl* reference) {
  const std::string symbol = reference->getAttr<clang::AliasAttr>()->getAliasee().str();
  const clang::NamedDecl* target = defined_in(reference->getASTContext(), symbol);
  if (const auto found = functions_.find(symbol); found != functions_.end()) target = found->second;
  if (const auto found = variables_.find(symbol); found != variables_.end() && strength(found->second) > 0)
    target = found->second;
  if (target) return add_alias(reference, target);
  const auto declared = declared_functions_.find(symbol);
  const bool is_known = (declared != declared_functions_.end() && is_of_system(declared->second)) ||
                        library_symbol(symbol) || is_allocator(symbol);
  if (is_known) refuse(reference, "a weak reference to '" + symbol + "' of the library");
}

const clang::NamedDecl* Linker::aliased(const clang::NamedDecl* declaration) const {
  const auto found = aliases_.find(declaration->getCanonicalDecl());
  return found == aliases_.end() ? nullptr : found->second;
}

bool Linker::is_null(const clang::NamedDecl* symbol) const {
  if (!is_weak(symbol) && !symbol->getMostRecentDecl()->hasAttr<clang::WeakRefAttr>()) return false;
  if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(symbol)) return !definition(function);
  const auto* variable = llvm::dyn_cast<clang::VarDecl>(symbol);
  return variable && strength(this->variable(variable)) == 0;
}

std::string Linker::refusal(const clang::NamedDecl* symbol) const {
  const auto found = refused_.find(symbol->getCanonicalDecl());
  if (found != refused_.end()) return found->second;
  if (symbol->isExternallyVisible()) {
    const auto elsewhere = refused_symbols_.find(symbol_of(symbol));
    if (elsewhere != refused_symbols_.end()) return elsewhere->second;
  }
  const std::string name = "'" + symbol->getNameAsString() + "'";
  if (const std::string place = other_body_at(symbol); !place.empty())
    return "an inline definition of " + name + " beside a different one at " + place;
  if (const std::string place = other_type_at(symbol); !place.empty())
    return name + " declared with another type than at " + place;
  if (is_of_system(symbol) && is_null(symbol)) return "a weak declaration of the library's " + name;
  const auto* function = llvm::dyn_cast<clang::FunctionDecl>(symbol);
  const auto* object = llvm::dyn_cast<clang::VarDecl>(symbol);
  if (object && is_made_by_linker(object)) return "a symbol that the linker makes, " + name;
  if (!function || definition(function) || known_name(function) == symbol->getNameAsString()) return {};
  return "a function without a body, " + name + ", that is called '" + known_name(function) + "' in the assembly";
}

std::string Linker::other_body_at(const clang::NamedDecl* symbol) const {
  const auto* function = llvm::dyn_cast<clang::FunctionDecl>(symbol);
  const clang::FunctionDecl* own = nullptr;
  if (!function || !function->isExternallyVisible() || !function->hasBody(own) || !own->isInlined()) return {};
  const auto found = functions_.find(symbol_of(function));
  if (found == functions_.end() || &found->second->getASTContext() == &own->getASTContext()) return {};
  const auto text = [](const clang::FunctionDecl* definition) {
    const clang::ASTContext& context = definition->getASTContext();
    const auto range = clang::CharSourceRange::getTokenRange(definition->getBody()->getSourceRange());
    return clang::Lexer::getSourceText(range, context.getSourceManager(), context.getLangOpts()).str();
  };
  return text(own) == text(found->second) ? "" : place_of(unit_of(found->second), found->second);
}

std::string Linker::other_type_at(const clang::NamedDecl* symbol) const {
  if (!symbol->isExternallyVisible()) return {};
  const auto* function = llvm::dyn_cast<clang::FunctionDecl>(symbol);
  const auto* object = llvm::dyn_cast<clang::VarDecl>(symbol);
  const clang::ValueDecl* defined = nullptr;
  if (function) {
    defined = definition(function);
    const auto variable = variables_.find(symbol_of(symbol));
    if (!defined && variable != variables_.end() && strength(variable->second) > 0) defined = variable->second;
  } else if (object) {
    defined = variable(object);
    const auto called = functions_.find(symbol_of(symbol));
    if (called != functions_.end()) defined = called->second;
  }
  if (!defined || &defined->getASTContext() == &symbol->getASTContext()) return {};
  if (function && is_library(llvm::dyn_cast<clang::FunctionDecl>(defined))) return {};  // compared when it was chosen
  return types_fit(llvm::cast<clang::ValueDecl>(symbol), defined) ? "" : place_of(unit_of(defined), defined);
}

const clang::FunctionDecl* Linker::definition(const clang::FunctionDecl* function) const {
  const clang::FunctionDecl* body = definition_in_program(function);
  return body || !function->isExternallyVisible() ? body : library_definition(function);
}

const clang::FunctionDecl* Linker::definition_in_program(const clang::FunctionDecl* function) const {
  if (const clang::NamedDecl* target = aliased(function)) return llvm::cast<clang::FunctionDecl>(target);
  const clang::FunctionDecl* body = nullptr;
  if (function->hasBody(body) && !(body->isExternallyVisible() && is_weak(body))) return body;
  if (!function->isExternallyVisible()) return body;
  const auto found = functions_.find(symbol_of(function));
  return found == functions_.end() ? nullptr : found->second;
}

std::set<std::string> Linker::used_of_library() const {
  std::set<std::string> names;
  for (const auto& [context, unit] : units_) {
    for (const clang::FunctionDecl* function : used_functions(unit->context())) {
      if (!function->isExternallyVisible() || functions_.contains(symbol_of(function))) continue;
      const std::string name = known_name(function);
      constexpr std::string_view builtin = "__builtin_";
      names.insert(name.starts_with(builtin) ? name.substr(builtin.size()) : name);
    }
  }
  return names;
}

void Linker::parse_library_once() const {
  if (library_) return;
  std::map<std::string, std::string> integers;
  for (const auto& [context, unit] : units_) integers.merge(synchronisation_integers(*context));
  const std::string special = special_calls_.text().empty() ? "" : special_helpers() + special_calls_.text();
  const std::string kept(streams_have_state_ ? keeps_streams_macro : std::string_view());
  const std::string written(writes_streams_ ? writes_streams_macro : std::string_view());
  auto tree = parse_library(data_model_, plain_char_, kept + written + library_text(integers) + special);
  const SourceMapper mapper(tree->getASTContext());
  library_ = std::make_unique<Unit>(Unit{std::move(tree), mapper});
  for (const clang::Decl* declaration : library_->context().getTranslationUnitDecl()->decls()) {
    const auto* defined = llvm::dyn_cast<clang::FunctionDecl>(declaration);
    if (defined && defined->isThisDeclarationADefinition())
      library_functions_.emplace(defined->getNameAsString(), defined);
  }
}

const clang::FunctionDecl* Linker::own_function(const std::string& name) const {
  parse_library_once();
  const auto found = library_functions_.find(name);
  return found == library_functions_.end() ? nullptr : found->second;
}

const clang::VarDecl* Linker::error_number() const {
  const auto named = [](const clang::ASTContext& unit, const char* name) {
    return unit.getTranslationUnitDecl()->lookup(&unit.Idents.get(name));
  };
  for (const auto& [context, unit] : units_)
    for (const clang::NamedDecl* use : named(*context, "__errno_location")) {
      const auto* function = llvm::dyn_cast<clang::FunctionDecl>(use);
      const clang::FunctionDecl* body = function ? definition(function) : nullptr;
      if (!body || !is_library(body)) continue;
      for (const clang::NamedDecl* found : named(body->getASTContext(), "errno"))
        if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(found)) return variable;
    }
  return nullptr;
}

const clang::FunctionDecl* Linker::library_definition(const clang::FunctionDecl* function) const {
  const std::string name = known_name(function);
  if (special_calls_.contains(name)) {
    parse_library_once();
    return library_functions_.at(name);
  }
  const auto reading = streams_have_state_ ? symbol_with_state(name) : std::nullopt;
  const auto symbol = reading ? reading : library_symbol(name);
  if (!symbol) return nullptr;
  parse_library_once();
  const clang::FunctionDecl* defined = library_functions_.at(*symbol);
  const clang::ASTContext& context = function->getASTContext();
  bool fits = library_type_fits(function->getReturnType(), defined->getReturnType(), context);
  if (!function->hasPrototype()) return fits ? defined : nullptr;  // each call has to give it what it takes
  fits = fits && function->getNumParams() == defined->getNumParams();
  for (unsigned i = 0; fits && i < function->getNumParams(); ++i)
    fits = parameter_fits(function->getParamDecl(i)->getType(), defined->getParamDecl(i)->getType(), context);
  return fits ? defined : nullptr;
}

const clang::CallExpr* Linker::cleanup_call(const clang::VarDecl* variable) const {
  if (!variable->hasAttr<clang::CleanupAttr>() || !variable->hasLocalStorage()) return nullptr;
  const auto [known, fresh] = implied_calls_.emplace(variable, nullptr);
  if (fresh) known->second = make_cleanup_call(variable);
  return known->second;
}

const clang::CallExpr* Linker::implied_call(const clang::FunctionDecl* function) const {
  const auto [known, fresh] = implied_calls_.emplace(function, nullptr);
  if (fresh) known->second = make_implied_call(function);
  return known->second;
}

const std::vector<Refused>& Linker::refused_inside(const clang::FunctionDecl* definition) const {
  static const std::vector<Refused> none;
  const auto found = refused_inside_.find(definition ? definition->getCanonicalDecl() : nullptr);
  return found == refused_inside_.end() ? none : found->second;
}

bool Linker::has_mutex_kinds() const {
  if (!has_mutex_kinds_) {
    has_mutex_kinds_ = std::any_of(units_.begin(), units_.end(), [](const auto& unit) {
      return bireach::frontend::has_mutex_kinds(unit.second->context());
    });
  }
  return *has_mutex_kinds_;
}

bool Linker::is_made_by_linker(const clang::VarDecl* variable) const {
  const std::string symbol = symbol_of(variable);
  return (symbol.starts_with("__start_") || symbol.starts_with("__stop_")) && strength(this->variable(variable)) == 0;
}

bool Linker::is_library(const clang::FunctionDecl* definition) const {
  return library_ && &definition->getASTContext() == &library_->context();
}

const clang::FunctionDecl* Linker::function(const clang::FunctionDecl* function) const {
  if (const clang::FunctionDecl* body = definition(function)) return body;
  const auto found = declared_functions_.find(symbol_of(function));
  const bool is_known = function->isExternallyVisible() && found != declared_functions_.end();
  return is_known ? found->second : function->getCanonicalDecl();
}

const clang::FunctionDecl* Linker::find_function(const std::string& name) const {
  if (const auto found = functions_.find(name); found != functions_.end()) return found->second;
  const auto found = static_functions_.find(name);
  return found == static_functions_.end() ? nullptr : found->second;
}

const clang::VarDecl* Linker::variable(const clang::VarDecl* variable) const {
  if (const clang::NamedDecl* target = aliased(variable)) variable = llvm::cast<clang::VarDecl>(target);
  if (variable->isExternallyVisible()) {  // `extern` keeps the linkage of a `static` before it (C11 6.2.2p4)
    const std::string symbol = symbol_of(variable);
    const auto found = variables_.find(symbol);
    const bool is_alias = found != variables_.end() && symbol_of(found->second) != symbol;
    if (is_alias) return this->variable(found->second);
    if (is_of_our_library(symbol) && found != variables_.end() && strength(found->second) == 0) {
      parse_library_once();
      return defined_variable(library_->context(), symbol);
    }
    if (found != variables_.end()) return found->second;
  }
  if (variable->getCanonicalDecl()->isFileVarDecl()) {
    if (const clang::VarDecl* definition = variable->getDefinition()) return definition;
    for (const clang::VarDecl* one : variable->redecls())  // Clang wants to be asked of a tentative one
      if (const clang::VarDecl* tentative = one->getActingDefinition()) return tentative;
  }
  return variable->getCanonicalDecl();
}

const Unit& Linker::unit_of(const clang::Decl* declaration) const {
  if (library_ && &declaration->getASTContext() == &library_->context()) return *library_;
  return *units_.at(&declaration->getASTContext());
}

}  // namespace bireach::frontend
