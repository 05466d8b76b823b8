// SPDX-License-Identifier: Apache-2.0
#include "abstraction/domains/interval_state.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/abstraction/abstraction_enumeration.h"

namespace bireach::abstraction::test {
namespace {

using frontend::BinaryOp;
using frontend::ExprPtr;
using frontend::LValue;
using frontend::ScalarType;
using frontend::VariableId;

struct Fixture {
  explicit Fixture(ScalarType of_all = frontend::int_type) : type(of_all) {
    x = builder.variable("x", of_all);
    y = builder.variable("y", of_all);
    z = builder.variable("z", of_all);
  }

  IntervalState box(const Interval& of_x, const Interval& of_y) const {
    IntervalState result = IntervalState::top(builder.program);
    result.restrict_to(x, of_x);
    result.restrict_to(y, of_y);
    return result;
  }
  ExprPtr number(const logic::Integer& value) const { return frontend::make_constant(value, type); }
  ExprPtr read(VariableId variable) const { return builder.read(variable); }
  ExprPtr operation(BinaryOp op, const ExprPtr& l, const ExprPtr& r) const {
    return frontend::make_binary(op, l, r,
                                 frontend::is_comparison(op) || frontend::is_logical(op) ? frontend::int_type : type);
  }
  /// The interval of a variable after a condition.
  MaybeInterval assuming(const Interval& of_x, const Interval& of_y, const ExprPtr& condition,
                         VariableId wanted) const {
    IntervalState state = box(of_x, of_y);
    state.assume(*condition, true);
    return state.is_bottom() ? std::nullopt : MaybeInterval(state.intervals()->get(wanted));
  }

