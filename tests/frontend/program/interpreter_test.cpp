// SPDX-License-Identifier: Apache-2.0
#include "frontend/program/interpreter.h"

#include <doctest/doctest.h>

#include "tests/support/program_builder.h"

namespace bireach::frontend {
namespace {

using bireach::testing::ProgramBuilder;
using logic::ArrayValue;
using logic::Integer;
using logic::Value;

constexpr ScalarType byte = unsigned_integer(8);

ExprPtr number(const Integer& value, ScalarType type = int_type) {
  return make_constant(value, type);
}
ExprPtr binary(BinaryOp op, ExprPtr a, ExprPtr b, ScalarType type = int_type) {
  return make_binary(op, std::move(a), std::move(b), type);
}
const HavocOracle zero_oracle = [](EdgeId, std::size_t) -> Value { return Integer(0); };

/// n = *; for (i = 0; i < n; i++) s += i; if (s == 10) error.
struct Loop {
  ProgramBuilder builder;
  VariableId n, i, s;
  LocationId error;

  Loop() {
    n = builder.variable("n");
    i = builder.variable("i");
    s = builder.variable("s");
    const LocationId start = builder.location();
    const LocationId head = builder.location();
    const LocationId body = builder.location();
    const LocationId increment = builder.location();
    const LocationId after = builder.location();
    error = builder.location(LocationKind::Error);
    const LocationId exit = builder.location(LocationKind::Exit);
    builder.havoc(start, head, n);
    builder.branch(head, body, after, binary(BinaryOp::Lt, builder.read(i), builder.read(n)));
    builder.assign(body, increment, s, binary(BinaryOp::Add, builder.read(s), builder.read(i)));
    builder.assign(increment, head, i, binary(BinaryOp::Add, builder.read(i), number(1)));
    builder.branch(after, error, exit, binary(BinaryOp::Eq, builder.read(s), number(10)));
  }
  [[nodiscard]] RunResult run_with(int value, std::size_t limit = 1000, KeptStates kept = KeptStates::all) const {
    return run(
        builder.program, [value](EdgeId, std::size_t) -> Value { return Integer(value); }, limit, {}, kept);
  }
};

TEST_CASE("a loop runs to its error or exit") {
  const Loop loop;
  REQUIRE(check_well_formed(loop.builder.program).empty());
  const RunResult bad = loop.run_with(5);
  CHECK(bad.end == RunEnd::Error);
  CHECK(bad.execution.states.size() == bad.execution.trace.size() + 1);
  CHECK(bad.execution.states.back()[loop.s] == Value(Integer(10)));
  CHECK(bad.execution.undefined.empty());
  CHECK(loop.run_with(4).end == RunEnd::Exit);
  CHECK(loop.run_with(100, 50).end == RunEnd::StepLimit);
  const RunResult brief = loop.run_with(5, 1000, KeptStates::first_and_last);
  CHECK(brief.execution.trace == bad.execution.trace);
  REQUIRE(brief.execution.states.size() == 2);
  CHECK(brief.execution.states.back() == bad.execution.states.back());
}

TEST_CASE("a trace replays exactly, or blocks where it does not fit") {
  const Loop loop;
  const RunResult bad = loop.run_with(5);
  const RunResult again =
      run_trace(loop.builder.program, bad.execution.trace, [](EdgeId, std::size_t position) -> Value {
        CHECK(position == 0);
        return Integer(5);
      });
  CHECK(again.end == RunEnd::Error);
  CHECK(again.execution.states == bad.execution.states);
  const RunResult other =
      run_trace(loop.builder.program, bad.execution.trace, [](EdgeId, std::size_t) -> Value { return Integer(4); });
  CHECK(other.end == RunEnd::Blocked);
  CHECK(other.execution.trace.size() < bad.execution.trace.size());
  CHECK(other.execution.states.size() == other.execution.trace.size() + 1);
}

TEST_CASE("a stop request ends a run") {
  const Loop loop;
  std::stop_source source;
  source.request_stop();
  CHECK(run(loop.builder.program, zero_oracle, 1000, source.get_token()).end == RunEnd::Stopped);
}

TEST_CASE("long runs are fast") {
  const Loop loop;
  CHECK(loop.run_with(1000000, 1000000, KeptStates::first_and_last).end == RunEnd::StepLimit);
}

std::vector<UndefinedEvent> events_of(const Program& program, const ExprPtr& expr, const ConcreteState& state,
                                      const Integer& expected) {
  std::vector<UndefinedEvent> events;
  CHECK(evaluate(program, *expr, state, 7, events) == expected);
  return events;
}

TEST_CASE("undefined behaviour is noted with its place, and goes on as documented") {
  ProgramBuilder builder;
  const VariableId v = builder.variable("x");
  const ExprPtr x = builder.read(v);
  const SourceRange place{0, 3, 4, 3, 9};
  const auto check = [&](BinaryOp op, const Integer& left, const Integer& right, const Integer& expected,
                         std::optional<UndefinedBehaviour> kind) {
    const ExprPtr expr = make_binary(op, x, number(right), int_type, place);
    const auto events = events_of(builder.program, expr, {Value(left)}, expected);
    REQUIRE(events.size() == (kind ? 1 : 0));
    if (kind) {
      CHECK(events[0].kind == *kind);
      CHECK(events[0].edge == 7);
      CHECK(events[0].place == place);
    }
  };
  using enum UndefinedBehaviour;
  check(BinaryOp::Add, int_type.max(), 1, int_type.min(), SignedOverflow);
  check(BinaryOp::Sub, int_type.min(), 1, int_type.max(), SignedOverflow);
  check(BinaryOp::Mul, 65536, 65536, 0, SignedOverflow);
  check(BinaryOp::Div, int_type.min(), -1, int_type.min(), SignedOverflow);
  check(BinaryOp::Rem, int_type.min(), -1, 0, SignedOverflow);
  check(BinaryOp::Div, 5, 0, 0, DivisionByZero);
  check(BinaryOp::Rem, 5, 0, 5, DivisionByZero);
  check(BinaryOp::Shl, 1, 33, 2, ShiftOutOfRange);
  check(BinaryOp::Shr, -8, -31, -4, ShiftOutOfRange);
  check(BinaryOp::Shl, 1, 31, int_type.min(), std::nullopt);
  check(BinaryOp::Shr, -8, 1, -4, std::nullopt);
  check(BinaryOp::Rem, -7, 4, -3, std::nullopt);
}

TEST_CASE("where signed overflow wraps it is no event, but can be asked for; the quotient that traps is one") {
  ProgramBuilder builder;
  builder.program.signed_overflow = SignedOverflow::wraps;
  const VariableId v = builder.variable("x");
  const ExprPtr x = builder.read(v);
  const auto binary = [&](BinaryOp op, int right) { return make_binary(op, x, number(right), int_type); };
  CHECK(events_of(builder.program, binary(BinaryOp::Add, 1), {Value(int_type.max())}, int_type.min()).empty());
  CHECK(events_of(builder.program, binary(BinaryOp::Mul, 65536), {Value(Integer(65536))}, 0).empty());
  CHECK(events_of(builder.program, binary(BinaryOp::Div, -1), {Value(int_type.min())}, int_type.min()).size() == 1);
  CHECK(events_of(builder.program, binary(BinaryOp::Rem, -1), {Value(int_type.min())}, 0).size() == 1);
  CHECK(events_of(builder.program, binary(BinaryOp::Div, -1), {Value(int_type.max())}, -int_type.max()).empty());

  const LocationId start = builder.location();
  const LocationId middle = builder.location();
  const LocationId exit = builder.location(LocationKind::Exit);
  builder.havoc(start, middle, v);
  builder.assign(middle, exit, v, binary(BinaryOp::Add, 1));
  const auto overflows_from = [&](const Integer& value) {
    const RunResult result = run(
        builder.program, [&](EdgeId, std::size_t) { return Value(value); }, 10);
    CHECK(result.end == RunEnd::Exit);
    CHECK(result.execution.undefined.empty());
    return signed_overflows(builder.program, result.execution);
  };
  CHECK(overflows_from(5).empty());
  const auto events = overflows_from(int_type.max());
  REQUIRE(events.size() == 1);
  CHECK(events[0].kind == UndefinedBehaviour::SignedOverflow);
  CHECK(events[0].edge == 1);
}

TEST_CASE("overflow of 128-bit types") {
  const ScalarType type = signed_integer(128);
  ProgramBuilder builder;
  const VariableId v = builder.variable("x", type);
  const auto overflows = [&](BinaryOp op, const Integer& left, const Integer& right) {
    std::vector<UndefinedEvent> events;
    const ExprPtr expr = make_binary(op, builder.read(v), number(right, type), type);
    const Integer value = evaluate(builder.program, *expr, {Value(left)}, 0, events);
    CHECK(type.contains(value));
    return !events.empty();
  };
  CHECK(overflows(BinaryOp::Add, type.max(), 1));
  CHECK(overflows(BinaryOp::Sub, type.min(), 1));
  CHECK(overflows(BinaryOp::Mul, logic::power_of_two(64), logic::power_of_two(63)));
  CHECK(overflows(BinaryOp::Div, type.min(), -1));
  CHECK_FALSE(overflows(BinaryOp::Mul, logic::power_of_two(63), logic::power_of_two(63)));
  CHECK_FALSE(overflows(BinaryOp::Add, type.max(), -1));
}

TEST_CASE("operands that are not evaluated are not undefined") {
  ProgramBuilder builder;
  const VariableId v = builder.variable("x");
  const ExprPtr x = builder.read(v);
  const ExprPtr quotient = binary(BinaryOp::Div, number(1), x);
  const ExprPtr conjunction = binary(BinaryOp::LogicalAnd, x, quotient);
  CHECK(events_of(builder.program, conjunction, {Value(Integer(0))}, 0).empty());
  CHECK(events_of(builder.program, make_conditional(x, quotient, number(9), int_type), {Value(Integer(0))}, 9).empty());
  CHECK(events_of(builder.program, binary(BinaryOp::LogicalOr, x, quotient), {Value(Integer(0))}, 0).size() == 1);
}

TEST_CASE("arrays are filled, copied, written, and guarded by their bounds") {
  ProgramBuilder builder;
  const VariableId a = builder.array("a", 3, byte);
  const VariableId b = builder.array("b", 3, byte);
  const VariableId i = builder.variable("i");
  const LocationId l0 = builder.location();
  const LocationId l1 = builder.location();
  const EdgeId fill = builder.assign(l0, l1, a, number(7, byte));
  const EdgeId copy = builder.assign(l0, l1, b, builder.read(a));
  const EdgeId write = builder.edge(l0, l1, Assign{{a, builder.read(i)}, number(9, byte)});
  const EdgeId choose = builder.havoc(l0, l1, a);
  const EdgeId choose_element = builder.edge(l0, l1, Havoc{{a, builder.read(i)}, ""});
  const Program& program = builder.program;
  ConcreteState state = initial_state(program);
  std::vector<UndefinedEvent> events;
  const auto at = [&](VariableId array, int index) { return std::get<ArrayValue>(state[array]).at(index); };
  execute_edge(program, fill, state, zero_oracle, 0, events);
  execute_edge(program, copy, state, zero_oracle, 0, events);
  state[i] = Integer(2);
  execute_edge(program, write, state, zero_oracle, 0, events);
  CHECK(at(a, 2) == 9);
  CHECK(at(a, 1) == 7);
  CHECK(at(b, 2) == 7);
  CHECK(events.empty());
  ArrayValue chosen;
  chosen.set(1, 300);
  execute_edge(
      program, choose, state, [&](EdgeId, std::size_t) -> Value { return chosen; }, 0, events);
  CHECK(at(a, 1) == 44);
  execute_edge(
      program, choose_element, state, [](EdgeId, std::size_t) -> Value { return Integer(-1); }, 0, events);
  CHECK(at(a, 2) == 255);
  CHECK(events.empty());
  state[i] = Integer(3);
  const ConcreteState before = state;
  execute_edge(program, write, state, zero_oracle, 0, events);
  CHECK(state == before);
  REQUIRE(events.size() == 1);
  CHECK(events[0].kind == UndefinedBehaviour::IndexOutOfBounds);
  CHECK(evaluate(program, *make_element(a, builder.read(i), byte), state, 0, events) == 0);
  CHECK(events.size() == 2);
}

TEST_CASE("a location whose only assume fails blocks") {
  ProgramBuilder builder;
  const LocationId start = builder.location();
  const LocationId end = builder.location(LocationKind::Unsupported);
  builder.assume(start, end, number(0));
  CHECK(run(builder.program, zero_oracle, 10).end == RunEnd::Blocked);
  ProgramBuilder open;
  const LocationId first = open.location();
  open.assume(first, open.location(LocationKind::Unsupported), number(1));
  CHECK(run(open.program, zero_oracle, 10).end == RunEnd::Unsupported);
}

}  // namespace
}  // namespace bireach::frontend
