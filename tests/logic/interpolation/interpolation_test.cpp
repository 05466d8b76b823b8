// SPDX-License-Identifier: Apache-2.0
#include "logic/interpolation/interpolation_engines.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <iostream>

#include "logic/hoare/hoare.h"
#include "tests/logic/hoare/random_transitions.h"
#include "tests/logic/hoare/transitions.h"

using namespace bireach::logic;
using namespace bireach::test;

namespace {

using Trace = std::vector<TransitionFormula>;

std::vector<const TransitionFormula*> pointers(const Trace& trace) {
  std::vector<const TransitionFormula*> result;
  for (const TransitionFormula& transition : trace) result.push_back(&transition);
  return result;
}

std::function<Term(Term)> no_ranges(TermManager& m) {
  return [&m](Term) { return m.true_term(); };
}

SolverConfig seconds(int count) {
  SolverConfig config;
  config.time_limit = std::chrono::seconds(count);
  return config;
}

bool chatty() {
  return std::getenv("BIREACH_TEST_VERBOSE") != nullptr;
}

void show(const TracePredicates& result) {
  if (chatty())
    for (Term predicate : result.predicates) std::cerr << "    " << to_smtlib(predicate) << "\n";
}

/// Runs an engine; what it returns must pass the check. Returns whether it returned predicates.
bool run_and_check(TermManager& m, InterpolationEngineKind kind, const InterpolationProblem& problem) {
  InterpolationConfig config;
  config.time_limit = std::chrono::milliseconds(kind == InterpolationEngineKind::cvc5 ? 3000 : 10000);
  const auto start = std::chrono::steady_clock::now();
  const InterpolationResult result = make_interpolation_engine(kind, m, config)->interpolate(problem);
  const auto time = std::chrono::steady_clock::now() - start;
  if (chatty()) {
    std::cerr << "  " << engine_name(kind) << " " << std::chrono::duration_cast<std::chrono::milliseconds>(time).count()
              << " ms\n";
  }
  CHECK(time < config.time_limit + std::chrono::milliseconds(2000));
  if (const auto* failure = std::get_if<InterpolationFailure>(&result)) {
    MESSAGE(std::string(engine_name(kind)) << ": " << failure->reason);
    return false;
  }
  const auto& predicates = std::get<TracePredicates>(result);
  show(predicates);
  CHECK(predicates.engine == engine_name(kind));
  const auto solver = make_solver(SolverKind::z3, m, seconds(10));
  const std::optional<std::string> wrong = check_interpolants(m, *solver, problem, predicates);
  CHECK_MESSAGE(!wrong, std::string(engine_name(kind)) << ": " << wrong.value_or(""));
  return true;
}

struct NamedTrace {
  std::string name;
  Trace trace;
  std::vector<InterpolationEngineKind> must;  ///< engines that have to succeed
};

Trace counting_loop(Notation& p, int rounds) {
  const Term i = p.var("i");
  const Term x = p.var("x");
  const Term n = p.var("n");
  Trace trace{p.assign("i", p.num(0)), p.assign("x", p.num(0))};
  for (int k = 0; k < rounds; ++k) {
    trace.push_back(p.assume(p.less(i, n)));
    trace.push_back(p.assign("i", p.add(i, p.num(1))));
    trace.push_back(p.assign("x", p.add(x, p.num(1))));
  }
  trace.push_back(p.assume(p.less_equal(n, i)));
  trace.push_back(p.assume(p.m.and_(p.less_equal(p.num(0), n), p.m.distinct(x, n))));
  return trace;
}

std::vector<NamedTrace> hand_made(Notation& p) {
  using enum InterpolationEngineKind;
  TermManager& m = p.m;
  const Term x = p.var("x");
  const Term y = p.var("y");
  const Term z = p.var("z");
  const std::vector<InterpolationEngineKind> cheap{core_wp, core_sp, spacer};
  std::vector<InterpolationEngineKind> with_cvc5 = cheap;
  if (x.sort().is_int())  // cvc5 is not asked about bit-vectors
    with_cvc5.push_back(cvc5);
  std::vector<NamedTrace> result;
  result.push_back(
      {"straight line",
       {p.assign("x", p.num(1)), p.assign("z", p.num(7)), p.assign("y", p.add(x, p.num(1))), p.assume(p.less(y, x))},
       with_cvc5});
  result.push_back({"contradicting guards", {p.assume(p.less(x, y)), p.assign("z", x), p.assume(p.less(y, x))}, cheap});
  result.push_back({"false at once", {p.assume(m.false_term()), p.assign("x", p.num(1))}, cheap});
  result.push_back({"choice", {p.choose("x", 3, 9), p.assign("y", p.add(x, x)), p.assume(p.less(y, p.num(6)))}, cheap});
  result.push_back(
      {"irrelevant choice",
       {p.assign("x", p.num(5)), p.havoc("y"), p.assume(p.less(y, p.num(10))), p.assume(p.less(x, p.num(5)))},
       cheap});
  result.push_back({"counting loop once", counting_loop(p, 1), cheap});
  result.push_back({"remainder",
                    {p.assign("x", p.num(0)), p.assign("x", p.add(x, p.num(2))), p.assign("x", p.add(x, p.num(2))),
                     p.assume(m.equal(p.mod(x, 2), p.num(1)))},
                    cheap});
  result.push_back({"block of a branch",
                    {p.havoc("z"), p.branch(p.less(z, p.num(0)), p.assign("x", p.num(1)), p.assign("x", p.num(2))),
                     p.assume(m.distinct(x, p.num(1))), p.assume(m.distinct(x, p.num(2)))},
                    cheap});
  result.push_back({"absolute value",
                    {p.assume(m.and_(p.less(p.num(-20), x), p.less(x, p.num(20)))),
                     p.branch(p.less(x, p.num(0)), p.assign("y", p.sub(p.num(0), x)), p.assign("y", x)),
                     p.assume(p.less(y, p.num(0)))},
                    cheap});
  result.push_back({"disjunctive guard",
                    {p.assume(m.or_(m.equal(x, p.num(3)), m.equal(x, p.num(5)))), p.assign("x", p.add(x, p.num(2))),
                     p.assume(m.or_(p.less(x, p.num(5)), p.less(p.num(7), x)))},
                    cheap});
  result.push_back({"swap",
                    {p.assume(p.less(x, y)), p.seq({p.assign("z", x), p.assign("x", y), p.assign("y", z)}),
                     p.assume(p.less_equal(x, y))},
                    cheap});
  return result;
}

void run_all(Sort sort) {
  TermManager m;
  Notation p(m, sort);
  for (const NamedTrace& named : hand_made(p)) {
    CAPTURE(named.name);
    if (chatty()) std::cerr << named.name << "\n";
    const auto trace = pointers(named.trace);
    const InterpolationProblem problem{trace, m.true_term(), no_ranges(m)};
    for (const InterpolationEngineKind kind : interpolation_engine_kinds) {
      const bool must = std::find(named.must.begin(), named.must.end(), kind) != named.must.end();
      if (kind == InterpolationEngineKind::cvc5 && !must) continue;  // slow; its own test below
      const bool succeeded = run_and_check(m, kind, problem);
      CHECK_MESSAGE((succeeded || !must), std::string(engine_name(kind)));
    }
  }
}

}  // namespace

