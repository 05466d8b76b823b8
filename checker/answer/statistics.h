// SPDX-License-Identifier: Apache-2.0
/// What is counted while a program is verified and its errors are harvested.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <string_view>

#include "logic/solvers/solver_statistics.h"

namespace bireach::checker {

/// A sum of seconds that one thread adds to while others may read it.
class Seconds {
 public:
  Seconds(double value = 0) : value_(value) {}
  Seconds(const Seconds& other) : value_(static_cast<double>(other)) {}
  Seconds& operator=(const Seconds& other) {
    value_ = static_cast<double>(other);
    return *this;
  }
  Seconds& operator+=(double more) {
    value_.store(*this + more, std::memory_order_relaxed);
    return *this;
  }
  operator double() const { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<double> value_;
};

/// Time spent by phase, seconds.
struct PhaseTimes {
  Seconds frontend = 0, trace_check = 0, interpolation = 0, hoare_checks = 0, difference = 0, bounded_search = 0,
          enumeration = 0, path_search = 0, random_testing = 0, certification = 0, danger_automata = 0, relevance = 0,
          error_invariants = 0, suspects = 0, repairs = 0, slicing = 0, program_invariants = 0;
};

struct Phase {
  Seconds PhaseTimes::*seconds;
  std::string_view key;   ///< in result files
  std::string_view name;  ///< for people
};
/// All of them, in the order of reports.
inline constexpr std::array<Phase, 17> phases{
    {{&PhaseTimes::frontend, "frontend", "frontend"},
     {&PhaseTimes::trace_check, "trace_check", "trace checks"},
     {&PhaseTimes::interpolation, "interpolation", "interpolation"},
     {&PhaseTimes::hoare_checks, "hoare_checks", "Hoare triples"},
     {&PhaseTimes::difference, "difference", "difference"},
     {&PhaseTimes::bounded_search, "bounded_search", "bounded search"},
     {&PhaseTimes::enumeration, "enumeration", "enumeration"},
     {&PhaseTimes::path_search, "path_search", "path search"},
     {&PhaseTimes::random_testing, "random_testing", "random testing"},
     {&PhaseTimes::certification, "certification", "certification"},
     {&PhaseTimes::danger_automata, "danger_automata", "danger automata"},
     {&PhaseTimes::relevance, "relevance", "relevance"},
     {&PhaseTimes::error_invariants, "error_invariants", "error invariants"},
     {&PhaseTimes::suspects, "suspects", "suspects"},
     {&PhaseTimes::repairs, "repairs", "repairs"},
     {&PhaseTimes::slicing, "slicing", "slicing"},
     {&PhaseTimes::program_invariants, "program_invariants", "program invariants"}}};
static_assert(sizeof(PhaseTimes) == phases.size() * sizeof(Seconds), "a phase has no name");

struct VerifyStatistics {
  std::uint64_t iterations = 0;
  std::uint64_t infeasible_traces = 0;
  std::uint64_t feasible_traces = 0;
  std::uint64_t automaton_states = 0;  ///< of the remaining error traces, now
  std::uint64_t bounded_depth = 0;
  bool exhausted = false;
  PhaseTimes time;
  logic::SolverStatistics solver;

  /// Takes over what a part of the run has counted for the same program since it last was `seen`, which is updated.
  void add_new(const VerifyStatistics& part, VerifyStatistics& seen);
};

/// What those who wait are told.
struct Progress {
  std::uint64_t iterations = 0, refuted = 0, states = 0, depth = 0, feasible = 0;
};
using ProgressObserver = std::function<void(const Progress&)>;

}  // namespace bireach::checker
