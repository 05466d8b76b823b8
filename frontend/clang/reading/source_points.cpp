// SPDX-License-Identifier: Apache-2.0
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>
#include <tuple>

#include "frontend/clang/reading/linker.h"
#include "frontend/clang/reading/parse_unit.h"
#include "frontend/clang/reading/source_points.h"
#include "frontend/clang/reading/thread.h"

namespace bireach::frontend {
namespace {

/// Where a statement begins that labels, cases or attributes stand before. `has_label`: one was a label for `goto`.
const clang::Stmt* without_labels(const clang::Stmt* statement, bool& has_label) {
  while (statement) {
    if (const auto* label = llvm::dyn_cast<clang::LabelStmt>(statement)) {
      has_label = true;
      statement = label->getSubStmt();
    } else if (const auto* choice = llvm::dyn_cast<clang::SwitchCase>(statement)) {
      statement = choice->getSubStmt();
    } else if (const auto* attributed = llvm::dyn_cast<clang::AttributedStmt>(statement)) {
      statement = attributed->getSubStmt();
    } else {
      break;
    }
  }
  return statement;
}

class Walker {
 public:
  Walker(const Unit& unit, SourcePoints& points)
      : context_(unit.context()), mapper_(unit.mapper), sources_(context_.getSourceManager()), points_(points) {}

  void walk_unit() {
    for (const clang::Decl* declaration : context_.getTranslationUnitDecl()->decls()) {
      if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration)) {
        declare(function, globals_, false);
        add_function(function);
        if (function->doesThisDeclarationHaveABody() && in_main_file(function->getLocation())) walk_function(function);
      } else if (const auto* named = llvm::dyn_cast<clang::NamedDecl>(declaration)) {
        declare_named(named, globals_);
      }
    }
  }

 private:
  void add_function(const clang::FunctionDecl* function) {
    FunctionPoint point;
    point.name = function->getNameAsString();
    point.result_type = function->getReturnType().getCanonicalType().getUnqualifiedType().getAsString(policy());
    point.is_static = function->getStorageClass() == clang::SC_Static;
    point.is_defined = function->doesThisDeclarationHaveABody();
    point.range = mapper_.range(function->getSourceRange());
    point.arguments = function->getNumParams();
    point.definition = definition_text(function);
    const auto known = std::find_if(points_.functions.begin(), points_.functions.end(),
                                    [&](const FunctionPoint& other) { return other.name == point.name; });
    if (known == points_.functions.end())
      points_.functions.push_back(std::move(point));
    else if (point.is_defined)
      *known = std::move(point);
  }

  [[nodiscard]] clang::PrintingPolicy policy() const {
    clang::PrintingPolicy result(context_.getLangOpts());
    result.Bool = false;
    return result;
  }

  /// How the type is spelled where the program's own types are not known, if it is passed like that; null: in no way.
  [[nodiscard]] clang::QualType portable(clang::QualType type) const {
    type = type.getCanonicalType().getUnqualifiedType();
    if (const auto* enumeration = type->getAs<clang::EnumType>()) return enumeration->getDecl()->getIntegerType();
    clang::QualType target = type;
    while (target->isPointerType()) target = target->getPointeeType();
    if (target->isBuiltinType() && !target->isPlaceholderType()) return type;
    return type->isPointerType() ? context_.VoidPtrTy : clang::QualType();
  }

  [[nodiscard]] std::string definition_text(const clang::FunctionDecl* function) const {
    const clang::QualType result = portable(function->getReturnType());
    if (result.isNull()) return {};
    std::string parameters;
    for (unsigned i = 0; i < function->getNumParams(); ++i) {
      const clang::QualType type = portable(function->getParamDecl(i)->getType());
      if (type.isNull()) return {};
      std::string name = "a" + std::to_string(i);
      type.getAsStringInternal(name, policy());
      parameters += (parameters.empty() ? "" : ", ") + name;
    }
    if (function->isVariadic()) parameters += ", ...";
    const bool has_prototype = function->getType()->isFunctionProtoType();
    std::string declarator =
        function->getNameAsString() + "(" + (parameters.empty() && has_prototype ? "void" : parameters) + ")";
    result.getAsStringInternal(declarator, policy());
    return declarator;
  }

