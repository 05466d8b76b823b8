// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/reading/pragma_listener.h"

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>
#include <clang/Lex/Token.h>

#include "frontend/clang/reading/attributes.h"

namespace bireach::frontend {
namespace {

/// Without the backslashes at ends of lines.
std::string spelling(const char* begin, const char* end, const clang::LangOptions& language) {
  std::string result;
  for (unsigned size = 0; begin < end; begin += size)
    result += clang::Lexer::getCharAndSizeNoWarn(begin, size, language);
  return result;
}

}  // namespace

void PragmaListener::PragmaDirective(clang::SourceLocation where, clang::PragmaIntroducerKind /*introducer*/) {
  std::string text = coming_text();
  if (may_ignore_pragma(text)) return;
  where = preprocessor_.getSourceManager().getExpansionLoc(where);
  found_.push_back({IgnoredText::Kind::pragma, where, std::move(text)});
}

void PragmaListener::PragmaDiagnostic(clang::SourceLocation /*where*/, llvm::StringRef /*space*/,
                                      clang::diag::Severity /*severity*/, llvm::StringRef /*group*/) {
  using clang::diag::Severity;
  // From an error there is no direct way back to a warning.
  for (const char* group : {"unknown-attributes", "ignored-attributes"})
    for (const Severity severity : {Severity::Ignored, Severity::Warning})
      preprocessor_.getDiagnostics().setSeverityForGroup(clang::diag::Flavor::WarningOrError, group, severity);
}

/// The tokens behind the word "pragma", which Clang reads next, with one space where white space or comments are.
std::string PragmaListener::coming_text() const {
  const auto* source = static_cast<const clang::Lexer*>(preprocessor_.getCurrentLexer());
  if (!source) return {};
  const llvm::StringRef buffer = source->getBuffer();
  const char* begin = source->getBufferLocation();
  while (*begin == ' ' || *begin == '\t') ++begin;
  if (*begin == '\n' || *begin == '\r') return {};
  const clang::LangOptions& language = preprocessor_.getLangOpts();
  clang::Lexer lexer(clang::SourceLocation(), language, buffer.begin(), begin, buffer.end());
  std::string text;
  clang::Token token;
  for (lexer.LexFromRawLexer(token); token.isNot(clang::tok::eof); lexer.LexFromRawLexer(token)) {
    if (!text.empty() && token.isAtStartOfLine()) break;
    if (!text.empty() && token.hasLeadingSpace()) text += ' ';
    const char* end = lexer.getBufferLocation();
    text += spelling(end - token.getLength(), end, language);
  }
  return text;
}

}  // namespace bireach::frontend
