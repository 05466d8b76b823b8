// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/reading/inspection.h"

#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

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

/// Is the value of a bit-field wider than int among the operands that the expression may have its type from?
bool reads_wide_bit_field(const clang::Stmt* node) {
  if (!node) return false;
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(node)) {
    const auto* field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
    const clang::ASTContext& context = member->getMemberDecl()->getASTContext();
    return field && field->isBitField() && field->getBitWidthValue(context) > context.getTypeSize(context.IntTy);
  }
  if (llvm::isa<clang::CallExpr, clang::UnaryExprOrTypeTraitExpr, clang::ArraySubscriptExpr, clang::ExplicitCastExpr>(
          node))
    return false;
  const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(node);
  if (binary && (binary->isComparisonOp() || binary->isLogicalOp())) return false;
  const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(node);
  if (unary && !unary->isArithmeticOp() && !unary->isIncrementDecrementOp()) return false;
  return std::any_of(node->child_begin(), node->child_end(), reads_wide_bit_field);
}

/// Does it stand in a header of the system? Any file can say that it is one, so that the folder has to agree.
bool is_of_system(const clang::SourceManager& sources, clang::SourceLocation where) {
  if (where.isInvalid() || !sources.isInSystemHeader(where)) return false;
  const clang::PresumedLoc place = sources.getPresumedLoc(where);
  const llvm::StringRef file = place.isValid() ? place.getFilename() : "";
  return file.startswith("/usr/include/") || file.startswith("/usr/local/include/") || file.contains("/lib/gcc/") ||
         file.contains("/lib/clang/");
}

/// Layouts that pragmas give to what follows, to Clang only.
bool is_layout_of_clang(const clang::Attr* attribute) {
  return llvm::isa<clang::AlignMac68kAttr, clang::AlignNaturalAttr, clang::MSStructAttr>(attribute);
}

class Inspector : public clang::RecursiveASTVisitor<Inspector> {
 public:
  explicit Inspector(clang::ASTContext& context) : context_(context) {}

