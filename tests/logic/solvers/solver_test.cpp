// SPDX-License-Identifier: Apache-2.0
#include "logic/solvers/solver.h"

#include <doctest/doctest.h>

#include <ctime>
#include <thread>

#include "logic/solvers/solver_statistics.h"
#include "tests/logic/terms/random_trees.h"
#include "tests/support/sampling.h"

using namespace bireach::logic;
using namespace bireach::test;

namespace {

constexpr SolverKind kinds[] = {SolverKind::z3, SolverKind::cvc5, SolverKind::cadical};

SolverConfig limited(int milliseconds = 20000) {
  SolverConfig config;
  config.time_limit = std::chrono::milliseconds(milliseconds);
  config.unsat_cores = true;
  return config;
}

/// All assignments of small values to the generator's variables; Ints range over [-2, 2].
std::vector<Assignment> all_assignments(const TreeGenerator& generator) {
  std::vector<Assignment> result{{}};
  for (const auto& [name, sort] : generator.variables()) {
    std::vector<Value> values;
    if (sort.is_bool()) values = {false, true};
    if (sort.is_int()) values = {Integer{-2}, Integer{-1}, Integer{0}, Integer{1}, Integer{2}};
    if (sort.is_bit_vector())
      for (unsigned i = 0; i < (1U << sort.width()); ++i) values.emplace_back(Integer{i});
    std::vector<Assignment> extended;
    for (const Assignment& a : result) {
      for (const Value& v : values) {
        extended.push_back(a);
        extended.back()[name] = v;
      }
    }
    result = std::move(extended);
  }
  return result;
}

void add_ranges(TermManager& m, const TreeGenerator& generator, Solver& solver) {
  for (const auto& [name, sort] : generator.variables()) {
    if (!sort.is_int()) continue;
    solver.add(m.less_equal(m.integer(-2), m.variable(name, sort)));
    solver.add(m.less_equal(m.variable(name, sort), m.integer(2)));
  }
}

/// Both solvers against enumeration, incrementally in one solver each.
void compare_with_enumeration(std::uint64_t seed, const TreeConfig& config, SolverTheory theory, int formulas) {
  TreeGenerator generator(seed, config);
  TermManager m;
  const std::vector<Assignment> assignments = all_assignments(generator);
  std::vector<std::unique_ptr<Solver>> solvers;
  for (const SolverKind kind : kinds) {
    SolverConfig c = limited();
    c.theory = theory;
    solvers.push_back(make_solver(kind, m, c));
    add_ranges(m, generator, *solvers.back());
  }
  int both[2] = {0, 0};
  for (int i = 0; i < formulas; ++i) {
    std::vector<TreePtr> trees;
    std::vector<Term> terms;
    for (int j = 0; j < 4; ++j) {
      trees.push_back(generator.tree(Sort::boolean(), 3));
      terms.push_back(build(m, *trees.back()));
    }
    const bool expected = std::any_of(assignments.begin(), assignments.end(), [&](const Assignment& a) {
      return std::all_of(trees.begin(), trees.end(), [&](const TreePtr& t) { return std::get<bool>(direct(*t, a)); });
    });
    ++both[expected ? 1 : 0];
    for (const auto& solver : solvers) {
      CAPTURE(to_smtlib(m.and_(terms)));
      CAPTURE(solver_version(solver->kind()));
      solver->push();
      solver->add(terms[0]);
      const SatResult answer = solver->check({terms[1], terms[2], terms[3]});
      CAPTURE(solver->reason_unknown().text);
      REQUIRE(answer == (expected ? SatResult::sat : SatResult::unsat));
      if (expected) {
        const Model model = solver->model();  // checks itself
        for (const Term t : terms) REQUIRE(evaluate_bool(t, model));
      } else {
        const std::vector<Term> core = solver->unsat_core();
        for (const Term t : core) REQUIRE(std::find(terms.begin() + 1, terms.end(), t) != terms.end());
        REQUIRE(solver->check(core) == SatResult::unsat);
      }
      solver->pop();
    }
  }
  CHECK(both[0] > formulas / 20);
  CHECK(both[1] > formulas / 20);
}

}  // namespace

