// SPDX-License-Identifier: Apache-2.0
/// Loops of any length: affine hulls, the greatest fixpoint, ranking functions.
#include <doctest/doctest.h>

#include "automata/operations.h"
#include "relevance/danger/affine_hull.h"
#include "relevance/danger/generalizers.h"
#include "tests/relevance/danger/danger_fixture.h"

using namespace bireach;
using namespace bireach::relevance;
using frontend::BinaryOp;
using logic::Term;
using test::Letters;
using testing::ProgramBuilder;

namespace {

std::vector<std::string> hull(logic::TermManager& t, Term formula, const std::vector<Term>& variables) {
  const auto solver = logic::make_solver(logic::SolverKind::z3, t, {});
  const auto equations = affine_hull(t, *solver, formula, variables);
  REQUIRE(equations);
  std::vector<std::string> result;
  for (const logic::LinearForm& form : *equations) {
    const Term equation = t.equal(logic::to_term(t, form), t.integer(0));
    result.push_back(logic::to_smtlib(equation));
    // It follows from the formula.
    solver->push();
    solver->add(t.and_(formula, t.not_(equation)));
    CHECK(solver->check() == logic::SatResult::unsat);
    solver->pop();
  }
  return result;
}

/// unsigned x = n, y = 0; while (x > 0) { x--; y++; } assert(y != n), with a body that may also do nothing.
struct CountUpDown {
  explicit CountUpDown(bool may_stall) {
    const frontend::ScalarType byte = frontend::unsigned_integer(8);
    n = builder.variable("n", byte);
    x = builder.variable("x", byte);
    y = builder.variable("y", byte);
    const auto start = builder.location(), second = builder.location(), head = builder.location(),
               body = builder.location(), middle = builder.location(), after = builder.location(),
               exit = builder.location(frontend::LocationKind::Exit);
    const auto error = builder.location(frontend::LocationKind::Error);
    builder.program.initial = start;
    const auto as_int = [&](frontend::VariableId v) {
      return frontend::make_cast(builder.read(v), frontend::int_type);
    };
    const auto number = [&](long value) { return frontend::make_constant(value, frontend::int_type); };
    const auto change = [&](BinaryOp op, frontend::VariableId v) {
      return frontend::make_cast(frontend::make_binary(op, as_int(v), number(1), frontend::int_type), byte);
    };
    builder.assign(start, second, x, builder.read(n));
    builder.assign(second, head, y, frontend::make_cast(number(0), byte));
    builder.branch(head, body, after, frontend::make_binary(BinaryOp::Gt, as_int(x), number(0), frontend::int_type));
    builder.assign(body, middle, x, change(BinaryOp::Sub, x));
    builder.assign(middle, head, y, change(BinaryOp::Add, y));
    if (may_stall) builder.assume(body, head, number(1));
    builder.branch(after, error, exit, frontend::make_binary(BinaryOp::Eq, as_int(y), as_int(n), frontend::int_type));
  }

  ProgramBuilder builder;
  frontend::VariableId n = 0, x = 0, y = 0;
};

/// The automaton for the trace that does not enter the loop.
ErrorAutomaton generalize(Letters& letters, const automata::Nfa& remaining, DangerPredicates predicates) {
  GeneralizerConfig config;
  config.generalization = Generalization::danger_loops;
  config.predicates = predicates;
  config.time_limit = std::chrono::seconds{60};
  const auto generalizer = make_generalizer(letters.terms, letters.alphabet, config);
  const auto run = automata::find_accepting_run(remaining);
  REQUIRE(run);
  FeasibleTrace trace{*run, std::vector<logic::Model>(run->word.size())};
  return generalizer->generalize(remaining, trace);
}

bool is_danger_automaton(Letters& letters, const ErrorAutomaton& automaton) {
  return std::holds_alternative<IsDangerAutomaton>(letters.check(automaton));
}

}  // namespace

TEST_CASE("affine hulls") {
  logic::TermManager t;
  const auto v = [&](const char* name) { return t.variable(name, logic::Sort::integer()); };
  const Term x = v("x"), y = v("y"), n = v("n");
  const auto eq = [&](Term a, Term b) { return t.equal(a, b); };
  const Term one = t.integer(1);
  CHECK(hull(t, t.or_(t.and_(eq(x, t.integer(0)), eq(y, n)), t.and_(eq(x, one), eq(y, t.sub(n, one)))), {x, y, n}) ==
        std::vector<std::string>{logic::to_smtlib(eq(t.add(x, y), n))});
  CHECK(hull(t, t.true_term(), {x, y}).empty());
  CHECK(hull(t, t.less_equal(x, y), {x, y}).empty());
  CHECK(hull(t, t.and_(eq(x, one), eq(y, one)), {x, y}).size() == 2);
  CHECK(hull(t, t.and_(t.less_equal(x, y), t.less_equal(y, x)), {x, y, n}).size() == 1);
  // 2x = 3y + 1: coefficients stay integral and coprime.
  CHECK(hull(t, eq(t.mul(t.integer(2), x), t.add(t.mul(t.integer(3), y), one)), {x, y}) ==
        std::vector<std::string>{logic::to_smtlib(eq(t.mul(t.integer(2), x), t.add(t.mul(t.integer(3), y), one)))});
  const auto solver = logic::make_solver(logic::SolverKind::z3, t, {});
  CHECK_FALSE(affine_hull(t, *solver, t.false_term(), {x}));
  CHECK_FALSE(affine_hull(t, *solver, t.true_term(), {x}, [] { return true; }));
}

TEST_CASE("one automaton covers every number of iterations: x + y = n") {
  const CountUpDown program(false);
  Letters letters(program.builder.program, frontend::Arithmetic::integer);
  const automata::Nfa remaining = test::program_automaton(program.builder.program);
  const ErrorAutomaton errors = generalize(letters, remaining, DangerPredicates::generalised);
  CHECK(is_danger_automaton(letters, errors));
  CHECK(errors.guarantee == Guarantee::feasible_continuation);  // x is a ranking function
  CHECK(automata::is_included(errors.automaton, remaining));
  // From every initial value the error is reached within the automaton.
  auto& t = letters.terms;
  const auto solver = logic::make_solver(logic::SolverKind::cvc5, t, {});
  solver->add(letters.semantics.range_of(letters.semantics.variable(program.n)));
  for (const automata::State initial : errors.automaton.initial()) solver->add(t.not_(errors.predicates[initial]));
  CHECK(solver->check() == logic::SatResult::unsat);
}

TEST_CASE("a loop that may stall: the error or an execution without end") {
  const CountUpDown program(true);
  Letters letters(program.builder.program, frontend::Arithmetic::integer);
  const automata::Nfa remaining = test::program_automaton(program.builder.program);
  const ErrorAutomaton errors = generalize(letters, remaining, DangerPredicates::generalised);
  CHECK(is_danger_automaton(letters, errors));
  CHECK(errors.guarantee == Guarantee::feasible_or_nonterminating);
}
