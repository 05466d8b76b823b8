// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/reading/inspection.h"

#include <clang/AST/RecursiveASTVisitor.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "frontend/clang/reading/attributes.h"

namespace bireach::frontend {
namespace {

/// Sections whose contents are called, or linked, in ways of their own.
bool is_special_section(llvm::StringRef name) {
  return name.startswith(".init") || name.startswith(".fini") || name.startswith(".preinit_array") ||
         name.startswith(".ctors") || name.startswith(".dtors");
}

/// Linux gives functions that are thrown away after the start a section ".init.text".
bool is_code_section(llvm::StringRef name) {
  return name.startswith(".init.") && name != ".init.array";
}

class Inspector : public clang::RecursiveASTVisitor<Inspector> {
 public:
  explicit Inspector(clang::ASTContext& context) : context_(context) {}

  std::vector<Refused> run() {
    for (clang::Decl* declaration : context_.getTranslationUnitDecl()->decls()) {
      outer_ = declaration;
      TraverseDecl(declaration);
    }
    for (const auto& [declaration, where] : choices_) {
      outer_ = declaration;
      if (has_own_float_) add("_Generic in a program with types of ISO/IEC TS 18661-3", where, nullptr);
    }
    return std::move(found_);
  }

  bool VisitDecl(clang::Decl* declaration) {
    if (is_refused(declaration_treatment(declaration->getKind()))) {
      const auto* assembly = llvm::dyn_cast<clang::FileScopeAsmDecl>(declaration);
      const bool is_empty = assembly && assembly->getAsmString()->getString().trim().empty();
      const std::string what = assembly ? "assembly outside of functions" : declaration->getDeclKindName();
      if (!is_empty) add(what, declaration->getSourceRange(), declaration);
    }
    for (const clang::Attr* attribute : declaration->attrs())
      if (!attribute->isImplicit() && !attribute->isInherited()) visit_attribute(attribute, declaration);
    visit_repeated(declaration);
    return true;
  }

  bool VisitAttributedStmt(clang::AttributedStmt* statement) {
    for (const clang::Attr* attribute : statement->getAttrs()) visit_attribute(attribute, nullptr);
    return true;
  }

  bool VisitAttributedTypeLoc(clang::AttributedTypeLoc type) {
    if (type.getAttr()) visit_attribute(type.getAttr(), nullptr);
    return true;
  }

  /// gcc's types are others than float, double and long double, although they have the same values.
  bool VisitTypedefTypeLoc(clang::TypedefTypeLoc type) {
    const llvm::StringRef name = type.getTypedefNameDecl()->getName();
    const bool is_own = !context_.getSourceManager().isInSystemHeader(type.getBeginLoc());
    has_own_float_ = has_own_float_ || (is_own && name.startswith("_Float"));
    return true;
  }

  bool VisitGenericSelectionExpr(clang::GenericSelectionExpr* expr) {
    choices_.emplace_back(outer_, expr->getSourceRange());
    return true;
  }

  bool VisitBinaryOperator(clang::BinaryOperator* expr) { return visit_mode(expr); }
  bool VisitUnaryOperator(clang::UnaryOperator* expr) { return visit_mode(expr); }
  bool VisitCastExpr(clang::CastExpr* expr) { return visit_mode(expr); }
  bool VisitCallExpr(clang::CallExpr* expr) { return visit_mode(expr); }

 private:
  /// The values of all attributes of a kind on the declaration itself.
  template <class Attribute, class Value>
  static std::set<unsigned> values_of(const clang::Decl* declaration, Value&& value) {
    std::set<unsigned> result;
    for (const auto* attribute : declaration->specific_attrs<Attribute>())
      if (!attribute->isInherited()) result.insert(value(attribute));
    return result;
  }