TEST_CASE("solvers agree with enumeration: bit-vectors") {
  TreeConfig config;
  config.variables = 1;
  config.widths = {1, 2, 3};
  config.ints = false;
  config.arrays = false;
  compare_with_enumeration(1, config, SolverTheory::automatic, 120);
  compare_with_enumeration(2, config, SolverTheory::bit_vectors, 120);
  compare_with_enumeration(6, config, SolverTheory::large_bit_vectors, 120);
}

TEST_CASE("without arrays the answers are the same, and models have the arrays") {
  TreeConfig config;
  config.widths = {1, 2, 4};
  config.ints = false;
  TreeGenerator generator(7, config);
  TermManager m;
  SolverConfig eliminated = limited();
  eliminated.theory = SolverTheory::large_bit_vectors;
  eliminated.arrays = SolverConfig::Arrays::eliminated;
  int both[2] = {0, 0};
  int decided = 0;
  for (int i = 0; i < 150; ++i) {
    const std::vector<Term> formulas{build(m, *generator.tree(Sort::boolean(), 4)),
                                     build(m, *generator.tree(Sort::boolean(), 4))};
    const auto reference = make_solver(SolverKind::z3, m, limited());
    const SatResult expected = reference->check(formulas);
    if (expected == SatResult::unknown) continue;
    ++both[expected == SatResult::sat ? 1 : 0];
    for (const SolverKind kind : kinds) {
      const auto solver = make_solver(kind, m, eliminated);
      CAPTURE(to_smtlib(m.and_(formulas)));
      solver->push();
      solver->add(formulas[0]);
      const SatResult answer = solver->check({formulas[1]});
      decided += answer == SatResult::unknown ? 0 : 1;
      if (answer != SatResult::unknown) REQUIRE(answer == expected);
      if (answer == SatResult::sat) {
        const Model model = solver->model();
        for (const Term t : formulas) REQUIRE(evaluate_bool(t, model));
      } else if (answer == SatResult::unsat) {
        REQUIRE(solver->check(solver->unsat_core()) == SatResult::unsat);
      }
      solver->pop();
    }
  }
  CHECK(decided > 250);
  CHECK(both[0] > 10);
  CHECK(both[1] > 10);
}

TEST_CASE("too many reads of arrays are left to the solver's own theory") {
  TermManager m;
  const Sort byte = Sort::bit_vector(8);
  const Sort index = Sort::bit_vector(16);
  const Term array = m.variable("a", Sort::array(index, byte));
  SolverConfig eliminated = limited();
  eliminated.arrays = SolverConfig::Arrays::eliminated;
  const auto solver = make_solver(SolverKind::z3, m, eliminated);
  const Term other = m.variable("b", Sort::array(index, byte));
  const Term i = m.variable("i", index);
  solver->add(m.equal(m.select(array, i), m.bit_vector(7, 8)));
  solver->add(m.equal(array, m.store(other, i, m.bit_vector(8, 8))));  // a comparison is not eliminated
  CHECK(solver->check() == SatResult::unsat);
}

TEST_CASE("solvers agree with enumeration: integers") {
  TreeConfig config;
  config.bit_vectors = false;
  config.arrays = false;
  compare_with_enumeration(3, config, SolverTheory::automatic, 150);
  config.divisions = false;
  compare_with_enumeration(4, config, SolverTheory::linear_integers, 100);
}

TEST_CASE("solvers agree with each other on mixed formulas, and their models satisfy them") {
  TreeConfig config;
  config.widths = {1, 3, 8};
  TreeGenerator generator(5, config);
  TermManager m;
  int decided = 0;
  for (int i = 0; i < 100; ++i) {
    const Term t = build(m, *generator.tree(Sort::boolean(), 4));
    std::optional<SatResult> known;
    for (const SolverKind kind : kinds) {
      SolverConfig hinted = limited(2000);
      if (i % 2 == 1) hinted.theory = SolverTheory::bit_vectors;  // a wrong hint must not matter
      const auto solver = make_solver(kind, m, hinted);
      solver->add(t);
      const SatResult answer = solver->check();
      if (answer == SatResult::unknown) continue;
      ++decided;
      CAPTURE(to_smtlib(t));
      if (known) REQUIRE(*known == answer);
      known = answer;
      if (answer == SatResult::sat) REQUIRE(evaluate_bool(t, solver->model()));
    }
  }
  CHECK(decided > 190);
}

