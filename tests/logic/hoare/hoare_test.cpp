// SPDX-License-Identifier: Apache-2.0
#include "logic/hoare/hoare.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/logic/hoare/random_transitions.h"
#include "tests/logic/hoare/transitions.h"

using namespace bireach::logic;
using namespace bireach::test;

namespace {

/// Everything a test needs, over Int or bit-vectors, with one solver shared by unifier and checker.
struct Setup {
  explicit Setup(Sort sort, std::uint64_t seed)
      : random(m, sort, seed),
        solver(make_solver(SolverKind::z3, m, SolverConfig{})),
        unifier(m, *solver, [this](Term variable) { return random.range_of(variable); }),
        checker(unifier, *solver, transitions) {}

  bool holds(PredicateId id, const Model& state) const { return evaluate_bool(unifier.formula(id), state); }

  Validity expected(PredicateId pre, std::uint32_t letter, PredicateId post) {
    for (const Model& state : all_states(random.variables(), random.values())) {
      if (!holds(pre, state)) continue;
      for (const Model& after : successors(transitions[letter], state, random.values()))
        if (!holds(post, after)) return Validity::invalid;
    }
    return Validity::valid;
  }

  bool implied(Term a, Term b) {
    const std::vector<Model> states = all_states(random.variables(), random.values());
    return std::all_of(states.begin(), states.end(),
                       [&](const Model& state) { return !evaluate_bool(a, state) || evaluate_bool(b, state); });
  }

  TermManager m;
  RandomTransitions random;
  std::unique_ptr<Solver> solver;
  PredicateUnifier unifier;
  std::vector<TransitionFormula> transitions;
  HoareTripleChecker checker;
};

}  // namespace

TEST_CASE("unifier: one id for equivalent predicates, and only for these") {
  for (const Sort sort : {Sort::integer(), Sort::bit_vector(2)}) {
    Setup s(sort, 21);
    CHECK(s.unifier.unify(s.m.true_term()) == PredicateUnifier::true_id);
    CHECK(s.unifier.unify(s.m.false_term()) == PredicateUnifier::false_id);
    for (int i = 0; i < 80; ++i) {
      const Term formula = s.random.predicate();
      const PredicateId id = s.unifier.unify(formula);
      CHECK(s.implied(formula, s.unifier.formula(id)));
      CHECK(s.implied(s.unifier.formula(id), formula));
    }
    for (PredicateId a = 0; a < s.unifier.size(); ++a) {
      for (PredicateId b = 0; b < s.unifier.size(); ++b) {
        const bool forth = s.implied(s.unifier.formula(a), s.unifier.formula(b));
        CHECK((a == b || !forth || !s.implied(s.unifier.formula(b), s.unifier.formula(a))));
        CHECK(s.unifier.implies(a, b) == (forth ? Validity::valid : Validity::invalid));
      }
    }
  }
}

TEST_CASE("unifier: ranges are assumed") {
  Setup s(Sort::integer(), 22);
  const Term x = s.random.variables()[0];
  CHECK(s.unifier.unify(s.m.less_equal(x, s.m.integer(3))) == PredicateUnifier::true_id);
  CHECK(s.unifier.unify(s.m.less(x, s.m.integer(0))) == PredicateUnifier::false_id);
  CHECK(s.unifier.unify(s.m.less_equal(x, s.m.integer(0))) == s.unifier.unify(s.m.equal(x, s.m.integer(0))));
}

TEST_CASE("unifier: conjunctions") {
  Setup s(Sort::integer(), 23);
  const Term x = s.random.variables()[0];
  const Term y = s.random.variables()[1];
  const PredicateId small = s.unifier.unify(s.m.less_equal(x, s.m.integer(1)));
  const PredicateId smaller = s.unifier.unify(s.m.less_equal(x, s.m.integer(0)));
  const PredicateId order = s.unifier.unify(s.m.less(y, x));
  CHECK(s.unifier.conjunction({}) == PredicateUnifier::true_id);
  CHECK(s.unifier.conjunction({small, smaller}) == smaller);
  CHECK(s.unifier.conjunction({PredicateUnifier::true_id, small}) == small);
  CHECK(s.unifier.conjunction({smaller, order}) == PredicateUnifier::false_id);
  const PredicateId both = s.unifier.conjunction({order, small});
  CHECK(s.unifier.implies(both, order) == Validity::valid);
  CHECK(s.unifier.implies(both, small) == Validity::valid);
}

TEST_CASE("triples against enumeration") {
  for (const Sort sort : {Sort::integer(), Sort::bit_vector(2)}) {
    Setup s(sort, 24);
    for (int i = 0; i < 12; ++i) {
      s.transitions.push_back(s.random.transition());
      s.unifier.unify(s.random.predicate());
    }
    const auto count = static_cast<PredicateId>(s.unifier.size());
    std::vector<PredicateId> all;
    for (PredicateId id = 0; id < count; ++id) all.push_back(id);
    for (std::uint32_t letter = 0; letter < s.transitions.size(); ++letter) {
      for (PredicateId pre = 0; pre < count; ++pre) {
        if (pre % 2 == 0) {
          const std::vector<Validity> answers = s.checker.check_all(pre, letter, all);
          for (PredicateId post = 0; post < count; ++post) CHECK(answers[post] == s.expected(pre, letter, post));
        }
        for (PredicateId post = 0; post < count; ++post)
          CHECK(s.checker.check(pre, letter, post) == s.expected(pre, letter, post));
      }
    }
    const HoareStatistics& statistics = s.checker.statistics();
    CHECK(statistics.unknown == 0);
    CHECK(statistics.answered_cheaply > 4 * statistics.solver);
  }
}

