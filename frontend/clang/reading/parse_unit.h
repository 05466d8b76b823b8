// SPDX-License-Identifier: Apache-2.0
/// Runs Clang's parser on one file, in memory and without the driver.
#pragma once

#include <clang/Frontend/ASTUnit.h>

#include <memory>
#include <string>
#include <vector>

#include "frontend/clang/reading/inspection.h"
#include "frontend/clang/reading/parse_options.h"

namespace bireach::frontend {

/// Parses one C file. Throws ParseError if it cannot be read, or with Clang's first errors, each as
/// "file:line:column: message" over physical lines (line markers are ignored). Warnings, and what Clang ignores, are
/// appended if asked for.
[[nodiscard]] std::unique_ptr<clang::ASTUnit> parse_unit(const std::string& file, const ParseOptions& options,
                                                         std::vector<std::string>* warnings,
                                                         std::vector<IgnoredText>* ignored = nullptr);

/// Parses this text of the library (library_text.h).
[[nodiscard]] std::unique_ptr<clang::ASTUnit> parse_library(DataModel data_model, PlainChar plain_char,
                                                            const std::string& text);

}  // namespace bireach::frontend
