// SPDX-License-Identifier: Apache-2.0
/// The error (psi, pi, phi) of a feasible error trace (Definition 1 of "Flow-sensitive Fault Localization", 2013),
/// ready to be made into formulas.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "frontend/program/interpreter.h"
#include "frontend/program/semantics.h"
#include "logic/terms/model.h"
#include "relevance/explanation/error_invariants.h"
#include "relevance/trace/control_dependence.h"
#include "relevance/trace/suspended_frames.h"
#include "relevance/trace/trace_accesses.h"

namespace bireach::relevance {

/// The meanings of edges in one arithmetic, each computed once.
class EdgeMeanings {
 public:
  struct Meaning {
    logic::TransitionFormula transition;
    logic::Term complement;  ///< guard of the other edge of a branch; null for all other edges
    logic::Term condition;   ///< of a branch: its guard without what makes the condition defined, as far as that shows
  };
  /// Both references must outlive this.
  EdgeMeanings(const frontend::Program& program, const frontend::Semantics& semantics);
  [[nodiscard]] const Meaning& of(frontend::EdgeId edge);
  [[nodiscard]] const frontend::Semantics& semantics() const { return semantics_; }
  [[nodiscard]] const frontend::Program& program() const { return program_; }
  /// The program variable that the term is.
  [[nodiscard]] frontend::VariableId id_of(logic::Term variable) const { return ids_.at(variable); }
  [[nodiscard]] SuspendedFrames& suspended() { return suspended_; }
  [[nodiscard]] const SuspendedFrames& suspended() const { return suspended_; }

 private:
  const frontend::Program& program_;
  const frontend::Semantics& semantics_;
  std::map<logic::Term, frontend::VariableId> ids_;
  std::map<frontend::EdgeId, Meaning> meanings_;
  SuspendedFrames suspended_;
};

/// The other edge of a branch; nothing for an edge without alternative.
[[nodiscard]] std::optional<frontend::EdgeId> other_edge(const frontend::Program& program, frontend::EdgeId edge);

/// One arbitrary value that the execution chose.
struct TraceInputTerm {
  InputConstraint constraint;  ///< with both bounds at the value
  logic::Term chosen;          ///< over the auxiliaries of its havoc, or over initial variables
};

/// The trace up to the violated assertion. What the scheduler of an interleaving chooses means nothing in it: the trace
/// has its order. All positions are smaller than `length()`. Of the explicit stack of
/// recursive calls nothing is left but the variables that suspended activations keep (SuspendedFrames).
class ErrorTrace {
 public:
  /// The references must outlive this.
  ErrorTrace(EdgeMeanings& meanings, ControlDependence& dependence, const frontend::Execution& execution);

  [[nodiscard]] std::size_t length() const { return length_; }
  [[nodiscard]] const TraceScopes& scopes() const { return scopes_; }
  [[nodiscard]] const EdgeMeanings::Meaning& meaning(std::size_t position) const { return *meanings_[position]; }
  [[nodiscard]] bool is_branch(std::size_t position) const { return !meanings_[position]->complement.is_null(); }
  /// Variables that the other way of a branch might assign before both meet; none if the other way gives up.
  [[nodiscard]] const std::vector<frontend::VariableId>& framed(std::size_t position) const;
  /// Branches of other threads that are open while this position writes a variable that their other way might assign
  /// too, later than this.
  [[nodiscard]] const std::vector<std::size_t>& reframed(std::size_t position) const;
  /// Accesses of an interleaved trace.
  [[nodiscard]] const TraceAccesses& accesses() const { return accesses_; }
  [[nodiscard]] logic::Term holds() const { return holds_; }
  [[nodiscard]] const std::vector<TraceInputTerm>& inputs() const { return inputs_; }
  [[nodiscard]] const frontend::Semantics& semantics() const { return semantics_; }
  [[nodiscard]] const frontend::Execution& execution() const { return execution_; }
  [[nodiscard]] logic::TermManager& terms() const { return semantics_.terms(); }
  [[nodiscard]] const frontend::Variable& variable(frontend::VariableId id) const { return program_.variables[id]; }
  [[nodiscard]] const frontend::Program& program() const { return program_; }
  /// Indices of the elements of an array (any, if the trace copies arrays) that expressions of the trace speak of.
  [[nodiscard]] std::vector<logic::Integer> touched_elements(logic::Term array) const;
  /// Does a formula over program variables hold in the execution's state before the position?
  [[nodiscard]] bool holds_in_execution(logic::Term formula, std::size_t position) const;
  /// The value of a program variable or a suspended one before the position, as a model has it.
  [[nodiscard]] logic::Value value_in_execution(logic::Term variable, std::size_t position) const;
  /// Every value of the input that the constraint admits; ranges of types included.
  [[nodiscard]] logic::Term admits(const TraceInputTerm& input, const InputConstraint& constraint) const;

 private:
  void leave_out_return_branches();
  void find_reframed();
  void collect_inputs();
  void add_inputs(std::optional<std::size_t> position, frontend::VariableId variable, logic::Term chosen);

  const EdgeMeanings& edges_;
  const frontend::Program& program_;
  const frontend::Semantics& semantics_;
  ControlDependence& dependence_;
  const frontend::Execution& execution_;
  TraceScopes scopes_;
  std::size_t length_ = 0;
  std::vector<const EdgeMeanings::Meaning*> meanings_;
  std::vector<std::unique_ptr<const EdgeMeanings::Meaning>> without_stack_;  ///< some of meanings_
  logic::Term holds_;
  std::vector<TraceInputTerm> inputs_;
  std::map<frontend::VariableId, std::vector<logic::Integer>> indices_;  ///< of elements that the trace touches
  TraceAccesses accesses_;
  EdgeMeanings::Meaning choice_;  ///< of the scheduler: nothing
  std::map<std::size_t, std::vector<std::size_t>> reframed_;
};

}  // namespace bireach::relevance
