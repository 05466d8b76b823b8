// SPDX-License-Identifier: Apache-2.0
/// Places and texts of Clang's syntax trees in the given files.
#pragma once

#include <clang/AST/ASTContext.h>

#include <string>

#include "frontend/source.h"

namespace bireach::frontend {

/// Longest text kept for one statement.
inline constexpr std::size_t max_text_length = 200;

class SourceMapper {
 public:
  /// What stands in a text of ours has no place.
  static constexpr std::uint32_t no_file = 0xffffffff;
  /// `file` is the number of the context's main file.
  SourceMapper(const clang::ASTContext& context, std::uint32_t file) : context_(&context), file_(file) {}

  /// Physical lines and columns of the main file; what stands in an included file is placed at its #include; what a
  /// macro's body says is placed at the macro's use.
  [[nodiscard]] SourceRange range(clang::SourceRange where) const;
  /// What the user wrote there, on one line, without a final semicolon, cut at max_text_length bytes.
  [[nodiscard]] std::string text(clang::SourceRange where) const;

 private:
  [[nodiscard]] clang::CharSourceRange file_range(clang::SourceRange where) const;
  const clang::ASTContext* context_;
  std::uint32_t file_;
};

}  // namespace bireach::frontend
