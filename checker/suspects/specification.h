// SPDX-License-Identifier: Apache-2.0
/// Which functions of a program say what is right, and are no suspects.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "frontend/program/program.h"

namespace bireach::checker {

struct Specification {
  std::set<std::string> functions;  ///< that only compute what is expected, compare, or record what is compared
  std::set<std::string> recorders;  ///< those of them that only record what the program puts out
  std::set<std::string> variables;  ///< unique names of globals that only these functions assign
  std::set<std::string> locals;     ///< "function::name": hold what is expected where the assertion is
  std::set<std::string> inputs;     ///< globals that only the function that compares assigns
  bool is_guessed = false;
};

/// With `trusted`, these functions, if the program has one of them; else those whose names say that they compute what
/// is expected ("reference", "expected", "oracle", …), if the function that calls them also holds the assertion, and
/// variables of such names in the function that holds it, of which nothing is asked but whether they are equal to
/// something. A name in `trusted` may also be that of such a variable. To all belong what they call, the function that
/// compares, and functions that do nothing but store their arguments for it. Linear in the program's size.
[[nodiscard]] Specification find_specification(const frontend::Program& program,
                                               const std::vector<std::string>& trusted);

}  // namespace bireach::checker
