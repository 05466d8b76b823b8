// SPDX-License-Identifier: Apache-2.0
/// A solver for many alike questions that may stay without an answer.
#pragma once

#include <chrono>
#include <memory>
#include <vector>

#include "logic/solvers/solver.h"

namespace bireach::logic {

/// Questions of one kind are alike: where one ran out of time, the next one will, too. Each that did halves the time of
/// those that follow, down to 1/16; each that is answered, but took more than half of its time, doubles it again. For
/// questions whose answer may be missing only.
class ImpatientSolver : public Solver {
 public:
  /// `limit`: the time limit of `solver`, more than zero.
  ImpatientSolver(std::unique_ptr<Solver> solver, std::chrono::milliseconds limit);

  void push() override { solver_->push(); }
  void pop() override { solver_->pop(); }
  void add(Term formula) override { solver_->add(formula); }
  SatResult check() override;
  SatResult check(const std::vector<Term>& assumptions) override;
  Model model() override { return solver_->model(); }
  std::vector<Term> unsat_core() override { return solver_->unsat_core(); }
  /// Begins anew with this limit.
  void set_time_limit(std::chrono::milliseconds limit) override;
  [[nodiscard]] UnknownReason reason_unknown() const override { return solver_->reason_unknown(); }
  [[nodiscard]] SolverKind kind() const override { return solver_->kind(); }

 private:
  template <typename Ask>
  SatResult counted(const Ask& ask);

  std::unique_ptr<Solver> solver_;
  std::chrono::milliseconds most_;
  std::chrono::milliseconds limit_;
};

}  // namespace bireach::logic
