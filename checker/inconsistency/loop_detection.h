// SPDX-License-Identifier: Apache-2.0
/// Ways that are dead only because of what loops do: questions to the verification, with the loops as they are.
#pragma once

#include <optional>
#include <set>
#include <vector>

#include "checker/inconsistency/dead_way.h"
#include "frontend/clang/modular/function_program.h"

namespace bireach::checker {

enum class PassedWay : std::uint8_t { ends_well, comes_there };

/// A copy of the program whose only errors are executions that pass `edge` and then end well, or (comes_there) pass it
/// at all. Beliefs that fail end an execution without an error; those of `dropped` (BeliefPlace::held) let all pass.
[[nodiscard]] frontend::Program passing_program(const frontend::FunctionProgram& function, frontend::EdgeId edge,
                                                PassedWay passed, const std::set<frontend::EdgeId>& dropped);

struct LoopAnswers {
  std::vector<DeadWay> dead;           ///< by a certified proof each
  std::vector<std::size_t> undecided;  ///< arms
};
/// About those of `open` after which no loop follows (an endless one counts as a good end).
[[nodiscard]] LoopAnswers dead_by_loops(const frontend::FunctionProgram& function, const std::vector<std::size_t>& open,
                                        const DetectionLimits& limits);

/// Of an edge that no execution passes well: what becomes of executions, with the loops as they are. Nothing:
/// undecided.
[[nodiscard]] std::optional<InconsistencyClass> class_by_loops(const frontend::FunctionProgram& function,
                                                               frontend::EdgeId edge, const DetectionLimits& limits);

/// Beliefs that a way is dead because of.
struct NeededBeliefs {
  std::vector<std::size_t> needed;  ///< into FunctionProgram::beliefs
  bool is_minimal = true;           ///< an execution shows of each that it cannot be left out
};
[[nodiscard]] NeededBeliefs beliefs_of_loops(const frontend::FunctionProgram& function, const DeadWay& way,
                                             const DetectionLimits& limits);

}  // namespace bireach::checker
