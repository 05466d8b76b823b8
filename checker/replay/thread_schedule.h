// SPDX-License-Identifier: Apache-2.0
/// In which order the threads of an execution take turns, so that a program that is made to wait at places of its text
/// behaves as the execution does.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "checker/replay/thread_visits.h"
#include "frontend/clang/reading/source_points.h"
#include "frontend/program/interpreter.h"
#include "frontend/program/program.h"

namespace bireach::checker {

/// Where a thread hands on its turn, and waits until it has another one.
struct ThreadStop {
  std::size_t place = 0;  ///< index into ThreadSchedule::places
  unsigned visit = 1;
  std::optional<std::size_t> turn;  ///< absent: the execution ends before
  bool operator==(const ThreadStop&) const = default;
};

struct ThreadPlan {
  std::optional<std::size_t> first_turn;  ///< absent: no step of the thread is needed
  std::vector<ThreadStop> stops;          ///< in their order; of those without a turn, any
  std::vector<std::uint32_t> created;     ///< the threads that it creates, in their order
};

struct ThreadSchedule {
  std::vector<WaitingPlace> places;
  std::vector<ThreadPlan> plans;     ///< by thread
  std::vector<std::uint32_t> turns;  ///< which thread has which
  bool is_race = false;              ///< after the last turn all threads go on at a time: two of them race then
  std::vector<std::string> not_set;  ///< switches that no place of the text is at; empty: all are
};

/// Turns for the steps that the last one depends on: those of its thread before it, those that create or end what must
/// be there, and those that access the same objects earlier, at least one of two writing. Steps that no such
/// dependence orders may take place in another order. Switches are between statements where that is possible, else
/// between the accesses of one. Precondition: a threaded program (an interleaving), an execution that keeps its states.
/// Linear in the trace, times a logarithm, but for the places.
[[nodiscard]] ThreadSchedule thread_schedule(const frontend::Program& program, const frontend::Execution& execution,
                                             const frontend::SourcePoints& points);

}  // namespace bireach::checker
