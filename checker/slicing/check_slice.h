// SPDX-License-Identifier: Apache-2.0
/// A program reduced to what some of its checks depend on.
#pragma once

#include <functional>
#include <optional>

#include "checker/answer/verdict.h"
#include "frontend/program/program.h"

namespace bireach::checker {

/// The program in which only these error locations are errors, the checks of the others pass, and a variable that no
/// remaining condition depends on (a slice as of Weiser, ICSE 1981, by variables alone) has any value from the start on
/// and is not assigned; branches that decide nothing, and loops in them, are passed by. Places keep their numbers;
/// those where the values are chosen come behind them. At each place of an execution of `program` that has violated no
/// check so far, if the place is not passed by, an execution of this program has the same values. So a proof that no
/// asked error is reached here is one that none of them is the first error there. The opposite does not hold. Nothing:
/// it has threads or recursive functions. Quadratic in the size of the program in the worst case.
[[nodiscard]] std::optional<frontend::Program> check_slice(const frontend::Program& program,
                                                           const std::function<bool(frontend::LocationId)>& is_asked);

/// Of what a proof of the slice says of places, what holds at places of the program: at those that the slice reaches
/// and goes on from, or that end both.
void keep_common_places(InductiveAnnotation& annotation, const frontend::Program& program,
                        const frontend::Program& slice);

}  // namespace bireach::checker
