// SPDX-License-Identifier: Apache-2.0
/// What no change, or some change, of one line of the source does to one error trace.
#pragma once

#include <chrono>
#include <stop_token>
#include <string>
#include <vector>

#include "checker/report/report_place.h"
#include "frontend/program/interpreter.h"
#include "frontend/program/program.h"
#include "frontend/program/semantics.h"
#include "logic/solvers/solver_statistics.h"
#include "relevance/statements/relevance.h"

namespace bireach::checker {

/// Of one statement, condition, call or place of the source, with all its occurrences and copies on the trace.
struct SourceFinding {
  enum class Asked : std::uint8_t {
    values,     ///< may other values keep the execution from the end of the trace? (relevance::SourceRelevance)
    other_way,  ///< may another way at the condition end without error? (relevance::ConditionRelevance)
    left_out,   ///< does the execution end without error if the call is left out? (relevance::CallRelevance)
    insertion   ///< may an assignment before it do so? (relevance::PlaceRelevance)
  };
  ReportPlace place;
  Asked asked = Asked::values;
  relevance::Relevance relevance = relevance::Relevance::unknown;
  std::vector<std::string> variables = {};  ///< of a relevant insertion: which ones, assigned there, do
};

struct SourceQuestions {
  frontend::Arithmetic arithmetic = frontend::Arithmetic::integer;
  std::chrono::milliseconds limit{300};  ///< of each kind of question
  std::stop_token stop;
  logic::SolverStatistics* statistics = nullptr;
};

/// Of the trace of an execution that fails and keeps its states. Another way counts only where it ends by the return
/// from the entry function. Values count only where they fail an assumption or condition: undefined behaviour is no
/// repair.
[[nodiscard]] std::vector<SourceFinding> find_in_source(const frontend::Program& program,
                                                        const frontend::Execution& execution,
                                                        const SourceQuestions& questions);

}  // namespace bireach::checker
