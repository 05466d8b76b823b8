// SPDX-License-Identifier: Apache-2.0
#include "frontend/program/expr.h"

#include <doctest/doctest.h>

#include <stdexcept>

#include "frontend/program/interval.h"
#include "tests/frontend/program/random_expr.h"

namespace bireach::frontend {
namespace {

using logic::Integer;

constexpr ScalarType byte = unsigned_integer(8);
constexpr ScalarType unsigned_type = unsigned_integer(32);
constexpr ScalarType wide = unsigned_integer(128);

ExprPtr number(const Integer& value, ScalarType type = int_type) {
  return make_constant(value, type);
}
ExprPtr x(ScalarType type = int_type) {
  return make_variable(0, type);
}
bool is_constant(const ExprPtr& expr, const Integer& value) {
  return expr->kind == Expr::Kind::Constant && expr->value == value;
}

TEST_CASE("ranges of types") {
  CHECK(int_type.min() == Integer("-2147483648"));
  CHECK(int_type.max() == Integer("2147483647"));
  CHECK(bool_type.min() == 0);
  CHECK(bool_type.max() == 1);
  CHECK(wide.max() == Integer("340282366920938463463374607431768211455"));
  CHECK(signed_integer(1).min() == -1);
  CHECK(signed_integer(1).max() == 0);
}

TEST_CASE("conversions") {
  CHECK(byte.convert(-1) == 255);
  CHECK(byte.convert(256) == 0);
  CHECK(signed_integer(8).convert(200) == -56);
  CHECK(bool_type.convert(256) == 1);
  CHECK(bool_type.convert(0) == 0);
  CHECK(unsigned_integer(1).convert(2) == 0);
}

TEST_CASE("a type includes another iff it includes its bounds") {
  std::vector<ScalarType> types = testing::c_types();
  types.push_back(signed_integer(1));
  types.push_back(unsigned_integer(1));
  types.push_back(unsigned_integer(5));
  for (const ScalarType& a : types)
    for (const ScalarType& b : types) CHECK(a.includes(b) == (a.contains(b.min()) && a.contains(b.max())));
}

TEST_CASE("constants fold unless that would hide undefined behaviour") {
  CHECK(is_constant(make_binary(BinaryOp::Add, number(2), number(3), int_type), 5));
  CHECK(is_constant(make_binary(BinaryOp::Div, number(-7), number(2), int_type), -3));
  CHECK(is_constant(make_binary(BinaryOp::Rem, number(-7), number(2), int_type), -1));
  CHECK(is_constant(make_binary(BinaryOp::Shr, number(-7), number(1), int_type), -4));
  CHECK(is_constant(make_binary(BinaryOp::Sub, number(0, unsigned_type), number(1, unsigned_type), unsigned_type),
                    4294967295U));
  CHECK(is_constant(make_unary(UnaryOp::BitNot, number(0), int_type), -1));
  CHECK(make_binary(BinaryOp::Add, number(int_type.max()), number(1), int_type)->kind == Expr::Kind::Binary);
  CHECK(make_binary(BinaryOp::Div, number(1), number(0), int_type)->kind == Expr::Kind::Binary);
  CHECK(make_binary(BinaryOp::Rem, number(int_type.min()), number(-1), int_type)->kind == Expr::Kind::Binary);
  CHECK(make_binary(BinaryOp::Shl, number(1), number(32), int_type)->kind == Expr::Kind::Binary);
  CHECK(make_unary(UnaryOp::Minus, number(int_type.min()), int_type)->kind == Expr::Kind::Unary);
}

TEST_CASE("only an operand that is not evaluated may vanish") {
  const ExprPtr undefined = make_binary(BinaryOp::Div, x(), number(0), int_type);
  CHECK(is_constant(make_binary(BinaryOp::LogicalAnd, number(0), undefined, int_type), 0));
  CHECK(is_constant(make_binary(BinaryOp::LogicalOr, number(5), undefined, int_type), 1));
  CHECK(make_binary(BinaryOp::LogicalAnd, undefined, number(0), int_type)->kind == Expr::Kind::Binary);
  const ExprPtr right = make_binary(BinaryOp::LogicalAnd, number(5), x(), int_type);
  CHECK(right->binary == BinaryOp::Ne);
  CHECK(make_conditional(number(1), x(), undefined, int_type)->kind == Expr::Kind::Variable);
}

TEST_CASE("casts") {
  CHECK(make_cast(x(), int_type)->kind == Expr::Kind::Variable);
  CHECK(is_constant(make_cast(number(-1), byte), 255));
  // (unsigned char)(int)c is c; (int)(unsigned char)i is not i.
  CHECK(make_cast(make_cast(x(byte), int_type), byte)->kind == Expr::Kind::Variable);
  CHECK(make_cast(make_cast(x(), byte), int_type)->kind == Expr::Kind::Cast);
  CHECK(make_cast(make_cast(x(), byte), int_type)->operands[0]->kind == Expr::Kind::Cast);
}

TEST_CASE("negation") {
  const ExprPtr less = make_binary(BinaryOp::Lt, x(), number(3), int_type);
  CHECK(make_not(less)->binary == BinaryOp::Ge);
  CHECK(same_expression(*make_not(make_not(less)), *less));
  CHECK(make_not(x())->unary == UnaryOp::LogicalNot);
  CHECK(make_not(make_not(x()))->binary == BinaryOp::Ne);
  CHECK(is_constant(make_not(number(7)), 0));
  CHECK(make_not(make_cast(x(), bool_type))->operands[0]->kind == Expr::Kind::Variable);
  // (unsigned char)256 is zero, 256 is not
  CHECK(make_not(make_cast(x(), byte))->operands[0]->kind == Expr::Kind::Cast);
}

TEST_CASE("same_expression looks at everything but places") {
  const SourceRange place{0, 3, 1, 3, 2};
  CHECK(same_expression(*make_variable(0, int_type, place), *x()));
  CHECK_FALSE(same_expression(*make_variable(1, int_type), *x()));
  CHECK_FALSE(same_expression(*x(byte), *x()));
  CHECK_FALSE(same_expression(*number(1), *number(2)));
  CHECK_FALSE(same_expression(*make_binary(BinaryOp::Add, x(), x(), int_type),
                              *make_binary(BinaryOp::Sub, x(), x(), int_type)));
}

TEST_CASE("a comparison mirrored says the same of exchanged operands") {
  const Program program;
  for (const BinaryOp op : {BinaryOp::Eq, BinaryOp::Ne, BinaryOp::Lt, BinaryOp::Le, BinaryOp::Gt, BinaryOp::Ge}) {
    CHECK(mirrored(mirrored(op)) == op);
    for (const int a : {1, 2, 3}) {
      std::vector<UndefinedEvent> events;
      const auto holds = [&](BinaryOp o, int l, int r) {
        return evaluate(program, *make_binary(o, number(l), number(r), int_type), {}, 0, events);
      };
      CHECK(holds(mirrored(op), 2, a) == holds(op, a, 2));
    }
  }
  CHECK_THROWS_AS(static_cast<void>(mirrored(BinaryOp::Add)), std::invalid_argument);
}

TEST_CASE("make_not computes the negation of random expressions") {
  Program program;
  testing::RandomExpr random(program, 21);
  for (int i = 0; i < 2000; ++i) {
    const ExprPtr expr = random.expr(random.type(), 3);
    const ExprPtr negation = make_not(expr);
    const ConcreteState state = random.state();
    std::vector<UndefinedEvent> events;
    std::vector<UndefinedEvent> negated_events;
    const bool zero = evaluate(program, *expr, state, 0, events) == 0;
    CHECK((evaluate(program, *negation, state, 0, negated_events) != 0) == zero);
    CHECK(events.size() == negated_events.size());
  }
}

TEST_CASE("interval operations contain every result and are tight at corners") {
  const ScalarType type = signed_integer(5);
  std::mt19937_64 rng(31);
  const auto draw = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(rng); };
  for (int round = 0; round < 3000; ++round) {
    const int a = draw(-16, 15), b = draw(a, 15), c = draw(-16, 15), d = draw(c, 15);
    const Interval left{a, b};
    const Interval right{c, d};
    for (int p = a; p <= b; p += 1 + draw(0, 3)) {
      for (int q = c; q <= d; q += 1 + draw(0, 3)) {
        CHECK(add(left, right).contains(p + q));
        CHECK(subtract(left, right).contains(p - q));
        CHECK(multiply(left, right).contains(p * q));
        CHECK(bit_operation(BinaryOp::BitAnd, left, right, type).contains(p & q));
        CHECK(bit_operation(BinaryOp::BitOr, left, right, type).contains(p | q));
        CHECK(bit_operation(BinaryOp::BitXor, left, right, type).contains(p ^ q));
        if (q != 0) {
          CHECK(divide(left, right).contains(p / q));
          CHECK(remainder(left, right).contains(p % q));
        }
        if (q >= 0 && q < 5) {
          CHECK(shift_left(left, right, 5).contains(p * (1 << q)));
          CHECK(shift_right(left, right, 5).contains(p >> q));
        }
      }
    }
  }
  CHECK(multiply({-3, 2}, {-5, 7}).low == -21);
  CHECK(bit_operation(BinaryOp::BitAnd, {0, 9}, {0, 20}, type).high == 9);
}

}  // namespace
}  // namespace bireach::frontend
