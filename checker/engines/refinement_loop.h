// SPDX-License-Identifier: Apache-2.0
/// The refinement loop of trace abstraction in one arithmetic: an automaton of remaining error traces from which
/// Floyd-Hoare automata are subtracted until it is empty or holds a feasible trace.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "automata/lazy_automaton.h"
#include "checker/answer/statistics.h"
#include "checker/blocks/inductive_invariants.h"
#include "checker/blocks/trace_check.h"
#include "checker/certification/certify.h"
#include "checker/engines/engine.h"
#include "checker/engines/floyd_hoare.h"
#include "checker/engines/refinement.h"
#include "checker/engines/verify_options.h"

namespace bireach::checker {

class RefinementLoop {
 public:
  RefinementLoop(logic::TermManager& terms, const frontend::Program& program, const ControlFlow& flow,
                 frontend::Arithmetic arithmetic, const VerifyOptions& options, std::stop_token stop,
                 VerifyStatistics& statistics);
  ~RefinementLoop();

  /// Before the first iteration. Abstract interpretation proposes invariants of the whole program; those that are
  /// inductive are known from then on wherever a block begins, to all refinements, and are part of the annotation.
  void find_invariants();

  /// No error trace is left; all were refuted.
  struct Empty {};
  /// The loop can't go on in this arithmetic (a trace that only bits decide; everything left is undecided).
  struct Stuck {
    enum class Kind : std::uint8_t {
      stopped,
      undecided_left,  ///< no trace is left but those put aside
      not_reproduced,  ///< the trace has no execution, or none without undefined behaviour, in real arithmetic
      no_interpolants  ///< the trace is infeasible, but no predicates were found
    };
    Kind kind;
    std::string reason;
    bool forbids_proof = false;  ///< GaveUp::forbids_proof
  };
  using Outcome = std::variant<Progressed, Empty, Found, Stuck>;
  /// One iteration: takes a shortest remaining error trace, decides it and subtracts it with all that is refuted alike.
  /// Throws std::logic_error if the trace is still there afterwards.
  Outcome iterate();
  /// The error traces that are left, and the one that the last iteration took.
  [[nodiscard]] const automata::Nfa& remaining() const { return remaining_; }
  [[nodiscard]] const automata::Run& current() const { return current_; }
  [[nodiscard]] const BlockProgram& blocks() const { return blocks_; }
  /// Why a trace was put aside undecided; empty if none was.
  [[nodiscard]] const std::string& undecided() const { return undecided_; }
  /// The traces put aside since the last call, in their order.
  [[nodiscard]] std::vector<automata::Word> undecided_since_last_call() { return std::exchange(newly_undecided_, {}); }
  /// Goes on with these error traces, in the letters of blocks(). There is no annotation() afterwards.
  void set_remaining(automata::Nfa remaining) { remaining_ = std::move(remaining); }
  /// Takes error traces away that are not refuted (feasible or undecided ones); there is no annotation() afterwards.
  /// False if stopped, and then nothing is taken away. Throws std::logic_error if `word` is still there afterwards.
  bool take_away(const automata::Nfa& traces, const automata::Word& word);
  /// Of the shortest error traces left that use one of these letters, if there are any, the next iteration takes one.
  void prefer(std::function<bool(automata::Letter)> letters) { preferred_ = std::move(letters); }
  /// The predicates of each refinement so far. Another loop over the same graph, terms and arithmetic may begin with
  /// them, whatever its edges mean: `refute_with` takes away what they refute there. False if stopped.
  [[nodiscard]] const std::vector<std::vector<logic::Term>>& refutations() const { return refutations_; }
  bool refute_with(const std::vector<logic::Term>& predicates);
  /// From now on, Unsupported locations are no targets (one is known to be reachable).
  void ignore_unsupported();
  [[nodiscard]] const CutPointConditions& known_invariants() const { return known_; }
  /// The proof after Empty: all subtracted automata side by side with the program, and `known`, which are the known
  /// invariants; a part of them may do for a proof, too. Nothing if it has more than `node_limit` nodes or the loop was
  /// stopped.
  [[nodiscard]] std::optional<AnnotationGraph> annotation(std::size_t node_limit, const CutPointConditions& known);
  [[nodiscard]] frontend::Arithmetic arithmetic() const { return semantics_.arithmetic(); }

 private:
  Outcome refute(const automata::Run& run, std::size_t length);
  bool subtract(automata::LazyAutomaton& subtrahend, const automata::Word& word);
  [[nodiscard]] std::unique_ptr<FloydHoareAutomaton> automaton_of(const std::vector<logic::Term>& predicates);

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
  automata::Run current_;
  std::function<bool(automata::Letter)> preferred_;
  CutPointConditions known_;  ///< inductive together
  std::vector<std::unique_ptr<FloydHoareAutomaton>> subtracted_;
  std::vector<std::vector<logic::Term>> refutations_;  ///< the predicates of `subtracted_`
  std::string undecided_;                              ///< why a trace was put aside; then Empty is no proof
  std::vector<automata::Word> newly_undecided_;
  bool accept_unsupported_ = true;
};

}  // namespace bireach::checker
