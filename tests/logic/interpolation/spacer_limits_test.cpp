// SPDX-License-Identifier: Apache-2.0
#include "logic/interpolation/spacer_limits.h"

#include <doctest/doctest.h>

#include "logic/interpolation/horn_clauses.h"
#include "logic/interpolation/interpolation.h"
#include "logic/solvers/solver.h"

using namespace bireach::logic;

namespace {

struct Arrays {
  TermManager m;
  Term a = m.variable("a", Sort::array(Sort::integer(), Sort::integer()));
  Term b = m.variable("b", Sort::array(Sort::integer(), Sort::integer()));
  Term i = m.variable("i", Sort::integer());
  Term j = m.variable("j", Sort::integer());
  Term p = m.variable("p", Sort::boolean());
  Term q = m.variable("q", Sort::boolean());

  Term store(Term array, Term index, int value) { return m.store(array, index, m.integer(value)); }
};

/// exists auxiliaries. definition /\ result != original is unsatisfiable, and there is always a solution.
void check_equivalent(Arrays& x, Term original) {
  std::vector<Term> terms{x.m.equal(x.b, original), x.m.select(original, x.i)};
  CHECK(refusal_by_spacer(terms)->refused);
  const std::vector<Term> before = terms;
  const ArrayChoices choices = replace_array_choices(x.m, terms);
  CHECK(!refusal_by_spacer(terms));
  CHECK(!refusal_by_spacer({choices.definition}));
  SolverConfig config;
  config.time_limit = std::chrono::seconds(10);
  const auto solver = make_solver(SolverKind::z3, x.m, config);
  solver->add(choices.definition);
  CHECK(solver->check() == SatResult::sat);
  solver->add(x.m.or_(x.m.distinct(before[0], terms[0]), x.m.distinct(before[1], terms[1])));
  CHECK(solver->check() == SatResult::unsat);
}

}  // namespace

TEST_CASE("choices between arrays are replaced by what means the same") {
  Arrays x;
  check_equivalent(x, x.m.ite(x.p, x.store(x.a, x.i, 1), x.store(x.a, x.i, 2)));
  check_equivalent(x, x.m.ite(x.p, x.store(x.a, x.i, 1), x.a));
  check_equivalent(x, x.m.ite(x.p, x.a, x.store(x.a, x.i, 1)));
  check_equivalent(x, x.m.ite(x.p, x.store(x.a, x.i, 1), x.store(x.a, x.j, 2)));
  check_equivalent(x, x.m.ite(x.p, x.a, x.b));
  check_equivalent(x, x.m.ite(x.p, x.store(x.m.ite(x.q, x.a, x.b), x.j, 3), x.store(x.a, x.i, 1)));
  const Term inner = x.m.ite(x.p, x.store(x.a, x.i, 1), x.b);
  check_equivalent(x, x.m.store(inner, x.m.select(inner, x.j), x.m.integer(4)));
}

TEST_CASE("a choice of what is stored needs no new array") {
  Arrays x;
  std::vector<Term> terms{x.m.ite(x.p, x.store(x.a, x.i, 1), x.m.ite(x.q, x.store(x.a, x.i, 2), x.a))};
  const ArrayChoices choices = replace_array_choices(x.m, terms);
  CHECK(choices.definition.is_true());
  CHECK(choices.auxiliaries.empty());
  CHECK(terms.front().kind() == Kind::Store);
}

TEST_CASE("floating point beside arrays") {
  Arrays x;
  CHECK(!refusal_by_spacer({x.m.equal(x.a, x.b), x.p}));
  const Term f = x.m.variable("f", Sort::bit_vector(32));
  const Term g = x.m.variable("g", Sort::bit_vector(32));
  const Term less = x.m.floating(FloatOp::Less, {f, g}, 32);
  CHECK(!refusal_by_spacer({less}));
  CHECK(refusal_by_spacer({x.m.equal(x.a, x.b), less})->refused);
}

/// On longer systems of this form Z3 4.8.12 ended the process (tests/cli: what_ends_a_solver_is_not_asked).
TEST_CASE("Horn clauses with choices between arrays are answered") {
  Arrays x;
  TransitionFormula start = identity_transition(x.m);
  start.updates.emplace(x.i, x.m.integer(0));
  TransitionFormula step = identity_transition(x.m);
  step.guard = x.m.less(x.i, x.m.integer(4));
  const Term chosen = x.m.equal(x.m.select(x.a, x.j), x.m.integer(37));
  const Term at_i = x.m.store(x.a, x.i, x.m.select(x.a, x.j));
  step.updates.emplace(x.a, x.m.ite(chosen, at_i, x.m.ite(x.m.less(x.j, x.i), x.store(x.a, x.j, 5), x.b)));
  step.updates.emplace(x.i, x.m.add(x.i, x.m.integer(1)));
  TransitionFormula bad = identity_transition(x.m);
  bad.guard = x.m.and_(x.m.less(x.m.integer(4), x.i), x.m.equal(x.m.select(x.a, x.i), x.m.integer(3)));
  const auto no_ranges = [&](Term) { return x.m.true_term(); };
  const HornProblem problem{3, 0, 2, {{0, &start, 1}, {1, &step, 1}, {1, &bad, 2}}, x.m.true_term(), no_ranges};
  CHECK(std::holds_alternative<std::vector<Term>>(solve_horn(x.m, problem, InterpolationConfig{})));
}