  void walk_function(const clang::FunctionDecl* function) {
    function_ = function->getNameAsString();
    std::size_t scope = globals_;
    for (const clang::ParmVarDecl* parameter : function->parameters()) declare(parameter, scope, true);
    const auto point = std::find_if(points_.functions.begin(), points_.functions.end(),
                                    [&](const FunctionPoint& other) { return other.name == function_; });
    if (point != points_.functions.end()) {
      point->scope = scope;
      const clang::SourceRange body = function->getBody()->getSourceRange();
      const bool exact = !body.getBegin().isMacroID() && !body.getEnd().isMacroID();
      if (exact) point->body = mapper_.range(body);
      for (const clang::ParmVarDecl* parameter : function->parameters())
        point->parameters.push_back(parameter->getNameAsString());
    }
    walk(function->getBody(), scope);
  }

  void declare_named(const clang::NamedDecl* declaration, std::size_t& scope) {
    if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration))
      declare(variable, scope, true);
    else if (const auto* enumeration = llvm::dyn_cast<clang::EnumDecl>(declaration))
      for (const clang::EnumConstantDecl* constant : enumeration->enumerators()) declare(constant, scope, false);
    else if (llvm::isa<clang::TypedefDecl, clang::FunctionDecl>(declaration))
      declare(declaration, scope, false);
  }

  void declare(const clang::NamedDecl* declaration, std::size_t& scope, bool is_variable) {
    if (!declaration->getIdentifier() || declaration->getName().empty()) return;
    points_.scopes.push_back(
        {scope, declaration->getNameAsString(), mapper_.range(declaration->getLocation()), is_variable});
    scope = points_.scopes.size() - 1;
  }

  [[nodiscard]] bool in_main_file(clang::SourceLocation where) const {
    return where.isValid() && sources_.isInMainFile(sources_.getExpansionLoc(where));
  }

  /// Can text be inserted before what begins here?
  [[nodiscard]] bool is_exact_begin(clang::SourceLocation begin) const {
    if (begin.isInvalid()) return false;
    if (!begin.isMacroID()) return sources_.isInMainFile(begin);
    return clang::Lexer::isAtStartOfMacroExpansion(begin, sources_, context_.getLangOpts()) &&
           sources_.isInMainFile(sources_.getExpansionLoc(begin));
  }

  /// Is the range written in the file as it stands, or made of whole macros' uses?
  [[nodiscard]] bool is_exact(clang::SourceRange range) const {
    const clang::CharSourceRange written =
        clang::Lexer::makeFileCharRange(clang::CharSourceRange::getTokenRange(range), sources_, context_.getLangOpts());
    return written.isValid() && sources_.isInMainFile(written.getBegin());
  }

  std::optional<std::size_t> note_statement(const clang::Stmt* statement, std::size_t scope) {
    bool has_label = false;
    statement = without_labels(statement, has_label);
    if (!statement || llvm::isa<clang::NullStmt>(statement) || !in_main_file(statement->getBeginLoc()))
      return std::nullopt;
    StatementPoint point;
    point.range = mapper_.range(statement->getSourceRange());
    point.function = function_;
    point.scope = scope;
    point.has_label = has_label;
    if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(statement)) {
      point.is_declaration = true;
      point.declares_pointer =
          std::any_of(declaration->decl_begin(), declaration->decl_end(), [](const auto* declared) {
            const auto* variable = llvm::dyn_cast<clang::VarDecl>(declared);
            return variable && variable->getType()->isPointerType();
          });
      for (const auto* declared : declaration->decls())
        if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(declared); variable && variable->getInit())
          point.initialisers.push_back(mapper_.range(variable->getInit()->getSourceRange()));
    }
    point.exact = is_exact_begin(statement->getBeginLoc());
    if (!point.range.is_known()) return std::nullopt;
    points_.statements.push_back(std::move(point));
    return points_.statements.size() - 1;
  }

  /// A statement that is no member of a compound statement.
  void walk_part(const clang::Stmt* statement, std::size_t scope) {
    if (!statement) return;
    if (!llvm::isa<clang::CompoundStmt>(statement)) static_cast<void>(note_statement(statement, scope));
    walk(statement, scope);
  }

  /// The last statement's point.
  std::optional<std::size_t> walk_compound(const clang::CompoundStmt* compound, std::size_t scope) {
    std::optional<std::size_t> previous;
    for (const clang::Stmt* child : compound->body()) {
      const auto point = note_statement(child, scope);
      if (point && previous) points_.statements[*previous].next = point;
      previous = point;
      walk(child, scope);
      if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(child)) declare_all(declaration, scope);
    }
    return previous;
  }

  /// Its last statement is its value, and must stay an expression.
  void walk_statement_expression(const clang::StmtExpr* expression, std::size_t scope) {
    const auto last = walk_compound(expression->getSubStmt(), scope);
    if (last) points_.statements[*last].exact = false;
  }

  void declare_all(const clang::DeclStmt* declaration, std::size_t& scope) {
    for (const clang::Decl* decl : declaration->decls())
      if (const auto* named = llvm::dyn_cast<clang::NamedDecl>(decl)) declare_named(named, scope);
  }

  void walk(const clang::Stmt* statement, std::size_t scope) {
    if (!statement) return;
    if (const auto* compound = llvm::dyn_cast<clang::CompoundStmt>(statement)) {
      walk_compound(compound, scope);
      return;
    }
    if (const auto* expression = llvm::dyn_cast<clang::StmtExpr>(statement))
      return walk_statement_expression(expression, scope);
    if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(statement))
      return walk_declaration(declaration, scope);
    if (const auto* label = llvm::dyn_cast<clang::LabelStmt>(statement)) return walk(label->getSubStmt(), scope);
    if (const auto* choice = llvm::dyn_cast<clang::SwitchCase>(statement)) return walk(choice->getSubStmt(), scope);
    if (const auto* branch = llvm::dyn_cast<clang::IfStmt>(statement)) {
      add_branching(BranchingKind::if_statement, branch, branch->getIfLoc(), branch->getCond(), scope);
      walk(branch->getCond(), scope);
      walk_part(branch->getThen(), scope);
      return walk_part(branch->getElse(), scope);
    }
    if (const auto* loop = llvm::dyn_cast<clang::WhileStmt>(statement)) {
      add_branching(BranchingKind::while_loop, loop, loop->getWhileLoc(), loop->getCond(), scope);
      walk(loop->getCond(), scope);
      return walk_part(loop->getBody(), scope);
    }
    if (const auto* loop = llvm::dyn_cast<clang::DoStmt>(statement)) {
      add_branching(BranchingKind::do_loop, loop, loop->getDoLoc(), loop->getCond(), scope);
      walk_part(loop->getBody(), scope);
      return walk(loop->getCond(), scope);
    }
    if (const auto* loop = llvm::dyn_cast<clang::ForStmt>(statement)) return walk_for(loop, scope);
    if (const auto* choice = llvm::dyn_cast<clang::SwitchStmt>(statement)) return walk_switch(choice, scope);
    if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(statement))
      add_branching(BranchingKind::conditional, choice, choice->getQuestionLoc(), choice->getCond(), scope);
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(statement)) add_call(call);
    if (const auto* end = llvm::dyn_cast<clang::ReturnStmt>(statement)) add_return(end, scope);
    if (const auto* opaque = llvm::dyn_cast<clang::OpaqueValueExpr>(statement))
      return walk(opaque->getSourceExpr(), scope);
    if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(statement))
      if (operation->isAssignmentOp()) return walk_assignment(operation, scope);
    // The operand of sizeof is hardly ever evaluated.
    const bool was_evaluated = is_evaluated_;
    is_evaluated_ = is_evaluated_ && !llvm::isa<clang::UnaryExprOrTypeTraitExpr>(statement);
    for (const clang::Stmt* child : statement->children()) walk(child, scope);
    is_evaluated_ = was_evaluated;
    note_read_or_step(statement);
  }

  void walk_assignment(const clang::BinaryOperator* assignment, std::size_t scope) {
    const bool is_compound = assignment->isCompoundAssignmentOp();
    walk(is_compound ? assignment->getLHS() : assignment->getRHS(), scope);
    walk(is_compound ? assignment->getRHS() : assignment->getLHS(), scope);
    AccessPoint point;
    point.kind = is_compound ? AccessKind::compound_assignment : AccessKind::assignment;
    point.value = mapper_.range(assignment->getRHS()->getSourceRange());
    point.exact = is_exact(assignment->getRHS()->getSourceRange());
    add_access(std::move(point), assignment, assignment->getLHS());
  }

  void note_read_or_step(const clang::Stmt* statement) {
    AccessPoint point;
    if (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(statement)) {
      if (cast->getCastKind() == clang::CK_LValueToRValue) add_access(std::move(point), cast, cast->getSubExpr());
    } else if (const auto* step = llvm::dyn_cast<clang::UnaryOperator>(statement)) {
      if (!step->isIncrementDecrementOp()) return;
      point.kind = step->isPrefix() ? AccessKind::prefix_step : AccessKind::postfix_step;
      add_access(std::move(point), step, step->getSubExpr());
    }
  }

  void add_access(AccessPoint point, const clang::Expr* whole, const clang::Expr* target) {
    if (!is_evaluated_ || function_.empty() || !in_main_file(whole->getBeginLoc())) return;
    if (!target->getType()->isScalarType()) return;
    point.range = mapper_.range(whole->getSourceRange());
    point.target = mapper_.range(target->getSourceRange());
    point.exact = point.exact && is_exact(whole->getSourceRange()) && is_exact(target->getSourceRange());
    point.function = function_;
    if (const clang::VarDecl* variable = variable_of(target)) {
      point.variable = variable->getNameAsString();
      point.declared = mapper_.range(variable->getLocation());
    }
    // What has no address cannot be changed in steps, and a variable cannot take its type.
    const bool reads_and_writes = point.kind != AccessKind::read && point.kind != AccessKind::assignment;
    if (point.kind != AccessKind::assignment && target->refersToBitField()) point.exact = false;
    if (reads_and_writes && target->getType()->isAtomicType()) point.exact = false;
    // The operand becomes a comment, which must not end within it.
    const bool is_prefix = point.kind == AccessKind::prefix_step;
    if (is_prefix && mapper_.text(target->getSourceRange()).find('/') != std::string::npos) point.exact = false;
    points_.accesses.push_back(std::move(point));
  }

  /// In which variable the object lies; null: what a pointer leads to.
  static const clang::VarDecl* variable_of(const clang::Expr* target) {
    for (;;) {
      target = target->IgnoreParenImpCasts();
      if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(target)) {
        if (member->isArrow()) return nullptr;
        target = member->getBase();
      } else if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(target)) {
        target = element->getBase()->IgnoreParenImpCasts();
        if (!target->getType()->isArrayType()) return nullptr;
      } else {
        const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(target);
        return reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
      }
    }
  }

  void walk_declaration(const clang::DeclStmt* declaration, std::size_t scope) {
    for (const clang::Decl* decl : declaration->decls()) {
      const auto* named = llvm::dyn_cast<clang::NamedDecl>(decl);
      if (named) declare_named(named, scope);
      if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl)) walk(variable->getInit(), scope);
    }
  }

  void walk_for(const clang::ForStmt* loop, std::size_t scope) {
    add_branching(BranchingKind::for_loop, loop, loop->getForLoc(), loop->getCond(), scope);
    if (!loop->getCond()) place_empty_condition(loop);
    if (loop->getInc() && is_exact_begin(loop->getInc()->getBeginLoc()))
      points_.branchings.back().increment = mapper_.range(loop->getInc()->getSourceRange());
    const std::size_t branching = points_.branchings.size() - 1;
    const std::size_t outer = scope;
    walk(loop->getInit(), scope);
    if (const auto* declaration = llvm::dyn_cast_or_null<clang::DeclStmt>(loop->getInit()))
      declare_all(declaration, scope);
    for (std::size_t inner = scope; inner != outer; inner = points_.scopes[inner].parent)
      points_.branchings[branching].header_names.push_back(points_.scopes[inner].name);
    walk(loop->getCond(), scope);
    walk(loop->getInc(), scope);
    walk_part(loop->getBody(), scope);
  }

  /// `for (a; ; b)`: the condition would stand before the second semicolon.
  void place_empty_condition(const clang::ForStmt* loop) {
    BranchingPoint& point = points_.branchings.back();
    const clang::LangOptions& language = context_.getLangOpts();
    clang::SourceLocation semicolon;
    if (const clang::Stmt* init = loop->getInit()) {
      semicolon =
          llvm::isa<clang::DeclStmt>(init)
              ? init->getEndLoc()
              : clang::Lexer::findLocationAfterToken(init->getEndLoc(), clang::tok::semi, sources_, language, false);
      // A declaration ends with the semicolon itself.
      if (llvm::isa<clang::DeclStmt>(init))
        semicolon = clang::Lexer::getLocForEndOfToken(semicolon, 0, sources_, language);
    } else if (const auto first = clang::Lexer::findNextToken(loop->getLParenLoc(), sources_, language)) {
      if (first->is(clang::tok::semi)) semicolon = first->getEndLoc();
    }
    point.exact = semicolon.isValid() && !semicolon.isMacroID() && sources_.isInMainFile(semicolon);
    if (!point.exact) return;
    point.condition = point.keyword;
    point.condition.line = point.condition.end_line = sources_.getSpellingLineNumber(semicolon);
    point.condition.column = point.condition.end_column = sources_.getSpellingColumnNumber(semicolon);
  }

  void walk_switch(const clang::SwitchStmt* choice, std::size_t scope) {
    add_branching(BranchingKind::switch_statement, choice, choice->getSwitchLoc(), choice->getCond(), scope);
    std::vector<std::string> cases;
    for (const clang::SwitchCase* label = choice->getSwitchCaseList(); label; label = label->getNextSwitchCase()) {
      const auto* value = llvm::dyn_cast<clang::CaseStmt>(label);
      if (!value) continue;
      std::string text = mapper_.text(value->getLHS()->getSourceRange());
      if (value->getRHS()) text += " ... " + mapper_.text(value->getRHS()->getSourceRange());
      cases.push_back(std::move(text));
    }
    if (in_main_file(choice->getSwitchLoc())) points_.branchings.back().cases = std::move(cases);
    walk(choice->getCond(), scope);
    walk_part(choice->getBody(), scope);
  }

  void add_branching(BranchingKind kind, const clang::Stmt* statement, clang::SourceLocation keyword,
                     const clang::Expr* condition, std::size_t scope) {
    BranchingPoint point;
    point.kind = kind;
    point.keyword = mapper_.range(clang::SourceRange(keyword));
    point.whole = mapper_.range(statement->getSourceRange());
    point.has_condition = condition != nullptr;
    if (condition) {
      point.condition = mapper_.range(condition->getSourceRange());
      point.decided = mapper_.range(condition->IgnoreParens()->getSourceRange());
      point.exact = is_exact(condition->getSourceRange());
    }
    point.exact = point.exact && is_exact(clang::SourceRange(keyword));
    point.function = function_;
    point.scope = scope;
    points_.branchings.push_back(std::move(point));
  }

  void add_return(const clang::ReturnStmt* statement, std::size_t scope) {
    if (!in_main_file(statement->getBeginLoc())) return;
    ReturnPoint point;
    point.range = mapper_.range(statement->getSourceRange());
    point.function = function_;
    point.scope = scope;
    point.exact = is_exact_begin(statement->getBeginLoc());
    if (const clang::Expr* value = statement->getRetValue()) {
      point.value = mapper_.range(value->getSourceRange());
      point.exact = point.exact && is_exact(value->getSourceRange());
    }
    points_.returns.push_back(std::move(point));
  }

  void add_call(const clang::CallExpr* call) {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    if (!callee || !in_main_file(call->getBeginLoc())) return;
    CallPoint point;
    point.callee = callee->getNameAsString();
    point.range = mapper_.range(call->getSourceRange());
    point.closing = mapper_.range(clang::SourceRange(call->getRParenLoc()));
    point.function = function_;
    point.exact = is_exact(call->getSourceRange());
    point.arguments = call->getNumArgs();
    if (point.arguments > 0) {
      const clang::SourceRange last = call->getArg(point.arguments - 1)->getSourceRange();
      if (is_exact(last)) point.last_argument = mapper_.range(last);
    }
    point.is_void = call->getType()->isVoidType();
    points_.calls.push_back(std::move(point));
    if (callee->isImplicit()) add_function(callee);
  }

  const clang::ASTContext& context_;
  const SourceMapper& mapper_;
  const clang::SourceManager& sources_;
  SourcePoints& points_;
  std::string function_;
  bool is_evaluated_ = true;
  std::size_t globals_ = 0;
};

}  // namespace

