// SPDX-License-Identifier: Apache-2.0
/// What an exhausted unrolling proves, and what it does not.
#include "checker/engines/bounded_search.h"

#include <doctest/doctest.h>

#include "tests/support/program_builder.h"
#include "tests/support/random_program.h"

namespace bireach::checker {
namespace {

using frontend::BinaryOp;
using frontend::ExprPtr;
using frontend::int_type;
using frontend::LocationId;
using frontend::LocationKind;
using Purpose = SearchConfig::Purpose;
using Step = BoundedSearch::Step;

ExprPtr number(int value) {
  return frontend::make_constant(value, int_type);
}
ExprPtr binary(BinaryOp op, const ExprPtr& a, const ExprPtr& b) {
  return frontend::make_binary(op, a, b, int_type);
}

/// for (i = 0; i < n; i++) sum += a[i]; if (sum != 0) error; over an array of three elements, all zero.
struct Sum {
  testing::ProgramBuilder builder;

  explicit Sum(int n, bool n_is_arbitrary = false) {
    const auto i = builder.variable("i", int_type);
    const auto sum = builder.variable("sum", int_type);
    const auto bound = builder.variable("bound", frontend::unsigned_integer(2));
    const auto array = builder.variable("a", int_type);
    builder.program.variables[array].array = frontend::ArrayShape{3};
    const auto here = [this] { return builder.location(); };
    const LocationId start = here();
    const LocationId chosen = here();
    const LocationId cleared = here();
    const LocationId head = here();
    const LocationId body = here();
    const LocationId added = here();
    const LocationId after = here();
    const LocationId error = builder.location(LocationKind::Error);
    const LocationId exit = builder.location(LocationKind::Exit);
    builder.havoc(start, chosen, bound);
    builder.assign(chosen, cleared, i, number(0));
    builder.assign(cleared, head, sum, number(0));
    const ExprPtr end = n_is_arbitrary ? frontend::make_cast(builder.read(bound), int_type) : number(n);
    builder.branch(head, body, after, binary(BinaryOp::Lt, builder.read(i), end));
    const ExprPtr read = frontend::make_element(array, builder.read(i), int_type);
    builder.assign(body, added, sum, binary(BinaryOp::Add, builder.read(sum), read));
    builder.assign(added, head, i, binary(BinaryOp::Add, builder.read(i), number(1)));
    builder.branch(after, error, exit, binary(BinaryOp::Ne, builder.read(sum), number(0)));
  }
};

struct Outcome {
  Step step;
  bool followed_all;
  std::size_t depth;
};

Outcome unroll(const frontend::Program& program, Purpose purpose, std::size_t depth_limit = 0) {
  const ControlFlow flow = analyze_control_flow(program, BlockEncoding::loop_free);
  SearchConfig config;
  config.query_time_limit = std::chrono::seconds(10);
  config.purpose = purpose;
  config.depth_limit = depth_limit;
  BoundedSearch search(program, flow, config);
  Step step = search.advance();
  while (step == Step::deeper) step = search.advance();
  return {step, search.followed_all(), search.depth()};
}

TEST_CASE("without choices nothing is left out") {
  const Sum sum(3);
  const Outcome found = unroll(sum.builder.program, Purpose::find);
  CHECK(found.step == Step::exhausted);
  CHECK(found.followed_all);
  CHECK(unroll(sum.builder.program, Purpose::prove).step == Step::exhausted);
}

TEST_CASE("with choices the proof needs both solvers, and gets them") {
  const Sum sum(0, true);
  const Outcome found = unroll(sum.builder.program, Purpose::find);
  CHECK(found.step == Step::exhausted);
  CHECK_FALSE(found.followed_all);
  CHECK(unroll(sum.builder.program, Purpose::prove).step == Step::exhausted);
}

TEST_CASE("an execution that leaves the array is no error, but keeps the unrolling from proving") {
  const Sum sum(4);
  const Outcome found = unroll(sum.builder.program, Purpose::find);
  CHECK(found.step == Step::exhausted);
  CHECK_FALSE(found.followed_all);
  CHECK(unroll(sum.builder.program, Purpose::prove).step == Step::gave_up);
}

TEST_CASE("the depth limit ends an attempt") {
  const Sum sum(3);
  const Outcome found = unroll(sum.builder.program, Purpose::prove, 2);
  CHECK(found.step == Step::gave_up);
  CHECK(found.depth == 2);
}

/// Loops, one in and one after the other: digits of 0 to 3, four of which make a number; then it is halved until it is
/// one. Error: it was that one, and took so many rounds.
struct Digits {
  testing::ProgramBuilder builder;
  frontend::VariableId value = builder.variable("value", frontend::unsigned_integer(32));

