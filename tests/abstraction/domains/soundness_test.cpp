// SPDX-License-Identifier: Apache-2.0
/// Every operation of every domain against all concrete states.
#include <doctest/doctest.h>

#include <functional>

#include "tests/abstraction/abstraction_enumeration.h"
#include "tests/frontend/program/random_expr.h"
#include "tests/support/sampling.h"

namespace bireach::abstraction::test {
namespace {

using frontend::Assign;
using frontend::Assume;
using frontend::BinaryOp;
using frontend::EdgeId;
using frontend::ExprPtr;
using frontend::Havoc;
using frontend::ScalarType;
using frontend::VariableId;

const std::vector<ScalarType>& types_of(std::uint64_t seed) {
  static const std::vector<std::vector<ScalarType>> choices{
      {frontend::bool_type, frontend::unsigned_integer(2), frontend::signed_integer(3)},
      {frontend::signed_integer(3), frontend::unsigned_integer(2)},
      {frontend::unsigned_integer(3), frontend::bool_type},
      {frontend::signed_integer(4), frontend::bool_type}};
  return choices[seed % choices.size()];
}

/// A program with two variables of some tiny types and one edge.
struct OneStatement {
  explicit OneStatement(std::uint64_t seed) : random(builder.program, seed, {false, true, types_of(seed)}) {
    from = builder.location();
    to = builder.location(frontend::LocationKind::Exit);
    if (seed % 3 == 0) builder.program.signed_overflow = frontend::SignedOverflow::wraps;
  }

  ExprPtr value(int depth) {
    if (random.chance(60)) return random.expr(random.type(), depth);
    return frontend::make_cast(condition(depth), random.type());
  }
  ExprPtr condition(int depth) {
    if (random.chance(25)) return random.expr(random.type(), depth);
    if (depth < 2 || random.chance(60)) return comparison(depth);
    return frontend::make_binary(random.chance(50) ? BinaryOp::LogicalAnd : BinaryOp::LogicalOr, comparison(depth - 1),
                                 condition(depth - 1), frontend::int_type);
  }
  ExprPtr comparison(int depth) {
    static constexpr BinaryOp comparisons[] = {BinaryOp::Eq, BinaryOp::Ne, BinaryOp::Lt,
                                               BinaryOp::Le, BinaryOp::Gt, BinaryOp::Ge};
    const ScalarType type = random.type();
    const ExprPtr left = random.expr(type, depth - 1);
    return frontend::make_binary(comparisons[random.below(6)], left, random.expr(type, depth - 1), frontend::int_type);
  }

  EdgeId add() {
    const auto target = static_cast<VariableId>(random.below(builder.program.variables.size()));
    if (random.chance(10)) return builder.havoc(from, to, target);
    if (random.chance(45)) return builder.assume(from, to, condition(3));
    const ScalarType type = builder.program.variables[target].type;
    return builder.assign(from, to, target, frontend::make_cast(value(3), type));
  }

