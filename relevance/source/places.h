// SPDX-License-Identifier: Apache-2.0
/// Relevance of what stands nowhere yet: of an arbitrary assignment at each place of one error trace.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "frontend/program/interpreter.h"
#include "relevance/source/source_config.h"

namespace bireach::relevance {

/// One question about a place, and what is known of it.
struct PlaceAnswer {
  Relevance relevance = Relevance::unknown;
  std::optional<BlockingValues> witness;  ///< of relevant
  logic::UnknownReason reason;            ///< of unknown
};

/// An assignment of an arbitrary value to the variable, inserted before a statement of the source. *Relevant* iff some
/// value keeps an execution from the end of the trace that the same inputs otherwise take to it: {B_i} havoc(x) {C_i}
/// of Definition 3.1 of "Static fault localization for simple bugs" (2017) is invalid, with havocs that choose what
/// they did. Irrelevant of all occurrences: with the inputs of the given execution (or of all, as for SourceRelevance)
/// the program runs along the trace whatever is assigned to the variable whenever it comes to this place, so no repair
/// consists of such an assignment alone.
struct PlaceRelevance {
  std::uint32_t statement = 0;         ///< number in `statement_of` of what it stands before
  frontend::VariableId variable = 0;   ///< gets the value
  std::vector<std::size_t> positions;  ///< of the trace, before which it stands
  PlaceAnswer first;                   ///< at the first of them alone
  PlaceAnswer all;                     ///< at all of them, each with its own value
};

/// By place in order of the trace, then by variable. Places are before statements that have a place in the program's
/// own text; variables are integers that the user declared, no pointers and no arrays, of the place's function or
/// global; a pair of both is left out where the trace reads the variable nowhere before it is assigned anew, or ends:
/// there the assignment is irrelevant at all occurrences. `statement_of` as for source_relevance. Cost: places between
/// two accesses of a variable are one question, so there are as many questions as the trace reads variables, and one
/// more for each pair that no single occurrence makes relevant. At most three runs along the trace a question and value
/// tried, and two queries if a guard depends on the value. Limits as for source_relevance.
[[nodiscard]] std::vector<PlaceRelevance> place_relevance(const frontend::Program& program,
                                                          const frontend::Execution& execution,
                                                          const std::vector<std::uint32_t>& statement_of,
                                                          const SourceConfig& config);

}  // namespace bireach::relevance
