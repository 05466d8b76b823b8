// SPDX-License-Identifier: Apache-2.0
/// What an exhausted unrolling proves, and what it does not.
#include "checker/engines/bounded_search.h"

#include <doctest/doctest.h>

#include "tests/support/program_builder.h"

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

}  // namespace
}  // namespace bireach::checker
