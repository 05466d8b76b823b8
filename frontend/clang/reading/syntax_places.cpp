// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/reading/syntax_places.h"

#include <clang/Lex/Lexer.h>

#include <algorithm>
#include <filesystem>

#include "frontend/program/visible_text.h"

namespace bireach::frontend {

std::uint32_t FileNumbers::number(const std::string& name) {
  const auto known = std::find(names_.begin() + static_cast<std::ptrdiff_t>(given_), names_.end(), name);
  const auto number = static_cast<std::uint32_t>(known - names_.begin());
  if (known == names_.end()) names_.push_back(name);
  return number;
}

clang::CharSourceRange SourceMapper::file_range(clang::SourceRange where) const {
  const clang::SourceManager& sources = context_->getSourceManager();
  const clang::LangOptions& language = context_->getLangOpts();
  const auto tokens = clang::CharSourceRange::getTokenRange(where);
  const clang::CharSourceRange written = clang::Lexer::makeFileCharRange(tokens, sources, language);
  if (written.isValid()) return written;
  const clang::CharSourceRange expanded = sources.getExpansionRange(where);
  const clang::SourceLocation end = clang::Lexer::getLocForEndOfToken(expanded.getEnd(), 0, sources, language);
  return clang::CharSourceRange::getCharRange(expanded.getBegin(), end.isValid() ? end : expanded.getEnd());
}

SourceRange SourceMapper::range(clang::SourceRange where) const {
  if (where.isInvalid() || !files_) return {};
  const clang::SourceManager& sources = context_->getSourceManager();
  clang::SourceLocation begin = file_range(where).getBegin();
  clang::SourceLocation end = file_range(where).getEnd();
  SourceRange result;
  result.file = file_;
  while (sources.getFileID(begin) != sources.getMainFileID()) {
    if (const clang::FileEntry* included = sources.getFileEntryForID(sources.getFileID(begin))) {
      result.file = files_->number(std::filesystem::path(included->getName().str()).lexically_normal().string());
      break;
    }
    begin = end = sources.getIncludeLoc(sources.getFileID(begin));  // a text that only Clang has
    if (begin.isInvalid()) return {};
  }
  if (sources.getFileID(end) != sources.getFileID(begin)) end = begin;
  result.line = sources.getSpellingLineNumber(begin);
  result.column = sources.getSpellingColumnNumber(begin);
  result.end_line = sources.getSpellingLineNumber(end);
  result.end_column = sources.getSpellingColumnNumber(end);
  return result;
}

std::string SourceMapper::text(clang::SourceRange where) const {
  if (where.isInvalid()) return {};
  const llvm::StringRef raw =
      clang::Lexer::getSourceText(file_range(where), context_->getSourceManager(), context_->getLangOpts());
  std::string result;
  bool space = false;
  for (const char c : raw) {
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v') {
      space = true;
      continue;
    }
    if (space && !result.empty()) result += ' ';
    space = false;
    result += c;
  }
  while (!result.empty() && (result.back() == ';' || result.back() == ' ')) result.pop_back();
  if (result.size() > max_text_length) {
    std::size_t end = max_text_length - 3;
    while (end > 0 && (static_cast<unsigned char>(result[end]) & 0xC0U) == 0x80U) --end;  // whole characters
    result = result.substr(0, end) + "...";
  }
  return visible_text(result);
}

}  // namespace bireach::frontend
