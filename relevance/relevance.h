// SPDX-License-Identifier: Apache-2.0
/// Relevance of the statements of one feasible error trace (Definition 3.1 and Algorithm 1 of "Static fault
/// localization for simple bugs", 2017): an assigning statement is relevant iff {B_{j-1}} havoc(x) {C_j} is invalid.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/interpreter.h"
#include "frontend/program.h"
#include "frontend/semantics.h"
#include "logic/solver.h"

namespace bireach::relevance {

enum class Relevance : std::uint8_t { relevant, irrelevant, unknown };
[[nodiscard]] std::string_view to_string(Relevance relevance);

/// A constant which, assigned instead, blocks the trace.
struct Fix {
  logic::Integer value;  ///< C value in the range of the target's type
  /// Some execution of the trace (Def. 3.1), or every one; unknown: at least one.
  enum class Blocks : std::uint8_t { one, all, unknown } blocks = Blocks::one;
};

struct StatementRelevance {
  std::size_t position = 0;  ///< index into the trace
  Relevance relevance = Relevance::unknown;
  std::optional<Fix> fix;  ///< if relevant and the target is an integer (a variable or one element of an array)
  std::string reason;      ///< why unknown
};

struct RelevanceReport {
  frontend::Execution execution;
  /// The assigning positions, in order, but for frontend::is_bookkeeping.
  std::vector<StatementRelevance> positions;
  double seconds = 0;
};

struct RelevanceConfig {
  frontend::Arithmetic arithmetic = frontend::Arithmetic::integer;  ///< falls back to bitvector if the trace needs it
  std::chrono::milliseconds time_limit_per_position{5000};
  unsigned jobs = 1;
  std::stop_token stop;
  logic::SolverStatistics* statistics = nullptr;
};

/// Decides relevance of every assigning position of the trace that is no bookkeeping. An
/// execution is blocked at a statement whose guard fails; undefined behaviour fails the guard too, but fixing values
/// are preferred whose block is an assumption. Positions are independent and checked in parallel; labels and values do
/// not depend on `jobs`, as long as no time limit strikes. A solver's unknown leaves the position `unknown`, with the
/// reason; so does `stop`. Precondition: the execution runs along a feasible error trace and keeps all its states (else
/// std::invalid_argument). The initial state is arbitrary within the variables' types.
[[nodiscard]] RelevanceReport analyze_trace(const frontend::Program& program, const frontend::Execution& execution,
                                            const RelevanceConfig& config);

/// Relevance by Edge::statement_id: relevant if one of the statement's occurrences in the trace is; else unknown if one
/// is unknown; else irrelevant. Assigning statements of the trace only.
[[nodiscard]] std::map<std::uint32_t, Relevance> relevance_by_statement(const frontend::Program& program,
                                                                        const RelevanceReport& report);

/// The indices into `report.positions` that are relevant, grouped by Edge::statement_id.
[[nodiscard]] std::map<std::uint32_t, std::vector<std::size_t>> relevant_positions_by_statement(
    const frontend::Program& program, const RelevanceReport& report);

}  // namespace bireach::relevance
