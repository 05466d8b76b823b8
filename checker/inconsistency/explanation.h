// SPDX-License-Identifier: Apache-2.0
/// Why a way is dead: the few statements that contradict each other, and what holds between them. An error invariant
/// automaton ("Explaining Inconsistent Code", section 4) whose states are invariants; all that lies between two kept
/// statements, forks and loops included, is one state. Forks that have kept statements are explained branch by branch.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "checker/inconsistency/dead_way.h"
#include "frontend/clang/modular/function_program.h"

namespace bireach::checker {

struct ContradictionStep {
  enum class Role : std::uint8_t { belief, condition, assignment };
  Role role = Role::condition;
  frontend::EdgeId edge = 0;
  std::optional<std::size_t> belief;  ///< into FunctionProgram::beliefs
  bool in_fork = false;               ///< only some of the paths pass it; the others have steps of their own
  std::uint32_t behind_line = 0;      ///< the last line of a loop that it leaves; 0: it leaves none
  /// Conjuncts, as C writes them, of what holds from where it is passed to the next step; empty: not known, or nothing
  /// that is needed.
  std::vector<std::string> invariant;
};

struct Contradiction {
  std::vector<ContradictionStep> steps;  ///< in the order in which paths pass them
  bool is_minimal = false;               ///< leaving out any step lets some path pass (else time was too short to try)
};

/// The steps without which a path would pass the way (and end well, of severity `error`): a minimal unsatisfiable core,
/// beliefs left out first, so that the claim rests on as few as possible; and error invariants between them. For ways
/// that only the exact loops show dead the same of all executions, by proofs: what may be relaxed with the way still
/// dead is left out, and the last proof says what holds.
[[nodiscard]] Contradiction explain(const frontend::FunctionProgram& function, const DeadWay& way,
                                    const DetectionLimits& limits);

}  // namespace bireach::checker