TEST_CASE("engines have names") {
  for (const InterpolationEngineKind kind : interpolation_engine_kinds)
    CHECK(engine_by_name(engine_name(kind)) == kind);
  CHECK(!engine_by_name("none"));
}

TEST_CASE("hand-made traces over integers") {
  run_all(Sort::integer());
}

TEST_CASE("hand-made traces over bit-vectors") {
  run_all(Sort::bit_vector(8));
}

TEST_CASE("Spacer repeats the loop invariant at every loop head") {
  TermManager m;
  Notation p(m, Sort::integer());
  const Trace loop = counting_loop(p, 4);
  const auto trace = pointers(loop);
  const InterpolationProblem problem{trace, m.true_term(), no_ranges(m)};
  InterpolationConfig config;
  const InterpolationResult result =
      make_interpolation_engine(InterpolationEngineKind::spacer, m, config)->interpolate(problem);
  REQUIRE(std::holds_alternative<TracePredicates>(result));
  const TracePredicates& found = std::get<TracePredicates>(result);
  show(found);
  const auto solver = make_solver(SolverKind::z3, m, seconds(10));
  CHECK(!check_interpolants(m, *solver, problem, found));
  PredicateUnifier unifier(m, *solver, no_ranges(m));
  const PredicateId invariant = unifier.unify(m.equal(p.var("x"), p.var("i")));
  for (std::size_t head = 2; head <= 11; head += 3)
    CHECK(unifier.implies(unifier.unify(found.predicates[head]), invariant) == Validity::valid);
}

