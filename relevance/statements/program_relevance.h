// SPDX-License-Identifier: Apache-2.0
/// Relevance of the statements of a program: the intersection over feasible error traces ("Static fault localization
/// for simple bugs", 2017, section 4), their ranking, and the exists-forall question that the intersection loses.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "relevance/statements/relevance.h"

namespace bireach::relevance {

/// The analysed error traces and which statement each edge of the program belongs to (copies of one source statement
/// that do the same share a number).
struct TraceCollection {
  const frontend::Program* program = nullptr;
  std::vector<std::uint32_t> statement_of;     ///< by edge
  std::vector<const RelevanceReport*> traces;  ///< in the order they were found
};

/// Is there one constant with which, assigned at every occurrence of the statement instead, no input takes any of the
/// traces that were harvested to its end?
enum class CommonFixAnswer : std::uint8_t { exists, none, unknown };

struct CommonFix {
  CommonFixAnswer answer = CommonFixAnswer::unknown;
  std::optional<logic::Integer> value;  ///< of `exists`: C value in the range of the target's type
  bool undefined_behaviour = false;  ///< of `exists`: perhaps some input is blocked by nothing but undefined behaviour
  logic::UnknownReason reason;       ///< of `unknown`
};

struct ProgramStatement {
  std::uint32_t statement = 0;
  std::vector<std::size_t> occurs;     ///< indices of the traces on which it assigns
  std::vector<std::size_t> relevant;   ///< … in which it is relevant (at one of its occurrences)
  std::vector<std::size_t> undecided;  ///< … in which nobody could say
  /// relevant: in every trace; irrelevant: some trace is without it, or it is irrelevant there; else unknown.
  Relevance relevance = Relevance::unknown;
  std::size_t blocks_all =
      0;  ///< number of traces in which a fixing value blocks every input (Fix::blocks_every_input)
  std::optional<CommonFix> common_fix;
  std::size_t rank = 0;  ///< from 1, over the statements that are relevant in the program; 0 for the others
};

struct ProgramRelevance {
  /// By rank, then those relevant in some traces only (more traces first), then undecided ones, then the others, each
  /// in order of first occurrence.
  std::vector<ProgramStatement> statements;
};

/// Intersects. Linear in the number of positions of all traces.
[[nodiscard]] ProgramRelevance intersect(const TraceCollection& traces);

struct CommonFixConfig {
  frontend::Arithmetic arithmetic = frontend::Arithmetic::integer;  ///< falls back to bitvector if a trace needs it
  std::chrono::milliseconds time_limit{2000};                       ///< for one statement
  std::stop_token stop;
  logic::SolverStatistics* statistics = nullptr;
};

/// Decides the exists-forall question for one statement, over all traces at once. A trace without the statement is
/// never blocked by it. Targets that are whole arrays: unknown, with the reason.
[[nodiscard]] CommonFix find_common_fix(const TraceCollection& traces, std::uint32_t statement,
                                        const CommonFixConfig& config);

/// Orders the statements that are relevant in the program, best candidates for a repair first, and numbers them: a
/// common fix without undefined behaviour; then more traces in which a fixing value blocks every input; then a
/// common fix at all; then the later first occurrence (nearer to the error). Call again after common fixes are known.
void rank(ProgramRelevance& relevance, const TraceCollection& traces);

}  // namespace bireach::relevance
