// SPDX-License-Identifier: Apache-2.0
/// Is a trace of blocks feasible?
#pragma once

#include <string>
#include <variant>

#include "checker/blocks/block_program.h"
#include "logic/solvers/solver.h"

namespace bireach::checker {

struct Infeasible {
  std::size_t length;  ///< the first so many blocks are infeasible already
};
struct Feasible {
  HavocValues values;  ///< of one execution, in the arithmetic asked about
  bool exact;          ///< false: the transitions over-approximate, so there may be no such execution
};
struct Undecided {
  std::string reason;
};
using TraceStatus = std::variant<Infeasible, Feasible, Undecided>;

/// Decides by one query over the values along the trace (constants fold on the way).
[[nodiscard]] TraceStatus check_trace(logic::TermManager& terms, const BlockProgram& blocks,
                                      const frontend::Semantics& semantics, const automata::Word& word,
                                      logic::Solver& solver);

}  // namespace bireach::checker
