// SPDX-License-Identifier: Apache-2.0
/// Relevance of the statements of the source in one feasible error trace.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "frontend/program/interpreter.h"
#include "relevance/source/source_config.h"

namespace bireach::relevance {

/// An assigning statement of the source is *relevant* iff some choice of values, one for each of its occurrences on the
/// trace (in every round of a loop and every copy of an inlined function), assigned there instead, keeps an execution
/// from the end of the trace that the same inputs otherwise take to it. That is Definition 3.1 of "Static fault
/// localization for simple bugs" (2017) with all occurrences replaced together, and with inputs that stay as they are:
/// of one occurrence it is weaker only where havocs after it could make good what the value breaks.
///
/// What *irrelevant* is good for: with the inputs of the given execution (of every execution of the trace, if
/// InputsAsked::any was asked) the program runs along the trace to the error, whatever values the statement assigns. So
/// no change of these values alone (another expression on its right side) repairs the program, and any repair has to
/// change something else. What the statement assigns to, the index of an element included, is not changed.
struct SourceRelevance {
  std::uint32_t statement = 0;         ///< its number in `statement_of`
  std::vector<std::size_t> positions;  ///< of its occurrences that assign
  Relevance relevance = Relevance::unknown;
  std::optional<BlockingValues> witness;  ///< of relevant
  logic::UnknownReason reason;            ///< of unknown
};

/// The assigning statements of the trace, bookkeeping (frontend::is_bookkeeping) left out, in order of their first
/// occurrence. `statement_of` gives the number of each edge's statement (number_source_statements). At most three runs
/// along the trace a statement and value tried, and two queries a statement that some guard depends on. The end of time
/// and a stop leave the rest unknown, with the reason. Deterministic as long as no time limit strikes.
/// Precondition: as that of analyze_trace.
[[nodiscard]] std::vector<SourceRelevance> source_relevance(const frontend::Program& program,
                                                            const frontend::Execution& execution,
                                                            const std::vector<std::uint32_t>& statement_of,
                                                            const SourceConfig& config);

}  // namespace bireach::relevance
