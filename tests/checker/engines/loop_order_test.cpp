// SPDX-License-Identifier: Apache-2.0
#include "checker/engines/loop_order.h"

#include <doctest/doctest.h>

#include <random>

#include "tests/support/program_builder.h"
#include "tests/support/random_program.h"

namespace bireach::checker {
namespace {

using frontend::LocationId;
using Rank = LoopOrder::Rank;

/// while (b) { while (c) {} } while (b) {}
struct Loops {
  testing::ProgramBuilder builder;
  LocationId start = builder.location();
  LocationId outer = builder.location();
  LocationId inner = builder.location();
  LocationId second = builder.location();
  LocationId exit = builder.location(frontend::LocationKind::Exit);

  Loops() {
    const auto b = builder.variable("b", frontend::bool_type);
    const auto c = builder.variable("c", frontend::bool_type);
    builder.havoc(start, outer, b);
    builder.branch(outer, inner, second, builder.read(b));
    const LocationId again = builder.location();
    builder.branch(inner, again, outer, builder.read(c));
    builder.havoc(again, inner, c);
    const LocationId round = builder.location();
    builder.branch(second, round, exit, builder.read(b));
    builder.havoc(round, second, b);
  }
};

}  // namespace

TEST_CASE("an iteration comes after all of the one before, and what follows a loop after all of them") {
  const Loops program;
  const LoopOrder order(program.builder.program);
  CHECK(order.loops() == 3);
  CHECK(order.is_head(program.outer));
  CHECK(order.is_head(program.inner));
  CHECK_FALSE(order.is_head(program.start));
  const Rank start = order.start();
  const Rank outer = order.next(start, program.start, program.outer);
  CHECK(order.iteration(outer, program.outer) == 0);
  const Rank inner = order.next(outer, program.outer, program.inner);
  const Rank inner_again = order.next(inner, program.inner, program.inner);
  CHECK(order.iteration(inner_again, program.inner) == 1);
  const Rank outer_again = order.next(inner_again, program.inner, program.outer);
  CHECK(order.iteration(outer_again, program.outer) == 1);
  CHECK(outer_again == order.next(inner, program.inner, program.outer));
  CHECK(LoopOrder::loop_of(outer_again) == LoopOrder::loop_of(outer));
  const Rank inner_of_second = order.next(outer_again, program.outer, program.inner);
  CHECK(order.iteration(inner_of_second, program.inner) == 0);
  CHECK(LoopOrder::loop_of(inner_of_second) != LoopOrder::loop_of(inner));
  const Rank second = order.next(outer, program.outer, program.second);
  CHECK(second == order.next(outer_again, program.outer, program.second));
  const std::vector<Rank> in_order{start, outer, inner, inner_again, outer_again, inner_of_second, second};
  CHECK(std::is_sorted(in_order.begin(), in_order.end()));
  CHECK(std::adjacent_find(in_order.begin(), in_order.end()) == in_order.end());
}

TEST_CASE("ranks grow along every path") {
  testing::RandomProgramOptions shape;
  shape.depth = 4;
  shape.statements = 16;
  std::mt19937_64 rng(7);
  std::size_t steps = 0;
  std::size_t iterations = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const frontend::Program program = testing::random_program(seed, shape);
    const LoopOrder order(program);
    const ControlFlow flow = order.with_cuts(program, analyze_control_flow(program, BlockEncoding::loop_free));
    for (int walk = 0; walk < 12; ++walk) {
      Rank rank = order.start();
      LocationId source = program.initial;
      LocationId at = program.initial;
      for (int i = 0; i < 400 && !program.outgoing(at).empty(); ++i) {
        const auto& edges = program.outgoing(at);
        at = program.target(edges[rng() % edges.size()]);
        if (!flow.is_cut[at]) continue;
        const Rank next = order.next(rank, source, at);
        CAPTURE(seed);
        REQUIRE(rank < next);
        iterations += order.iteration(next, at) > 0 ? 1U : 0U;
        ++steps;
        rank = next;
        source = at;
      }
    }
  }
  CHECK(steps > 1000);
  CHECK(iterations > 200);
}

}  // namespace bireach::checker
