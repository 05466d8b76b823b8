// SPDX-License-Identifier: Apache-2.0
/// Solutions of Horn clauses by candidates: systems with known answers, and random ones whose answers are checked.
#include "logic/interpolation/horn_houdini.h"

#include <doctest/doctest.h>

#include <random>

#include "logic/solvers/solver.h"
#include "tests/support/sampling.h"

namespace bireach::logic {
namespace {

const InterpolationConfig config{std::chrono::milliseconds(20000), {}, nullptr};

struct System {
  TermManager terms;
  HornSystem system;

  Term number(int value) { return terms.integer(value); }
  Term variable(const std::string& name) { return terms.variable(name, Sort::integer()); }
  std::size_t predicate(std::vector<Term> parameters) {
    system.predicates.push_back({"p" + std::to_string(system.predicates.size()), std::move(parameters)});
    return system.predicates.size() - 1;
  }
  void rule(std::vector<HornAtom> body, Term constraint, std::optional<HornAtom> head) {
    system.clauses.push_back({std::move(body), constraint, std::move(head)});
  }
  std::optional<std::vector<Term>> solve() {
    auto found = solve_by_candidates(terms, system, config);
    if (auto* solution = std::get_if<std::vector<Term>>(&found)) return std::move(*solution);
    return std::nullopt;
  }
  std::optional<std::string> problem(const std::vector<Term>& solution) {
    const auto solver = make_solver(SolverKind::cvc5, terms, {});
    return check_horn_interpretation(terms, *solver, system, solution);
  }
};

/// A counter up to ten, of which something is claimed.
void add_counter(System& s, int claimed) {
  const Term x = s.variable("x");
  const std::size_t p = s.predicate({x});
  s.rule({}, s.terms.true_term(), HornAtom{p, {s.number(0)}});
  s.rule({{p, {x}}}, s.terms.less(x, s.number(10)), HornAtom{p, {s.terms.add(x, s.number(1))}});
  s.rule({{p, {x}}}, s.terms.less(s.number(claimed), x), std::nullopt);
}

TEST_CASE("a literal is enough") {
  System s;
  add_counter(s, 10);
  const auto solution = s.solve();
  REQUIRE(solution);
  CHECK(s.problem(*solution) == std::nullopt);
}

TEST_CASE("what does not hold has no solution, and more time is said to be of no use") {
  System s;
  add_counter(s, 9);
  const auto found = solve_by_candidates(s.terms, s.system, config);
  REQUIRE(std::holds_alternative<InterpolationFailure>(found));
  CHECK(std::get<InterpolationFailure>(found).refused);
}

TEST_CASE("what holds while a lock is free is a guarded literal") {
  // Outside the lock, a == b; within, b is one behind. Another one disturbs that only with the lock.
  System s;
  const Term lock = s.variable("lock");
  const Term a = s.variable("a");
  const Term b = s.variable("b");
  const std::size_t outside = s.predicate({lock, a, b});
  const std::size_t within = s.predicate({lock, a, b});
  const Term one = s.number(1);
  const Term zero = s.number(0);
  const Term is_free = s.terms.equal(lock, zero);
  s.rule({}, s.terms.true_term(), HornAtom{outside, {zero, zero, zero}});
  s.rule({{outside, {lock, a, b}}}, is_free, HornAtom{within, {one, s.terms.add(a, one), b}});
  s.rule({{within, {lock, a, b}}}, s.terms.true_term(), HornAtom{outside, {zero, a, s.terms.add(b, one)}});
  const Term c = s.variable("c");
  s.rule({{outside, {lock, a, b}}}, is_free, HornAtom{outside, {one, c, b}});
  s.rule({{outside, {lock, a, b}}}, s.terms.equal(a, b), HornAtom{outside, {zero, a, b}});
  s.rule({{outside, {lock, a, b}}}, s.terms.and_(is_free, s.terms.distinct(a, b)), std::nullopt);
  const auto solution = s.solve();
  CHECK_FALSE(solution);  // a == b + 1 within the lock is no candidate
  s.system.clauses[1].head->arguments[1] = a;
  s.system.clauses[2].head->arguments[2] = b;
  const auto without_counting = s.solve();
  REQUIRE(without_counting);
  CHECK(s.problem(*without_counting) == std::nullopt);
}

TEST_CASE("clauses of two predicates, and predicates that nothing reaches") {
  System s;
  const Term x = s.variable("x");
  const Term y = s.variable("y");
  const std::size_t p = s.predicate({x});
  const std::size_t q = s.predicate({y});
  const std::size_t never = s.predicate({x});
  s.rule({}, s.terms.less(s.number(2), x), HornAtom{p, {x}});
  s.rule({}, s.terms.less(y, s.number(1)), HornAtom{q, {y}});
  s.rule({{p, {x}}, {q, {y}}}, s.terms.less(x, y), std::nullopt);
  s.rule({{never, {x}}, {p, {x}}}, s.terms.true_term(), std::nullopt);
  const auto solution = s.solve();
  REQUIRE(solution);
  CHECK(s.problem(*solution) == std::nullopt);
}

TEST_CASE("arrays are refused") {
  System s;
  s.predicate({s.terms.variable("m", Sort::array(Sort::integer(), Sort::integer()))});
  CHECK_FALSE(s.solve());
}

TEST_CASE("what is answered solves random clauses") {
  std::mt19937 random(17);
  const auto below = [&](unsigned n) { return random() % n; };
  int solved = 0;
  const int rounds = testing::rounds(150);
  for (int round = 0; round < rounds; ++round) {
    System s;
    const std::vector<Term> parameters{s.variable("x"), s.variable("y"), s.terms.variable("b", Sort::boolean())};
    const std::vector<std::size_t> predicates{s.predicate(parameters), s.predicate(parameters)};
    const auto integer = [&]() -> Term {
      switch (below(4)) {
        case 0:
          return s.number(static_cast<int>(below(3)));
        case 1:
          return parameters[0];
        case 2:
          return parameters[1];
        default:
          return s.terms.add(parameters[below(2)], s.number(static_cast<int>(below(3)) - 1));
      }
    };
    const auto condition = [&]() -> Term {
      if (below(4) == 0) return below(2) == 0 ? parameters[2] : s.terms.not_(parameters[2]);
      const Term a = integer();
      return below(2) == 0 ? s.terms.less_equal(a, integer()) : s.terms.distinct(a, integer());
    };
    const auto head = [&] {
      const Term flag = below(2) == 0 ? parameters[2] : s.terms.boolean(below(2) == 0);
      return HornAtom{predicates[below(2)], {integer(), integer(), flag}};
    };
    s.rule({}, condition(), head());
    for (unsigned i = 0; i < 4; ++i) {
      std::vector<HornAtom> body{{predicates[below(2)], parameters}};
      if (below(3) == 0) body.push_back({predicates[below(2)], parameters});
      s.rule(std::move(body), condition(), head());
    }
    s.rule({{predicates[below(2)], parameters}}, s.terms.and_(condition(), condition()), std::nullopt);
    const auto solution = s.solve();
    if (!solution) continue;
    ++solved;
    CAPTURE(round);
    CHECK(s.problem(*solution) == std::nullopt);
  }
  CHECK(solved > rounds / 10);
}

}  // namespace
}  // namespace bireach::logic