TEST_CASE("traces with arrays") {
  TermManager m;
  Notation p(m, Sort::integer());
  const Term a = m.variable("a", Sort::array(Sort::integer(), Sort::integer()));
  const Term i = p.var("i");
  const auto write = [&](Term index, Term value) {
    TransitionFormula result = identity_transition(m);
    result.updates.emplace(a, m.store(a, index, value));
    return result;
  };
  const std::vector<Trace> traces{
      {write(p.num(0), p.num(5)), write(p.num(1), p.num(7)),
       p.assume(p.less(m.select(a, p.num(1)), m.select(a, p.num(0))))},
      {write(i, p.num(3)), p.assign("x", m.select(a, i)), p.assume(m.distinct(p.var("x"), p.num(3)))},
      {write(i, p.num(3)), write(p.var("j"), p.num(4)), p.assume(m.distinct(i, p.var("j"))),
       p.assume(m.distinct(m.select(a, i), p.num(3)))}};
  for (const Trace& trace : traces) {
    const auto all = pointers(trace);
    const InterpolationProblem problem{all, m.true_term(), no_ranges(m)};
    CHECK(run_and_check(m, InterpolationEngineKind::core_wp, problem));
    CHECK(run_and_check(m, InterpolationEngineKind::core_sp, problem));
    run_and_check(m, InterpolationEngineKind::spacer, problem);
  }
}

namespace {

bool feasible(RandomTransitions& random, const Trace& trace) {
  std::vector<Model> states = all_states(random.variables(), random.values());
  for (const TransitionFormula& transition : trace) {
    std::map<std::vector<std::string>, Model> next;
    for (const Model& state : states) {
      for (const Model& after : successors(transition, state, random.values())) {
        std::vector<std::string> key;
        for (Term variable : random.variables()) key.push_back(bireach::logic::to_string(after.get(variable)));
        next.emplace(key, after);
      }
    }
    states.clear();
    for (const auto& [key, state] : next) states.push_back(state);
  }
  return !states.empty();
}

void random_traces(Sort sort, std::uint64_t seed, int count) {
  TermManager m;
  RandomTransitions random(m, sort, seed);
  int infeasible = 0;
  std::map<InterpolationEngineKind, int> solved;
  for (int round = 0; round < count; ++round) {
    Trace trace;
    for (unsigned i = 0; i < 2 + random.below(5); ++i) trace.push_back(random.transition());
    const auto all = pointers(trace);
    const InterpolationProblem problem{all, m.true_term(), [&](Term variable) { return random.range_of(variable); }};
    const bool is_feasible = feasible(random, trace);
    infeasible += is_feasible ? 0 : 1;
    for (const auto kind :
         {InterpolationEngineKind::core_wp, InterpolationEngineKind::core_sp, InterpolationEngineKind::spacer}) {
      if (is_feasible) {
        CHECK(std::holds_alternative<InterpolationFailure>(
            make_interpolation_engine(kind, m, InterpolationConfig{})->interpolate(problem)));
      } else {
        solved[kind] += run_and_check(m, kind, problem) ? 1 : 0;
      }
    }
  }
  for (const auto& [kind, number] : solved) {
    MESSAGE(std::string(engine_name(kind)) << ": " << number << " of " << infeasible);
    CHECK(number * 10 >= infeasible * 8);
  }
  CHECK(infeasible > count / 10);
}

}  // namespace