  /// Attributes of which gcc and Clang take another one where there are several.
  void visit_repeated(clang::Decl* declaration) {
    const auto several = [&](const char* name) {
      add(std::string("several attributes '") + name + "' that differ", declaration->getSourceRange(), declaration);
    };
    unsigned number = 0;
    if (values_of<clang::CleanupAttr>(declaration, [&](const auto*) { return number++; }).size() > 1)
      several("cleanup");
    const auto alignment = [this](const auto* attribute) { return attribute->getAlignment(context_); };
    if (values_of<clang::AlignedAttr>(declaration, alignment).size() > 1) several("aligned");
    if (!llvm::isa<clang::FunctionDecl>(declaration)) return;
    std::set<unsigned> before;
    std::set<unsigned> after;
    for (const clang::Decl* one : declaration->redecls()) {
      const auto priority = [](const auto* attribute) { return static_cast<unsigned>(attribute->getPriority()); };
      before.merge(values_of<clang::ConstructorAttr>(one, priority));
      after.merge(values_of<clang::DestructorAttr>(one, priority));
    }
    if (before.size() > 1) several("constructor");
    if (after.size() > 1) several("destructor");
  }

  /// Pragmas that let floating-point arithmetic give other results.
  template <class Expr>
  bool visit_mode(Expr* expr) {
    if (!expr->hasStoredFPFeatures()) return true;
    const clang::FPOptionsOverride mode = expr->getStoredFPFeatures();
    using Rounding = clang::LangOptions::RoundingMode;
    const bool rounds = mode.hasRoundingModeOverride() &&
                        mode.getRoundingModeOverride() != Rounding::NearestTiesToEven &&
                        mode.getRoundingModeOverride() != Rounding::Dynamic;
    const bool is_loose = (mode.hasAllowFPReassociateOverride() && mode.getAllowFPReassociateOverride()) ||
                          (mode.hasNoHonorNaNsOverride() && mode.getNoHonorNaNsOverride()) ||
                          (mode.hasNoHonorInfsOverride() && mode.getNoHonorInfsOverride()) ||
                          (mode.hasNoSignedZeroOverride() && mode.getNoSignedZeroOverride()) ||
                          (mode.hasAllowReciprocalOverride() && mode.getAllowReciprocalOverride()) ||
                          (mode.hasAllowApproxFuncOverride() && mode.getAllowApproxFuncOverride());
    if (rounds || is_loose) add("a pragma that changes floating-point arithmetic", expr->getSourceRange(), nullptr);
    return true;
  }

  void visit_attribute(const clang::Attr* attribute, const clang::Decl* declaration) {
    const std::string name = attribute->getSpelling();
    if (is_refused(attribute_treatment(attribute->getKind())))
      return add("attribute '" + name + "'", attribute->getRange(), declaration);
    if (const auto* section = llvm::dyn_cast<clang::SectionAttr>(attribute)) {
      if (!is_special_section(section->getName()) || is_code_section(section->getName())) return;
      found_.push_back({"an object in section '" + section->getName().str() + "'", attribute->getRange()});
    }
    // The linker knows the names of files only.
    const bool is_alias = llvm::isa<clang::AliasAttr, clang::WeakRefAttr>(attribute);
    if (is_alias && declaration && declaration->getDeclContext()->isFunctionOrMethod())
      add("attribute '" + name + "' in a function", attribute->getRange(), nullptr);
  }

  void add(const std::string& what, clang::SourceRange where, const clang::Decl* declaration) {
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(outer_);
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(outer_);
    const auto* symbol = llvm::cast_or_null<clang::NamedDecl>(function ? static_cast<const clang::Decl*>(function)
                                                                       : static_cast<const clang::Decl*>(variable));
    if (!symbol && context_.getSourceManager().isInSystemHeader(where.getBegin())) return;  // nothing uses it
    const bool is_body = function && function->doesThisDeclarationHaveABody() && declaration != function &&
                         !llvm::isa_and_nonnull<clang::ParmVarDecl>(declaration);
    found_.push_back({what, where, symbol, is_body});
  }

