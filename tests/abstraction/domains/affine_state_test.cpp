// SPDX-License-Identifier: Apache-2.0
#include "abstraction/domains/affine_state.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/abstraction/abstraction_enumeration.h"

namespace bireach::abstraction::test {
namespace {

using frontend::BinaryOp;
using frontend::ExprPtr;
using frontend::LValue;
using frontend::VariableId;
using logic::Integer;
using Vector = std::vector<Integer>;

Vector difference(const ConcreteState& a, const ConcreteState& b) {
  Vector result;
  for (std::size_t i = 0; i < a.size(); ++i) result.push_back(std::get<Integer>(a[i]) - std::get<Integer>(b[i]));
  return result;
}

bool is_zero(const Vector& vector) {
  return std::all_of(vector.begin(), vector.end(), [](const Integer& value) { return value == 0; });
}

Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Integer dot(const Vector& a, const Vector& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// Does the point of three dimensions lie in the affine hull of the others? By cross products.
bool in_hull(const States& points, const ConcreteState& point) {
  const Vector wanted = difference(point, points[0]);
  Vector line{0, 0, 0};
  Vector normal{0, 0, 0};
  for (const ConcreteState& other : points) {
    const Vector direction = difference(other, points[0]);
    if (!is_zero(normal) && dot(normal, direction) != 0) return true;  // all of space
    if (is_zero(line)) line = direction;
    if (is_zero(normal)) normal = cross(line, direction);
  }
  if (!is_zero(normal)) return dot(normal, wanted) == 0;
  return is_zero(line) ? is_zero(wanted) : is_zero(cross(line, wanted));
}

struct Fixture {
  explicit Fixture(frontend::ScalarType of_all = frontend::int_type) : type(of_all) {
    x = builder.variable("x", of_all);
    y = builder.variable("y", of_all);
    z = builder.variable("z", of_all);
  }
  ExprPtr number(const Integer& value) const { return frontend::make_constant(value, type); }
  ExprPtr read(VariableId variable) const { return builder.read(variable); }
  ExprPtr operation(BinaryOp op, const ExprPtr& l, const ExprPtr& r) const {
    return frontend::make_binary(op, l, r, frontend::is_comparison(op) ? frontend::int_type : type);
  }
  AffineState hull(const States& points) const { return abstraction_of<AffineState>(builder.program, points); }
  States points(RandomState& random, const States& all) const {
    States result;
    for (std::size_t wanted = 1 + random.below(4); result.size() < wanted;)
      result.push_back(all[random.below(all.size())]);
    return result;
  }

  frontend::ScalarType type;
  bireach::testing::ProgramBuilder builder;
  VariableId x, y, z;
};

TEST_CASE("joins of points are their affine hull") {
  const Fixture f(frontend::signed_integer(3));
  const States all = all_states(f.builder.program);
  RandomState random(f.builder.program, all, 3);
  for (int round = 0; round < 60; ++round) {
    const States points = f.points(random, all);
    const AffineState hull = f.hull(points);
    bool equal = true;
    for (const ConcreteState& state : all) equal = equal && contains(hull, state) == in_hull(points, state);
    CHECK(equal);
    // Joins in another order, of halves.
    const auto half = points.begin() + static_cast<std::ptrdiff_t>(points.size() / 2);
    const AffineState other = f.hull(States(half, points.end())).join(f.hull(States(points.begin(), half)));
    CHECK((hull.includes(other) && other.includes(hull)));
  }
}

TEST_CASE("linear assignments map the hull to the hull of the images, and back") {
  const Fixture f;
  const Fixture tiny(frontend::signed_integer(3));
  const States all = all_states(tiny.builder.program);
  IntervalMap small(f.builder.program);
  for (const VariableId variable : {f.x, f.y, f.z}) small.set(variable, {-4, 3});
  const auto twice = f.operation(BinaryOp::Mul, f.number(2), f.read(f.x));
  const ExprPtr values[] = {
      f.operation(BinaryOp::Add, f.read(f.x), f.number(1)), f.operation(BinaryOp::Sub, f.read(f.y), twice),
      f.operation(BinaryOp::Add, twice, f.read(f.z)), f.operation(BinaryOp::Sub, twice, f.number(3)), f.number(2)};
  RandomState random(f.builder.program, all, 4);
  for (int round = 0; round < 100; ++round) {
    const States points = f.points(random, all);
    const ExprPtr& value = values[random.below(5)];
    const LValue target{static_cast<VariableId>(random.below(3)), nullptr};
    States images = points;
    for (ConcreteState& state : images) {
      std::vector<frontend::UndefinedEvent> events;
      const Integer result = frontend::evaluate(f.builder.program, *value, state, 0, events);
      state[target.variable] = result;
    }
    AffineState after = f.hull(points);
    after.assign(target, *value, small);
    const AffineState expected = f.hull(images);
    CHECK((after.includes(expected) && expected.includes(after)));
    // What leads into the image is as large as it can be: the equations hold of the new value.
    AffineState before = expected;
    before.assign_backward(target, *value, small);
    CHECK(before.includes(f.hull(points)));
    AffineState again = before;
    again.assign(target, *value, small);
    CHECK(expected.includes(again));
  }
}

TEST_CASE("only what cannot wrap is linear") {
  Fixture f(frontend::unsigned_integer(8));
  AffineState state = AffineState::top(f.builder.program);
  const ExprPtr next = f.operation(BinaryOp::Add, f.read(f.x), f.number(1));
  state.assign({f.y, nullptr}, *next);
  CHECK(state.equations().empty());
  IntervalMap small(f.builder.program);
  small.set(f.x, {0, 254});
  state.assign({f.y, nullptr}, *next, small);
  CHECK(state.equations() == std::vector<AffineForm>{{{{f.x, 1}, {f.y, -1}}, 1}});
  IntervalMap last(f.builder.program);
  last.set(f.x, {250, 255});
  AffineState turned = AffineState::top(f.builder.program);
  turned.assign({f.y, nullptr}, *f.operation(BinaryOp::Add, f.read(f.x), f.number(6)), last);
  CHECK(turned.equations() == std::vector<AffineForm>{{{{f.x, 1}, {f.y, -1}}, -250}});
  AffineState wide = AffineState::top(f.builder.program);
  const ExprPtr cast = frontend::make_cast(f.read(f.x), frontend::int_type);
  const ExprPtr sum =
      frontend::make_binary(BinaryOp::Add, cast, frontend::make_constant(1, frontend::int_type), frontend::int_type);
  wide.assume(*frontend::make_binary(BinaryOp::Eq, sum, frontend::make_cast(f.read(f.y), frontend::int_type),
                                     frontend::int_type),
              true);
  CHECK(wide.equations() == std::vector<AffineForm>{{{{f.x, 1}, {f.y, -1}}, 1}});
}

TEST_CASE("comparisons of what is a constant apart") {
  const Fixture f;
  AffineState state = AffineState::top(f.builder.program);
  state.add_equation({{{f.x, 3}, {f.y, -1}}, 2});  // y == 3 * x + 2
  const ExprPtr thrice = f.operation(BinaryOp::Mul, f.number(3), f.read(f.x));
  const auto possible = [&](BinaryOp op, bool holds) {
    AffineState assumed = state;
    assumed.assume(*f.operation(op, thrice, f.read(f.y)), holds);
    return !assumed.is_bottom();
  };
  for (const BinaryOp op : {BinaryOp::Lt, BinaryOp::Le, BinaryOp::Ne})
    CHECK((possible(op, true) && !possible(op, false)));
  for (const BinaryOp op : {BinaryOp::Gt, BinaryOp::Ge, BinaryOp::Eq})
    CHECK((!possible(op, true) && possible(op, false)));
}

TEST_CASE("equations without integer solutions have no state") {
  const Fixture f;
  AffineState state = AffineState::top(f.builder.program);
  state.add_equation({{{f.x, 2}, {f.y, -4}}, 1});
  CHECK(state.is_bottom());
  AffineState contradiction = AffineState::top(f.builder.program);
  contradiction.assume(*f.operation(BinaryOp::Eq, f.read(f.x), f.number(1)), true);
  contradiction.assume(*f.operation(BinaryOp::Ne, f.read(f.x), f.number(2)), false);
  CHECK(contradiction.is_bottom());
}

}  // namespace
}  // namespace bireach::abstraction::test
