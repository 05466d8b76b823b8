// SPDX-License-Identifier: Apache-2.0
/// The relevance of all statements of a feasible error trace.
#pragma once

#include "frontend/program/interpreter.h"
#include "frontend/program/program.h"
#include "relevance/statements/relevance.h"

namespace bireach::relevance {

/// Decides relevance of every assigning position of the trace that is no bookkeeping. An
/// execution is blocked at a statement whose guard fails; undefined behaviour fails the guard too, but fixing values
/// are preferred whose block is an assumption. Positions are independent and checked in parallel; labels and values do
/// not depend on `jobs`, as long as no time limit strikes. A solver's unknown leaves the position `unknown`, with the
/// reason; so does `stop`. Precondition: the execution runs along a feasible error trace and keeps all its states (else
/// std::invalid_argument). The initial state is arbitrary within the variables' types.
[[nodiscard]] RelevanceReport analyze_trace(const frontend::Program& program, const frontend::Execution& execution,
                                            const RelevanceConfig& config);

/// Was it left out since `stop` came first?
[[nodiscard]] bool is_open(const StatementRelevance& position);
/// Is one of its positions?
[[nodiscard]] bool is_open(const RelevanceReport& report);
/// Takes up what analyze_trace had to leave open; what it has decided stays. The same precondition.
void continue_analysis(const frontend::Program& program, RelevanceReport& report, const RelevanceConfig& config);

}  // namespace bireach::relevance