  ScalarType type;
  bireach::testing::ProgramBuilder builder;
  VariableId x, y, z;
};

bool is(const MaybeInterval& found, const Interval& expected) {
  return found && same(*found, expected);
}

/// The least box with these values of a variable.
MaybeInterval hull_of(const States& states, VariableId variable) {
  MaybeInterval result;
  for (const ConcreteState& state : states) {
    const Interval value = Interval::point(std::get<logic::Integer>(state[variable]));
    result = result ? frontend::hull(*result, value) : value;
  }
  return result;
}

TEST_CASE("sums and differences that do not wrap give the least interval, others all that is left") {
  for (const ScalarType& type : {frontend::signed_integer(3), frontend::unsigned_integer(3)}) {
    for (const BinaryOp op : {BinaryOp::Add, BinaryOp::Sub}) {
      Fixture f(type);
      const auto from = f.builder.location();
      const auto to = f.builder.location(frontend::LocationKind::Exit);
      const auto edge = f.builder.assign(from, to, f.z, f.operation(op, f.read(f.x), f.read(f.y)));
      std::vector<Interval> intervals;
      for (logic::Integer low = type.min(); low <= type.max(); ++low)
        for (logic::Integer high = low; high <= type.max(); ++high) intervals.push_back({low, high});
      for (const Interval& of_x : intervals) {
        for (const Interval& of_y : intervals) {
          const Interval exact = op == BinaryOp::Add ? frontend::add(of_x, of_y) : frontend::subtract(of_x, of_y);
          const IntervalState result = after(f.box(of_x, of_y), f.builder.program.edge(edge).statement);
          const MaybeInterval defined = intersect(exact, Interval::of(type));
          if (type.is_signed() && !defined) CHECK(result.is_bottom());
          if (type.is_signed() && defined) CHECK(is(result.intervals()->get(f.z), *defined));
          if (!type.is_signed()) CHECK(is(result.intervals()->get(f.z), converted(exact, type)));
        }
      }
    }
  }
}

TEST_CASE("join is the least box, meet the exact one") {
  const Fixture f(frontend::signed_integer(2));
  const States states = all_states(f.builder.program);
  RandomState random(f.builder.program, states, 7);
  for (int round = 0; round < 200; ++round) {
    const auto a = random.make<IntervalState>();
    const auto b = random.make<IntervalState>();
    States both = members(a, states);
    const States more = members(b, states);
    both.insert(both.end(), more.begin(), more.end());
    const IntervalState join = a.join(b);
    for (const VariableId variable : {f.x, f.y, f.z}) {
      const MaybeInterval least = hull_of(both, variable);
      CHECK(join.is_bottom() == !least);
      if (least) CHECK(is(join.intervals()->get(variable), *least));
    }
    const auto common = members(a.meet(b), states).size();
    const auto in_both = std::count_if(states.begin(), states.end(),
                                       [&](const auto& state) { return contains(a, state) && contains(b, state); });
    CHECK(common == static_cast<std::size_t>(in_both));
    CHECK(a.meet(b).is_bottom() == (in_both == 0));
  }
}

TEST_CASE("conditions refine their operands") {
  const Fixture f;
  const Interval any = Interval::of(f.type);
  const ExprPtr x = f.read(f.x);
  const ExprPtr y = f.read(f.y);
  const auto sum = f.operation(BinaryOp::Add, x, f.number(3));
  CHECK(is(f.assuming(any, any, f.operation(BinaryOp::Eq, sum, f.number(5)), f.x), {2, 2}));
  CHECK(is(f.assuming(any, any, f.operation(BinaryOp::Lt, sum, f.number(5)), f.x), {any.low, 1}));
  CHECK(is(f.assuming(any, {0, 4}, f.operation(BinaryOp::Gt, x, y), f.x), {1, any.high}));
  CHECK(is(f.assuming({0, 9}, any, f.operation(BinaryOp::Gt, x, y), f.y), {any.low, 8}));
  const auto product = f.operation(BinaryOp::Mul, x, f.number(-3));
  CHECK(is(f.assuming(any, any, f.operation(BinaryOp::Ge, product, f.number(7)), f.x), {-715827882, -3}));
  const auto residue = f.operation(BinaryOp::BitAnd, x, f.number(7));
  CHECK(is(f.assuming({0, 9}, any, f.operation(BinaryOp::Eq, residue, f.number(1)), f.x), {1, 9}));
  CHECK(is(f.assuming({2, 9}, any, f.operation(BinaryOp::Eq, residue, f.number(1)), f.x), {9, 9}));
  CHECK(!f.assuming({2, 8}, any, f.operation(BinaryOp::Eq, residue, f.number(1)), f.x));
  const auto quotient = f.operation(BinaryOp::Div, x, f.number(4));
  CHECK(is(f.assuming(any, any, f.operation(BinaryOp::Eq, quotient, f.number(0)), f.x), {-3, 3}));
  const auto low = f.operation(BinaryOp::Ge, x, f.number(0));
  const auto high = f.operation(BinaryOp::Le, x, f.number(9));
  CHECK(is(f.assuming(any, any, f.operation(BinaryOp::LogicalAnd, low, high), f.x), {0, 9}));
  const auto outside = frontend::make_not(f.operation(BinaryOp::LogicalAnd, low, high));
  CHECK(is(f.assuming({0, 20}, any, outside, f.x), {10, 20}));
  const auto narrow = frontend::make_cast(x, frontend::unsigned_integer(8));
  const auto three = frontend::make_constant(3, frontend::unsigned_integer(8));
  CHECK(is(f.assuming({200, 300}, any, f.operation(BinaryOp::Le, narrow, three), f.x), {256, 259}));
}

TEST_CASE("undefined executions are left out, and wrapping ones where they wrap") {
  Fixture f;
  const LValue z{f.z, nullptr};
  const auto sum = f.operation(BinaryOp::Add, f.read(f.x), f.number(1));
  IntervalState clamped = IntervalState::top(f.builder.program);
  clamped.assign(z, *sum);
  CHECK(is(clamped.intervals()->get(f.z), {f.type.min() + 1, f.type.max()}));
  CHECK(is(clamped.intervals()->get(f.x), {f.type.min(), f.type.max() - 1}));
  IntervalState divided = f.box({10, 20}, {0, 5});
  divided.assign(z, *f.operation(BinaryOp::Div, f.read(f.x), f.read(f.y)));
  CHECK(is(divided.intervals()->get(f.y), {1, 5}));
  CHECK(is(divided.intervals()->get(f.z), {2, 20}));
  f.builder.program.signed_overflow = frontend::SignedOverflow::wraps;
  IntervalState wrapped = f.box({f.type.max(), f.type.max()}, {0, 0});
  wrapped.assign(z, *sum);
  CHECK(is(wrapped.intervals()->get(f.z), {f.type.min(), f.type.min()}));
}

TEST_CASE("an array is one interval, of which reads outside of its bounds know nothing") {
  Fixture f;
  const VariableId a = f.builder.array("a", 4);
  IntervalState state = f.box({0, 3}, {0, 4});
  state.assign({a, nullptr}, *f.number(1));
  state.assign({a, f.read(f.x)}, *f.number(5));
  CHECK(is(state.intervals()->get(a), {1, 5}));
  state.assign({f.z, nullptr}, *frontend::make_element(a, f.read(f.x), f.type));
  CHECK(is(state.intervals()->get(f.z), {1, 5}));
  state.assign({f.z, nullptr}, *frontend::make_element(a, f.read(f.y), f.type));
  CHECK(is(state.intervals()->get(f.z), Interval::of(f.type)));
  state.assign({a, f.read(f.y)}, *f.number(2));
  CHECK(is(state.intervals()->get(f.y), {0, 3}));  // writes outside are left out
  f.builder.program.memory.cells[a] = {0, 4, false, {}};
  state.restrict_to(f.x, {2, 3});
  state.assign({a, frontend::make_binary(BinaryOp::Add, f.read(f.x), f.number(1), f.type)}, *f.number(2));
  CHECK(is(state.intervals()->get(f.x), {2, 3}));  // but not those to memory
  state.havoc({a, f.read(f.x)});
  CHECK(is(state.intervals()->get(a), Interval::of(f.type)));
}

TEST_CASE("widening goes to thresholds, then to the type's bounds") {
  const Fixture f;
  const Thresholds thresholds{-5, 0, 10};
  const IntervalState old = f.box({0, 1}, {0, 1});
  const IntervalState wide = old.widen(f.box({-2, 2}, {0, 1}), thresholds);
  CHECK(is(wide.intervals()->get(f.x), {-5, 10}));
  CHECK(is(wide.intervals()->get(f.y), {0, 1}));
  const IntervalState wider = wide.widen(f.box({-6, 11}, {0, 1}), thresholds);
  CHECK(is(wider.intervals()->get(f.x), Interval::of(f.type)));
}

}  // namespace
}  // namespace bireach::abstraction::test
