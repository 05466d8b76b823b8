// SPDX-License-Identifier: Apache-2.0
/// Places and texts of Clang's syntax trees in the given files.
#pragma once

#include <clang/AST/ASTContext.h>

#include <string>
#include <vector>

#include "frontend/program/source.h"

namespace bireach::frontend {

/// Longest text kept for one statement.
inline constexpr std::size_t max_text_length = 200;

/// Numbers for files (SourceRange::file): those given, in their order, then those that they include, as places in them
/// are met.
class FileNumbers {
 public:
  explicit FileNumbers(std::vector<std::string> given) : given_(given.size()), names_(std::move(given)) {}
  /// Of an included file.
  [[nodiscard]] std::uint32_t number(const std::string& name);
  /// Throws std::out_of_range.
  [[nodiscard]] const std::string& name(std::uint32_t number) const { return names_.at(number); }
  [[nodiscard]] std::vector<std::string> included() const {
    return {names_.begin() + static_cast<std::ptrdiff_t>(given_), names_.end()};
  }

 private:
  std::size_t given_;
  std::vector<std::string> names_;
};

class SourceMapper {
 public:
  /// For a text of ours, which has no places.
  explicit SourceMapper(const clang::ASTContext& context) : context_(&context) {}
  /// `file` is the number of the context's main file. `files` outlives the mapper.
  SourceMapper(const clang::ASTContext& context, FileNumbers& files, std::uint32_t file)
      : context_(&context), files_(&files), file_(file) {}

  /// Physical lines and columns; what a macro's body says is placed at the macro's use.
  [[nodiscard]] SourceRange range(clang::SourceRange where) const;
  /// What the user wrote there, on one line, without a final semicolon, cut at max_text_length bytes.
  [[nodiscard]] std::string text(clang::SourceRange where) const;
  /// Of a file that `range` has named.
  [[nodiscard]] const std::string& file_name(std::uint32_t file) const { return files_->name(file); }

 private:
  [[nodiscard]] clang::CharSourceRange file_range(clang::SourceRange where) const;
  const clang::ASTContext* context_;
  FileNumbers* files_ = nullptr;
  std::uint32_t file_ = 0;
};

}  // namespace bireach::frontend
