// SPDX-License-Identifier: Apache-2.0
/// Relevance of the conditions and calls of one error trace: would another way end without error?
#pragma once

#include <cstdint>
#include <vector>

#include "frontend/program/interpreter.h"
#include "relevance/source/detour.h"
#include "relevance/source/source_config.h"

namespace bireach::relevance {

/// A condition of the source, in the trace. All is about the inputs of the given execution, and exact where it is not
/// unknown: no solver is asked.
///
/// `here`, by position: is the way not taken at this occurrence (and after it what the program does) an execution
/// without error? relevant: it ends without error, and `passing` is that execution. irrelevant: it ends in an error.
/// unknown: it needs an input that the given execution did not read and that may decide something, meets undefined
/// behaviour or what is not modelled, or takes too many steps.
///
/// `everywhere`: the same, if at every occurrence either way may be taken, as at some other condition at the same
/// place. irrelevant: all such executions end in an error, so no change of this condition alone repairs the program.
/// relevant: `passing` does not, with as few occurrences changed as possible, or the first k, or all from the k-th on
/// (a loop's condition: some rounds less or more).
struct ConditionRelevance {
  std::uint32_t condition = 0;         ///< its number in `statement_of`
  std::vector<std::size_t> positions;  ///< of its occurrences: branches
  std::vector<WayOut> here;            ///< of each of them
  WayOut everywhere;
};

/// The conditions on the trace that have another way: branches, but for those on where a recursive call returns to, and
/// internal ones. In order of their first occurrence. `statement_of` as for source_relevance; a branch has the number
/// of its location's first edge. At most one run a branch, and SourceConfig::runs_per_condition more a condition, each
/// linear in its length. Deterministic as long as no time limit strikes. Precondition: as that of analyze_trace.
[[nodiscard]] std::vector<ConditionRelevance> condition_relevance(const frontend::Program& program,
                                                                  const frontend::Execution& execution,
                                                                  const std::vector<std::uint32_t>& statement_of,
                                                                  const SourceConfig& config);

/// A call whose value, if it has any, is not used, in the trace: the same questions about leaving it out. Calls of
/// active functions (recursion) and of functions without effect are not among them.
struct CallRelevance {
  std::uint32_t call_path = 0;         ///< of its first copy (Program::call_paths)
  std::vector<std::size_t> positions;  ///< where the trace enters it, in any copy
  std::vector<WayOut> here;
  WayOut everywhere;
};

/// In order of their first occurrence. Costs as condition_relevance.
[[nodiscard]] std::vector<CallRelevance> call_relevance(const frontend::Program& program,
                                                        const frontend::Execution& execution,
                                                        const SourceConfig& config);

}  // namespace bireach::relevance
