// SPDX-License-Identifier: Apache-2.0
#include "checker/slicing/inevitability.h"

#include <doctest/doctest.h>

#include "checker/verify/verify.h"
#include "tests/support/program_builder.h"

namespace bireach::checker {
namespace {

using frontend::BinaryOp;
using frontend::ExprPtr;
using frontend::LocationKind;

/// n = input; x = start; while (x < n) x = x + step; if (x > 10) error
struct Loop {
  bireach::testing::ProgramBuilder builder = {};
  frontend::VariableId n = builder.variable("n");
  frontend::VariableId x = builder.variable("x");
  SliceUnit unit;

  explicit Loop(int step) {
    const auto start = builder.location();
    const auto chosen = builder.location();
    const auto head = builder.location();
    const auto body = builder.location();
    const auto behind = builder.location();
    const auto error = builder.location(LocationKind::Error);
    const auto exit = builder.location(LocationKind::Exit);
    builder.havoc(start, chosen, n);
    unit.edges = {builder.assign(chosen, head, x, number(6))};
    builder.branch(head, body, behind, compare(BinaryOp::Lt, builder.read(x), builder.read(n)));
    builder.assign(body, head, x, compare(BinaryOp::Add, builder.read(x), number(step)));
    builder.branch(behind, error, exit, compare(BinaryOp::Gt, builder.read(x), number(10)));
  }

  static ExprPtr number(int value) { return frontend::make_constant(value, frontend::int_type); }
  static ExprPtr compare(BinaryOp op, const ExprPtr& l, const ExprPtr& r) {
    return frontend::make_binary(op, l, r, frontend::int_type);
  }
  [[nodiscard]] std::vector<ExprPtr> at_least(int value) const {
    return {compare(BinaryOp::Ge, builder.read(n), number(value))};
  }

  /// Are both questions answered well?
  [[nodiscard]] std::pair<bool, bool> proved(const std::vector<ExprPtr>& conditions) const {
    ProgramChange change(builder.program, SliceMode::exact);
    change.leave_out(unit);
    const auto made = make_inevitability(change, unit, conditions);
    REQUIRE(made);
    CHECK(frontend::check_well_formed(made->necessary).empty());
    CHECK(frontend::check_well_formed(made->inevitable).empty());
    return {is_safe(made->necessary), is_safe(made->inevitable)};
  }
  static bool is_safe(const frontend::Program& program) {
    VerifyOptions options;
    options.signed_overflow = frontend::SignedOverflow::undefined;
    VerifyStatistics statistics;
    return std::holds_alternative<Safe>(verify(program, options, {}, statistics));
  }
};

TEST_CASE("an error that comes from any value before a loop") {
  const Loop loop(1);
  CHECK(loop.proved(loop.at_least(11)) == std::pair(true, true));
}

TEST_CASE("conditions that are too weak or too strong are found out") {
  const Loop loop(1);
  CHECK(loop.proved(loop.at_least(10)) == std::pair(true, false));
  CHECK(loop.proved(loop.at_least(12)) == std::pair(false, true));
  CHECK(loop.proved({}) == std::pair(true, false));
}

TEST_CASE("a loop that may go on for ever is no way to the error") {
  const Loop loop(0);
  CHECK(!loop.proved(loop.at_least(11)).second);
}

TEST_CASE("statements in loops are not asked about") {
  Loop loop(1);
  loop.unit.edges = {3};  // x = x + step
  ProgramChange change(loop.builder.program, SliceMode::exact);
  change.leave_out(loop.unit);
  CHECK(!make_inevitability(change, loop.unit, {}));
}

}  // namespace
}  // namespace bireach::checker
