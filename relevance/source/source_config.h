// SPDX-License-Identifier: Apache-2.0
/// What the questions about the source have in common: which edges are one statement of it, limits, answers.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

#include "frontend/program/program.h"
#include "frontend/program/semantics.h"
#include "logic/solvers/solver.h"
#include "logic/terms/value.h"
#include "relevance/statements/relevance.h"
#include "relevance/trace/trace_context.h"

namespace bireach::relevance {

/// By edge: the number of what the user wrote once. One number have all copies of an inlined function, whatever
/// variable a copy returns its value to; both edges of a branch; all assignments that one statement makes (a copied
/// structure). Numbers are in order of the first edge. What has no place in a file is told apart by Edge::statement_id.
/// n log n in the number of edges.
[[nodiscard]] std::vector<std::uint32_t> number_source_statements(const frontend::Program& program);

/// Which executions of a trace a question is about. `any` is closer to Definition 3.1 of "Static fault localization for
/// simple bugs" (2017); `harvested` is cheaper, and what a repair has to answer for: one execution to the error that it
/// leaves as it is is enough to reject it.
enum class InputsAsked : std::uint8_t {
  harvested,  ///< the given one
  any         ///< all that run along the trace to its end
};

struct SourceConfig {
  frontend::Arithmetic arithmetic = frontend::Arithmetic::integer;  ///< falls back to bitvector if the trace needs it
  InputsAsked inputs = InputsAsked::harvested;                      ///< of values; other ways are always `harvested`
  std::chrono::milliseconds time_limit_per_question{1000};
  std::chrono::milliseconds time_limit{10000};  ///< of all questions of one call together
  /// Of executions that leave the trace: a longer one is not followed to its end …
  std::size_t steps_beyond_trace = 5000;
  std::size_t runs_per_condition = 300;  ///< … and no more of them than this are tried for one condition or call,
  std::size_t steps_per_condition = 300'000;  ///< of so many steps together.
  std::stop_token stop;
  logic::SolverStatistics* statistics = nullptr;
};

/// An assignment to a statement's occurrences that blocks the trace.
struct BlockingValues {
  std::vector<std::size_t> positions;
  std::vector<logic::Value> values;  ///< C values, by position
  /// assumption: a guard fails. undefined: the values lead to undefined behaviour, and unless a solver gave up no
  /// values do otherwise.
  SuffixEnd end = SuffixEnd::assumption;
  /// Of InputsAsked::harvested, and where the given execution is among those blocked: where it is.
  std::optional<std::size_t> blocked_at;
};

}  // namespace bireach::relevance
