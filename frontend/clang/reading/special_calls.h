// SPDX-License-Identifier: Apache-2.0
/// Calls of library functions that are written out for their format or the type of their elements (special_text.h).
/// Such a call gets another callee in the syntax tree; its arguments stay. What asks glibc's tables of characters
/// becomes a call.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "frontend/clang/library/class_text.h"
#include "frontend/clang/library/special_text.h"
#include "frontend/clang/reading/record_text.h"

namespace clang {
class ASTContext;
class CallExpr;
class FunctionDecl;
}  // namespace clang

namespace bireach::frontend {

class SpecialCalls {
 public:
  /// Looks at the calls of a file. `is_of_library`: does the program not define the function itself?
  void add(clang::ASTContext& file, const std::function<bool(const clang::FunctionDecl*)>& is_of_library);

  [[nodiscard]] bool contains(const std::string& symbol) const { return symbols_.contains(symbol); }
  /// The definitions of all of them; empty: there are none.
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  friend class CallRewriter;
  /// The symbol that the call, whose own one is left open, is written out under; empty: it is not modelled.
  std::string symbol_of(SpecialCall call);

  std::map<std::string, std::string> symbols_;  ///< with the text that tells one kind of call from another
  /// What asks the tables of glibc's <ctype.h>.
  std::string symbol_of_class(unsigned mask);
  std::string symbol_of_case(LetterCase wanted);
  /// Writes down what the type needs; false: another file has another type of that name.
  bool define(const RecordText& type);

  std::map<std::string, std::string> types_;
  std::map<std::string, std::string> known_;  ///< by that text
  std::string text_;
  unsigned count_ = 0;
};

inline constexpr std::string_view no_literal_format = " with a format that is no literal";
/// Of a call of a library function with a format that is not written out: " with %5.2e", or no_literal_format; empty:
/// it is another one, or something else is not modelled.
[[nodiscard]] std::string unmodelled_in_format(const clang::CallExpr* call);

}  // namespace bireach::frontend
