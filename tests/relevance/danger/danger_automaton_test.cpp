// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "automata/operations.h"
#include "relevance/danger/generalizers.h"
#include "tests/relevance/danger/danger_fixture.h"

using namespace bireach;
using namespace bireach::relevance;
using automata::Nfa;
using logic::Term;
using test::Letters;
using testing::ProgramBuilder;

namespace {

frontend::ExprPtr number(long value) {
  return frontend::make_constant(value, frontend::int_type);
}

frontend::ExprPtr compare(frontend::BinaryOp op, frontend::ExprPtr left, long right) {
  return frontend::make_binary(op, std::move(left), number(right), frontend::int_type);
}

/// Figure 7: x := 0; while (x < 1000) x++; assert(x != 1000).
struct Figure7 {
  ProgramBuilder builder;
  frontend::VariableId x = builder.variable("x");
  frontend::LocationId start = builder.location(), head = builder.location(), body = builder.location(),
                       after = builder.location(), error = builder.location(frontend::LocationKind::Error),
                       exit = builder.location(frontend::LocationKind::Exit);
  frontend::EdgeId init = builder.assign(start, head, x, number(0));
  frontend::EdgeId enter = builder.assume(head, body, compare(frontend::BinaryOp::Lt, builder.read(x), 1000));
  frontend::EdgeId step = builder.assign(
      body, head, x, frontend::make_binary(frontend::BinaryOp::Add, builder.read(x), number(1), frontend::int_type));
  frontend::EdgeId leave = builder.assume(head, after, compare(frontend::BinaryOp::Ge, builder.read(x), 1000));
  frontend::EdgeId fail = builder.assume(after, error, compare(frontend::BinaryOp::Eq, builder.read(x), 1000));
  frontend::EdgeId pass = builder.assume(after, exit, compare(frontend::BinaryOp::Ne, builder.read(x), 1000));
};

/// The figure's automaton: states are start, head, body, after, error, exit.
ErrorAutomaton figure_7(Figure7& f, Letters& letters) {
  Nfa nfa;
  for (unsigned i = 0; i < 6; ++i) nfa.add_state(i == 4);
  nfa.add_initial(0);
  for (const frontend::EdgeId e : {f.init, f.enter, f.step, f.leave, f.fail, f.pass})
    nfa.add_transition(f.builder.program.source(e), e, f.builder.program.target(e));
  auto& t = letters.terms;
  const Term x = letters.semantics.variable(f.x);
  const Term at_most = t.less_equal(x, t.integer(1000));
  return {
      nfa,
      {t.true_term(), at_most, t.less(x, t.integer(1000)), t.equal(x, t.integer(1000)), t.true_term(), t.false_term()},
      Guarantee::feasible_or_nonterminating};
}

std::string reason(const DangerCheck& check) {
  if (const auto* no = std::get_if<NoDangerAutomaton>(&check)) return no->why;
  if (const auto* open = std::get_if<NotDecided>(&check)) return "not decided: " + open->why;
  return "";
}

}  // namespace

TEST_CASE("figure 7 is a danger automaton, by both solvers") {
  Figure7 f;
  Letters letters(f.builder.program, frontend::Arithmetic::integer);
  const ErrorAutomaton automaton = figure_7(f, letters);
  CHECK(reason(letters.check(automaton)) == "");
  CHECK(reason(letters.check(automaton, logic::SolverKind::z3)) == "");
}

