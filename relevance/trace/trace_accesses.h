// SPDX-License-Identifier: Apache-2.0
/// Who accesses what in an interleaved trace, and which of these accesses could have come in another order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "frontend/program/interpreter.h"
#include "frontend/program/program.h"

namespace bireach::relevance {

/// Two conflicting accesses of different threads whose order matters: read after write, write after read, write after
/// write.
enum class HazardKind : std::uint8_t { raw, war, waw };
struct Hazard {
  HazardKind kind = HazardKind::raw;
  frontend::VariableId variable = 0;
  std::size_t from = 0;  ///< position in the trace of the earlier access
  std::size_t to = 0;    ///< of the later one
  bool operator==(const Hazard&) const = default;
};

/// The thread whose step a position of an interleaved trace is; nothing for a choice of the scheduler.
[[nodiscard]] std::optional<std::uint32_t> thread_of(const frontend::Program& program, frontend::EdgeId edge);
/// The edge of the threads' own graphs that this one is a copy of; nothing for a choice of the scheduler. The edge
/// itself in a program without threads.
[[nodiscard]] std::optional<frontend::EdgeId> own_edge(const frontend::Program& program, frontend::EdgeId edge);
/// Where the threads' own edges are: the program itself if it has no threads.
[[nodiscard]] const frontend::Program& own_graphs(const frontend::Program& program);

/// One read or write of a variable at a position.
struct Access {
  std::size_t position = 0;
  std::uint32_t thread = 0;
  frontend::VariableId variable = 0;
  std::optional<logic::Integer> index;  ///< of the element of an array; absent: all of the variable
  bool writes = false;
};
/// Of one variable, with a common element.
[[nodiscard]] bool overlap(const Access& a, const Access& b);

/// What a read in an interleaved trace takes its value from, and what could take it away from it.
struct ReadConflicts {
  frontend::VariableId variable = 0;
  std::optional<std::size_t> last_writer;  ///< absent: the initial value
  std::vector<std::size_t> earlier;        ///< other writers before the last one
  std::vector<std::size_t> later;          ///< writers after the read
};

/// The accesses of a trace's positions by the execution's states. What only the lowering knows of (the allocator's
/// state, lifetimes, the explicit stack) is left out. Linear in the trace, times the number of threads.
class TraceAccesses {
 public:
  /// Both must outlive this. Nothing is accessed in a program without threads.
  TraceAccesses(const frontend::Program& program, const frontend::Execution& execution);

  [[nodiscard]] std::size_t length() const { return at_.size(); }
  [[nodiscard]] std::optional<std::uint32_t> thread(std::size_t position) const { return threads_[position]; }
  [[nodiscard]] const std::vector<Access>& at(std::size_t position) const { return at_[position]; }
  /// Of a variable, in order of the trace.
  [[nodiscard]] const std::vector<Access>& of(frontend::VariableId variable) const;
  /// Does more than one thread of the trace access it, and some of them write it?
  [[nodiscard]] bool is_shared(frontend::VariableId variable) const { return shared_[variable]; }
  /// Is the step within an atomic region, or is it the library's?
  [[nodiscard]] bool synchronises(std::size_t position) const { return synchronises_[position]; }

  /// Must the first come before the second in every order of these steps: by the order of one thread, by creation and
  /// by join? `earlier` <= `later`.
  [[nodiscard]] bool is_forced(std::size_t earlier, std::size_t later) const;
  /// Does more order them in this trace: accesses of one variable by synchronising steps (locks and the like)? The
  /// happens-before of data races (Lamport; Flanagan, Freund, "FastTrack", PLDI 2009).
  [[nodiscard]] bool is_ordered(std::size_t earlier, std::size_t later) const;

  /// Two conflicting accesses that nothing orders, not both by synchronising steps (C11 5.1.2.4p25): positions in the
  /// trace, those whose second one comes first. Quadratic in the accesses of one variable.
  [[nodiscard]] std::optional<std::pair<std::size_t, std::size_t>> first_race() const;

  /// The writers that the value of a read depends on, as in the concurrent SSA form of "Error invariants for concurrent
  /// traces": all by other threads, of the reader's own only the last before it. Positions before `end` count.
  [[nodiscard]] std::vector<ReadConflicts> conflicts(std::size_t position, std::size_t end) const;

 private:
  using Clock = std::vector<std::size_t>;  ///< by thread: how many of its positions come before
  void collect(std::size_t position);
  void order();
  [[nodiscard]] bool within(const std::vector<Clock>& clocks, std::size_t earlier, std::size_t later) const;

  const frontend::Program& program_;
  const frontend::Execution& execution_;
  std::vector<std::optional<std::uint32_t>> threads_;
  std::vector<std::vector<Access>> at_;
  std::vector<std::vector<Access>> of_;
  std::vector<bool> shared_, synchronises_;
  std::vector<bool> hidden_;  ///< variables that are no part of the user's program
  std::vector<Clock> forced_, ordered_;
};

}  // namespace bireach::relevance
