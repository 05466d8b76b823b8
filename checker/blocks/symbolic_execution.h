// SPDX-License-Identifier: Apache-2.0
/// Symbolic execution of loop-free regions, with states merged where paths meet. Both the block encoding (from a state
/// of plain variables) and the bounded search (from the state reached so far, so that constants fold) are runs of it.
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "checker/blocks/control_flow.h"
#include "frontend/program/semantics.h"

namespace bireach::checker {

/// The meaning of every edge in one arithmetic, computed once.
class EdgeSemantics {
 public:
  EdgeSemantics(const frontend::Semantics& semantics, const frontend::Program& program);

  /// The two edges of a branch have their auxiliaries in common.
  struct Meaning {
    logic::TransitionFormula transition;
    std::vector<frontend::VariableId> reads;                            ///< variables in guard and updates
    std::vector<std::pair<frontend::VariableId, logic::Term>> updates;  ///< as in transition
  };
  /// Computed on first use.
  const Meaning& of(frontend::EdgeId edge);
  /// What turns terms of the meaning into those of a state with these values of all variables, with `instances` for
  /// the meaning's auxiliaries.
  [[nodiscard]] logic::Substitution substitution(const Meaning& meaning, const std::vector<logic::Term>& values,
                                                 const std::vector<logic::Term>& instances = {}) const;
  [[nodiscard]] const frontend::Semantics& semantics() const { return semantics_; }
  [[nodiscard]] const frontend::Program& program() const { return program_; }

 private:
  void set(frontend::EdgeId edge, logic::TransitionFormula transition);

  const frontend::Semantics& semantics_;
  const frontend::Program& program_;
  std::vector<std::optional<Meaning>> meanings_;
  std::unordered_map<logic::Term, frontend::VariableId, logic::TermHash> variable_of_;
};

/// A set of executions that arrive at one location.
struct SymbolicState {
  /// Conjuncts of the path condition, in the order in which they were met; merging keeps the common prefix apart.
  std::vector<logic::Term> path;
  /// Value of each program variable.
  std::vector<logic::Term> values;
  bool exact = true;
};

/// Called for each havoc that is executed: the auxiliary variables of the edge's meaning are replaced by the terms
/// given.
using FreshAuxiliaries = std::function<std::vector<logic::Term>(frontend::EdgeId, const std::vector<logic::Term>&)>;

class RegionExecutor {
 public:
  RegionExecutor(logic::TermManager& terms, EdgeSemantics& edges, const ControlFlow& flow)
      : terms_(terms), edges_(edges), flow_(flow) {}

  /// Runs from a cut point through its region; returns the merged states at the cut points met next. Locations from
  /// which no target is reachable are left out, and so are states whose path condition simplifies to false.
  std::map<frontend::LocationId, SymbolicState> run(frontend::LocationId start, const SymbolicState& state,
                                                    const FreshAuxiliaries& fresh);
  /// The state in which either of both holds, at a location; both come from one deterministic program, so they exclude
  /// each other. Values that are dead there are not merged.
  [[nodiscard]] SymbolicState merge(SymbolicState a, SymbolicState b, frontend::LocationId at);

  /// In all runs so far, all executions went on together: some guard had always become `true`. So none was left out,
  /// and nothing depends on what undefined behaviour means.
  [[nodiscard]] bool followed_all() const { return followed_all_; }

  /// Along one edge; nothing if its guard contradicts the path condition in an obvious way.
  [[nodiscard]] std::optional<SymbolicState> step(const SymbolicState& state, frontend::EdgeId edge,
                                                  const std::vector<logic::Term>& instances);

 private:
  /// The arrays of explicit stacks, which are written at constant places if their depth is known, element by element.
  [[nodiscard]] logic::Term merge_values(frontend::VariableId variable, logic::Term condition, logic::Term a,
                                         logic::Term b) const;

  logic::TermManager& terms_;
  EdgeSemantics& edges_;
  const ControlFlow& flow_;
  bool followed_all_ = true;
  bool all_passed_ = false;  ///< the last step's guard was `true`
};

}  // namespace bireach::checker
