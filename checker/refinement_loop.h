// SPDX-License-Identifier: Apache-2.0
/// The refinement loop of trace abstraction in one arithmetic: an automaton of remaining error traces from which
/// Floyd-Hoare automata are subtracted until it is empty or holds a feasible trace.
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "checker/certify.h"
#include "checker/floyd_hoare.h"
#include "checker/refinement.h"
#include "checker/trace_check.h"
#include "checker/verify.h"

namespace bireach::checker {

class RefinementLoop {
 public:
  RefinementLoop(logic::TermManager& terms, const frontend::Program& program, const ControlFlow& flow,
                 frontend::Arithmetic arithmetic, const VerifyOptions& options, std::stop_token stop,
                 VerifyStatistics& statistics);
  ~RefinementLoop();

  struct Progressed {};
  /// No error trace is left; all were refuted.
  struct Empty {};
  /// A feasible trace to an Error (or Unsupported) location, replayed.
  struct Found {
    frontend::RunResult run;
  };
  /// The loop can't go on in this arithmetic (a trace that only bits decide; everything left is undecided).
  struct Stuck {
    std::string reason;
  };
  using Outcome = std::variant<Progressed, Empty, Found, Stuck>;
  /// One iteration: takes a shortest remaining error trace, decides it and subtracts it with all that is refuted alike.
  /// Throws std::logic_error if the trace is still there afterwards.
  Outcome iterate();
  /// From now on, Unsupported locations are no targets (one is known to be reachable).
  void ignore_unsupported();
  /// The proof after Empty: all subtracted automata side by side with the program. Nothing if it has more than
  /// `node_limit` nodes or the loop was stopped.
  [[nodiscard]] std::optional<AnnotationGraph> annotation(std::size_t node_limit);
  [[nodiscard]] frontend::Arithmetic arithmetic() const { return semantics_.arithmetic(); }

 private:
  Outcome refute(const automata::Run& run, std::size_t length);
  bool subtract(automata::LazyAutomaton& subtrahend, const automata::Word& word);

  logic::TermManager& terms_;
  const frontend::Program& program_;
  const ControlFlow& flow_;
  const VerifyOptions& options_;
  std::stop_token stop_;
  VerifyStatistics& statistics_;
  frontend::Semantics semantics_;
  EdgeSemantics edges_;
  BlockProgram blocks_;
  std::unique_ptr<logic::Solver> trace_solver_;
  std::unique_ptr<logic::Solver> predicate_solver_;
  std::unique_ptr<logic::Solver> triple_solver_;
  std::unique_ptr<logic::PredicateUnifier> unifier_;
  std::unique_ptr<logic::HoareTripleChecker> triples_;
  logic::Term initial_condition_;
  Refiner refiner_;
  automata::Nfa remaining_;
  std::vector<std::unique_ptr<FloydHoareAutomaton>> subtracted_;
  std::string undecided_;  ///< why a trace was put aside; then Empty is no proof
  bool accept_unsupported_ = true;
};

}  // namespace bireach::checker
