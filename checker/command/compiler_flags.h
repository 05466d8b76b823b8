// SPDX-License-Identifier: Apache-2.0
/// Flags of C compilers, as they stand in the logs of builds: which of them mean something here.
#pragma once

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "frontend/clang/reading/parse_options.h"

namespace bireach::checker {

/// What flags say together.
struct CompilerFlags {
  std::vector<std::string> clang_arguments;  ///< those that the frontend heeds, in their order (ParseOptions)
  std::vector<std::string> ignored;          ///< those that change nothing that is asked here
  std::vector<std::string> unknown;          ///< ignored, too, although nobody knows whether they change something
  std::optional<frontend::DataModel> data_model;
  bool signed_overflow_wraps = false;  ///< -fwrapv: it is no error then
};

/// The flag has a meaning that is not supported; what() names it, and why.
class RefusedFlag : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Reads the flag that begins at `arguments[at]` (gcc's, or one that clang shares with it). Returns how many elements
/// it consists of; 0: none begins there, or its value is missing. Throws RefusedFlag.
[[nodiscard]] std::size_t read_compiler_flag(const std::vector<std::string>& arguments, std::size_t at,
                                             CompilerFlags& flags);

}  // namespace bireach::checker
