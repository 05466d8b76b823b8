// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "frontend/clang/reading/parse_options.h"

namespace bireach::checker {

/// Where the text of a program comes from, so that it can be read again, changed.
struct ProgramSources {
  std::vector<std::string> files;
  frontend::ParseOptions options;
};

}  // namespace bireach::checker
