// SPDX-License-Identifier: Apache-2.0
/// Error invariants of whole programs (A. Dimovski, Error invariants for fault localization via abstract
/// interpretation, SAS 2023): what holds at a location in every execution that goes on to an error, as far as the error
/// needs it.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "abstraction/slicing/error_invariant_options.h"
#include "abstraction/slicing/failing_states.h"
#include "frontend/program/program.h"

namespace bireach::abstraction {

/// At one location.
struct ErrorInvariant {
  bool impossible = false;                   ///< no execution that fails comes here
  std::vector<frontend::ExprPtr> conjuncts;  ///< of type int, overflow nowhere; none: true
  /// Together with what is known to hold here, they lead on: the next step takes all their states to states of the next
  /// error invariant. Else the abstraction is too coarse to tell what is needed, and of what is known that stands here
  /// which is short.
  bool supported = false;
};

struct ErrorInvariants {
  bool complete = false;  ///< false: it was cut short, or see `unmodelled`; nothing is known of any location
  /// An Unsupported location that executions may reach: those that fail behind it are not known.
  std::optional<frontend::LocationId> unmodelled;
  std::vector<ErrorInvariant> at;  ///< by location
  unsigned rounds = 0;
};

/// Algorithm 1, repeated until nothing changes as in Algorithm 2: states from which errors are reached, then states
/// that are reached from those at the begin, by intervals, linear equalities and octagons (NumericState), each
/// within what is known already, at first as they are and then by cases of the branches where joins lose something
/// (LiftedState). Then from the errors backward: of the conjuncts known at a location a minimal set that
/// supports the error invariants of the locations behind it (Definition 1; cores minimised by deletion). What is
/// needed before a branch is asked as the disjunction of what both ways need, and conjuncts that are disjunctions are
/// chosen only where plain ones are not enough.
///
/// Conditions hold in every execution without undefined behaviour that reaches an error from any values of all
/// variables at the initial location. A solver that does not know leaves conjuncts where they are.
[[nodiscard]] ErrorInvariants error_invariants(const frontend::Program& program, const ErrorInvariantOptions& options,
                                               std::stop_token stop = {});
/// The same from states that are known already: failing_states with these options, but for `preference` and `avoided`.
[[nodiscard]] ErrorInvariants error_invariants(const frontend::Program& program, const FailingStates& known,
                                               const ErrorInvariantOptions& options, std::stop_token stop = {});

/// Do these conditions imply those?
class ImplicationChecker {
 public:
  ImplicationChecker(const frontend::Program& program, const ErrorInvariantOptions& options, std::stop_token stop);
  ~ImplicationChecker();
  ImplicationChecker(const ImplicationChecker&) = delete;
  ImplicationChecker& operator=(const ImplicationChecker&) = delete;
  /// Nothing: the solver does not know.
  [[nodiscard]] std::optional<bool> implies(const ErrorInvariant& premise, const ErrorInvariant& conclusion);

 private:
  class Translation;
  std::unique_ptr<Translation> translation_;
};

}  // namespace bireach::abstraction
