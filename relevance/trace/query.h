// SPDX-License-Identifier: Apache-2.0
/// Solver queries of the relevance analysis: one incremental solver with fixed assertions, the other one behind it, and
/// the exists-forall question that nondeterministic suffixes pose.
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "logic/solvers/solver.h"
#include "relevance/trace/suffix_condition.h"

namespace bireach::relevance {

struct Answer {
  logic::SatResult result = logic::SatResult::unknown;
  logic::Model model;           ///< of sat
  logic::UnknownReason reason;  ///< of unknown
};

/// Of an unknown answer; never empty.
[[nodiscard]] logic::UnknownReason reason_of(const Answer& answer);

/// Asks Z3 first and cvc5 when Z3 does not know. Not thread-safe.
class QuerySolver {
 public:
  QuerySolver(logic::TermManager& terms, std::vector<logic::Term> assertions, std::stop_token stop,
              logic::SolverStatistics* statistics);
  /// Are the fixed assertions and these formulas satisfiable together?
  Answer check(const std::vector<logic::Term>& formulas, Deadline deadline);

 private:
  Answer ask(logic::SolverKind kind, const std::vector<logic::Term>& formulas, Deadline deadline);

  logic::TermManager& terms_;
  std::vector<logic::Term> assertions_;
  std::stop_token stop_;
  logic::SolverStatistics* statistics_;
  std::unique_ptr<logic::Solver> z3_;
  std::unique_ptr<logic::Solver> cvc5_;
};

/// exists (everything free). known /\ premises /\ forall bound. not /\ guards, where `known` are the solver's fixed
/// assertions. The model of `sat` gives the free variables.
/// Order: candidates; no bound variables; elimination by own rules; by solvers; the quantified formula, briefly;
/// instantiation by counterexamples (each candidate for the free variables is refuted by a choice of the bound ones, or
/// found right); the quantified formula in the time that is left.
struct BlockingQuestion {
  std::vector<logic::Term> premises;
  std::vector<logic::Term> guards;
  std::vector<logic::Term> bound;
  logic::Substitution original_choice;  ///< a choice of all bound variables to start from; may be empty
  /// Terms without variables for some of the free variables, to be tried before all else.
  std::vector<logic::Substitution> candidates = {};
};

struct BlockingAnswer {
  Answer answer;
  /// Quantifier-free formulas equivalent to the question beside the fixed assertions, if such were found.
  std::vector<logic::Term> quantifier_free;
};

/// `plain` has no fixed assertions.
[[nodiscard]] BlockingAnswer find_blocking(TraceTransitions& transitions, QuerySolver& known, QuerySolver& plain,
                                           const BlockingQuestion& question, const logic::SolverConfig& limits,
                                           Deadline deadline);

/// Time left, at least zero.
[[nodiscard]] std::chrono::milliseconds time_until(Deadline deadline);
/// The point at this share (in percent) of the time left.
[[nodiscard]] Deadline share_of(Deadline deadline, int percent);

}  // namespace bireach::relevance
