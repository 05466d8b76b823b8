// SPDX-License-Identifier: Apache-2.0
/// Relevance of the statements of one feasible error trace (Definition 3.1 and Algorithm 1 of "Static fault
/// localization for simple bugs", 2017): an assigning statement is relevant iff {B_{j-1}} havoc(x) {C_j} is invalid.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "frontend/interpreter.h"
#include "frontend/program.h"
#include "frontend/semantics.h"
#include "logic/solver.h"

namespace bireach::relevance {

enum class Relevance : std::uint8_t { relevant, irrelevant, unknown };

/// A constant which, assigned instead, blocks the trace.
struct Fix {
  logic::Integer value;         ///< C value in the range of the target's type
  enum class Blocks : std::uint8_t { one, all, unknown } blocks = Blocks::one;  ///< some execution of the trace (Def. 3.1), or every one
};

struct StatementRelevance {
  std::size_t position;         ///< index into the trace
  Relevance relevance;
  std::optional<Fix> fix;       ///< if relevant and the target is an integer
  std::string reason;           ///< why unknown
};

struct RelevanceReport {
  frontend::Execution execution;
  std::vector<StatementRelevance> positions;  ///< the assigning positions, in order
  double seconds = 0;
};

struct RelevanceConfig {
  frontend::Arithmetic arithmetic = frontend::Arithmetic::integer;  ///< falls back to bitvector if the trace needs it
  std::chrono::milliseconds time_limit_per_position{5000};
  unsigned jobs = 1;
  std::stop_token stop;
  logic::SolverStatistics* statistics = nullptr;
};

/// Positions are independent and checked in parallel. A solver's unknown leaves the position `unknown`.
/// Precondition: the execution runs along a feasible error trace.
[[nodiscard]] RelevanceReport analyze_trace(const frontend::Program& program, const frontend::Execution& execution,
                                            const RelevanceConfig& config);

}  // namespace bireach::relevance