TEST_CASE("each condition of the definition is checked") {
  Figure7 f;
  Letters letters(f.builder.program, frontend::Arithmetic::integer);
  auto& t = letters.terms;
  ErrorAutomaton automaton = figure_7(f, letters);
  SUBCASE("a predicate a state") {
    automaton.predicates.pop_back();
    CHECK(reason(letters.check(automaton)).find("5 predicates for 6 states") != std::string::npos);
  }
  SUBCASE("initial states exist") {
    Nfa nfa;
    nfa.add_state(true);
    CHECK(reason(letters.check({nfa, {t.true_term()}})) == "no state is initial");
  }
  SUBCASE("final states exist") {
    automaton.automaton.set_accepting(4, false);
    CHECK(reason(letters.check(automaton)) == "no state is final");
  }
  SUBCASE("(4): some initial predicate is satisfiable") {
    automaton.predicates[0] = t.false_term();
    CHECK(reason(letters.check(automaton)).find("condition (4)") != std::string::npos);
  }
  SUBCASE("(4) reads predicates within the types' ranges") {
    automaton.predicates[0] = t.less(t.integer(logic::power_of_two(40)), letters.semantics.variable(f.x));
    CHECK(reason(letters.check(automaton)).find("condition (4)") != std::string::npos);
  }
  SUBCASE("(5): at the loop head") {
    automaton.predicates[1] = t.true_term();  // from x = 1001 the error is not reached
    CHECK(reason(letters.check(automaton)).find("condition (5), state 1") != std::string::npos);
  }
  SUBCASE("(5): at a dead end") {
    automaton.predicates[5] = t.true_term();
    CHECK(reason(letters.check(automaton)).find("condition (5), state 5") != std::string::npos);
  }
  SUBCASE("(5) needs the transition") {
    Nfa nfa;
    for (unsigned i = 0; i < 6; ++i) nfa.add_state(i == 4);
    nfa.add_initial(0);
    for (const frontend::EdgeId e : {f.init, f.enter, f.step, f.fail, f.pass})  // no way out of the loop
      nfa.add_transition(f.builder.program.source(e), e, f.builder.program.target(e));
    automaton.automaton = nfa;
    CHECK(reason(letters.check(automaton)).find("condition (5), state 1") != std::string::npos);
  }
  SUBCASE("an inexact letter is blocked") {
    letters.alphabet.transitions[f.step].exact = false;
    CHECK(reason(letters.check(automaton)).find("condition (5), state 2") != std::string::npos);
  }
  SUBCASE("what a solver does not know is not decided") {
    const auto solver = logic::make_solver(logic::SolverKind::z3, letters.terms, {});
    std::stop_source stop;
    stop.request_stop();
    const auto stopped = logic::make_solver(logic::SolverKind::z3, letters.terms, {.stop = stop.get_token()});
    CHECK(std::holds_alternative<NotDecided>(
        check_danger_automaton(letters.terms, *stopped, letters.alphabet, automaton)));
  }
}

TEST_CASE("figure 8: predicates need not hold along each execution of a word") {
  ProgramBuilder builder;
  const auto x = builder.variable("x");
  const auto start = builder.location();
  const auto error = builder.location(frontend::LocationKind::Error);
  const auto either = builder.assume(
      start, error,
      frontend::make_binary(frontend::BinaryOp::LogicalOr, compare(frontend::BinaryOp::Eq, builder.read(x), 0),
                            compare(frontend::BinaryOp::Eq, builder.read(x), 1), frontend::int_type));
  Letters letters(builder.program, frontend::Arithmetic::integer);
  auto& t = letters.terms;
  Nfa nfa = automata::single_word({either});
  const Term zero = t.equal(letters.semantics.variable(x), t.integer(0));
  CHECK(reason(letters.check({nfa, {zero, zero}})) == "");
  // The canonical one has the whole precondition.
  const auto generalizer = make_generalizer(letters.terms, letters.alphabet, {});
  const ErrorAutomaton canonical = generalizer->generalize(nfa, {automata::Run{{either}, {0, 1}}, {}});
  CHECK(reason(letters.check(canonical)) == "");
  REQUIRE(canonical.predicates.size() == 2);
  logic::Model model;
  model.set(letters.semantics.variable(x), logic::Integer(1));
  CHECK(logic::evaluate_bool(canonical.predicates[canonical.automaton.initial().at(0)], model));
}

TEST_CASE("a danger automaton may be unsuited: no progress (end of section 4.4)") {
  Figure7 f;
  Letters letters(f.builder.program, frontend::Arithmetic::integer);
  const ErrorAutomaton automaton = figure_7(f, letters);
  Nfa remaining;  // without the loop's body
  for (unsigned i = 0; i < 6; ++i) remaining.add_state(i == 4);
  remaining.add_initial(0);
  for (const frontend::EdgeId e : {f.init, f.leave, f.fail})
    remaining.add_transition(f.builder.program.source(e), e, f.builder.program.target(e));
  CHECK(reason(letters.check(automaton)) == "");
  CHECK(automata::is_included(remaining, automaton.automaton));
  CHECK_FALSE(automata::is_included(automaton.automaton, remaining));  // not inferior, so progress is not promised
}

TEST_CASE("the trace alone") {
  Figure7 f;
  Letters letters(f.builder.program, frontend::Arithmetic::integer);
  GeneralizerConfig config;
  config.generalization = Generalization::trace;
  const auto generalizer = make_generalizer(letters.terms, letters.alphabet, config);
  const automata::Run run{{f.init, f.leave, f.fail}, {0, 1, 3, 4}};
  const ErrorAutomaton alone = generalizer->generalize(test::program_automaton(f.builder.program), {run, {}});
  CHECK(automata::accepts(alone.automaton, run.word));
  CHECK(alone.guarantee == Guarantee::feasible);
  CHECK(alone.predicates.empty());
  CHECK(generalizer->statistics().automata == 1);
}
