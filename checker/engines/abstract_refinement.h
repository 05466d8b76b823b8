// SPDX-License-Identifier: Apache-2.0
/// Predicates that refute a trace, from abstract interpretation of its path program.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <vector>

#include "abstraction/fixpoint/invariants.h"
#include "checker/blocks/block_program.h"
#include "checker/blocks/control_flow.h"
#include "frontend/program/semantics.h"
#include "logic/solvers/solver.h"

namespace bireach::checker {

/// The invariants of the part of the program that a trace's blocks are made of (Greitschus, Dietsch, Podelski, "Loop
/// Invariants from Counterexamples", SAS 2017), by intervals and linear equalities. Of their conjuncts only those are
/// proposed that are needed to refute the trace and are inductive together: unsat cores, from the error backwards.
class AbstractRefiner {
 public:
  /// `flow` and what the others refer to must outlive this.
  AbstractRefiner(logic::TermManager& terms, const BlockProgram& blocks, const ControlFlow& flow,
                  const frontend::Semantics& semantics, logic::Term precondition, std::stop_token stop,
                  logic::SolverStatistics& statistics);

  /// Predicates that hold inductively along all words made of the blocks of `refuted` but the last one, and after
  /// which that one cannot be taken; nothing: there is no loop in it (other engines say more then), the invariants are
  /// too weak, or a solver does not know. At most 50 ms of
  /// fixpoint iteration on programs of some thousand edges, and a query for each conjunct that is needed and each block
  /// into its place, two seconds at most.
  [[nodiscard]] std::optional<std::vector<logic::Term>> propose(const automata::Word& refuted);

 private:
  using Conjuncts = std::map<frontend::LocationId, std::vector<logic::Term>>;
  [[nodiscard]] std::vector<bool> edges_of(const std::set<automata::Letter>& letters) const;
  [[nodiscard]] bool has_loop(const std::set<automata::Letter>& letters) const;
  /// Those of the conjuncts at the block's source from which `goal` follows behind it; nothing: it does not follow.
  [[nodiscard]] std::optional<std::vector<logic::Term>> support(automata::Letter letter, logic::Term goal,
                                                                const Conjuncts& known);

  logic::TermManager& terms_;
  const BlockProgram& blocks_;
  const ControlFlow& flow_;
  const frontend::Semantics& semantics_;
  logic::Term precondition_;
  std::stop_token stop_;
  std::unique_ptr<logic::Solver> solver_;
};

}  // namespace bireach::checker