TEST_CASE("triples with a conjunction before, against enumeration") {
  Setup s(Sort::integer(), 25);
  for (int i = 0; i < 10; ++i) {
    s.transitions.push_back(s.random.transition());
    s.unifier.unify(s.random.predicate());
  }
  const auto count = static_cast<PredicateId>(s.unifier.size());
  for (int i = 0; i < 200; ++i) {
    const std::vector<PredicateId> pres{s.random.below(count), s.random.below(count)};
    const std::uint32_t letter = s.random.below(10);
    const PredicateId post = s.random.below(count);
    const PredicateId both = s.unifier.unify(s.m.and_(s.unifier.formula(pres[0]), s.unifier.formula(pres[1])));
    CHECK(s.checker.check_conjunction(pres, letter, post) == s.expected(both, letter, post));
  }
}

TEST_CASE("single checks agree between solvers") {
  Setup s(Sort::integer(), 26);
  const auto other = make_solver(SolverKind::cvc5, s.m, SolverConfig{});
  for (int i = 0; i < 40; ++i) {
    s.transitions.push_back(s.random.transition());
    const auto letter = static_cast<std::uint32_t>(s.transitions.size() - 1);
    const PredicateId pre = s.unifier.unify(s.random.predicate());
    const PredicateId post = s.unifier.unify(s.random.predicate());
    const auto range = [&](Term variable) { return s.random.range_of(variable); };
    for (Solver* solver : {s.solver.get(), other.get()}) {
      CHECK(check_hoare_triple(s.m, *solver, s.unifier.formula(pre), s.transitions[letter], s.unifier.formula(post),
                               range) == s.expected(pre, letter, post));
    }
  }
}

namespace {

/// A solver that never knows.
class Clueless final : public Solver {
 public:
  void push() override {}
  void pop() override {}
  void add(Term) override {}
  SatResult check() override { return SatResult::unknown; }
  SatResult check(const std::vector<Term>&) override { return SatResult::unknown; }
  Model model() override { return {}; }
  std::vector<Term> unsat_core() override { return {}; }
  void set_time_limit(std::chrono::milliseconds) override {}
  [[nodiscard]] UnknownReason reason_unknown() const override { return "clueless"; }
  [[nodiscard]] SolverKind kind() const override { return SolverKind::z3; }
};

}  // namespace

TEST_CASE("after the deadline triples are not asked, and not remembered as unknown") {
  TermManager m;
  Notation p(m, Sort::integer());
  const auto solver = make_solver(SolverKind::z3, m, {});
  PredicateUnifier unifier(m, *solver, [&](Term) { return m.true_term(); });
  const std::vector<TransitionFormula> transitions{p.assign("x", p.num(1))};
  HoareTripleChecker checker(unifier, *solver, transitions);
  const PredicateId one = unifier.unify(m.equal(p.var("x"), p.num(1)));
  const PredicateId positive = unifier.unify(m.less(p.num(0), p.var("x")));
  checker.set_deadline(std::chrono::steady_clock::now());
  const std::uint64_t asked = checker.statistics().solver;
  CHECK(checker.check(PredicateUnifier::true_id, 0, positive) == Validity::unknown);
  CHECK(checker.check(PredicateUnifier::false_id, 0, positive) == Validity::valid);
  CHECK(checker.statistics().solver == asked);
  checker.set_deadline(std::nullopt);
  CHECK(checker.check(PredicateUnifier::true_id, 0, positive) == Validity::valid);
  checker.set_deadline(std::chrono::steady_clock::now());
  CHECK(checker.check(PredicateUnifier::true_id, 0, positive) == Validity::valid);
  CHECK(checker.check(one, 0, positive) == Validity::valid);  // a weaker precondition suffices
}

TEST_CASE("an unknown answer stays unknown") {
  TermManager m;
  Notation p(m, Sort::integer());
  Clueless solver;
  PredicateUnifier unifier(m, solver, [&](Term) { return m.true_term(); });
  const std::vector<TransitionFormula> transitions{p.assign("x", p.num(1))};
  HoareTripleChecker checker(unifier, solver, transitions);
  const PredicateId one = unifier.unify(m.equal(p.var("x"), p.num(1)));
  const PredicateId two = unifier.unify(m.less(p.num(0), p.var("x")));
  CHECK(one != two);
  for (int i = 0; i < 2; ++i) {  // also from the cache
    CHECK(unifier.implies(one, two) == Validity::unknown);
    CHECK(checker.check(one, 0, two) == Validity::unknown);
  }
  CHECK(checker.check(PredicateUnifier::false_id, 0, two) == Validity::valid);
  CHECK(checker.check(one, 0, PredicateUnifier::true_id) == Validity::valid);
}
