// SPDX-License-Identifier: Apache-2.0
#include "logic/solvers/impatient_solver.h"

#include <algorithm>
#include <utility>

namespace bireach::logic {

ImpatientSolver::ImpatientSolver(std::unique_ptr<Solver> solver, std::chrono::milliseconds limit)
    : solver_(std::move(solver)), most_(limit), limit_(limit) {}

void ImpatientSolver::set_time_limit(std::chrono::milliseconds limit) {
  most_ = limit_ = limit;
  solver_->set_time_limit(limit);
}

template <typename Ask>
SatResult ImpatientSolver::counted(const Ask& ask) {
  // Zero would be no limit at all.
  const std::chrono::milliseconds least = std::max(most_ / 16, std::chrono::milliseconds(1));
  const auto begin = std::chrono::steady_clock::now();
  const SatResult result = ask();
  const auto time = std::chrono::steady_clock::now() - begin;
  const std::chrono::milliseconds before = limit_;
  // Half of the time: a solver that gives up at once says nothing about the next question.
  if (2 * time > limit_)
    limit_ = result == SatResult::unknown ? std::max(limit_ / 2, std::min(least, most_)) : std::min(2 * limit_, most_);
  if (limit_ != before) solver_->set_time_limit(limit_);
  return result;
}

SatResult ImpatientSolver::check() {
  return counted([this] { return solver_->check(); });
}

SatResult ImpatientSolver::check(const std::vector<Term>& assumptions) {
  return counted([&] { return solver_->check(assumptions); });
}

}  // namespace bireach::logic
