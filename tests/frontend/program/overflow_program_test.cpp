// SPDX-License-Identifier: Apache-2.0
/// The overflow of expressions and programs as a condition and as an error, against the interpreter.
#include "frontend/program/overflow_program.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "frontend/program/interpreter.h"
#include "tests/frontend/program/random_expr.h"
#include "tests/support/parse_fixture.h"
#include "tests/support/random_program.h"

namespace bireach::frontend {
namespace {

std::ptrdiff_t overflows(const std::vector<UndefinedEvent>& events) {
  return std::count_if(events.begin(), events.end(),
                       [](const UndefinedEvent& event) { return event.kind == UndefinedBehaviour::SignedOverflow; });
}

TEST_CASE("the condition of an overflow holds where the interpreter meets one, and overflows nowhere") {
  Program program;
  testing::ExprOptions options;
  options.types = {bool_type, signed_integer(8),    unsigned_integer(16),
                   int_type,  unsigned_integer(32), signed_integer(64)};
  testing::RandomExpr random(program, 51, options);
  Program wrapping = program;
  wrapping.signed_overflow = SignedOverflow::wraps;
  int overflowing = 0;
  int others = 0;
  for (int i = 0; i < 1500; ++i) {
    const ExprPtr expr = random.expr(random.type(), 3);
    const auto condition = overflow_condition(*expr);
    REQUIRE(condition);
    for (int s = 0; s < 20; ++s) {
      const ConcreteState state = random.state();
      std::vector<UndefinedEvent> events;
      std::vector<UndefinedEvent> traps;
      std::vector<UndefinedEvent> of_condition;
      static_cast<void>(evaluate(program, *expr, state, 0, events));
      static_cast<void>(evaluate(wrapping, *expr, state, 0, traps));
      if (!traps.empty()) continue;  // the execution ends there anyway
      const bool holds = *condition && evaluate(program, **condition, state, 0, of_condition) != 0;
      INFO(to_string(program, *expr));
      CHECK(holds == (overflows(events) > 0));
      CHECK(overflows(of_condition) == 0);
      ++(holds ? overflowing : others);
    }
  }
  CHECK(overflowing > 1000);
  CHECK(others > 10000);
}

TEST_CASE("products of the widest type have no condition") {
  const ScalarType widest = signed_integer(128);
  const ExprPtr x = make_variable(0, widest);
  CHECK_FALSE(overflow_condition(*make_binary(BinaryOp::Mul, x, x, widest)));
  const auto of_unsigned =
      overflow_condition(*make_binary(BinaryOp::Mul, make_variable(0, unsigned_integer(128)),
                                      make_variable(0, unsigned_integer(128)), unsigned_integer(128)));
  REQUIRE(of_unsigned);
  CHECK(*of_unsigned == nullptr);
}

TEST_CASE("an overflow program knows memory and stack, whose variables it keeps") {
  Program program;
  program.variables.push_back({"cells", "", "int", int_type, ArrayShape{logic::power_of_two(64)}, "", {}});
  program.memory.cells[0] = {4, 4};
  program.memory.objects.push_back({64, 8, "object", {}});
  program.stack = {0};
  program.add_location({LocationKind::Exit, "main", "", {}, false});
  const auto changed = overflow_program(program, {true});
  REQUIRE(changed);
  CHECK(changed->memory.cells.at(0).shift == 4);
  CHECK(changed->memory.objects.size() == 1);
  CHECK(changed->stack == program.stack);
}

TEST_CASE("the overflow of a random program is the error of its overflow program") {
  int overflowing = 0;
  int others = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    bireach::testing::RandomProgramOptions shape;
    shape.number_type = signed_integer(3);
    shape.arithmetic_type = signed_integer(seed % 2 == 0 ? 4U : 6U);
    const Program program = bireach::testing::random_program(7000 + seed, shape);
    const bireach::testing::Exploration plain = bireach::testing::explore(program, 50000);
    if (!plain.complete || plain.error_reachable) continue;
    const auto changed = overflow_program(program, std::vector<bool>(program.location_count(), true));
    REQUIRE(changed);
    const bireach::testing::Exploration found = bireach::testing::explore(*changed, 100000);
    INFO(program_to_text(program));
    CHECK(found.error_reachable == plain.undefined_behaviour);
    CHECK_FALSE(found.undefined_behaviour);
    ++(found.error_reachable ? overflowing : others);
  }
  CHECK(overflowing >= 10);
  CHECK(others >= 10);
}

TEST_CASE("an overflow program keeps recursive procedures, and asks for overflows of arguments before the call") {
  const Program program = frontend::test::parse(
      "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n"
      "int f(int n, int m) { if (n == 3) return m; return f(n - 1, m + n); }\n"
      "int main(void) { if (f(__VERIFIER_nondet_int(), 0) == 1) reach_error(); }\n");
  const auto changed = overflow_program(program, std::vector<bool>(program.location_count(), true));
  REQUIRE(changed);
  CHECK(check_well_formed(*changed).empty());
  REQUIRE(changed->procedures.size() == 1);
  REQUIRE(changed->procedures[0].calls.size() == program.procedures[0].calls.size());
  for (const auto& call : changed->procedures[0].calls) {
    for (LocationId l = call.start; l != changed->procedures[0].entry;) {
      REQUIRE(changed->outgoing(l).size() == 1);
      l = changed->target(changed->outgoing(l).front());
    }
  }
  const auto end = [&](const logic::Integer& input) {
    return run(
               *changed, [&](EdgeId, std::size_t) -> logic::Value { return input; }, 1000)
        .end;
  };
  CHECK(end(5) == RunEnd::Exit);
  CHECK(end(int_type.min() + 1) == RunEnd::Error);  // m becomes too small at once
  CHECK(end(70000) == RunEnd::StepLimit);
}

TEST_CASE("overflow programs are well-formed") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Program program = bireach::testing::random_program(7500 + seed);
    REQUIRE(check_well_formed(program).empty());
    const auto changed = overflow_program(program, std::vector<bool>(program.location_count(), true));
    REQUIRE(changed);
    CHECK(check_well_formed(*changed).empty());
  }
}

}  // namespace
}  // namespace bireach::frontend
