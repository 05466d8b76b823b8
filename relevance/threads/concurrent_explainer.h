// SPDX-License-Identifier: Apache-2.0
/// Which switches an interleaved error trace needs, and what kind of defect that is.
#pragma once

#include <chrono>
#include <stop_token>

#include "frontend/program/interpreter.h"
#include "relevance/explanation/error_invariants.h"
#include "relevance/threads/concurrent_explanation.h"

namespace bireach::relevance {

struct ConcurrentConfig {
  std::chrono::milliseconds time_limit{5000};  ///< of one trace; what is not decided by then is undecided
  std::chrono::milliseconds query_limit{1000};
  std::stop_token stop;
  logic::SolverStatistics* statistics = nullptr;
};

/// Of an error trace of an interleaving that keeps all its states; `explanation` is that of the same execution, with
/// its hazards (not found: then there are none, and nothing is kept).
[[nodiscard]] ConcurrentExplanation explain_concurrency(const frontend::Program& program,
                                                        const frontend::Execution& execution,
                                                        const ErrorExplanation& explanation,
                                                        const ConcurrentConfig& config);

/// The positions of an interleaved trace that are threads' steps, in the order that stands for all orders of
/// independent steps: the least by threads' numbers among the orders in which all conflicting accesses, creations and
/// joins come as they did (the lexicographic normal form of Mazurkiewicz traces). Two traces differ only by commuting
/// independent steps if and only if the threads' own edges at these positions are the same. Quadratic in the number of
/// steps.
[[nodiscard]] std::vector<std::size_t> normal_order(const frontend::Program& program,
                                                    const frontend::Execution& execution);

}  // namespace bireach::relevance
