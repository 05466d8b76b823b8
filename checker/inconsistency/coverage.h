// SPDX-License-Identifier: Apache-2.0
/// Ways that executions are known to pass well: cheap ways to know it of most.
#pragma once

#include <set>
#include <vector>

#include "checker/inconsistency/dead_way.h"
#include "frontend/clang/modular/function_program.h"

namespace bireach::checker {

/// Edges of executions with random values that ended well.
[[nodiscard]] std::set<frontend::EdgeId> passed_by_chance(const frontend::FunctionProgram& function,
                                                          const DetectionLimits& limits);

/// A function whose executions are those that go round loops at most `rounds` times in all. Its arms and beliefs are
/// copies; `original` says of which.
struct UnrolledFunction {
  frontend::FunctionProgram function;
  std::vector<std::size_t> arms;  ///< by arm of `function`: that of the original
};
[[nodiscard]] UnrolledFunction unrolled(const frontend::FunctionProgram& function, unsigned rounds);

}  // namespace bireach::checker
