// SPDX-License-Identifier: Apache-2.0
/// The slice as a C file.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "checker/slicing/slice_search.h"
#include "frontend/clang/reading/parse_options.h"

namespace bireach::checker {

struct SliceSource {
  std::string file;             ///< of the program
  std::string text;             ///< its slice
  std::size_t not_removed = 0;  ///< units that are left out of the slice, but stay in the text
};

/// The text of a program of one file without what is left out: statements become empty ones, initialisers of variables
/// go, and branches with their blocks. Lines stay where they are. What cannot be taken out without touching something
/// else stays: what is called within it, macros, parts of expressions, texts of which something is kept; so do
/// assignments of pointers. Throws frontend::ParseError; and std::invalid_argument, saying why, if the program has
/// several files.
[[nodiscard]] SliceSource slice_source(const frontend::Program& program, const std::vector<std::string>& files,
                                       const frontend::ParseOptions& options, const SliceResult& result);

}  // namespace bireach::checker
