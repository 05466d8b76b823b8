// SPDX-License-Identifier: Apache-2.0
/// Proofs by the values of variables: state machines and schedulers, whose invariants are long disjunctions.
#pragma once

#include <chrono>
#include <memory>
#include <vector>

#include "abstraction/values/reachable_values.h"
#include "checker/certification/certify.h"
#include "checker/engines/engine.h"
#include "checker/engines/engine_setting.h"

namespace bireach::checker {

/// Explores the values of all variables, those of few values first; what is not needed is then left out, and the states
/// that remain are certified as any annotation is. If a target may be reached so, that says nothing about the program.
class ValueProver final : public Engine {
 public:
  explicit ValueProver(const EngineSetting& setting);

  [[nodiscard]] std::string_view name() const override { return "values"; }
  [[nodiscard]] StepResult step() override;

 private:
  using Outcome = abstraction::ReachableValues::Outcome;
  [[nodiscard]] std::unique_ptr<abstraction::ReachableValues> reached_by(
      std::vector<abstraction::Tracking> tracked, const abstraction::ReachableValues::Limits& limits);
  [[nodiscard]] StepResult repeat();
  [[nodiscard]] StepResult retry();
  [[nodiscard]] StepResult prove();
  void leave_out();
  [[nodiscard]] AnnotationGraph annotation(const frontend::Semantics& semantics) const;

  const EngineSetting& setting_;
  ControlFlow flow_;  ///< with a cut point wherever ways meet: what lies between two is short
  abstraction::Slots slots_;
  std::size_t values_;        ///< of one slot; with more less of it is tracked
  unsigned repeated_ = 0;     ///< with so many values
  bool has_dropped_ = false;  ///< has some slot had more?
  std::unique_ptr<abstraction::ReachableValues> reached_;
};

}  // namespace bireach::checker
