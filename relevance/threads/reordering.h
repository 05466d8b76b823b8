// SPDX-License-Identifier: Apache-2.0
/// All orders of a trace's steps in which each thread keeps its own, as one formula.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "frontend/program/interpreter.h"
#include "logic/solvers/solver.h"
#include "relevance/trace/trace_accesses.h"

namespace bireach::relevance {

struct ReorderingConfig {
  std::chrono::milliseconds query_limit{1000};
  std::stop_token stop;
  logic::SolverStatistics* statistics = nullptr;
  std::size_t most_clauses = 60'000;  ///< of the formula; beyond them nothing is decided
};

/// An order of the steps of an error trace, or that there is none.
struct OrderAnswer {
  logic::SatResult result = logic::SatResult::unknown;
  std::vector<std::size_t> order;  ///< of sat: positions of the trace up to its last one, as the interpreter confirmed
  std::string reason;              ///< of unknown
};

/// The executions of the same steps in other orders: each thread takes its steps in its own order, as far as it comes
/// before the trace's last step, which is taken; inputs are free. What a read yields depends on which writer is the
/// last before it (as in Wang, Kundu, Limaye, Ganai, Gupta, "Symbolic predictive analysis for concurrent programs",
/// 2011): clocks are integers, and only steps that access shared variables, create or join have any. Not thread-safe.
class Reordering {
 public:
  /// The references must outlive this.
  Reordering(const frontend::Program& program, const frontend::Execution& execution, const TraceAccesses& accesses,
             const ReorderingConfig& config);
  ~Reordering();
  Reordering(const Reordering&) = delete;
  Reordering& operator=(const Reordering&) = delete;

  /// Is there an order without this switch? `after` and `before` are the positions around it. If the trace interrupts
  /// the thread that is left, or the one that is entered, there: one that does not interrupt it there. Else one where
  /// what comes behind is not executed, or where either thread goes on at once, or, if one ends here and the other
  /// starts, comes first. Steps without effect on other threads do not count. Threads are interrupted only where the
  /// order that was found last interrupts them (at first the trace), or where they create or join a thread: so what is
  /// needed at the end is a minimal set, and of two threads that tear each other apart only one has to be.
  [[nodiscard]] OrderAnswer without_switch(std::size_t after, std::size_t before);
  /// … in which the later one of two positions comes first, or one of them is not executed?
  [[nodiscard]] OrderAnswer reversed(std::size_t earlier, std::size_t later);
  /// … in which no thread is interrupted but where it creates another one, or has to wait?
  [[nodiscard]] OrderAnswer without_interruption();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace bireach::relevance
