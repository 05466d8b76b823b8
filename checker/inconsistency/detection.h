// SPDX-License-Identifier: Apache-2.0
/// Which ways of a function no execution passes that ends well.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "checker/inconsistency/dead_way.h"
#include "frontend/clang/modular/function_program.h"

namespace bireach::checker {

struct Detection {
  std::vector<DeadWay> dead;  ///< only what no other dead way explains: no other one lies before it on all paths
  std::size_t arms = 0;       ///< that were asked about
  std::vector<std::string> undecided;  ///< why some were not decided
};

/// Covers ways by models of the path formula; what is left is asked about one by one. Every `dead` was confirmed by
/// both solvers, or by a certified proof for the program with its loops.
[[nodiscard]] Detection detect(const frontend::FunctionProgram& function, const DetectionLimits& limits);

/// What a dead way is in another reading of the same function.
enum class Elsewhere : std::uint8_t { dead, alive, undecided };
/// Of the arms that are this one's copies there (null: of the whole function), as `detect` decides it. One that is not
/// there any more counts as dead.
[[nodiscard]] Elsewhere status_in(const frontend::FunctionProgram& function, const frontend::Arm* arm,
                                  const DetectionLimits& limits);

/// Do executions from there do nothing but give up (exit, abort, a failed assert)?
[[nodiscard]] bool only_gives_up(const frontend::FunctionProgram& function, const frontend::Arm& arm);

/// Is the function silent about this way: written by a macro's body, or giving up?
[[nodiscard]] bool is_silent(const frontend::FunctionProgram& function, const frontend::Arm& arm);

}  // namespace bireach::checker
