// SPDX-License-Identifier: Apache-2.0
#include "logic/solvers/division_bounds.h"

#include <doctest/doctest.h>

#include "logic/solvers/solver.h"
#include "logic/terms/model.h"

using namespace bireach::logic;

TEST_CASE("bounds of quotients and remainders are true of all numbers") {
  TermManager m;
  for (const unsigned width : {2U, 3U, 5U}) {
    const Term x = m.variable("x" + std::to_string(width), Sort::bit_vector(width));
    const Term p = m.variable("p" + std::to_string(width), Sort::boolean());
    const Integer end = power_of_two(width);
    for (const Kind kind : {Kind::BvUdiv, Kind::BvUrem, Kind::BvSdiv, Kind::BvSrem}) {
      for (Integer divisor = 0; divisor < end; ++divisor) {
        const Term result = m.bv_binary(kind, x, m.bit_vector(divisor, width));
        // `p` for any formula: what is added has to be true.
        const Term formula = m.or_(p, m.equal(result, m.bit_vector(1, width)));
        DivisionBounds bounds(m);
        const Term strengthened = bounds.with_bounds(formula);
        for (Integer value = 0; value < end; ++value) {
          Model model;
          model.set(p, Integer{1});
          model.set(x, value);
          CAPTURE(to_smtlib(strengthened));
          REQUIRE(evaluate_bool(strengthened, model));
        }
      }
    }
  }
}

TEST_CASE("formulas that divide by no constant stay as they are") {
  TermManager m;
  DivisionBounds bounds(m);
  const Term x = m.variable("x", Sort::bit_vector(8));
  const Term y = m.variable("y", Sort::bit_vector(8));
  const Term by_variable = m.equal(m.bv_binary(Kind::BvUrem, x, y), m.bit_vector(3, 8));
  const Term by_power = m.equal(m.bv_binary(Kind::BvUrem, x, m.bit_vector(8, 8)), y);
  CHECK(bounds.with_bounds(by_variable) == by_variable);
  CHECK(bounds.with_bounds(by_power) == by_power);
  const Term by_seven = m.equal(m.bv_binary(Kind::BvUrem, x, m.bit_vector(7, 8)), y);
  CHECK_FALSE(bounds.with_bounds(by_seven) == by_seven);
}

TEST_CASE("the remainder of a product is less than the divisor") {
  TermManager m;
  const Term x = m.variable("x", Sort::bit_vector(64));
  const Term y = m.variable("y", Sort::bit_vector(64));
  const auto op = [&](Kind kind, Term a, Term b) { return m.bv_binary(kind, a, b); };
  const Term rest = op(Kind::BvUrem, op(Kind::BvMul, x, y), m.bit_vector(65521, 64));
  const Term sum = op(Kind::BvAdd, rest, op(Kind::BvAnd, m.bit_vector(255, 64), x));
  for (const SolverKind kind : {SolverKind::z3, SolverKind::cvc5}) {
    SolverConfig config;
    config.time_limit = std::chrono::seconds(60);
    const auto solver = make_solver(kind, m, config);
    solver->add(op(Kind::BvUle, m.bit_vector(65521 + 255, 64), sum));
    CHECK(solver->check() == SatResult::unsat);
  }
}