  clang::ASTContext& context_;
  const clang::Decl* outer_ = nullptr;  ///< the declaration at the top that is being visited
  std::vector<Refused> found_;
  bool has_own_float_ = false;
  std::vector<std::pair<const clang::Decl*, clang::SourceRange>> choices_;
};

/// The text from the location to the end of its line.
std::string line_from(const clang::ASTContext& context, clang::SourceLocation where) {
  const clang::SourceManager& sources = context.getSourceManager();
  bool is_invalid = false;
  const char* begin = sources.getCharacterData(sources.getSpellingLoc(where), &is_invalid);
  if (is_invalid) return {};
  return std::string(begin, std::find_if(begin, begin + std::char_traits<char>::length(begin),
                                         [](char c) { return c == '\n' || c == '\r'; }));
}

/// What stands before the location on its line, behind "#pragma": the namespace of the pragma.
std::string pragma_at(const clang::ASTContext& context, clang::SourceLocation where) {
  const clang::SourceManager& sources = context.getSourceManager();
  const clang::SourceLocation spelled = sources.getSpellingLoc(where);
  const unsigned column = sources.getSpellingColumnNumber(spelled);
  const std::string line = line_from(context, spelled.getLocWithOffset(1 - static_cast<int>(column)));
  const std::size_t begin = line.find("pragma");
  return begin == std::string::npos || begin >= column ? line_from(context, where) : line.substr(begin + 6);
}

std::string identifier(const std::string& text) {
  const auto end = std::find_if(text.begin(), text.end(),
                                [](unsigned char c) { return std::isalnum(c) == 0 && c != '_' && c != ':'; });
  return {text.begin(), end};
}

/// The function in whose body the location is; null: it is outside of any.
const clang::FunctionDecl* around(const clang::ASTContext& context, clang::SourceLocation where) {
  const clang::SourceManager& sources = context.getSourceManager();
  where = sources.getExpansionLoc(where);
  for (const clang::Decl* declaration : context.getTranslationUnitDecl()->decls()) {
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
    if (!function || !function->doesThisDeclarationHaveABody()) continue;
    const clang::SourceRange body = function->getBody()->getSourceRange();
    if (sources.isBeforeInTranslationUnit(sources.getExpansionLoc(body.getBegin()), where) &&
        sources.isBeforeInTranslationUnit(where, sources.getExpansionLoc(body.getEnd())))
      return function;
  }
  return nullptr;
}

}  // namespace

std::vector<Refused> refused_in(clang::ASTContext& context, const std::vector<IgnoredText>& ignored) {
  std::vector<Refused> result = Inspector(context).run();
  const auto add = [&](const std::string& what, clang::SourceLocation where) {
    const clang::FunctionDecl* function = around(context, where);
    result.push_back({what, where, function, function != nullptr});
  };
  for (const IgnoredText& entry : ignored) {
    const std::string text = line_from(context, entry.where);
    const std::string name = entry.name.empty() ? identifier(text) : entry.name;
    switch (entry.kind) {
      case IgnoredText::Kind::unknown_attribute:
        if (!may_ignore_attribute(name, text)) add("attribute '" + name + "'", entry.where);
        break;
      case IgnoredText::Kind::misplaced_attribute:
        for (const std::string& known : {name, identifier(text)}) {
          if (!matters_where_ignored(known)) continue;
          add("attribute '" + known + "' where Clang ignores it", entry.where);
          break;
        }
        break;
      case IgnoredText::Kind::pragma:
        if (const std::string pragma = pragma_at(context, entry.where); !may_ignore_pragma(pragma))
          add("#pragma" + pragma, entry.where);
        break;
    }
  }
  // Pragmas can make Clang silent about attributes.
  for (const std::string_view name : telling_names()) {
    const bool is_there = context.Idents.find(llvm::StringRef(name.data(), name.size())) != context.Idents.end();
    const bool is_known = std::any_of(result.begin(), result.end(), [name](const Refused& entry) {
      return entry.what.find(name) != std::string::npos;
    });
    if (is_there && !is_known) add("'" + std::string(name) + "'", context.getTranslationUnitDecl()->getLocation());
  }
  return result;
}

}  // namespace bireach::frontend
