// SPDX-License-Identifier: Apache-2.0
/// The certifier accepts a proof and refuses everything that only looks like one.
#include "checker/certification/certify.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/support/program_builder.h"

namespace bireach::checker {
namespace {

using frontend::LocationId;
using frontend::LocationKind;
using logic::Term;

/// x = 0; while (x < n) x = x + 1; if (x > bound) error; with n arbitrary in [0, 255].
struct CountingLoop {
  testing::ProgramBuilder builder;
  LocationId start, head, error;

  explicit CountingLoop(int bound) {
    const frontend::ScalarType byte = frontend::unsigned_integer(8);
    const auto x = builder.variable("x", frontend::int_type);
    const auto n = builder.variable("n", byte);
    const auto number = [](int value) { return frontend::make_constant(value, frontend::int_type); };
    const auto binary = [](frontend::BinaryOp op, const frontend::ExprPtr& a, const frontend::ExprPtr& b) {
      return frontend::make_binary(op, a, b, frontend::int_type);
    };
    start = builder.location();
    const LocationId chosen = builder.location();
    head = builder.location();
    const LocationId body = builder.location();
    const LocationId after = builder.location();
    error = builder.location(LocationKind::Error);
    const LocationId exit = builder.location(LocationKind::Exit);
    builder.havoc(start, chosen, n);
    builder.assign(chosen, head, x, number(0));
    builder.branch(
        head, body, after,
        binary(frontend::BinaryOp::Lt, builder.read(x), frontend::make_cast(builder.read(n), frontend::int_type)));
    builder.assign(body, head, x, binary(frontend::BinaryOp::Add, builder.read(x), number(1)));
    builder.branch(after, error, exit, binary(frontend::BinaryOp::Gt, builder.read(x), number(bound)));
  }
};

struct Attempt {
  CountingLoop loop;
  logic::TermManager terms;
  frontend::Semantics semantics;
  AnnotationGraph annotation;

  explicit Attempt(int bound = 255, frontend::Arithmetic arithmetic = frontend::Arithmetic::integer)
      : loop(bound), semantics(terms, loop.builder.program, arithmetic) {
    // The invariant x <= 255 at the loop head, enough with n <= 255 from its type.
    const Term x = semantics.variable(0);
    const Term invariant = arithmetic == frontend::Arithmetic::integer
                               ? terms.less_equal(x, terms.integer(255))
                               : terms.bv_binary(logic::Kind::BvSle, x, terms.bit_vector(255, 32));
    annotation.locations = {loop.start, loop.head, loop.error};
    annotation.nodes = {{loop.start, {}}, {loop.head, {invariant}}};
    annotation.steps = {{0, loop.head, 1, {{{}, {invariant}}}},
                        {1, loop.head, 1, {{{invariant}, {invariant}}}},
                        {1, loop.error, std::nullopt, {{{invariant}, {terms.false_term()}}}}};
  }
  std::optional<std::string> run() { return certify(terms, loop.builder.program, semantics, annotation, {}); }
};

TEST_CASE("A correct annotation is accepted in both arithmetics, by both solvers") {
  for (const auto arithmetic : {frontend::Arithmetic::integer, frontend::Arithmetic::bitvector})
    for (const auto solver : {logic::SolverKind::z3, logic::SolverKind::cvc5}) {
      Attempt attempt(255, arithmetic);
      CertifierConfig config;
      config.solver = solver;
      const auto problem =
          certify(attempt.terms, attempt.loop.builder.program, attempt.semantics, attempt.annotation, config);
      CHECK_MESSAGE(!problem, problem.value_or(""));
    }
}

TEST_CASE("The same annotation proves nothing of an unsafe program") {
  Attempt attempt(254);
  CHECK(attempt.run() == "an annotation is not inductive");
}

TEST_CASE("An annotation that is not inductive is refused") {
  Attempt attempt;
  const Term wrong = attempt.terms.less_equal(attempt.semantics.variable(0), attempt.terms.integer(10));
  attempt.annotation.nodes[1].conjuncts = {wrong};
  attempt.annotation.steps[0].obligations = {{{}, {wrong}}};
  attempt.annotation.steps[1].obligations = {{{wrong}, {wrong}}};
  attempt.annotation.steps[2].obligations = {{{wrong}, {attempt.terms.false_term()}}};
  CHECK(attempt.run() == "an annotation is not inductive");
}

TEST_CASE("Gaps in the argument are found") {
  SUBCASE("a way that is not covered") {
    Attempt attempt;
    attempt.annotation.steps.erase(attempt.annotation.steps.begin() + 1);
    CHECK(attempt.run() == "a way out of an annotated location is not covered");
  }
  SUBCASE("a loop without an annotated location") {
    Attempt attempt;
    attempt.annotation.locations = {attempt.loop.start, attempt.loop.error};
    attempt.annotation.nodes.pop_back();
    attempt.annotation.steps.clear();
    CHECK(attempt.run() == "annotated locations do not cut every cycle");
  }
  SUBCASE("a premise from nowhere") {
    Attempt attempt;
    attempt.annotation.steps[0].obligations[0].premises = {attempt.terms.false_term()};
    CHECK(attempt.run() == "a premise is not part of the annotation");
  }
  SUBCASE("a conjunct that nothing establishes") {
    Attempt attempt;
    attempt.annotation.steps[0].obligations.clear();
    CHECK(attempt.run() == "a conjunct of the annotation is not established");
  }
  SUBCASE("an impossible way without a reason") {
    Attempt attempt;
    attempt.annotation.steps[2].obligations.clear();
    CHECK(attempt.run() == "a way is claimed to be impossible without an argument");
  }
  SUBCASE("the error annotated as reachable") {
    Attempt attempt;
    attempt.annotation.nodes.push_back({attempt.loop.error, {}});
    CHECK(attempt.run() == "a location that must be unreachable is annotated as reachable");
  }
  SUBCASE("a start that does not hold") {
    Attempt attempt;
    attempt.annotation.nodes[0].conjuncts = {
        attempt.terms.equal(attempt.semantics.variable(0), attempt.terms.integer(1))};
    CHECK(attempt.run() == "the annotation of the initial location does not hold where all variables are zero");
  }
}

TEST_CASE("A stopped certification confirms nothing") {
  Attempt attempt;
  std::stop_source stop;
  stop.request_stop();
  CertifierConfig config;
  config.stop = stop.get_token();
  CHECK(certify(attempt.terms, attempt.loop.builder.program, attempt.semantics, attempt.annotation, config));
}

}  // namespace
}  // namespace bireach::checker
