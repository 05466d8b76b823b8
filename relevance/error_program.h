// SPDX-License-Identifier: Apache-2.0
/// The core of an error as a sequence of transitions that cannot run to its end: what interpolation engines refute.
#pragma once

#include <string>
#include <vector>

#include "logic/interpolation.h"
#include "relevance/error_core.h"

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
  std::vector<std::vector<logic::Term>> kept_frames_;
  std::set<logic::Term> variables_;  ///< that the core speaks of
  std::vector<logic::TransitionFormula> transitions_;
  std::vector<const logic::TransitionFormula*> pointers_;
  std::vector<std::size_t> positions_;  ///< of the transitions but the last; all other positions change nothing
};

/// The obligations of a sequence of error invariants, on the statements of the trace themselves: psi implies the first;
/// each implies the next through its statement, and the condition of a branch of the core; the last contradicts the
/// assertion. These imply conditions (i) and (ii). Empty if the solver confirms all, else what it does not confirm.
[[nodiscard]] std::string check_error_invariants(const ErrorTrace& trace, const ErrorCore& core, ExplanationKind kind,
                                                 const std::vector<logic::Term>& invariants, logic::Solver& solver,
                                                 const ErrorCoreConfig& config);

}  // namespace bireach::relevance