TEST_CASE("push, pop and assumptions") {
  for (const SolverKind kind : kinds) {
    TermManager m;
    SolverStatistics statistics;
    SolverConfig config = limited();
    config.statistics = &statistics;
    const auto solver = make_solver(kind, m, config);
    const Term x = m.variable("x", Sort::integer());
    const Term p = m.variable("p", Sort::boolean());
    solver->add(m.less(m.integer(0), x));
    solver->push();
    solver->add(m.less(x, m.integer(0)));
    CHECK(solver->check() == SatResult::unsat);
    solver->pop();
    CHECK(solver->check() == SatResult::sat);
    CHECK(std::get<Integer>(solver->model().get(x)) > 0);
    const Term small = m.less(x, m.integer(1));
    CHECK(solver->check({p, small, m.not_(p)}) == SatResult::unsat);
    CHECK(solver->check({p, small}) == SatResult::unsat);
    CHECK(solver->unsat_core() == std::vector<Term>{small});
    CHECK(solver->check({m.false_term()}) == SatResult::unsat);
    CHECK(solver->unsat_core() == std::vector<Term>{m.false_term()});
    CHECK(solver->check({m.not_(p)}) == SatResult::sat);  // earlier assumptions are forgotten
    CHECK(solver->model().get(p) == Value{false});
    CHECK_THROWS_AS((void)solver->pop(), std::logic_error);
    CHECK(statistics.queries() == 6);
    CHECK(statistics.unknown_answers == 0);
  }
}

TEST_CASE("arrays in models") {
  for (const SolverKind kind : kinds) {
    TermManager m;
    const auto solver = make_solver(kind, m, limited());
    const Sort sort = Sort::array(Sort::integer(), Sort::integer());
    const Term a = m.variable("a", sort);
    const Term b = m.variable("b", sort);
    const Term i = m.variable("i", Sort::integer());
    solver->add(m.equal(b, m.store(a, i, m.add(m.select(a, i), m.integer(1)))));
    solver->add(m.equal(m.select(b, m.integer(5)), m.integer(7)));
    solver->add(m.equal(m.select(a, m.integer(5)), m.integer(6)));
    solver->add(m.distinct(m.select(a, m.integer(9)), m.select(a, m.integer(10))));
    REQUIRE(solver->check() == SatResult::sat);
    const Model model = solver->model();
    CHECK(model.get(i) == Value{Integer{5}});
    CHECK(std::get<ArrayValue>(model.get(b)).at(5) == 7);
    solver->add(m.distinct(i, m.integer(5)));
    CHECK(solver->check() == SatResult::unsat);
  }
}

TEST_CASE("quantifiers") {
  for (const SolverKind kind : kinds) {
    TermManager m;
    const auto solver = make_solver(kind, m, limited());
    const Term x = m.variable("x", Sort::integer());
    const Term y = m.variable("y", Sort::integer());
    const Term z = m.variable("z", Sort::integer());
    // x is even and between 3 and 5
    solver->add(m.exists({y}, m.equal(x, m.mul(m.integer(2), y))));
    solver->add(m.and_(m.less_equal(m.integer(3), x), m.less_equal(x, m.integer(5))));
    REQUIRE(solver->check() == SatResult::sat);
    CHECK(solver->model().get(x) == Value{Integer{4}});
    // the bound y shadows a free y
    solver->add(m.forall({z}, m.or_(m.less(z, y), m.exists({y}, m.less(y, z)))));
    solver->add(m.equal(y, m.integer(1)));
    CHECK(solver->check() == SatResult::sat);
    solver->add(m.forall({z}, m.less(x, z)));
    CHECK(solver->check() == SatResult::unsat);
  }
}

