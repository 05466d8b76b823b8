// SPDX-License-Identifier: Apache-2.0
/// Error traces that fail for the same reason ("Classifying Bugs with Interpolants", Podelski, Schäf, Wies, TAP 2016).
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "relevance/explanation/error_trace.h"

namespace bireach::relevance {

/// Groups explained traces: a trace belongs to the first trace before it whose sequence of error invariants
/// I_0, …, I_k explains it too. That is: every statement of the trace, under its own error precondition, keeps the
/// present invariant or leads from it to one that follows it somewhere in the sequence (so that what a loop repeats may
/// be repeated more or less often), and the last one contradicts the trace's assertion. A trace without explanation is
/// a class of its own.
class TraceClasses {
 public:
  explicit TraceClasses(const ExplanationConfig& config) : config_(config) {}

  /// The class of the trace: the number, counted from 0 in order of calls, of the trace that represents it.
  /// Time: for each class about as many Hoare triples as the trace has statements that touch its invariants.
  std::size_t add(const ErrorTrace& trace, const ErrorExplanation& explanation);
  /// A trace without explanation.
  std::size_t add_alone() { return count_++; }

 private:
  struct Representative {
    std::size_t number;
    frontend::Arithmetic arithmetic;
    std::vector<logic::Term> invariants;               ///< each once
    std::vector<std::vector<std::size_t>> successors;  ///< in the sequence; itself left out
    std::size_t first, last;
  };
  static Representative representative(std::size_t number, const ErrorExplanation& explanation);
  bool explains(const Representative& representative, const ErrorTrace& trace, const ErrorExplanation& explanation,
                logic::Solver& solver);
  friend class InvariantFollower;

  ExplanationConfig config_;
  std::size_t count_ = 0;
  std::vector<Representative> representatives_;
};

}  // namespace bireach::relevance