TEST_CASE("random traces over integers") {
  random_traces(Sort::integer(), 31, 60);
}

TEST_CASE("random traces over bit-vectors") {
  random_traces(Sort::bit_vector(2), 32, 60);
}

TEST_CASE("the check finds each kind of mistake") {
  TermManager m;
  Notation p(m, Sort::integer());
  const Term x = p.var("x");
  const Trace trace{p.assign("x", p.num(1)), p.assume(p.less(x, p.num(0)))};
  const auto all = pointers(trace);
  const InterpolationProblem problem{all, m.true_term(), no_ranges(m)};
  const auto solver = make_solver(SolverKind::z3, m, seconds(10));
  const auto verdict = [&](std::vector<Term> predicates) {
    return check_interpolants(m, *solver, problem, TracePredicates{std::move(predicates), "test"}).value_or("right");
  };
  const Term good = p.less(p.num(0), x);
  CHECK(verdict({m.true_term(), good, m.false_term()}) == "right");
  CHECK(verdict({m.true_term(), good}) == "wrong number of predicates");
  CHECK(verdict({m.equal(p.var("y"), p.num(0)), good, m.false_term()}) == "first does not hold");
  CHECK(verdict({m.true_term(), p.less(p.num(1), x), m.false_term()}).starts_with("step 0"));
  CHECK(verdict({m.true_term(), m.true_term(), m.false_term()}).starts_with("step 1"));
  CHECK(verdict({m.true_term(), good, m.true_term()}) == "last does not hold");
  CHECK(verdict({m.or_(p.less(x, p.num(0)), p.less_equal(p.num(0), x)), good, m.false_term()}) == "right");
  const Term dead = m.or_(p.less(p.var("y"), p.num(0)), p.less(p.num(-9), p.var("y")));
  CHECK(verdict({m.true_term(), m.and_(good, dead), m.false_term()}).find("not live") != std::string::npos);
}

namespace {

/// i = 0; x = 0; while (i < n) { i++; x++; } error if x != n, assuming n >= 0 (or not, then the error is reachable).
struct CountingGraph {
  CountingGraph(TermManager& m, Sort sort, bool safe)
      : p(m, sort),
        init(p.seq({p.assign("i", p.num(0)), p.assign("x", p.num(0)),
                    p.assume(safe ? p.less_equal(p.num(0), p.var("n")) : m.true_term())})),
        body(p.seq({p.assume(p.less(p.var("i"), p.var("n"))), p.assign("i", p.add(p.var("i"), p.num(1))),
                    p.assign("x", p.add(p.var("x"), p.num(1)))})),
        exit(p.seq({p.assume(p.less_equal(p.var("n"), p.var("i"))), p.assume(m.distinct(p.var("x"), p.var("n")))})) {
    problem.nodes = 3;
    problem.initial = 0;
    problem.error = 2;
    problem.edges = {{0, &init, 1}, {1, &body, 1}, {1, &exit, 2}};
    problem.precondition = m.true_term();
    problem.range_of = [&m](Term) { return m.true_term(); };
  }

  Notation p;
  TransitionFormula init;
  TransitionFormula body;
  TransitionFormula exit;
  HornProblem problem;
};

}  // namespace

TEST_CASE("Horn clauses of a counting loop") {
  TermManager m;
  const CountingGraph graph(m, Sort::integer(), true);
  const auto result = solve_horn(m, graph.problem, InterpolationConfig{});
  REQUIRE(std::holds_alternative<std::vector<Term>>(result));
  const auto& predicates = std::get<std::vector<Term>>(result);
  REQUIRE(predicates.size() == 3);
  CHECK(predicates[2].is_false());
  const auto solver = make_solver(SolverKind::cvc5, m, seconds(10));
  for (const HornEdge& edge : graph.problem.edges) {
    CHECK(check_hoare_triple(m, *solver, predicates[edge.source], *edge.transition, predicates[edge.target],
                             no_ranges(m)) == Validity::valid);
  }
}

