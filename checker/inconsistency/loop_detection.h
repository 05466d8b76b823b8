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

/// Those of `open` that a certified proof shows to be dead, with their severity, among arms after which no loop follows
/// (an endless one counts as a good end). Undecided ones are left out.
[[nodiscard]] std::vector<DeadWay> dead_by_loops(const frontend::FunctionProgram& function,
                                                 const std::vector<std::size_t>& open, const DetectionLimits& limits);

/// Of an edge that no execution passes well: what becomes of executions, with the loops as they are. Nothing:
/// undecided.
[[nodiscard]] std::optional<InconsistencyClass> class_by_loops(const frontend::FunctionProgram& function,
                                                               frontend::EdgeId edge, const DetectionLimits& limits);

/// Of such a way: beliefs that it is dead because of, none of which can be left out as far as could be shown. Numbers
/// into FunctionProgram::beliefs.
[[nodiscard]] std::vector<std::size_t> beliefs_of_loops(const frontend::FunctionProgram& function, const DeadWay& way,
                                                        const DetectionLimits& limits);

}  // namespace bireach::checker
