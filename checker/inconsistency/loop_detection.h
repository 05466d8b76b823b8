// SPDX-License-Identifier: Apache-2.0
/// Ways that are dead only because of what loops do: questions to the verification, with the loops as they are.
#pragma once

#include <optional>
#include <set>
#include <vector>

#include "checker/answer/verdict.h"
#include "checker/inconsistency/dead_way.h"
#include "frontend/clang/modular/function_program.h"

namespace bireach::checker {

enum class PassedWay : std::uint8_t { ends_well, comes_there };

/// A copy of the program whose only errors are executions that pass `edge` and then end well, or (comes_there) pass it
/// at all. Locations have their numbers. Beliefs that fail end an execution without an error. Of `relaxed` edges
/// conditions and beliefs (BeliefPlace::held) let all pass, and who does not have to pass may go the other way;
/// assignments give any value.
[[nodiscard]] frontend::Program passing_program(const frontend::FunctionProgram& function, frontend::EdgeId edge,
                                                PassedWay passed, const std::set<frontend::EdgeId>& relaxed);

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

/// Why the exact loops show a way dead.
struct LoopReasons {
  std::set<frontend::EdgeId> kept;  ///< beliefs, conditions and assignments; without the way itself
  bool is_minimal = false;          ///< an execution shows of each that it cannot be left out
  /// With all but the kept edges relaxed: what holds at each location.
  std::optional<InductiveAnnotation> proof;
};
[[nodiscard]] LoopReasons reasons_of_loops(const frontend::FunctionProgram& function, const DeadWay& way,
                                           const DetectionLimits& limits);

}  // namespace bireach::checker
