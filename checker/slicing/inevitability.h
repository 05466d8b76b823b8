// SPDX-License-Identifier: Apache-2.0
/// Errors that come whatever stands for a statement, also where branches go another way then.
#pragma once

#include <optional>
#include <vector>

#include "checker/slicing/program_change.h"

namespace bireach::checker {

/// Two questions to a verifier about a statement that is executed at most once. If no error of either program can be
/// reached, every failing input fails without the statement as well.
struct Inevitability {
  /// An error of it: the program fails, although the condition did not hold before the statement.
  frontend::Program necessary;
  /// From where the condition holds, without the statement, signed overflow wraps. An error of it: this ends without an
  /// error, or some ranking function of a loop does not decrease on a round, or is negative before one.
  frontend::Program inevitable;
};

/// `unit` is what the change leaves out, alone; the conditions are proposals for what holds before it in executions
/// that fail. Nothing: it is a branch, has copies, stands in a loop or assigns an element; what follows may have
/// undefined behaviour other than overflow, or a loop for which no linear ranking function can be read from a condition
/// with which it is left (A. Podelski, A. Rybalchenko, A complete method for the synthesis of linear ranking functions,
/// VMCAI 2004, says which there are; these are guesses).
[[nodiscard]] std::optional<Inevitability> make_inevitability(const ProgramChange& change, const SliceUnit& unit,
                                                              const std::vector<frontend::ExprPtr>& conditions);

}  // namespace bireach::checker