const ScopeEntry* SourcePoints::find(std::size_t scope, const std::string& name) const {
  for (; scope != 0; scope = scopes[scope].parent)
    if (scopes[scope].name == name) return &scopes[scope];
  return nullptr;
}

bool contains(const SourceRange& outer, const SourceRange& inner) {
  if (outer.file != inner.file || !outer.is_known() || !inner.is_known()) return false;
  return std::tie(outer.line, outer.column) <= std::tie(inner.line, inner.column) &&
         std::tie(inner.end_line, inner.end_column) <= std::tie(outer.end_line, outer.end_column);
}

const StatementPoint* enclosing_statement(const SourcePoints& points, const SourceRange& place) {
  const StatementPoint* best = nullptr;
  for (const StatementPoint& statement : points.statements) {
    // Those inside come later.
    if (contains(statement.range, place)) best = &statement;
  }
  return best;
}

SourceRange full_expression(const SourcePoints& points, const SourceRange& place) {
  const StatementPoint* statement = enclosing_statement(points, place);
  SourceRange result = statement != nullptr ? statement->range : SourceRange{};
  const auto narrow = [&](const SourceRange& candidate) {
    if (candidate.is_known() && contains(candidate, place) && (!result.is_known() || contains(result, candidate)))
      result = candidate;
  };
  if (statement != nullptr)
    for (const SourceRange& initialiser : statement->initialisers) narrow(initialiser);
  for (const BranchingPoint& branching : points.branchings) {
    // That of `?:` is part of a larger one.
    if (branching.kind == BranchingKind::conditional) continue;
    narrow(branching.condition);
    narrow(branching.increment);
  }
  for (const ReturnPoint& point : points.returns) narrow(point.value);
  return result;
}

SourcePoints read_source_points(const std::vector<std::string>& files, const ParseOptions& options) {
  SourcePoints points;
  FileNumbers numbers(files);
  on_parser_thread([&] {
    for (std::size_t i = 0; i < files.size(); ++i) {
      auto tree = parse_unit(files[i], options, nullptr);
      const SourceMapper mapper(tree->getASTContext(), numbers, static_cast<std::uint32_t>(i));
      const Unit unit{std::move(tree), mapper};
      Walker(unit, points).walk_unit();
    }
  });
  return points;
}

}  // namespace bireach::frontend
