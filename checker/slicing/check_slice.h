// SPDX-License-Identifier: Apache-2.0
/// A program reduced to what some of its checks depend on.
#pragma once

#include <functional>
#include <optional>

#include "frontend/program/program.h"

namespace bireach::checker {

/// The program in which only these error locations are errors, the checks of the others pass, and a variable that no
/// remaining condition depends on (a slice as of Weiser, ICSE 1981, by variables alone) is not assigned. Places keep
/// their numbers. An execution of `program` that reaches an asked error before any other error passes the same places
/// here, so a proof that none is reached here is one that none is the first error there. The opposite does not hold.
/// Nothing: it has threads or recursive functions, or nothing would be left out. Linear in the size of the program,
/// times the length of the longest chain of dependences.
[[nodiscard]] std::optional<frontend::Program> check_slice(const frontend::Program& program,
                                                           const std::function<bool(frontend::LocationId)>& is_asked);

}  // namespace bireach::checker
