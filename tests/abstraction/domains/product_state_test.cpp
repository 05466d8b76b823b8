// SPDX-License-Identifier: Apache-2.0
#include "abstraction/domains/product_state.h"

#include <doctest/doctest.h>

#include "tests/support/program_builder.h"

namespace bireach::abstraction {
namespace {

using frontend::BinaryOp;
using frontend::ExprPtr;
using frontend::VariableId;

struct Fixture {
  bireach::testing::ProgramBuilder builder = {};
  VariableId x = builder.variable("x");
  VariableId y = builder.variable("y");

  ExprPtr number(int value) const { return frontend::make_constant(value, frontend::int_type); }
  ExprPtr operation(BinaryOp op, const ExprPtr& l, const ExprPtr& r) const {
    return frontend::make_binary(op, l, r, frontend::int_type);
  }
};

TEST_CASE("equalities refine intervals") {
  const Fixture f;
  ProductState state = ProductState::top(f.builder.program);
  state.assign({f.y, nullptr}, *f.operation(BinaryOp::Add, f.builder.read(f.x), f.number(2)));
  state.assume(*f.operation(BinaryOp::Gt, f.builder.read(f.y), f.number(7)), true);
  CHECK(state.intervals().intervals()->get(f.x).low == 6);
  state.assume(*f.operation(BinaryOp::Le, f.builder.read(f.x), f.number(5)), true);
  CHECK(state.is_bottom());
}

TEST_CASE("constants become equalities, so that joins relate them") {
  const Fixture f;
  ProductState first = ProductState::top(f.builder.program);
  ProductState second = first;
  const auto at = [&](int value) { return f.operation(BinaryOp::Eq, f.builder.read(f.x), f.number(value)); };
  first.assume(*f.operation(BinaryOp::Le, f.builder.read(f.x), f.number(1)), true);
  first.assume(*f.operation(BinaryOp::Ge, f.builder.read(f.x), f.number(1)), true);
  first.assign({f.y, nullptr}, *f.number(10));
  second.assume(*at(3), true);
  second.assign({f.y, nullptr}, *f.number(30));
  const ProductState join = first.join(second);
  CHECK(join.affine().equations() == std::vector<AffineForm>{{{{f.x, 10}, {f.y, -1}}, 0}});
  ProductState middle = join;
  middle.assume(*at(2), true);
  CHECK(middle.intervals().intervals()->get(f.y).is_point());
  CHECK(middle.intervals().intervals()->get(f.y).low == 20);
}

}  // namespace
}  // namespace bireach::abstraction
