// SPDX-License-Identifier: Apache-2.0
/// C files to a Program. Clang is behind it: no header that other folders include shows it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "frontend/clang/reading/parse_options.h"
#include "frontend/program/program.h"

namespace bireach::frontend {

/// Parses, links, inlines and lowers. What is not modelled becomes an Unsupported location at its place.
/// Throws ParseError (missing file, directory, binary or empty file, syntax error, no entry function, two definitions
/// of one function). `warnings` receives Clang's and our own warnings, one a line.
[[nodiscard]] Program parse_c_files(const std::vector<std::string>& files, const ParseOptions& options,
                                    std::vector<std::string>* warnings = nullptr);

/// What parse_c_files makes interleavings of. Of a program without threads `graphs` is what it returns.
struct ThreadGraphs {
  Program graphs;
  std::shared_ptr<const Program> templates;  ///< Program::thread_templates
};
[[nodiscard]] ThreadGraphs parse_threads(const std::vector<std::string>& files, const ParseOptions& options);

}  // namespace bireach::frontend
