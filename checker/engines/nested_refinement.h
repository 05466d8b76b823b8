// SPDX-License-Identifier: Apache-2.0
/// Trace abstraction over nested words, for programs with recursive procedures (Heizmann, Hoenicke, Podelski, "Nested
/// interpolants", POPL 2010): from the automaton of the error traces that are left, Floyd-Hoare automata are subtracted
/// until it is empty or holds a feasible trace.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "checker/engines/engine.h"
#include "checker/engines/nested_floyd_hoare.h"

namespace bireach::checker {

struct NestedConfig {
  std::chrono::milliseconds query_time_limit{20000};
  std::stop_token stop;
  logic::SolverStatistics* statistics = nullptr;
  std::chrono::milliseconds certifier_time_limit = query_time_limit;
};

class NestedRefinement {
 public:
  /// The program must outlive this.
  NestedRefinement(const frontend::Program& program, const ControlFlow& flow, frontend::Arithmetic arithmetic,
                   NestedConfig config);
  ~NestedRefinement();

  /// It cannot go on; that says nothing about the program.
  struct Stuck {
    enum class Kind : std::uint8_t {
      impossible,       ///< the program cannot be written as nested words, or its proof was not certified
      undecided,        ///< whether current() is feasible
      not_reproduced,   ///< current() is feasible, but not in the program
      no_interpolants,  ///< current() is infeasible
      stopped
    };
    Kind kind = Kind::impossible;
    std::string reason;
  };
  /// The summaries prove that no execution reaches an Error or Unsupported location: cvc5 has confirmed their clauses.
  /// What is found is an execution of the lowered program.
  using Outcome = std::variant<Progressed, ProcedureSummaries, Found, Stuck>;
  /// Takes a shortest error trace that is left, decides it and subtracts it with all that is refuted alike; where none
  /// is left, certifies the proof. Throws std::logic_error if the trace is still there afterwards.
  Outcome iterate();
  [[nodiscard]] const automata::NestedWordAutomaton& remaining() const { return remaining_; }
  /// The trace that the last iteration took.
  [[nodiscard]] const automata::NestedWord& current() const { return current_; }
  /// As in RefinementLoop. No proof comes of it afterwards.
  void set_remaining(automata::NestedWordAutomaton remaining);
  bool take_away(const automata::NestedWordAutomaton& traces, const automata::NestedWord& word);
  void prefer(std::function<bool(automata::Letter)> letters) { preferred_ = std::move(letters); }
  /// Unsupported locations are no targets. Precondition: nothing is subtracted yet.
  void ignore_unsupported();
  [[nodiscard]] logic::TermManager& terms() const { return *terms_; }
  [[nodiscard]] const NestedProgram& program() const { return nested_; }
  [[nodiscard]] std::size_t refutations() const { return subtracted_.size(); }

 private:
  Outcome refute(const automata::NestedWord& word, std::size_t length);
  bool subtract(automata::LazyNestedAutomaton& subtrahend, const automata::NestedWord& word);
  bool subtract_with(const std::vector<logic::Term>& predicates, const automata::NestedWord& word);
  std::vector<logic::Term> propose(const automata::NestedWord& prefix, unsigned attempt);
  Outcome conclude();
  [[nodiscard]] std::unique_ptr<logic::Solver> solver(logic::SolverKind kind, std::chrono::milliseconds limit,
                                                      bool cores = false);

  NestedConfig config_;
  const frontend::Program& program_;
  const ControlFlow& flow_;
  std::shared_ptr<logic::TermManager> terms_;
  frontend::Semantics semantics_;
  NestedProgram nested_;
  std::unique_ptr<logic::Solver> trace_solver_;
  std::unique_ptr<logic::Solver> core_solver_;
  std::unique_ptr<logic::Solver> predicate_solver_;
  std::unique_ptr<logic::Solver> triple_solver_;
  std::unique_ptr<logic::PredicateUnifier> unifier_;
  std::unique_ptr<logic::HoareTripleChecker> triples_;
  automata::NestedWordAutomaton remaining_;
  automata::NestedWord current_;
  std::function<bool(automata::Letter)> preferred_;
  bool proves_ = true;  ///< all that is not in remaining_ was refuted
  std::vector<std::unique_ptr<NestedFloydHoareAutomaton>> subtracted_;
};

/// The proof that all subtracted automata make together, as procedure summaries: at each cut point of a procedure, for
/// each state in which it is entered, what holds there if that held at its entry. Nothing if it has more than
/// `state_limit` states. The clauses of `procedure_clauses` (bounds: all) hold under it if the automata are right; that
/// is left to the certifier. By location, over `old(x)` and x.
[[nodiscard]] std::optional<std::map<frontend::LocationId, logic::Term>> nested_annotation(
    const NestedProgram& program, const logic::PredicateUnifier& unifier,
    const std::vector<std::unique_ptr<NestedFloydHoareAutomaton>>& automata, std::size_t state_limit);

}  // namespace bireach::checker