TEST_CASE("Horn clauses: a reachable error is a failure") {
  TermManager m;
  const CountingGraph graph(m, Sort::integer(), false);
  const auto result = solve_horn(m, graph.problem, InterpolationConfig{});
  CHECK(std::holds_alternative<InterpolationFailure>(result));
}

TEST_CASE("Horn clauses: type ranges join where they are needed") {
  TermManager m;
  Notation p(m, Sort::integer());
  const TransitionFormula start = p.assign("i", p.num(0));
  const TransitionFormula step =
      p.seq({p.assume(p.less(p.var("i"), p.var("n"))), p.assign("i", p.add(p.var("i"), p.num(1)))});
  const TransitionFormula bad = p.assume(p.less(p.num(127), p.var("i")));
  HornProblem problem{3, 0, 2, {{0, &start, 1}, {1, &step, 1}, {1, &bad, 2}}, m.true_term(), [&](Term variable) {
                        return m.and_(p.less_equal(p.num(-128), variable), p.less_equal(variable, p.num(127)));
                      }};
  CHECK(std::holds_alternative<std::vector<Term>>(solve_horn(m, problem, InterpolationConfig{})));
}

TEST_CASE("Horn clauses: limits and stop requests hold") {
  TermManager m;
  Notation p(m, Sort::integer());
  // A multiplication loop: Spacer does not find x = i * n by itself.
  const TransitionFormula start = p.seq({p.assign("i", p.num(0)), p.assign("x", p.num(0))});
  const TransitionFormula step =
      p.seq({p.assign("i", p.add(p.var("i"), p.num(1))), p.assign("x", p.add(p.var("x"), p.var("n")))});
  const TransitionFormula bad = p.assume(m.distinct(p.var("x"), m.mul(p.var("i"), p.var("n"))));
  const HornProblem problem{3, 0, 2, {{0, &start, 1}, {1, &step, 1}, {1, &bad, 2}}, m.true_term(), no_ranges(m)};
  InterpolationConfig config;
  config.time_limit = std::chrono::milliseconds(600);
  const auto begin = std::chrono::steady_clock::now();
  CHECK(std::holds_alternative<InterpolationFailure>(solve_horn(m, problem, config)));
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(5));
  std::stop_source source;
  source.request_stop();
  config.stop = source.get_token();
  CHECK(std::holds_alternative<InterpolationFailure>(solve_horn(m, problem, config)));
}

TEST_CASE("a case without floating point does not hide that bounded numbers leave none in the others") {
  TermManager m;
  const Sort format = Sort::bit_vector(64);
  const Term x = m.variable("x", format);
  const Term any = m.variable("any", format);
  const Term other_way = m.variable("other_way", Sort::boolean());
  const auto pattern = [&](std::uint64_t bits) { return m.constant(Integer(bits), format); };
  const Term two = pattern(0x4000000000000000);
  const Term above_1_75 = pattern(0x3FFC000000000001);
  const Term three_and_a_half = pattern(0x400C000000000000);
  const TransitionFormula choose{
      m.and_(m.bv_binary(Kind::BvUle, above_1_75, any), m.bv_binary(Kind::BvUle, any, two)), {{x, any}}, {any}, true};
  const Term at_most_two = m.floating(FloatOp::LessEqual, {x, two}, 1);
  const TransitionFormula branch{m.true_term(), {{other_way, m.or_(other_way, m.not_(at_most_two))}}, {}, true};
  const Term doubled = m.floating(FloatOp::Mul, {x, two}, 64);
  const TransitionFormula end{
      m.or_(other_way, m.not_(m.floating(FloatOp::Less, {three_and_a_half, doubled}, 1))), {}, {}, true};
  const Trace trace{choose, branch, end};
  const auto steps = pointers(trace);
  CHECK(run_and_check(m, InterpolationEngineKind::core_wp, {steps, m.not_(other_way), no_ranges(m), true}));
}