  bireach::testing::ProgramBuilder builder;
  frontend::testing::RandomExpr random;
  frontend::LocationId from = 0;
  frontend::LocationId to = 0;
};

/// The statement from all states of one abstract state, and back to another.
template <AbstractDomain D>
void check_statement(const Program& program, EdgeId edge, const States& states, const D& first, const D& second) {
  const frontend::Statement& statement = program.edge(edge).statement;
  const D forward = after(first, statement);
  const D backward = before(second, statement, first);
  bool sound = true;
  for (const ConcreteState& state : members(first, states)) {
    bool reaches = false;
    bireach::testing::for_each_successor(program, edge, state, [&](const ConcreteState& next, const logic::Value&) {
      sound = sound && contains(forward, next);
      reaches = reaches || contains(second, next);
    });
    sound = sound && (!reaches || contains(backward, state));
  }
  CHECK_MESSAGE(sound, frontend::to_string(program, statement));
  CHECK(first.includes(before(second, statement, first)) == true);
}

template <AbstractDomain D>
void check_random_statements(int rounds) {
  for (int seed = 0; seed < bireach::testing::rounds(rounds); ++seed) {
    OneStatement made(static_cast<std::uint64_t>(seed));
    const EdgeId edge = made.add();
    const Program& program = made.builder.program;
    const States states = all_states(program);
    RandomState random(program, states, static_cast<std::uint64_t>(seed));
    check_statement(program, edge, states, random.make<D>(), random.make<D>());
    check_statement(program, edge, states, random.make<D>(), D::top(program));
  }
}

TEST_CASE("statements on intervals lose no state") {
  check_random_statements<IntervalState>(1500);
}
TEST_CASE("statements on linear equalities lose no state") {
  check_random_statements<AffineState>(800);
}
TEST_CASE("statements on the product lose no state") {
  check_random_statements<ProductState>(1000);
}
TEST_CASE("statements on octagons in the product lose no state") {
  check_random_statements<NumericState>(1000);
}

template <AbstractDomain D>
void check_assumptions_that_fail(int rounds) {
  for (int seed = 0; seed < bireach::testing::rounds(rounds); ++seed) {
    OneStatement made(static_cast<std::uint64_t>(seed) + 10000);
    const ExprPtr condition = made.condition(3);
    const EdgeId edge = made.builder.assume(made.from, made.to, condition);
    const Program& program = made.builder.program;
    const States states = all_states(program);
    const D first = RandomState(program, states, static_cast<std::uint64_t>(seed)).make<D>();
    D fails = first;
    fails.assume(*condition, false);
    bool sound = true;
    for (const ConcreteState& state : members(first, states)) {
      std::vector<frontend::UndefinedEvent> events;
      const bool zero = frontend::evaluate(program, *condition, state, edge, events) == 0;
      sound = sound && (!zero || !events.empty() || contains(fails, state));
    }
    CHECK_MESSAGE(sound, frontend::to_string(program, *condition));
    CHECK(first.includes(fails));
  }
}

TEST_CASE("conditions that fail lose no state") {
  check_assumptions_that_fail<IntervalState>(400);
  check_assumptions_that_fail<AffineState>(200);
  check_assumptions_that_fail<ProductState>(300);
  check_assumptions_that_fail<NumericState>(300);
}

/// Joins of octagons that are not closed need not be monotone.
template <AbstractDomain D>
void check_lattice(int rounds, bool is_monotone = true) {
  for (int seed = 0; seed < bireach::testing::rounds(rounds); ++seed) {
    const OneStatement made(static_cast<std::uint64_t>(seed));
    const Program& program = made.builder.program;
    const States states = all_states(program);
    RandomState random(program, states, static_cast<std::uint64_t>(seed));
    const D a = random.make<D>();
    const D b = random.make<D>();
    const D c = random.make<D>();
    const D join = a.join(b);
    const D meet = a.meet(b);
    CHECK((a.includes(a) && join.includes(a) && join.includes(b) && D::top(program).includes(a)));
    CHECK(a.includes(D::bottom(program)));
    CHECK((a.widen(join, {0}).includes(join) && a.widen(join, {}).includes(join)));
    CHECK((a.includes(meet) && b.includes(meet)));
    if (a.includes(b) && b.includes(c)) CHECK(a.includes(c));
    if (is_monotone && a.includes(b)) CHECK((a.join(c).includes(b.join(c)) && a.includes(join)));
    bool sound = true;
    for (const ConcreteState& state : states) {
      const bool in_a = contains(a, state);
      const bool in_b = contains(b, state);
      sound = sound && (!(in_a || in_b) || contains(join, state)) && (in_a && in_b) == contains(meet, state);
      sound = sound && (!(in_a && in_b) || contains(a.narrow(b), state));
      if (a.includes(b)) sound = sound && (!in_b || in_a);
    }
    CHECK(sound);
  }
}

TEST_CASE("order, bounds, widening and narrowing") {
  check_lattice<IntervalState>(100);
  check_lattice<AffineState>(60);
  check_lattice<ProductState>(60);
  check_lattice<NumericState>(60, false);
}

/// Arrays of two elements, an index that may leave them, and each kind of statement.
struct ArrayStatements {
  ArrayStatements() {
    a = builder.array("a", 2, small);
    b = builder.array("b", 2, small);
    i = builder.variable("i", frontend::signed_integer(3));
    x = builder.variable("x", small);
    const ExprPtr index = builder.read(i);
    const ExprPtr element = frontend::make_element(a, index, small);
    const ExprPtr one = frontend::make_constant(1, small);
    const ExprPtr sum = frontend::make_binary(BinaryOp::Add, element, one, small);
    const auto whole_b = frontend::make_variable(b, small);
    const auto whole_a = frontend::make_variable(a, small);
    const std::vector<frontend::Statement> statements{
        Assign{{a, index}, builder.read(x)},
        Assign{{a, index}, sum},
        Assign{{x, nullptr}, element},
        Assign{{a, nullptr}, whole_b},
        Assign{{a, nullptr}, whole_a},
        Assign{{a, nullptr}, builder.read(x)},
        Assign{{a, nullptr}, frontend::make_table(one, {{0, 2}})},
        Assign{{a, nullptr}, frontend::make_table(whole_a, {{1, 3}})},
        Assign{{a, nullptr}, frontend::make_table(whole_b, {{0, 1}})},
        Havoc{{a, nullptr},
              "",
              Havoc::Allocation::none,
              std::make_shared<const logic::ElementMap>(logic::ElementMap{{1, 0}})},
        Havoc{{a, index}, ""},
        Havoc{{a, nullptr}, ""},
        Assume{frontend::make_binary(BinaryOp::Lt, element, one, frontend::int_type)}};
    const auto from = builder.location();
    const auto to = builder.location(frontend::LocationKind::Exit);
    for (const frontend::Statement& statement : statements) edges.push_back(builder.edge(from, to, statement));
  }

  frontend::ScalarType small = frontend::unsigned_integer(2);
  bireach::testing::ProgramBuilder builder;
  VariableId a, b, i, x;
  std::vector<EdgeId> edges;
};

TEST_CASE("statements on arrays lose no state") {
  const ArrayStatements made;
  const States states = all_states(made.builder.program);
  RandomState random(made.builder.program, states, 1);
  for (int round = 0; round < bireach::testing::rounds(20); ++round) {
    for (const EdgeId edge : made.edges) {
      check_statement(made.builder.program, edge, states, random.make<IntervalState>(), random.make<IntervalState>());
      check_statement(made.builder.program, edge, states, random.make<ProductState>(), random.make<ProductState>());
      check_statement(made.builder.program, edge, states, random.make<NumericState>(), random.make<NumericState>());
    }
  }
}

}  // namespace
}  // namespace bireach::abstraction::test