  std::vector<Refused> run() {
    for (clang::Decl* declaration : context_.getTranslationUnitDecl()->decls()) {
      outer_ = declaration;
      TraverseDecl(declaration);
    }
    for (const Choice& choice : choices_) {
      outer_ = choice.outer;
      if (has_own_float_) add(choice.what + " in a program with types of ISO/IEC TS 18661-3", choice.where, nullptr);
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
      if ((!attribute->isImplicit() || is_layout_of_clang(attribute)) && !attribute->isInherited())
        visit_attribute(attribute, declaration);
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
    const bool is_own = !is_of_system(context_.getSourceManager(), type.getBeginLoc());
    has_own_float_ = has_own_float_ || (is_own && name.startswith("_Float"));
    return true;
  }

  bool VisitGenericSelectionExpr(clang::GenericSelectionExpr* expr) {
    choices_.push_back({"_Generic", outer_, expr->getSourceRange()});
    return true;
  }

  bool VisitTypeTraitExpr(clang::TypeTraitExpr* expr) {
    choices_.push_back({"__builtin_types_compatible_p", outer_, expr->getSourceRange()});
    return true;
  }

  /// The two compilers pack them differently.
  bool VisitFieldDecl(clang::FieldDecl* field) {
    if (field->isBitField() && field->hasAttr<clang::AlignedAttr>() &&
        field->getParent()->hasAttr<clang::MaxFieldAlignmentAttr>())
      add("an aligned bit-field under #pragma pack", field->getSourceRange(), field);
    return true;
  }

  bool VisitVarDecl(clang::VarDecl* variable) {
    // The outermost length of a local array is evaluated first, where it is declared; of others the order is open.
    if (variable->isLocalVarDecl() && variable->getTypeSourceInfo()) {
      const auto array =
          variable->getTypeSourceInfo()->getTypeLoc().IgnoreParens().getAs<clang::VariableArrayTypeLoc>();
      if (array) evaluated_length_ = array.getSizeExpr();
    }
    const clang::DeducedType* deduced = variable->getType()->getContainedDeducedType();
    if (deduced && variable->getInit() && reads_wide_bit_field(variable->getInit()))
      add("__auto_type of an expression with a bit-field wider than int", variable->getSourceRange(), nullptr);
    return true;
  }

  bool VisitVariableArrayTypeLoc(clang::VariableArrayTypeLoc array) {
    const clang::Expr* length = array.getSizeExpr();
    if (length && length != evaluated_length_ && length->HasSideEffects(context_))
      add("side effects in a length other than the first of a local array", length->getSourceRange(), nullptr);
    return true;
  }

  /// gcc's type has the width of the bit-field.
  bool VisitTypeOfExprTypeLoc(clang::TypeOfExprTypeLoc type) {
    if (reads_wide_bit_field(type.getUnderlyingExpr()))
      add("typeof of an expression with a bit-field wider than int", type.getSourceRange(), nullptr);
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
    if (is_refused(attribute_treatment(attribute->getKind()))) {
      const bool is_by_pragma = attribute->getRange().isInvalid() && declaration;
      const clang::SourceRange where = is_by_pragma ? declaration->getSourceRange() : attribute->getRange();
      return add("attribute '" + name + "'", where, declaration);
    }
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
    const bool is_used = symbol || llvm::isa<clang::FileScopeAsmDecl>(outer_);
    if (!is_used && is_of_system(context_.getSourceManager(), where.getBegin())) return;
    const bool is_body = function && function->doesThisDeclarationHaveABody() && declaration != function &&
                         !llvm::isa_and_nonnull<clang::ParmVarDecl>(declaration);
    found_.push_back({what, where, symbol, is_body});
  }

  clang::ASTContext& context_;
  const clang::Decl* outer_ = nullptr;  ///< the declaration at the top that is being visited
  std::vector<Refused> found_;
  const clang::Expr* evaluated_length_ = nullptr;  ///< of the variable that is being visited
  bool has_own_float_ = false;
  /// What chooses between types.
  struct Choice {
    std::string what;
    const clang::Decl* outer;
    clang::SourceRange where;
  };
  std::vector<Choice> choices_;
};

/// The attribute at the location: its name and its arguments up to the closing parenthesis.
std::string attribute_at(const clang::ASTContext& context, clang::SourceLocation where) {
  const clang::SourceManager& sources = context.getSourceManager();
  const auto [file, offset] = sources.getDecomposedSpellingLoc(where);
  bool is_invalid = false;
  const llvm::StringRef buffer = sources.getBufferData(file, &is_invalid);
  if (is_invalid) return {};
  clang::Lexer lexer(sources.getLocForStartOfFile(file), context.getLangOpts(), buffer.begin(), buffer.begin() + offset,
                     buffer.end());
  std::string text;
  int open = 0;
  clang::Token token;
  for (lexer.LexFromRawLexer(token); token.isNot(clang::tok::eof); lexer.LexFromRawLexer(token)) {
    // What a macro's definition does not have stands where it is used.
    if (where.isMacroID() && !text.empty() && token.isAtStartOfLine()) break;
    const bool is_name = token.isOneOf(clang::tok::raw_identifier, clang::tok::colon, clang::tok::coloncolon);
    if (open == 0 && !is_name && token.isNot(clang::tok::l_paren)) break;
    if (!text.empty() && token.hasLeadingSpace()) text += ' ';
    text += clang::Lexer::getSpelling(token, sources, context.getLangOpts());
    if (token.is(clang::tok::l_paren)) ++open;
    if (token.is(clang::tok::r_paren) && --open == 0) break;
  }
  return text;
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
    const bool is_pragma = entry.kind == IgnoredText::Kind::pragma;
    const std::string text = is_pragma ? entry.name : attribute_at(context, entry.where);
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
        result.push_back({"#pragma " + text, entry.where});  // also in a function it is for what follows
        break;
    }
  }
  return result;
}

}  // namespace bireach::frontend
