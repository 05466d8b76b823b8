// SPDX-License-Identifier: Apache-2.0
#include "abstraction/fixpoint/invariants.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "abstraction/fixpoint/thresholds.h"
#include "tests/abstraction/abstraction_enumeration.h"
#include "tests/support/parse_fixture.h"
#include "tests/support/sampling.h"

namespace bireach::abstraction::test {
namespace {

using frontend::ExprPtr;
using frontend::LocationId;
using frontend::LocationKind;

const std::string prelude = "void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\n";

Program program_of(const std::string& body) {
  return frontend::test::parse(prelude + "int main(void) {\n" + body + "\nreturn 0;\n}\n");
}

bool is_false(const ExprPtr& condition) {
  return condition && condition->kind == frontend::Expr::Kind::Constant && condition->value == 0;
}

/// The conditions at error locations.
std::vector<ExprPtr> at_errors(const Program& program, const Invariants& found) {
  std::vector<ExprPtr> result;
  for (LocationId location = 0; location < program.location_count(); ++location)
    if (program.location(location).kind == LocationKind::Error) result.push_back(found.conditions.at(location));
  return result;
}

bool proves(const std::string& body) {
  const Program program = program_of(body);
  const Invariants found = invariants(program);
  CHECK(found.complete);
  const auto errors = at_errors(program, found);
  CHECK(!errors.empty());
  return std::all_of(errors.begin(), errors.end(), is_false);
}

/// The texts of all conditions.
std::string texts(const Program& program, const Invariants& found) {
  std::string result;
  for (const ExprPtr& condition : found.conditions)
    if (condition) result += frontend::to_string(program, *condition) + "\n";
  return result;
}

TEST_CASE("errors of small programs that intervals and equalities exclude") {
  CHECK(proves("int x = 0; while (x < 10) x++; if (x != 10) reach_error();"));
  CHECK(proves("int x = 0, y = 0; while (x < 10) { x++; y += 2; } if (y != 20) reach_error();"));
  CHECK(
      proves("int n = __VERIFIER_nondet_int(), x = 0, y = 0; while (x < n) { x++; y += 3; }\n"
             "if (y - x != 2 * x) reach_error();"));
  CHECK(
      proves("int s = 0; for (int i = 0; i < 5; i++) for (int j = 0; j < 7; j++) { if (j > 6 || i > 4) reach_error(); "
             "s = j; }\n"
             "if (s > 6) reach_error();"));
  CHECK(proves("unsigned char c = 250; while (c != 5) c++; if (c != 5) reach_error();"));
  CHECK(
      proves("int a[8]; for (int i = 0; i < 8; i++) a[i] = i % 4; int k = __VERIFIER_nondet_int();\n"
             "if (k >= 0 && k < 4) k = 3; else k = 2; if (k < 2) reach_error();"));
  CHECK(
      proves("int n = __VERIFIER_nondet_int(), x = 6, y = n; while (x < n) { x++; y++; }\n"
             "if (n + x != y + 6) reach_error();"));
  CHECK(!proves("int x = __VERIFIER_nondet_int(); if (x == 77) reach_error();"));
  CHECK(
      !proves("unsigned char c = 0; int n = __VERIFIER_nondet_int(); while (n > 0) { c++; n--; }\n"
              "if (c > 200) reach_error();"));
}

TEST_CASE("conditions hold in all states that are reached, and are defined") {
  int conditions = 0;
  for (int seed = 0; seed < bireach::testing::rounds(60); ++seed) {
    bireach::testing::RandomProgramOptions options;
    options.numbers = 2;
    options.number_type = seed % 2 == 0 ? frontend::unsigned_integer(3) : frontend::signed_integer(3);
    const Program program = bireach::testing::random_program(static_cast<std::uint64_t>(seed) + 500, options);
    const Invariants found = invariants(program);
    REQUIRE(found.complete);
    const States states = all_states(program);
    const auto forward = reachable_states(program, ProductState::top(program),
                                          FixpointOptions{2, 8, 2, thresholds_of(program), 1000000});
    for (LocationId location = 0; location < program.location_count(); ++location) {
      const ExprPtr& condition = found.conditions[location];
      if (condition) ++conditions;
      bool equal = true;
      for (const ConcreteState& state : states) {
        std::vector<frontend::UndefinedEvent> events;
        const bool holds = !condition || frontend::evaluate(program, *condition, state, 0, events) != 0;
        equal = equal && events.empty() && holds == contains(forward.states[location], state);
      }
      CHECK(equal);
    }
  }
  CHECK(bireach::testing::is_often(conditions, 200));
}

TEST_CASE("conditions are well-formed C over wide enough types") {
  Program program = program_of(
      "unsigned long long a = __VERIFIER_nondet_int() & 7, b = 0; long c = 5;\n"
      "while (b < a) { b++; c += 1000000; } if (c > 100000000) reach_error();");
  const Invariants found = invariants(program);
  for (LocationId location = 0; location < program.location_count(); ++location) {
    if (!found.conditions[location]) continue;
    Program other = program.without_graph();
    const auto from = other.add_location({});
    frontend::Location last;
    last.kind = LocationKind::Exit;
    const auto to = other.add_location(last);
    frontend::Edge edge;
    edge.statement = frontend::Assume{found.conditions[location]};
    other.add_edge(from, to, edge);
    CHECK(frontend::check_well_formed(other) == std::vector<std::string>{});
  }
  CHECK(texts(program, found).find("1000000") != std::string::npos);
}

TEST_CASE("what is necessary for the error, at the start") {
  // After examples of A. Dimovski, Error invariants for fault localization via abstract interpretation (SAS 2023).
  InvariantOptions options;
  options.toward_error = true;
  const Program program = program_of(
      "int input = __VERIFIER_nondet_int(); int x = 1; int y = input - 42; if (y < 0) x = 0; if (!(x > 0)) "
      "reach_error();");
  const std::string found = texts(program, invariants(program, options));
  CHECK(found.find("input <= 41") != std::string::npos);
  // Exactly, n >= 11. That x <= n in the loop, and x == n behind it, is beyond bounds and equalities.
  const Program loop = program_of(
      "int n = __VERIFIER_nondet_int(); int x = 6; int y = n; while (x < n) { x++; y++; } if (!(x <= 10)) "
      "reach_error();");
  const std::string weaker = texts(loop, invariants(loop, options));
  CHECK(weaker.find("n >= 7") != std::string::npos);
  CHECK(weaker.find("x >= 11") != std::string::npos);
  const Program linear =
      program_of("int x = __VERIFIER_nondet_int(); int z = x + 1; int y = z; z = z + 1; if (!(x > y)) reach_error();");
  const auto errors = at_errors(linear, invariants(linear, options));
  REQUIRE(errors.size() == 1);
  REQUIRE(errors[0]);
  CHECK(frontend::to_string(linear, *errors[0]).find("==") != std::string::npos);
}

TEST_CASE("invariants that are cut short are true everywhere") {
  const Program program = program_of("int x = 0; while (x < 10) x++; if (x != 10) reach_error();");
  InvariantOptions options;
  options.fixpoint.step_limit = 2;
  const Invariants found = invariants(program, options);
  CHECK(!found.complete);
  CHECK(found.conditions.size() == program.location_count());
  for (const ExprPtr& condition : found.conditions) CHECK(!condition);
}

}  // namespace
}  // namespace bireach::abstraction::test
