// SPDX-License-Identifier: Apache-2.0
#include "logic/solvers/impatient_solver.h"

#include <doctest/doctest.h>

#include <thread>

namespace bireach::logic::test {
namespace {

using std::chrono::milliseconds;

/// Takes so much of its time limit, and answers as told.
class FakeSolver : public Solver {
 public:
  struct Behaviour {
    milliseconds limit{0};
    SatResult answer = SatResult::unknown;
    milliseconds time{0};
  };
  explicit FakeSolver(Behaviour& behaviour) : behaviour_(behaviour) {}

  void push() override {}
  void pop() override {}
  void add(Term) override {}
  SatResult check() override {
    std::this_thread::sleep_for(behaviour_.time);
    return behaviour_.answer;
  }
  SatResult check(const std::vector<Term>&) override { return check(); }
  Model model() override { return {}; }
  std::vector<Term> unsat_core() override { return {}; }
  void set_time_limit(milliseconds limit) override { behaviour_.limit = limit; }
  [[nodiscard]] UnknownReason reason_unknown() const override { return {}; }
  [[nodiscard]] SolverKind kind() const override { return SolverKind::z3; }

 private:
  Behaviour& behaviour_;
};

}  // namespace

TEST_CASE("questions that run out of time make the next ones shorter, answers make them longer again") {
  FakeSolver::Behaviour behaviour;
  ImpatientSolver solver(std::make_unique<FakeSolver>(behaviour), milliseconds(40));
  solver.set_time_limit(milliseconds(32));
  CHECK(behaviour.limit == milliseconds(32));
  behaviour.time = milliseconds(33);
  for (const int next : {16, 8, 4, 2, 2}) {
    CHECK(solver.check() == SatResult::unknown);
    CHECK(behaviour.limit == milliseconds(next));
  }
  behaviour.answer = SatResult::unsat;
  for (const int next : {4, 8, 16, 32, 32}) {
    CHECK(solver.check() == SatResult::unsat);
    CHECK(behaviour.limit == milliseconds(next));
  }
}

TEST_CASE("a short limit does not shrink to none") {
  FakeSolver::Behaviour behaviour;
  ImpatientSolver solver(std::make_unique<FakeSolver>(behaviour), milliseconds(3));
  behaviour.time = milliseconds(4);
  for (int i = 0; i < 6; ++i) CHECK(solver.check() == SatResult::unknown);
  CHECK(behaviour.limit == milliseconds(1));
}

TEST_CASE("a question that is given up at once says nothing about the next one") {
  FakeSolver::Behaviour behaviour;
  ImpatientSolver solver(std::make_unique<FakeSolver>(behaviour), milliseconds(10000));
  solver.set_time_limit(milliseconds(10000));
  CHECK(solver.check() == SatResult::unknown);
  CHECK(behaviour.limit == milliseconds(10000));
}

}  // namespace bireach::logic::test
