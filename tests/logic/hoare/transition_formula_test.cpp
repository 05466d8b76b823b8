// SPDX-License-Identifier: Apache-2.0
#include "logic/hoare/transition_formula.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <stdexcept>

#include "logic/elimination/quantifier_elimination.h"
#include "tests/logic/hoare/random_transitions.h"
#include "tests/logic/hoare/transitions.h"

using namespace bireach::logic;
using namespace bireach::test;

namespace {

/// A quantifier-free equivalent, so that it can be evaluated.
Term evaluable(TermManager& m, Term formula) {
  const std::optional<Term> result = eliminate_quantifiers(m, formula, EliminationConfig{});
  REQUIRE(result);
  return *result;
}

bool same_values(const Model& a, const Model& b, const std::vector<Term>& variables) {
  return std::all_of(variables.begin(), variables.end(), [&](Term v) { return a.get(v) == b.get(v); });
}

/// wp, pre and sp of one transition against their definitions over all states.
void check_transformers(RandomTransitions& random, const TransitionFormula& t, Term phi) {
  TermManager& m = random.terms();
  const Term wp = evaluable(m, weakest_precondition(m, t, phi));
  const Term pre = evaluable(m, precondition(m, t, phi));
  const Term sp = evaluable(m, strongest_postcondition(m, t, phi));
  const std::vector<Model> states = all_states(random.variables(), random.values());
  std::vector<Model> reached;
  for (const Model& state : states) {
    const std::vector<Model> next = successors(t, state, random.values());
    const auto holds = [&](const Model& after) { return evaluate_bool(phi, after); };
    CHECK(evaluate_bool(wp, state) == std::all_of(next.begin(), next.end(), holds));
    CHECK(evaluate_bool(pre, state) == std::any_of(next.begin(), next.end(), holds));
    if (holds(state)) reached.insert(reached.end(), next.begin(), next.end());
  }
  for (const Model& state : states) {
    const bool expected = std::any_of(reached.begin(), reached.end(), [&](const Model& after) {
      return same_values(after, state, random.variables());
    });
    CHECK(evaluate_bool(sp, state) == expected);
  }
}

void check_random(Sort sort, std::uint64_t seed) {
  TermManager m;
  RandomTransitions random(m, sort, seed);
  for (int round = 0; round < 60; ++round) {
    const TransitionFormula t = random.transition();
    const Term phi = random.predicate();
    CAPTURE(to_smtlib(as_relation(m, t, random.variables())));
    CAPTURE(to_smtlib(phi));
    check_transformers(random, t, phi);
  }
}

}  // namespace

TEST_CASE("wp, pre and sp against enumeration") {
  check_random(Sort::bit_vector(2), 11);
  check_random(Sort::integer(), 12);
}

TEST_CASE("composition is the relational product") {
  for (const Sort sort : {Sort::bit_vector(2), Sort::integer()}) {
    TermManager m;
    RandomTransitions random(m, sort, 13);
    for (int round = 0; round < 40; ++round) {
      const TransitionFormula first = random.transition();
      const TransitionFormula second = random.transition();
      const TransitionFormula both = compose(m, first, second);
      for (const Model& state : all_states(random.variables(), random.values())) {
        std::vector<Model> stepwise;
        for (const Model& middle : successors(first, state, random.values())) {
          const std::vector<Model> next = successors(second, middle, random.values());
          stepwise.insert(stepwise.end(), next.begin(), next.end());
        }
        const std::vector<Model> at_once = successors(both, state, random.values());
        const auto subset = [&](const std::vector<Model>& a, const std::vector<Model>& b) {
          return std::all_of(a.begin(), a.end(), [&](const Model& x) {
            return std::any_of(b.begin(), b.end(),
                               [&](const Model& y) { return same_values(x, y, random.variables()); });
          });
        };
        CHECK(subset(stepwise, at_once));
        CHECK(subset(at_once, stepwise));
      }
    }
  }
}

TEST_CASE("composition keeps auxiliaries apart") {
  TermManager m;
  Notation p(m, Sort::integer());
  const TransitionFormula choice = p.havoc("x");
  CHECK_THROWS_AS((void)compose(m, choice, choice), std::invalid_argument);
  const TransitionFormula twice = compose(m, choice, with_fresh_auxiliaries(m, choice));
  CHECK(twice.auxiliaries.size() == 2);
  CHECK(twice.updates.at(p.var("x")) == twice.auxiliaries[1]);
}

TEST_CASE("trace formula: models are executions") {
  TermManager m;
  RandomTransitions random(m, Sort::bit_vector(2), 14);
  for (int round = 0; round < 25; ++round) {
    std::vector<TransitionFormula> trace{random.transition(), random.transition(), random.transition()};
    trace.push_back(trace.front());  // the same transition twice: its choices are independent
    std::vector<const TransitionFormula*> pointers;
    for (const TransitionFormula& t : trace) pointers.push_back(&t);
    const TraceFormula ssa = trace_formula(m, pointers);
    REQUIRE(ssa.conjuncts.size() == trace.size());
    REQUIRE(ssa.instances.size() == trace.size() + 1);
    std::vector<Model> states = all_states(random.variables(), random.values());
    for (const TransitionFormula& t : trace) {
      std::vector<Model> next;
      for (const Model& state : states) {
        const std::vector<Model> some = successors(t, state, random.values());
        for (const Model& after : some)
          if (std::none_of(next.begin(), next.end(),
                           [&](const Model& known) { return same_values(known, after, random.variables()); }))
            next.push_back(after);
      }
      states = std::move(next);
    }
    const auto solver = make_solver(SolverKind::z3, m, SolverConfig{});
    for (Term conjunct : ssa.conjuncts) solver->add(conjunct);
    for (const Model& final_state : all_states(random.variables(), random.values())) {
      std::vector<Term> at_end;
      for (Term variable : random.variables()) {
        const auto instance = ssa.instances.back().find(variable);
        at_end.push_back(m.equal(instance == ssa.instances.back().end() ? variable : instance->second,
                                 m.from_value(final_state.get(variable), variable.sort())));
      }
      const bool reachable = std::any_of(states.begin(), states.end(), [&](const Model& state) {
        return same_values(state, final_state, random.variables());
      });
      CHECK((solver->check(at_end) == SatResult::sat) == reachable);
    }
  }
}