  Digits(int wanted, int rounds) {
    const auto type = frontend::unsigned_integer(32);
    const auto digit = builder.variable("digit", frontend::unsigned_integer(2));
    const auto number_of = [&](int number) { return frontend::make_constant(number, type); };
    const auto combine = [&](BinaryOp op, const ExprPtr& a, int b) {
      return frontend::make_binary(op, a, number_of(b), type);
    };
    const auto i = builder.variable("i", type);
    const auto j = builder.variable("j", type);
    const auto left = builder.variable("left", type);
    const auto count = builder.variable("count", type);
    const auto here = [this] { return builder.location(); };
    const auto set = [&](LocationId from, frontend::VariableId variable, const ExprPtr& to) {
      const LocationId next = here();
      builder.assign(from, next, variable, to);
      return next;
    };
    const LocationId start = here();
    const LocationId outer = set(set(set(start, i, number_of(0)), value, number_of(0)), count, number_of(0));
    const LocationId row = here();
    const LocationId after = here();
    builder.branch(outer, row, after, combine(BinaryOp::Lt, builder.read(i), 2));
    const LocationId inner = set(row, j, number_of(0));
    const LocationId cell = here();
    const LocationId row_end = here();
    builder.branch(inner, cell, row_end, combine(BinaryOp::Lt, builder.read(j), 2));
    const LocationId chosen = here();
    builder.havoc(cell, chosen, digit);
    const ExprPtr more = frontend::make_binary(BinaryOp::Add, combine(BinaryOp::Mul, builder.read(value), 4),
                                               frontend::make_cast(builder.read(digit), type), type);
    const LocationId added = set(chosen, value, more);
    builder.assign(added, inner, j, combine(BinaryOp::Add, builder.read(j), 1));
    builder.assign(row_end, outer, i, combine(BinaryOp::Add, builder.read(i), 1));
    const LocationId halving = set(after, left, builder.read(value));
    const LocationId half = here();
    const LocationId end = here();
    builder.branch(halving, half, end, combine(BinaryOp::Gt, builder.read(left), 1));
    const LocationId counted = set(half, count, combine(BinaryOp::Add, builder.read(count), 1));
    builder.assign(counted, halving, left, combine(BinaryOp::Div, builder.read(left), 2));
    const LocationId is_wanted = here();
    const LocationId exit = builder.location(LocationKind::Exit);
    builder.branch(end, is_wanted, exit, combine(BinaryOp::Eq, builder.read(value), wanted));
    builder.branch(is_wanted, builder.location(LocationKind::Error), exit,
                   combine(BinaryOp::Eq, builder.read(count), rounds));
  }
};

SearchConfig by_loops(Purpose purpose = Purpose::find, std::uint32_t most_iterations = 0) {
  SearchConfig config;
  config.query_time_limit = std::chrono::seconds(10);
  config.purpose = purpose;
  config.order = SearchConfig::Order::by_loops;
  config.most_iterations = most_iterations;
  return config;
}

struct Unrolled {
  Step step;
  frontend::RunResult run;
  Arrivals unreached;
};

Unrolled unroll(const frontend::Program& program, const SearchConfig& config) {
  const ControlFlow flow = analyze_control_flow(program, BlockEncoding::loop_free);
  BoundedSearch search(program, flow, config);
  Step step = search.advance();
  while (step == Step::deeper) step = search.advance();
  return {step, step == Step::error ? search.result() : frontend::RunResult{}, search.unreached()};
}

TEST_CASE("by loops, choices of nested iterations are told apart") {
  // 0123 in base 4 is 27, which is halved four times.
  const Digits digits(27, 4);
  const Unrolled found = unroll(digits.builder.program, by_loops());
  REQUIRE(found.step == Step::error);
  CHECK(found.run.end == frontend::RunEnd::Error);
  CHECK(found.run.execution.states.back().at(digits.value) == logic::Value{logic::Integer{27}});
}

TEST_CASE("by loops, unrolling proves with both solvers, in any of its ways") {
  const Digits digits(27, 5);
  const frontend::Program& program = digits.builder.program;
  const Unrolled found = unroll(program, by_loops());
  CHECK(found.step == Step::exhausted);
  CHECK_FALSE(found.unreached.empty());
  CHECK(unroll(program, by_loops(Purpose::prove)).step == Step::exhausted);
  SearchConfig expected = by_loops(Purpose::prove);
  expected.expected = found.unreached;
  CHECK(unroll(program, expected).step == Step::exhausted);
  // Also what was only asked about before a loop was to be cut off: the ninth halving.
  const Unrolled limited = unroll(program, by_loops(Purpose::find, 8));
  REQUIRE(limited.step == Step::exhausted);
  SearchConfig short_proof = expected;
  short_proof.expected = limited.unreached;
  short_proof.depth_limit = 60;
  CHECK(unroll(program, short_proof).step == Step::exhausted);
  // What is reached cannot be expected not to be.
  const Digits wrong(27, 4);
  CHECK(unroll(wrong.builder.program, expected).step == Step::gave_up);
}

TEST_CASE("loops that choose are cut off, those that count are not") {
  const Digits digits(27, 4);
  // Two rounds of counting are no choice; four of halving are.
  CHECK(unroll(digits.builder.program, by_loops(Purpose::find, 1)).step == Step::cut_off);
  CHECK(unroll(digits.builder.program, by_loops(Purpose::find, 3)).step == Step::cut_off);
  CHECK(unroll(digits.builder.program, by_loops(Purpose::find, 4)).step == Step::error);
  const Digits other(27, 5);
  CHECK(unroll(other.builder.program, by_loops(Purpose::find, 8)).step == Step::exhausted);
}

TEST_CASE("by loops and by depth, random programs have the errors that exploration finds") {
  bireach::testing::RandomProgramOptions shape;
  shape.number_type = frontend::unsigned_integer(2);
  shape.statements = 12;
  shape.depth = 3;
  std::size_t errors = 0;
  std::size_t proofs = 0;
  std::size_t endless = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    const frontend::Program program = bireach::testing::random_program(seed, shape);
    const auto truth = bireach::testing::explore(program, 20000);
    if (!truth.complete) continue;
    CAPTURE(seed);
    for (const auto purpose : {Purpose::find, Purpose::prove}) {
      Unrolled unrolled = unroll(program, by_loops(purpose, 3));
      if (unrolled.step == Step::cut_off) unrolled = unroll(program, by_loops(purpose, 12));
      REQUIRE(unrolled.step != Step::unsupported);
      if (unrolled.step == Step::error) CHECK(truth.error_reachable);
      if (unrolled.step == Step::exhausted) CHECK_FALSE(truth.error_reachable);
      CHECK(unrolled.step != Step::gave_up);
      errors += unrolled.step == Step::error ? 1 : 0;
      proofs += unrolled.step == Step::exhausted ? 1 : 0;
      endless += unrolled.step == Step::cut_off ? 1 : 0;
    }
  }
  MESSAGE("errors: " << errors << ", proofs: " << proofs << ", cut off: " << endless);
  CHECK(errors > 60);
  CHECK(proofs > 20);
}

}  // namespace
}  // namespace bireach::checker
