// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/edits/source_file.h"

#include <clang/AST/Stmt.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>

namespace bireach::frontend {

bool is_integer(clang::QualType type) {
  return type->isIntegralOrEnumerationType();
}

const clang::Expr* bare(const clang::Expr* expression) {
  return expression->IgnoreImplicit();
}

const clang::FunctionDecl* callee_of(const clang::Stmt* node) {
  const auto* call = llvm::dyn_cast<clang::CallExpr>(node);
  return call ? call->getDirectCallee() : nullptr;
}

std::optional<Span> SourceFile::span(clang::SourceRange range) const {
  if (range.isInvalid()) return std::nullopt;
  const clang::CharSourceRange written =
      clang::Lexer::makeFileCharRange(clang::CharSourceRange::getTokenRange(range), sources_, context_.getLangOpts());
  if (written.isInvalid() || !sources_.isInMainFile(written.getBegin()) || !sources_.isInMainFile(written.getEnd()))
    return std::nullopt;
  const Span result{sources_.getFileOffset(written.getBegin()), sources_.getFileOffset(written.getEnd())};
  if (result.end <= result.begin || result.end > source_.text.size()) return std::nullopt;
  return result;
}

std::optional<std::size_t> SourceFile::begin_of(const clang::Stmt* statement) const {
  clang::SourceLocation begin = statement->getBeginLoc();
  if (begin.isInvalid()) return std::nullopt;
  if (begin.isMacroID()) {
    if (!clang::Lexer::isAtStartOfMacroExpansion(begin, sources_, context_.getLangOpts(), &begin)) return std::nullopt;
    if (begin.isMacroID()) return std::nullopt;
  }
  if (!sources_.isInMainFile(begin)) return std::nullopt;
  return sources_.getFileOffset(begin);
}

std::optional<std::size_t> SourceFile::after_semicolon(clang::SourceLocation last) const {
  if (last.isMacroID() && !clang::Lexer::isAtEndOfMacroExpansion(last, sources_, context_.getLangOpts(), &last))
    return std::nullopt;
  if (last.isInvalid() || last.isMacroID() || !sources_.isInMainFile(last)) return std::nullopt;
  const clang::SourceLocation end =
      clang::Lexer::findLocationAfterToken(last, clang::tok::semi, sources_, context_.getLangOpts(), false);
  if (end.isInvalid() || end.isMacroID()) return std::nullopt;
  return sources_.getFileOffset(end);
}

std::optional<std::size_t> SourceFile::end_of(const clang::Stmt* statement) const {
  if (const auto* choice = llvm::dyn_cast<clang::IfStmt>(statement))
    return end_of(choice->getElse() ? choice->getElse() : choice->getThen());
  if (const auto* loop = llvm::dyn_cast<clang::WhileStmt>(statement)) return end_of(loop->getBody());
  if (const auto* loop = llvm::dyn_cast<clang::ForStmt>(statement)) return end_of(loop->getBody());
  if (const auto* choice = llvm::dyn_cast<clang::SwitchStmt>(statement)) return end_of(choice->getBody());
  if (const auto* label = llvm::dyn_cast<clang::LabelStmt>(statement)) return end_of(label->getSubStmt());
  if (const auto* label = llvm::dyn_cast<clang::SwitchCase>(statement)) return end_of(label->getSubStmt());
  if (const auto* attributed = llvm::dyn_cast<clang::AttributedStmt>(statement))
    return end_of(attributed->getSubStmt());
  if (llvm::isa<clang::CompoundStmt, clang::NullStmt, clang::DeclStmt>(statement)) {
    const auto last = span(clang::SourceRange(statement->getEndLoc()));
    return last ? std::optional(last->end) : std::nullopt;
  }
  return after_semicolon(statement->getEndLoc());
}

SourceRange SourceFile::place(const Span& span) const {
  SourceRange result;
  result.file = static_cast<std::uint32_t>(number_);
  const auto at = [&](std::size_t offset, std::uint32_t& line, std::uint32_t& column) {
    const auto next = std::upper_bound(source_.lines.begin(), source_.lines.end(), offset);
    line = static_cast<std::uint32_t>(next - source_.lines.begin());
    column = static_cast<std::uint32_t>(offset - *(next - 1) + 1);
  };
  at(span.begin, result.line, result.column);
  at(span.end, result.end_line, result.end_column);
  return result;
}

std::optional<std::string> SourceFile::indentation(std::size_t at) const {
  const std::size_t line = *(std::upper_bound(source_.lines.begin(), source_.lines.end(), at) - 1);
  std::string before = source_.text.substr(line, at - line);
  if (before.find_first_not_of(" \t") != std::string::npos) return std::nullopt;
  return before;
}

std::optional<std::size_t> SourceFile::line_after(std::size_t at) const {
  const auto next = std::upper_bound(source_.lines.begin(), source_.lines.end(), at);
  if (next == source_.lines.end()) return std::nullopt;
  const std::string rest = source_.text.substr(at, *next - at);
  const auto code = on_one_line(rest);
  const std::size_t opened = rest.rfind("/*"), closed = rest.rfind("*/");
  const bool is_open = opened != std::string::npos && (closed == std::string::npos || closed < opened + 2);
  const bool goes_on = is_open || rest.find('\\') != std::string::npos;
  if (goes_on || !code || code->find_first_not_of(" \t\r") != std::string::npos) return std::nullopt;
  return *next;
}

std::string SourceFile::margin(std::size_t at) const {
  const std::size_t line = *(std::upper_bound(source_.lines.begin(), source_.lines.end(), at) - 1);
  const std::size_t end = std::min(source_.text.find_first_not_of(" \t", line), source_.text.size());
  return source_.text.substr(line, end - line);
}

std::string SourceFile::type_name(clang::QualType type) const {
  type = type.getCanonicalType().getUnqualifiedType();
  if (const auto* enumeration = type->getAs<clang::EnumType>()) {
    if (!enumeration->getDecl()->isComplete()) return {};
    type = enumeration->getDecl()->getIntegerType().getCanonicalType().getUnqualifiedType();
  }
  if (!type->isBuiltinType() || !type->isArithmeticType()) return {};
  if (type->isIntegerType() && context_.getTypeSize(type) > 64) return {};
  clang::PrintingPolicy policy(context_.getLangOpts());
  policy.Bool = false;
  return type.getAsString(policy);
}

std::string SourceFile::promoted(clang::QualType type) const {
  if (const auto* enumeration = type->getAs<clang::EnumType>()) {
    if (!enumeration->getDecl()->isComplete()) return {};
    type = enumeration->getDecl()->getPromotionType();
  }
  const std::string name = type_name(type);
  if (name.empty() || !type->isIntegerType() || !type->isPromotableIntegerType()) return name;
  return type_name(context_.getPromotedIntegerType(type.getCanonicalType().getUnqualifiedType()));
}

std::string SourceFile::promoted(const clang::Expr* expression) const {
  const clang::QualType field = context_.isPromotableBitField(const_cast<clang::Expr*>(expression->IgnoreParens()));
  return promoted(field.isNull() ? expression->getType() : field);
}

}  // namespace bireach::frontend