TEST_CASE("division by zero follows the evaluator") {
  for (const SolverKind kind : kinds) {
    TermManager m;
    const auto solver = make_solver(kind, m, limited());
    const Term x = m.variable("x", Sort::integer());
    const Term y = m.variable("y", Sort::integer());
    solver->add(m.equal(y, m.integer(0)));
    solver->add(m.or_(m.distinct(m.int_div(x, y), m.integer(0)), m.distinct(m.int_mod(x, y), x)));
    CHECK(solver->check() == SatResult::unsat);
    const auto other = make_solver(kind, m, limited());
    other->add(m.distinct(m.int_mod(x, m.integer(0)), x));
    CHECK(other->check() == SatResult::unsat);
  }
}

namespace {

/// More pigeons than holes: exponential for resolution.
Term pigeons(TermManager& m, int holes) {
  const auto in = [&](int pigeon, int hole) {
    return m.variable("p" + std::to_string(pigeon) + "_" + std::to_string(hole), Sort::boolean());
  };
  std::vector<Term> parts;
  for (int i = 0; i <= holes; ++i) {
    std::vector<Term> some;
    for (int h = 0; h < holes; ++h) {
      some.push_back(in(i, h));
      for (int j = 0; j < i; ++j) parts.push_back(m.or_(m.not_(in(i, h)), m.not_(in(j, h))));
    }
    parts.push_back(m.or_(some));
  }
  return m.and_(parts);
}

/// What instrumented code costs; the solvers themselves are not instrumented, but the translation is.
constexpr double slowdown = bireach::testing::is_sanitized ? 5 : 1;

/// A machine that is shared takes more than it needs now and then.
constexpr int tries = 4;

/// CPU time, so that a busy machine does not matter.
double seconds_of(const std::function<void()>& action) {
  const std::clock_t start = std::clock();
  action();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

}  // namespace

TEST_CASE("a time limit ends a hard check with unknown, and the solver stays usable") {
  for (const SolverKind kind : kinds) {
    double seconds = 2 * slowdown;
    for (int i = 0; i < tries && seconds >= 2 * slowdown; ++i) {
      TermManager m;
      const auto solver = make_solver(kind, m, limited(5000));
      CHECK(solver->check() == SatResult::sat);  // changes of the limit work after the start too
      solver->push();
      solver->add(pigeons(m, 40));
      solver->set_time_limit(std::chrono::milliseconds(100));
      seconds = seconds_of([&] { CHECK(solver->check() == SatResult::unknown); });
      CHECK(solver->reason_unknown().cause == UnknownCause::time);
      solver->pop();
      solver->set_time_limit(std::chrono::milliseconds(10000));
      solver->add(m.variable("q", Sort::boolean()));
      CHECK(solver->check() == SatResult::sat);
      CHECK(solver->model().get(m.variable("q", Sort::boolean())) == Value{true});
    }
    CHECK(seconds < 2 * slowdown);
  }
}

TEST_CASE("a time limit ends a check that is bit-blasted as a whole") {
  for (const SolverKind kind : kinds) {
    double seconds = 2 * slowdown;
    for (int i = 0; i < tries && seconds >= 2 * slowdown; ++i) {
      TermManager m;
      SolverConfig config = limited(500);
      config.theory = SolverTheory::large_bit_vectors;
      const auto solver = make_solver(kind, m, config);
      // Factors of a product of two primes of 32 bits.
      const Sort wide = Sort::bit_vector(64);
      const Term p = m.zero_extend(m.variable("p", Sort::bit_vector(32)), 32);
      const Term q = m.zero_extend(m.variable("q", Sort::bit_vector(32)), 32);
      solver->add(m.equal(m.bv_binary(Kind::BvMul, p, q), m.constant(Integer("9633832748884915969"), wide)));
      solver->add(m.bv_binary(Kind::BvUlt, p, q));
      seconds = seconds_of([&] { CHECK(solver->check() == SatResult::unknown); });
      CHECK(solver->reason_unknown().cause == UnknownCause::time);
    }
    CHECK(seconds < 2 * slowdown);
  }
}

TEST_CASE("a stop request beside an answer takes no model away") {
  for (int round = 0; round < 150; ++round) {
    TermManager terms;
    std::stop_source source;
    SolverConfig config = limited();
    config.stop = source.get_token();
    const auto solver = make_solver(SolverKind::z3, terms, config);
    for (int i = 0; i < 40; ++i) {
      const Term x = terms.variable("x" + std::to_string(i), Sort::integer());
      const Term y = terms.variable("x" + std::to_string(i + 1), Sort::integer());
      solver->add(terms.less(terms.add(x, terms.integer(i)), y));
    }
    std::thread stopper([&] {
      std::this_thread::sleep_for(std::chrono::microseconds(round * 40));
      source.request_stop();
    });
    const SatResult answer = solver->check();
    CHECK(answer != SatResult::unsat);
    if (answer == SatResult::sat) CHECK_NOTHROW((void)solver->model());
    stopper.join();
  }
}

TEST_CASE("a stop request ends a running check and every later one") {
  for (const SolverKind kind : kinds) {
    TermManager m;
    std::stop_source source;
    SolverConfig config = limited(kind == SolverKind::z3 ? 60000 : 1500);  // cvc5 looks at the token between checks
    config.stop = source.get_token();
    const auto solver = make_solver(kind, m, config);
    solver->add(pigeons(m, 40));
    const double seconds = seconds_of([&] {
      std::thread stopper([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        source.request_stop();
      });
      CHECK(solver->check() == SatResult::unknown);
      stopper.join();
    });
    CHECK(seconds < 4 * slowdown);
    CHECK(seconds_of([&] { CHECK(solver->check() == SatResult::unknown); }) < 0.1);
    CHECK(solver->reason_unknown().cause == UnknownCause::stopped);
  }
}

TEST_CASE("deep terms reach the solvers") {
  for (const SolverKind kind : kinds) {
    TermManager m;
    const Term x = m.variable("x", Sort::integer());
    Term sum = x;
    const int depth = kind == SolverKind::z3 ? 20000 : 2000;
    for (int i = 0; i < depth; ++i) sum = m.ite(m.less(sum, m.integer(i)), m.add(sum, m.integer(1)), x);
    const auto solver = make_solver(kind, m, limited(200));
    solver->add(m.equal(sum, m.integer(3)));
    const SatResult answer = solver->check();
    if (answer == SatResult::sat) CHECK_NOTHROW((void)solver->model());
    CHECK(answer != SatResult::unsat);
  }
}

TEST_CASE("what is not of bit-vectors alone is answered again and again") {
  TermManager m;
  const Sort array = Sort::array(Sort::bit_vector(8), Sort::bit_vector(8));
  const Term a = m.variable("a", array);
  const Term i = m.variable("i", Sort::bit_vector(8));
  const Term f = m.variable("f", Sort::bit_vector(32));
  const Term is_written = m.equal(m.select(m.store(a, i, m.bit_vector(7, 8)), i), m.bit_vector(7, 8));
  const Term other = m.distinct(m.select(a, i), m.select(a, m.bv_binary(Kind::BvAdd, i, m.bit_vector(1, 8))));
  const Term is_nan = m.floating(FloatOp::IsNan, {f}, 1);
  for (const SolverKind kind : kinds) {
    SolverConfig config = limited();
    config.theory = SolverTheory::large_bit_vectors;
    const auto solver = make_solver(kind, m, config);
    for (int round = 0; round < 3; ++round) {
      CHECK(solver->check({m.not_(is_written)}) == SatResult::unsat);
      CHECK(solver->check({other}) == SatResult::sat);
      CHECK(solver->check({m.equal(i, m.bit_vector(3, 8))}) == SatResult::sat);
      CHECK(solver->check({is_nan, m.equal(f, m.bit_vector(0, 32))}) == SatResult::unsat);
    }
  }
}

TEST_CASE("versions") {
  CHECK(solver_version(SolverKind::z3).starts_with("z3 4."));
  CHECK(solver_version(SolverKind::cvc5).starts_with("cvc5 1."));
  CHECK(solver_version(SolverKind::cadical).starts_with("cadical "));
  CHECK(other_solver(SolverKind::z3) == SolverKind::cvc5);
  CHECK(other_solver(SolverKind::cadical) == SolverKind::z3);
  CHECK(other_solver(SolverKind::cvc5) == SolverKind::z3);
}
