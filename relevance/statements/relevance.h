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

#include "frontend/program/interpreter.h"
#include "frontend/program/program.h"
#include "frontend/program/semantics.h"
#include "logic/solvers/solver.h"

namespace bireach::relevance {

enum class Relevance : std::uint8_t { relevant, irrelevant, unknown };
[[nodiscard]] std::string_view to_string(Relevance relevance);

/// A constant which, assigned instead, blocks the trace. An input here is a start state with the choices of all havocs.
struct Fix {
  logic::Integer value;  ///< C value in the range of the target's type
  /// one: some execution of the trace (Def. 3.1). reaching: every input that took the trace to its end no longer does,
  /// whatever is chosen after the position; others may. all: no input takes the trace with the constant to its end.
  /// unknown: at least one.
  enum class Blocks : std::uint8_t { one, reaching, all, unknown } blocks = Blocks::one;
  /// Of reaching and all: none of these inputs is kept from the end only by undefined behaviour that the constant leads
  /// to. What is undefined without regard to the constant is left out, as everywhere.
  bool defined = false;

  /// Holds whatever the inputs are, and under any reading of C.
  [[nodiscard]] bool blocks_every_input() const { return blocks == Blocks::all && defined; }
  /// How much is known, for comparison.
  [[nodiscard]] int strength() const;
};

struct StatementRelevance {
  std::size_t position = 0;  ///< index into the trace
  Relevance relevance = Relevance::unknown;
  std::optional<Fix> fix;       ///< if relevant and the target is an integer (a variable or one element of an array)
  logic::UnknownReason reason;  ///< why unknown
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
  /// When `stop` will be requested, if that is known: positions then share what is left.
  std::optional<std::chrono::steady_clock::time_point> deadline;
  unsigned jobs = 1;
  std::stop_token stop;
  logic::SolverStatistics* statistics = nullptr;
};

/// Relevance by Edge::statement_id: relevant if one of the statement's occurrences in the trace is; else unknown if one
/// is unknown; else irrelevant. Assigning statements of the trace only.
[[nodiscard]] std::map<std::uint32_t, Relevance> relevance_by_statement(const frontend::Program& program,
                                                                        const RelevanceReport& report);

/// The indices into `report.positions` that are relevant, grouped by Edge::statement_id.
[[nodiscard]] std::map<std::uint32_t, std::vector<std::size_t>> relevant_positions_by_statement(
    const frontend::Program& program, const RelevanceReport& report);

}  // namespace bireach::relevance
