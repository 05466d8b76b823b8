// SPDX-License-Identifier: Apache-2.0
/// The core of an error as a sequence of transitions that cannot run to its end: what interpolation engines refute.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "logic/interpolation/interpolation.h"
#include "relevance/explanation/error_core.h"

namespace bireach::relevance {

/// Statements of the core as they are, inputs within the precondition, all else arbitrary; the last transition assumes
/// that the assertion holds *or that a branch of the core went another way*. The latter is remembered by a Boolean
/// variable of its own, so that an interpolant before a branch implies the branch's condition: this is what makes the
/// sequence flow-sensitive, with interpolants over program variables only.
class ErrorProgram {
 public:
  ErrorProgram(const ErrorTrace& trace, const ErrorFormula& formula, const ErrorCore& core);

  /// Refers to this object.
  [[nodiscard]] logic::InterpolationProblem problem() const;
  /// Error invariants for positions 0 … trace.length() from a sequence of interpolants of `problem()`.
  [[nodiscard]] std::vector<logic::Term> invariants(const std::vector<logic::Term>& interpolants) const;
  /// Error invariants without interpolation: the values that the variables of the core have in the execution.
  /// Precondition: the constraints of the core's inputs are at their values.
  [[nodiscard]] std::vector<logic::Term> values() const;

 private:
  void build(std::size_t position);
  [[nodiscard]] logic::Term value_at(logic::Term variable, std::size_t position) const;

  const ErrorTrace& trace_;
  const ErrorFormula& formula_;
  const ErrorCore& core_;
  logic::TermManager& terms_;
  logic::Term other_way_;  ///< a branch of the core went another way
  logic::Term precondition_;
  std::vector<bool> statements_, facts_, conditions_, branches_;  ///< of the core, by position
  std::vector<bool> in_core_;                                     ///< one of these, or a kept frame
  std::vector<std::vector<logic::Term>> kept_frames_;
  std::set<logic::Term> variables_;  ///< that the core speaks of
  std::vector<logic::TransitionFormula> transitions_;
  std::vector<const logic::TransitionFormula*> pointers_;
  std::vector<std::size_t> positions_;  ///< of the transitions but the last; all other positions change nothing
};

/// The obligations of error invariants that are inductive step by step, on the statements of the trace themselves. An
/// answer of unknown counts as no.
class InvariantSteps {
 public:
  /// The references must outlive this. `solver` is called when there is a question, since a solver costs time to make.
  InvariantSteps(const ErrorTrace& trace, const std::vector<std::size_t>& branches,
                 const std::vector<InputConstraint>& precondition, ExplanationKind kind,
                 std::function<logic::Solver&()> solver)
      : trace_(trace), branches_(branches), precondition_(precondition), kind_(kind), solver_(std::move(solver)) {}
  /// Does the precondition imply it?
  [[nodiscard]] bool first(logic::Term invariant);
  /// Does `before` lead to `after` through the statement, inputs within the precondition? Flow-sensitively, the
  /// condition of a branch is no premise, and that of one of `branches` has to follow from `before`.
  [[nodiscard]] bool step(std::size_t position, logic::Term before, logic::Term after);
  /// Does it contradict the assertion?
  [[nodiscard]] bool last(logic::Term invariant);
  /// At one position, for all states.
  [[nodiscard]] bool implies(logic::Term premise, logic::Term conclusion);

 private:
  bool triple(logic::Term pre, const logic::TransitionFormula& transition, logic::Term post);

  const ErrorTrace& trace_;
  const std::vector<std::size_t>& branches_;
  const std::vector<InputConstraint>& precondition_;
  ExplanationKind kind_;
  std::function<logic::Solver&()> solver_;
};

/// All obligations of a sequence of error invariants; they imply conditions (i) and (ii). Empty if the solver confirms
/// all, else what it does not confirm.
[[nodiscard]] logic::UnknownReason check_error_invariants(const ErrorTrace& trace, InvariantSteps& steps,
                                                          const std::vector<logic::Term>& invariants,
                                                          const ErrorCoreConfig& config);

}  // namespace bireach::relevance
